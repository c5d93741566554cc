"""The number that a sentence gives of what is counted or measured, and for which year."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from evidence.conflicts.breaks import breaks_between

_AFTER: Final = 60
_BEFORE: Final = 30
_NUMBER: Final = re.compile(
    r"(?<![\w.,/$\u20ac\u00a3#-])(?P<n>\d{1,3}(?:,\d{3}){1,4}|\d{1,15}(?:\.\d{1,9})?)"
    r"(?P<scale>\s(?:million|billion|thousand)\b)?(?![\w%/]|[.,]\d)"
)
_YEAR: Final = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_BEFORE_YEAR: Final = re.compile(r"\b(?:in|the|of|at|by|since)\s*\Z|\(\s*\Z", re.I)
_AFTER_YEAR: Final = re.compile(r"\s?\)|\s(?:census|estimate|est\b|u\.s\.|united|population)", re.I)
_AREA: Final = re.compile(r"\b(?:km|mi|sq|m)\s?\Z")
_RATE: Final = re.compile(r"\s(?:[a-z]+\s)?(?:per\b|/)")
"""Behind a number that is so many to each of something else, as a density is."""
_ROUGH: Final = re.compile(
    r"\b(?:about|around|over|some|nearly|almost|approximately|more than|roughly|under|up to"
    r"|at least|circa|estimated)\s\Z",
    re.I,
)
_SCALES: Final = {"thousand": 1e3, "million": 1e6, "billion": 1e9}
_COUNTED: Final = frozenset({"people", "persons", "inhabitants", "residents"})


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as it is written, its value, the year it is said to hold for, if any."""

    shown: str
    value: float
    year: str | None
    is_rough: bool


def amounts_of(text: str, measured: tuple[str, ...]) -> Iterator[Amount]:
    """The numbers beside the words for what is measured: before those that count, else after."""
    words = "|".join(map(re.escape, measured))
    for word in re.finditer(rf"\b(?:{words})\b", text, re.I):
        number = _before(text, word.start())
        if number is None and word.group().lower() not in _COUNTED:
            number = _after(text, word.end())
        if number is not None:
            yield _amount(text, number)


def _after(text: str, start: int) -> re.Match[str] | None:
    for number in _NUMBER.finditer(text, start):
        if number.start() > start + _AFTER or breaks_between(text, start, number.start()):
            return None
        if _is_what_is_asked(text, number):
            return number
    return None


def _before(text: str, end: int) -> re.Match[str] | None:
    for number in _NUMBER.finditer(text, max(0, end - _BEFORE), end):
        between = text[number.end() : end]
        if re.fullmatch(r"\s(?:[a-z-]+\s){0,2}", between) and _is_what_is_asked(text, number):
            return number
    return None


def _is_what_is_asked(text: str, number: re.Match[str]) -> bool:
    """Not a year, the power of a unit of area, or so many of one thing to each of another."""
    return not (
        _is_year(text, number)
        or _AREA.search(text[: number.start()])
        or _RATE.match(text, number.end())
    )


def _is_year(text: str, number: re.Match[str]) -> bool:
    """A number from 1500 to 2099 where a year would stand."""
    if not _YEAR.fullmatch(number.group("n")):
        return False
    behind = text[number.end() : number.end() + 20]
    return bool(_BEFORE_YEAR.search(text[: number.start()]) or _AFTER_YEAR.match(behind))


def _amount(text: str, number: re.Match[str]) -> Amount:
    scale = (number.group("scale") or "").strip()
    years = [year for year in _YEAR.finditer(text) if year.start() != number.start()]
    nearest = min(years, key=lambda year: abs(year.start() - number.start()), default=None)
    return Amount(
        shown=number.group().strip(),
        value=float(number.group("n").replace(",", "")) * _SCALES.get(scale, 1),
        year=nearest.group() if nearest is not None else None,
        is_rough=bool(_ROUGH.search(text[: number.start()])),
    )
