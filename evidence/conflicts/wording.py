"""The one sentence that says how two sources differ."""

import re

from evidence.conflicts.quoted import Quoted

_YEAR = re.compile(r"\d{4}")
_LONGEST = 80


def says_sentence(
    left: Quoted, right: Quoted, left_says: str, right_says: str, about: str = ""
) -> str:
    """`[1] says 11:00, [2] says 12:00 (opening in winter; [1] of 2023, [2] of 2021).`"""
    said = (
        f"[{left.citation}] says {_short(left_says)}, [{right.citation}] says {_short(right_says)}"
    )
    asides = [part for part in (_short(about), _dates(left, right)) if part]
    return f"{said} ({'; '.join(asides)})." if asides else f"{said}."


def _dates(left: Quoted, right: Quoted) -> str:
    """The years of the sources, where at least one is known; their days where the years agree."""
    known = [(one.citation, one.published) for one in (left, right) if one.published]
    years = [found.group() for _, date in known if (found := _YEAR.match(date))]
    same_year = len(known) == 2 and len(set(years)) == 1
    told = [(number, date[:10] if same_year else date[:4]) for number, date in known]
    return ", ".join(f"[{number}] of {date}" for number, date in told)


def _short(text: str) -> str:
    plain = " ".join(text.split()).rstrip(".")
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1].rstrip()}\u2026"
