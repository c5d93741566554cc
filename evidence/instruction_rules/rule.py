"""What a rule is, and the words that several rules share.

A pattern is written in lower case and without accents, as `evidence.folded_text` shows a text. It
is looked for within one sentence. A space in it stands for any white space between two words, with
or without the marks of emphasis; `[ ]` for one character of white space. Every repetition is
bounded, so that no text makes it slow.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Strength(StrEnum):
    """What a sentence is in which a rule finds its words."""

    STRONG = "strong"
    """An order."""
    WEAK = "weak"
    """With a rule of another aspect an order; beside one a part of it."""
    SUSPECT = "suspect"
    """An order where another sentence of the text is one, else nothing."""


class Aspect(StrEnum):
    """What of an order to a model a rule sees."""

    OVERRIDE = "override"
    """What it was told before is to count no more."""
    ROLE = "role"
    """Who speaks or who is spoken to: a turn of a chat, a model, a part to play."""
    OUTPUT = "output"
    """What its answer has to say, or how it has to look."""
    DEED = "deed"
    """Something to load, to send, to call or to decode."""
    SECRECY = "secrecy"
    """What the user is not to know."""
    RECORD = "record"
    """What to put down as source, confidence or gap."""
    CLAIM = "claim"
    """What to say about the world: that something is so, or the best."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One common wording. `needs` are words of which one must stand in a sentence for the pattern
    to be tried. `example` is a sentence that the pattern finds. Where `excuse` stands anywhere in
    the sentence, a strong rule counts as a suspicion."""

    aspect: Aspect
    example: str
    needs: tuple[str, ...]
    pattern: re.Pattern[str]
    strength: Strength
    excuse: re.Pattern[str] | None = None


def strong(
    aspect: Aspect, example: str, needs: str, pattern: str, excuse: re.Pattern[str] | None = None
) -> Rule:
    """A rule that makes an order of its sentence by itself. `needs` are parted by `|`."""
    return _rule(aspect, example, needs, pattern, Strength.STRONG, excuse)


def weak(aspect: Aspect, example: str, needs: str, pattern: str) -> Rule:
    """A rule that ordinary text meets now and then: it takes two of different aspects."""
    return _rule(aspect, example, needs, pattern, Strength.WEAK)


def suspect(aspect: Aspect, example: str, needs: str, pattern: str) -> Rule:
    """A rule that is to be believed of a text that gives an order elsewhere."""
    return _rule(aspect, example, needs, pattern, Strength.SUSPECT)


def _rule(
    aspect: Aspect,
    example: str,
    needs: str,
    pattern: str,
    strength: Strength,
    excuse: re.Pattern[str] | None = None,
) -> Rule:
    return Rule(aspect, example, tuple(needs.split("|")), _compiled(pattern), strength, excuse)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.replace("[ ]", r"\s").replace(" ", r"[*_]{0,3}\s{1,8}[*_]{0,3}"))


LEAD: Final = (
    r"(?:^|[,;:>()\[\]{}*_\"'\u201c\u201d\u2018\u2019\u00ab\u00bb|/#!?.\u2013\u2014-][ ]{0,3}"
    r"|\b(?:please|now|kindly|instead|immediately|simply|just|sure|remember)(?: to)? "
    r"|\byou(?: \w{1,9}){0,2} (?:must|should|shall|will|to) "
    r"|^\W{0,6}(?:stop|do|start|begin|finish|read|forget|ignore|disregard|answer|please)\b"
    r"[^.!?]{0,120}? (?:and|then|but) )"
)
"""Where an imperative begins: at the head of a sentence or behind a mark, not after `to` or a
subject as in a report of what somebody does."""

OWN_ANSWER: Final = (
    r"(?:your(?: \w{1,12}){0,2}? (?:answers?|responses?|reply|replies|outputs?|summary|summaries|"
    r"completions?|generations?)"
    r"|(?:its|the|every|each|all|any)(?: \w{1,12}){0,2}? (?:answers?|reply|replies|summary|"
    r"summaries))"
)
"""The answer that an order is about. `The output` and `every response` are those of a program."""

MODEL: Final = (
    r"(?:(?:an?|the|any|all|every|this|each|you) )?(?:\w{1,12} )?"
    r"(?:a\.?i\.?s?|llms?|(?:large )?language models?|chat(?: |-)?bots?|gpt(?:-?[\w.]{1,4})?|"
    r"chatgpt|(?:research|virtual|digital|web|browsing) (?:assistant|agent)s?|copilot)"
    r"(?: (?:assistant|agent|model|system|chatbot|bot|reader|summari[sz]er|tool|crawler|"
    r"researcher)s?)?"
)

TELLS: Final = (
    r"(?:please|you (?!can\b|may\b|could\b|might\b)|your|ignore|disregard|forget|include|add|"
    r"append|insert|say|state|print|output|reply|respond|answer|tell|report|set|mark|cite|mention|"
    r"recommend|treat|do not|don't|never|always|must|visit|fetch|load|open|send|call|follow|"
    r"execute|stop|begin|start|end|finish|translate|summari[sz]e|repeat|reveal|rate|make sure|"
    r"ensure|be sure|act|pretend|if|when|before|after|"
    r"the (?:correct|right|only|real|true|following)\b)"
)
"""How somebody goes on who has just said to whom he speaks."""

NOT_TOLD: Final = (
    r"(?:do not|don't|never|without|avoid|must not|should not) "
    r"(?:tell|mention|reveal|inform|disclose|notify|show|alert|say|let)(?:ing)?"
)
