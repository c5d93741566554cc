"""When a note's content was written: what its front matter or its name says.

The file's modification time is never taken for it: a copy or a checkout sets that anew.
"""

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Final

_KEYS: Final = (
    "updated",
    "modified",
    "date modified",
    "last_modified",
    "date",
    "published_at",
    "published",
    "created",
    "date created",
)
_MONTHS: Final = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_WRITTEN: Final = re.compile(r"([A-Za-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})")
_SLASHED: Final = re.compile(r"(\d{4})[/.](\d{1,2})[/.](\d{1,2})")
_IN_NAME: Final = re.compile(r"(?<!\d)(\d{4})([-_.]?)(\d{2})\2(\d{2})(?!\d)")
_YEARS: Final = range(1970, 2100)


def modified_of(fields: Mapping[str, str], stem: str) -> str | None:
    """RFC 3339 date or time of a note's content, None when neither fields nor name tell it."""
    by_key = {key.lower(): value for key, value in fields.items()}
    for key in _KEYS:
        found = parse_date(by_key.get(key, ""))
        if found is not None:
            return found
    return _date_in_name(stem)


def parse_date(text: str) -> str | None:
    """An ISO date or time, `2023/9/1`, or `December 7th 2022`; None for anything else."""
    text = text.strip()
    if not text or len(text) > 64:
        return None
    try:
        if len(text) == 10:
            return date.fromisoformat(text).isoformat()
        return datetime.fromisoformat(text).isoformat()
    except ValueError:
        return _loose_date(text)


def _loose_date(text: str) -> str | None:
    slashed = _SLASHED.match(text)
    if slashed:
        return _valid(int(slashed[1]), int(slashed[2]), int(slashed[3]))
    written = _WRITTEN.search(text)
    if written and written[1].lower() in _MONTHS:
        month = _MONTHS.index(written[1].lower()) + 1
        return _valid(int(written[3]), month, int(written[2]))
    return None


def _date_in_name(stem: str) -> str | None:
    for match in _IN_NAME.finditer(stem):
        found = _valid(int(match[1]), int(match[3]), int(match[4]))
        if found is not None:
            return found
    return None


def _valid(year: int, month: int, day: int) -> str | None:
    if year not in _YEARS:
        return None
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
