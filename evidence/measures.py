"""The values in a sentence by what they are values of: 75 minutes and 260 degrees can both be true.

A value's key is its unit (`unit:g`, `unit:%`), the word it counts (`of:note`), or what kind of
date or time it is. Addresses of pages, link targets and numbers of issues are no values.
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from typing import Final

from evidence.analyze import STOP_WORDS, Analyzer, fold

_NO_VALUE: Final = re.compile(
    r"https?://\S+|\]\([^)\s]*\)|`[^`\n]*`|#\d+|\bv?\d+(?:\.\d+){2,}|[A-Za-z_]+\d[\w]*|\[\d+\]"
)
_MONTHS: Final = (
    "january february march april may june july august september october november december".split()
)
_MONTH: Final = "|".join(f"{month[:3]}(?:{month[3:]})?" for month in _MONTHS) + r"|sept"
_MONTH_HEADS: Final = tuple(month[:3] for month in _MONTHS)
_DAY: Final = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
_YEAR: Final = r"(?:,?\s+(?P<y>\d{4}))?"
_DATES: Final = (
    re.compile(r"\b(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})\b"),
    re.compile(
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m>{_MONTH})(?:,?\s+(?P<y>\d{{4}}))?\b",
        re.I,
    ),
    re.compile(
        rf"\b(?P<m>{_MONTH})\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?P<y>\d{{4}}))?\b", re.I
    ),
    re.compile(rf"\b(?P<m>{_MONTH})\s+(?P<y>\d{{4}})\b", re.I),
)
_WEEKDAY: Final = re.compile(
    r"\b(monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?\b", re.I
)
_CLOCK: Final = re.compile(r"\b\d{1,2}:\d{2}\b|\b\d{1,2}\s?[ap]m\b", re.I)
_MONEY: Final = re.compile(r"([$\u20ac\u00a3\u00a5])\s?(\d[\d.,]*)")
_NUMBER: Final = re.compile(
    r"(?<![\w.])(\d+(?:[.,]\d+)*)\s?(\u00b0[A-Za-z]?|[%\u20ac$\u00a3]|[^\W\d_]+)?"
)
_WORD_BEFORE: Final = re.compile(r"([^\W\d_]{3,})\W*\Z")
_SCALES: Final = {
    "time": "s sec second 1|min minute 60|h hr hour 3600|day 86400|week 604800",
    "mass": "mg milligram 1|g gram 1000|kg kilo kilogram 1000000|t ton tonne 1000000000",
    "volume": "ml millilitre milliliter 1|cl 10|dl 100|l litre liter 1000",
    "length": "mm millimetre millimeter 1|cm 10|m metre meter 1000|km kilometre kilometer 1000000",
    "temperature": "\u00b0 \u00b0c degree celsius 1",
    "share": "% percent 1",
    "euro": "\u20ac euro eur 1",
    "dollar": "$ dollar usd 1",
    "pound": "\u00a3 gbp 1",
    "data": "kb 1|mb 1000|gb 1000000|tb 1000000000",
}
"""Units that measure the same, and how many of the smallest one each is."""
_LAST_YEAR: Final = 2100
_FIRST_YEAR: Final = 1000

DATE_KEYS: Final = frozenset({"date", "year", "weekday"})
Measures = Mapping[str, frozenset[str]]


def measures_of(text: str, analyzer: Analyzer) -> Measures:
    """The values of a text by their key; spelled so that equal values are equal."""
    found: dict[str, set[str]] = {}
    rest = _NO_VALUE.sub(" ", text)
    for pattern in _DATES:
        rest = pattern.sub(lambda match: _take(found, "date", _date(match)), rest)
    rest = _CLOCK.sub(lambda m: _take(found, "clock", m.group().replace(" ", "").lower()), rest)
    rest = _WEEKDAY.sub(lambda m: _take(found, "weekday", m.group(1).lower()), rest)
    rest = _MONEY.sub(lambda m: f" {m.group(2)}{m.group(1)} ", rest)
    for match in _NUMBER.finditer(rest):
        measured = _measured(*match.groups()) or _counted(match, rest, analyzer)
        if measured is not None:
            found.setdefault(measured[0], set()).add(measured[1])
    if "time" in found:
        found["time"].add(_plain(str(sum(Decimal(value) for value in found["time"]))))
    return {key: frozenset(values) for key, values in found.items()}


def differing(left: Measures, right: Measures) -> str | None:
    """A key that both have, with no value in common; None when there is none.

    Two amounts of two different years or days can both be true, so a difference in dates hides
    one in amounts, unless the dates are all there is.
    """
    keys = [
        key
        for key in sorted(left.keys() & right.keys())
        if not any(_same(a, b) for a in left[key] for b in right[key])
    ]
    dates = [key for key in keys if key in DATE_KEYS]
    if dates and len(keys) > len(dates):
        return None
    return keys[0] if keys else None


def _take(found: dict[str, set[str]], key: str, value: str) -> str:
    found.setdefault(key, set()).add(value)
    return " "


def _date(match: re.Match[str]) -> str:
    """Year, month, day as far as they are given; `?` stands for what isn't."""
    parts = match.groupdict()
    month = parts["m"].lower()
    number = int(month) if month.isdigit() else _MONTH_HEADS.index(month[:3]) + 1
    day = int(parts["d"]) if parts.get("d") else None
    return f"{parts.get('y') or '?'}-{number}-{day or '?'}"


def _same(left: str, right: str) -> bool:
    """Equal, or dates that agree in every part that both give."""
    pairs = list(zip(left.split("-"), right.split("-"), strict=False))
    return all(a == b or "?" in (a, b) for a, b in pairs)


def _plain(number: str) -> str:
    """`1,200` and `1200` are the same, `1.5` and `1.50` too."""
    digits = number.rstrip(".,").replace(",", "")
    whole, dot, rest = digits.partition(".")
    if not dot or "." in rest:
        return digits.replace(".", "")
    return f"{whole}.{rest.rstrip('0')}".rstrip(".")


def _measured(number: str, unit: str | None) -> tuple[str, str] | None:
    """Dimension and value in its smallest unit, for units that measure something."""
    name = (unit or "").lower()
    known = _units().get(name) or _units().get(name.removesuffix("s"))
    if known is None:
        return None
    return known[0], _plain(str(Decimal(_plain(number)) * known[1]))


@cache
def _units() -> dict[str, tuple[str, int]]:
    table: dict[str, tuple[str, int]] = {}
    for dimension, scales in _SCALES.items():
        for scale in scales.split("|"):
            *names, factor = scale.split()
            table.update(dict.fromkeys(names, (dimension, int(factor))))
    return table


def _counted(match: re.Match[str], text: str, analyzer: Analyzer) -> tuple[str, str] | None:
    """What a number counts, else the word before it, and the number."""
    number, unit = match.groups()
    key = _counted_key(number, unit, text[: match.start()], analyzer)
    return (key, _plain(number)) if key is not None else None


def _counted_key(number: str, unit: str | None, before: str, analyzer: Analyzer) -> str | None:
    if unit and fold(unit) not in STOP_WORDS:
        return f"unit:{analyzer.word(unit)[0] if unit.isalpha() else unit.lower()}"
    if number.isdigit() and _FIRST_YEAR <= int(number) <= _LAST_YEAR and len(number) == 4:
        return "year"
    word = _WORD_BEFORE.search(before)
    if word is None or fold(word.group(1)) in STOP_WORDS:
        return None
    return f"of:{analyzer.word(word.group(1))[0]}"
