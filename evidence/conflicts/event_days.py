"""The date that a sentence gives for something that happens once."""

import re
from collections.abc import Iterator
from typing import Final

from evidence.conflicts.breaks import breaks_between
from evidence.conflicts.capitals import NAME, name_words
from evidence.conflicts.dates import FoundDate, dates_in
from evidence.conflicts.event_words import EVENTS

_AFTER: Final = 60
_BEFORE: Final = 30
"""Characters after and before a word of the event within which its date is looked for."""
_LIFE: Final = re.compile(r"\(([^()]{0,80}?)\s?[\u2013\u2014-]\s?([^()]{0,60})\)")
_NAME_BEFORE: Final = 40
"""Characters before a life's dates in brackets within which the name stands whose life it is."""


def event_days(text: str, event: str, named: frozenset[str]) -> Iterator[FoundDate]:
    """Dates of the event, those in brackets behind a name first: (1 May 1903 \u2013 1980).

    `named` are the folded words of whom the question names; other people's brackets don't count.
    """
    dates = list(dates_in(text))
    if dates:
        yield from _life(text, event, named)
        yield from _beside(text, dates, event)


def _life(text: str, event: str, named: frozenset[str]) -> Iterator[FoundDate]:
    if event not in ("birth", "death"):
        return
    for match in _LIFE.finditer(text):
        if named and not _stands_before(text, match.start(), named):
            continue
        born, died = (list(dates_in(match.group(side))) for side in (1, 2))
        side = born if event == "birth" else died
        if side:
            yield side[-1 if event == "birth" else 0]


def _stands_before(text: str, end: int, named: frozenset[str]) -> bool:
    """True when the last name before a place is one of the question's."""
    names = re.findall(NAME, text[max(0, end - _NAME_BEFORE) : end])
    return bool(names) and not named.isdisjoint(name_words(names[-1]))


def _beside(text: str, dates: list[FoundDate], event: str) -> Iterator[FoundDate]:
    """The date nearest to each word of the event: the first one after it, else the last before."""
    for word in re.finditer(rf"\b(?:{EVENTS[event]})(?!\w)", text, re.I):
        after = next((d for d in dates if 0 <= d.start - word.end() <= _AFTER), None)
        if after is not None and not breaks_between(text, word.end(), after.start):
            yield after
            continue
        before = [d for d in dates if 0 <= word.start() - d.end <= _BEFORE]
        if before and not breaks_between(text, before[-1].end, word.start()):
            yield before[-1]
