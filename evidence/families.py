"""Query families: the shapes of questions people ask, and which of their words are not a subject.

Every family is a pair of rules: how to recognise it, and what to strip before searching.
"""

import re
from enum import StrEnum
from typing import Final


class Family(StrEnum):
    """The shape of a question. It decides how many sources an answer should draw on."""

    LOOKUP = "lookup"
    OVERVIEW = "overview"
    HOW_TO = "how_to"
    COMPARISON = "comparison"
    TIMELINE = "timeline"
    ATTRIBUTION = "attribution"
    TITLE = "title"


_RECOGNISE: Final = (
    (
        Family.COMPARISON,
        r"\b(?:compare|comparison|difference between|versus|vs\.?|better than|instead of|"
        r"pros and cons|alternatives? to)\b",
    ),
    (
        Family.TIMELINE,
        r"\b(?:timeline|history of|chronolog\w+|over time|evolution of|"
        r"(?:before|after|first|earlier|later) .*\b(?:before|after|then|or)\b)\b",
    ),
    (
        Family.OVERVIEW,
        r"(?<!\S)#\w|\btagged\b|"
        r"^\s*(?:what (?:do|did) (?:i|we) (?:know|have|write|note|say)\b|what are my notes\b|"
        r"what do my notes\b|"
        r"tell me (?:about|everything)|summari[sz]e|overview of|everything about|"
        r"(?:which|what|any|list)\b.{0,20}\b(?:my )?notes\b)",
    ),
    (Family.TITLE, r"^\s*[\"\u201c][^\"\u201d]+[\"\u201d]\s*\??\s*$|\.(?:md|txt|pdf|html)\b"),
    (
        Family.HOW_TO,
        r"^\s*(?:how (?:do|can|did|should|would|to)\b|which (?:command|option|flag|setting)s?\b|"
        r"what (?:command|option|flag|setting)s?\b)",
    ),
    (Family.ATTRIBUTION, r"^\s*(?:who|whose|whom|by whom)\b"),
)
_PATTERNS: Final = tuple((family, re.compile(text, re.I)) for family, text in _RECOGNISE)

_CURRENT: Final = re.compile(
    r"^\s*current question:\s*(.+?)(?=^\s*(?:recent user questions|prior evidence[^:\n]*|"
    r"pinned evidence[^:\n]*):|\Z)",
    re.I | re.M | re.S,
)
_LEAD_IN: Final = re.compile(
    r"^\s*(?:(?:please|hey|hi|hello|ok|so|and|also)[,\s]+)*"
    r"(?:what (?:do|did) (?:i|we) (?:know|have|write|note|say)(?: down)?(?: about| on| of)?\b|"
    r"what are my notes (?:on|about)\b|"
    r"what do my notes(?: (?:say|tell|hold|have))?(?: about| on| tagged)?\b|"
    r"(?:which|what)(?: \w+)? of my notes\b(?: (?:deal|are|talk)s?)?(?: with| about| on)?|"
    r"do (?:i|my notes) (?:have|say) (?:anything|something|notes?)(?: about| on)?\b|"
    r"is there (?:anything|something)(?: in my notes)?(?: about| on)?\b|"
    r"tell me(?: everything)?(?: about)?\b|can you (?:tell|show|find)(?: me)?(?: about)?\b|"
    r"(?:summari[sz]e|give me an overview of|overview of|everything about)\b)",
    re.I,
)
_ASIDE: Final = re.compile(r"\b(?:in|from|according to|based on) my notes\b", re.I)


def family_of(question: str) -> Family:
    """The first family whose rule recognises the question, else LOOKUP."""
    asked = current_question(question)
    for family, pattern in _PATTERNS:
        if pattern.search(asked):
            return family
    return Family.LOOKUP


def current_question(text: str) -> str:
    """The question itself in a chat-shaped request: what stands under `Current question:`.

    Prior evidence, pinned keys and earlier answers are no part of what is asked now.
    """
    match = _CURRENT.search(text)
    return match.group(1).strip() if match else text


def searchable(question: str) -> str:
    """The question without its lead-in and asides; never empty when the question isn't."""
    asked = current_question(question)
    stripped = _ASIDE.sub(" ", _LEAD_IN.sub(" ", asked, count=1)).strip(" ?.,:;\n\t")
    return stripped if stripped else asked.strip()
