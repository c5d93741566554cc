"""What a question asks for, as far as its answer stands in a place that can be found in a text."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from evidence.analyze import Analyzer
from evidence.conflicts.capitals import name_words
from evidence.conflicts.event_words import event_asked
from evidence.conflicts.role_words import Role, role_asked
from evidence.conflicts.value_classes import class_asked
from evidence.families import current_question
from evidence.names import names_in


class Slot(StrEnum):
    """Where the answer stands."""

    DAY = "day"
    """The date of something that happens once."""
    AMOUNT = "amount"
    ROLE = "role"
    """Who stands to the subject in a role: its director, its architect."""
    PLACE = "place"
    MEMBER = "member"
    """One of a closed class: a sport, a party."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for. `about` says it in the question's words; `subject` are the terms of the
    names in it, one of which a quote has to hold, `named` the
    folded words of those names; the others belong to one slot each."""

    slot: Slot
    about: str
    subject: frozenset[str]
    named: frozenset[str]
    event: str = ""
    role: Role | None = None
    measured: tuple[str, ...] = ()
    class_name: str = ""


_SEVERAL: Final = re.compile(
    r"\b(?:list|record|name|find|give|show|tell|write)\b.*\b(?:all|each|every)\b|\bif multiple\b"
    r"|\btimeline\b|\bhistory of\b|\bover time\b",
    re.I | re.S,
)
_WHEN: Final = re.compile(
    r"\bwhen\b|\b(?:what|which) (?:year|date|day)\b|\bdate (?:of|for)\b|\bdate\b", re.I
)
_WHERE: Final = re.compile(
    r"\bwhere\b|\b(?:what|which) (?:city|town|state|country|county|place|region)\b"
    r"|\b(?:location|region|birthplace) of\b|\bthe state where\b",
    re.I,
)
_HOW_MANY: Final = re.compile(
    r"\bhow many (?P<what>[a-z][\w -]*?)"
    r" (?=\b(?:are|is|do|does|did|has|have|had|were|was|in|of)\b)",
    re.I,
)
_MEASURED: Final = re.compile(
    r"\b(?:median age|population|area|height|length|depth|elevation|altitude|capacity|weight|speed"
    r"|price|distance|attendance|temperature|duration|width|age|number of (?P<what>\w+))\b",
    re.I,
)


def asks_for_several(question: str) -> bool:
    """Whether the question wants all values there are, so that none stands against another."""
    return _SEVERAL.search(current_question(question)) is not None


def asked_by(question: str, analyzer: Analyzer) -> Asked | None:
    """The one thing that a question asks for; None for a question of another shape, to which
    different answers may all be right."""
    text = current_question(question)
    names = _names(text)
    subject = frozenset(term for name in names for term in analyzer.content_terms(name))
    named = frozenset(word for name in names for word in name_words(name))
    event = event_asked(text)
    if event and _WHEN.search(text):
        return Asked(Slot.DAY, _about(event, text), subject, named, event=event)
    counted = _HOW_MANY.search(text) or _MEASURED.search(text)
    if counted is not None:
        words = (counted.group("what") or counted.group()).lower()
        measured = _measured(words, text)
        return Asked(Slot.AMOUNT, _about(measured[0], text), subject, named, measured=measured)
    class_name = class_asked(text)
    if class_name is not None:
        return Asked(Slot.MEMBER, _about(class_name, text), subject, named, class_name=class_name)
    role = role_asked(text)
    if role is not None:
        return Asked(Slot.ROLE, _about(role.name, text), subject, named, role=role)
    if _WHERE.search(text):
        return Asked(Slot.PLACE, _about("place", text), subject, named, event=event or "")
    return None


def _about(what: str, question: str) -> str:
    """What is asked for and of whom: `population of Kensett`."""
    name = next(iter(_names(question)), None)
    return f"{what} of {name}" if name else what


def _measured(words: str, question: str) -> tuple[str, ...]:
    """The words that say what a number is a number of."""
    if "population" in question.lower():
        return ("population", "inhabitants", "residents", "people", "persons")
    return (words, words.removesuffix("s")) if words.endswith("s") else (words,)


def _names(question: str) -> tuple[str, ...]:
    """Works in quotes and names; a role is none, however it is written: the President of Egypt."""
    quoted = re.findall(r"[\"\u201c]([^\"\u201d]+)[\"\u201d]", question)
    role = role_asked(question)
    names = names_in(question)
    return (*quoted, *(name for name in names if role is None or not role.is_called(name)))
