"""Where a sentence says that something is."""

import re
from collections.abc import Iterator
from typing import Final

from evidence.conflicts.breaks import breaks_between
from evidence.conflicts.capitals import PLACE, is_calendar

_FURTHEST: Final = 90
_LOCATED: Final = re.compile(
    r"\b(?:located|situated|based|headquartered|lies|stands|found|born|published|active|lived|from"
    r"|serv(?:ed|es|ing)|hub|headquarters|city|town|village|community|school|building|house|airport"
    r"|township|church|county|location|offices?|place|campus|station|district|fort|institution)\b",
    re.I,
)
_IN: Final = re.compile(
    rf"\b(?:in|at|of|near|from|serving)\s(?:the\s(?:[a-z]+\s){{0,3}}of\s|the\s)?(?P<place>{PLACE})"
)


def places_of(text: str) -> Iterator[str]:
    """Places as they are written, with the larger ones that they lie in."""
    for word in _LOCATED.finditer(text):
        found = _IN.search(text, word.end(), min(len(text), word.end() + _FURTHEST))
        if found is not None and not breaks_between(text, word.end(), found.start()):
            place = found.group("place").strip(" ,.")
            if not is_calendar(place) and not place[0].isdigit():
                yield place


def place_parts(place: str) -> tuple[str, ...]:
    """`Adel, Iowa` as what it is compared by."""
    found = (re.sub(r"[^\w ]", "", part).strip().casefold() for part in place.split(","))
    return tuple(part for part in found if part)
