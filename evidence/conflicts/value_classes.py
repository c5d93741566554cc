"""Closed classes of answers: sports, media, professions, parties, and what is a kind of what.

A line is `member: words that tell of it`. `a < b` says that a is a kind of b, so that a source
that says b does not contradict one that says a.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from evidence.conflicts.people_words import PEOPLE
from evidence.conflicts.work_words import WORKS

_CLASSES: Final[Mapping[str, str]] = {**PEOPLE, **WORKS}
_ASKED: Final[Mapping[str, str]] = {
    "sport": r"\b(?:what|which) (?:kind of |type of )?sports?\b",
    "party": r"\bparty\b.*\b(?:affiliat|member|belong|politic)|\bpolitical party\b",
    "profession": r"\b(?:profession|occupation)\b|\bdo(?:es)? .* do for a living\b",
    "medium": r"\b(?:medium|format)\b",
    "genre": r"\bgenre\b|\b(?:kind|type|style) of (?:music|film|movie|book)\b",
    "language": r"\b(?:what|which) language\b|\blanguage of\b",
    "gender": r"\bgender\b",
    "instrument": r"\binstrument\b",
    "colour": r"\bcolou?rs?\b",
    "style": r"\b(?:architectural )?style\b",
    "position": r"\bposition\b.*\bplay",
}


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a class as it stands in a text."""

    name: str
    shown: str
    start: int


def class_asked(question: str) -> str | None:
    """The class that the answer belongs to, None for a question that asks for none of them."""
    for name, pattern in _ASKED.items():
        if re.search(pattern, question, re.I):
            return name
    return None


def members_in(text: str, name: str) -> Iterator[Member]:
    """The members of a class that a text names, in order; the longest words win."""
    pattern, members = _table(name)
    for match in pattern.finditer(text):
        yield Member(members[_plain(match.group())], match.group(), match.start())


def is_kind_of(kind: str, general: str) -> bool:
    """True when every one of the first is one of the second, and for two that are the same."""
    seen = {kind}
    waiting = [kind]
    while waiting:
        for above in _above().get(waiting.pop(), ()):
            if above not in seen:
                seen.add(above)
                waiting.append(above)
    return general in seen


@cache
def _table(name: str) -> tuple[re.Pattern[str], Mapping[str, str]]:
    members: dict[str, str] = {}
    for line in _lines(name):
        head, _, words = line.partition(":")
        member = head.partition("<")[0].strip()
        for word in (member, *words.split(",")):
            if word.strip():
                members.setdefault(_plain(word), member)
    longest_first = sorted(members, key=len, reverse=True)
    inner = "|".join(re.escape(one).replace(r"\ ", r"[\s-]+") for one in longest_first)
    return re.compile(rf"(?<![\w-])(?:{inner})(?![\w])", re.I), members


@cache
def _above() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in _CLASSES:
        for line in _lines(name):
            head = line.partition(":")[0]
            member, _, above = head.partition("<")
            if above.strip():
                found[member.strip()] = tuple(one.strip() for one in above.split("<"))
    return found


def _lines(name: str) -> list[str]:
    return _CLASSES[name].strip().replace("\n  ", " ").splitlines()


def _plain(words: str) -> str:
    return " ".join(re.split(r"[\s-]+", words.strip().lower()))
