"""Dates in running text, as far as each one is given: a year, a month of it, a day."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_MONTHS: Final = (
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
)
MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY: Final = r"\d{1,2}(?:st|nd|rd|th)?"
_YEAR: Final = r"[12]\d{3}"
_DATE: Final = re.compile(
    rf"\b(?P<y1>{_YEAR})-(?P<m1>\d{{2}})-(?P<d1>\d{{2}})\b"
    rf"|\b(?P<d2>{_DAY})\s+(?:of\s+)?(?P<m2>{MONTH}),?\s*(?P<y2>{_YEAR})\b"
    rf"|\b(?P<m3>{MONTH})\s*(?P<d3>{_DAY})\s?,?\s*(?P<y3>{_YEAR})\b"
    rf"|\b(?P<m4>{MONTH}),?\s+(?P<y4>{_YEAR})\b"
    rf"|\b(?P<y5>\d{{1,4}})\s?BCE?\b"
    rf"|(?<![\w,.$#/-])(?P<y6>{_YEAR})(?:s\b|(?![\w%]|[,.]\d))",
    re.I,
)
_FORMS: Final = 6


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date and where it stands. `parts` are year, month, day; the last ones may be missing."""

    start: int
    end: int
    shown: str
    parts: tuple[str, ...]


def dates_in(text: str) -> Iterator[FoundDate]:
    """All dates with a year, in order."""
    for match in _DATE.finditer(text):
        given = match.groupdict()
        for form in map(str, range(1, _FORMS + 1)):
            year = given.get(f"y{form}")
            if year is not None:
                shown = match.group()
                before_christ = "-" if form == "5" else ""
                parts = [f"{before_christ}{year}"]
                if given.get(f"m{form}"):
                    parts.append(_month(given[f"m{form}"]))
                if given.get(f"d{form}"):
                    parts.append(str(int(re.sub(r"\D", "", given[f"d{form}"]))))
                yield FoundDate(match.start(), match.end(), shown, tuple(parts))
                break


def same_date(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """True when they agree as far as both are given: 2012 and 12 May 2012 do."""
    return all(a == b for a, b in zip(left, right, strict=False))


def _month(word: str) -> str:
    return str(int(word)) if word.isdigit() else str(_MONTHS.index(word[:3].lower()) + 1)
