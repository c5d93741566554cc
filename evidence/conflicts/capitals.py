"""Runs of capitalised words: the names of people, places and works in running text."""

import re
from typing import Final

from evidence.analyze import STOP_WORDS, fold

_CAPITAL: Final = r"(?:[A-Z\u00c0-\u00de][\w'\u2019.&-]*|\d+[a-z]{2}\b)"
_INNER: Final = r"(?:of|the|de|del|della|di|da|van|von|der|den|la|le|el|al|bin|ibn|and|y|for)"
NAME: Final = rf"{_CAPITAL}(?:\s(?:{_INNER}\s){{0,2}}{_CAPITAL}){{0,5}}"
"""A regular expression for a name; begins with a capital, and ends with one."""
PLACE: Final = (
    rf"{_CAPITAL}(?:\s(?:(?:of|the|de|del|la|upon|on)\s){{0,2}}{_CAPITAL}){{0,4}}"
    rf"(?:\s?,\s{_CAPITAL}(?:\s{_CAPITAL}){{0,3}}){{0,3}}"
)
"""A regular expression for a place, with the larger places that it lies in: `Adel, Iowa`."""

_CALENDAR: Final = frozenset(
    "january february march april may june july august september october november december monday"
    " tuesday wednesday thursday friday saturday sunday".split()
)
_NO_NAME: Final = frozenset(
    "mr mrs ms dr sir lord lady saint st january february march april may june july august"
    " september october november december".split()
)
_FROM_SOMEWHERE: Final = re.compile(
    r"(?:[A-Z]\w+(?:ish|ese|ian|ean|can|wegian|lian)|French|Dutch|German|Greek|Swiss|Welsh|Thai"
    r"|Czech|Israeli|Pakistani|Iraqi|Bangladeshi|US|U\.S\.|UK|British|Canadian|American)\Z"
)


def is_of_somewhere(name: str) -> bool:
    """True for a word of origin, which stands before what somebody is: `American`, `Welsh`."""
    return all(_FROM_SOMEWHERE.match(word) for word in re.split(r"[\s-]", name) if word)


def name_words(name: str) -> tuple[str, ...]:
    """What a name is compared by: its words, folded, without titles and function words."""
    words = [fold(word) for word in re.findall(r"[^\W_]+", re.sub(r"['\u2019]s\b", "", name))]
    return tuple(w for w in words if w not in STOP_WORDS and w not in _NO_NAME and w != "the")


def trimmed(name: str) -> str:
    """A name without what ends its sentence or marks its possession."""
    return re.sub(r"['\u2019]s\Z", "", name.strip(" ,;:")).rstrip(".") if name else name


def is_calendar(name: str) -> bool:
    """True for a day or a month, which is written as a name and is none."""
    return fold(name.split()[0].strip(".,")) in _CALENDAR if name.split() else True
