"""A text as a pattern should see it: lower case, plain letters, nothing invisible.

Words are disguised with letters of another script, with wide or accented forms, and with
characters that have no width. The folded text shows them plainly, and says where each of its
characters stands in the text that was folded.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_TWINS: Final = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455"
    "\u0501\u0261\u03b1\u03b5\u03b9\u03bf\u03c1\u03c5\u03bd",
    "abekmhopctyxijsdgaeiopuv",
)
"""Cyrillic and Greek letters that look like Latin ones; only told apart within a mixed word."""
_MIXED: Final = re.compile(
    r"\b(?=[^\W\d_]{0,40}[a-z])(?=[^\W\d_]{0,40}[\u0370-\u03ff\u0400-\u04ff])[^\W\d_]{2,40}"
)
_LATIN_ENDS: Final = 0x250
_TAGS: Final = range(0xE0020, 0xE007F)
"""ASCII in characters that no screen shows; read as the ASCII they stand for."""
_LATIN_EXTENDED: Final = range(0x1E00, 0x1F00)


@dataclass(frozen=True, slots=True)
class FoldedText:
    """`places[i]` is where character `i` of `text` came from; None when nothing has moved."""

    text: str
    places: Sequence[int] | None
    length: int
    """Of the text that was folded."""

    def place(self, index: int) -> int:
        """Where a folded character, or the end of the text, stands in the text it came from."""
        if self.places is None:
            return index
        return self.places[index] if index < len(self.places) else self.length

    def index(self, place: int) -> int:
        """The first folded character that comes from `place` or from behind it."""
        return place if self.places is None else bisect_left(self.places, place)


def fold(text: str) -> FoldedText:
    """Lower-case, unaccented Latin letters, compatibility forms made plain, characters without
    width left out. Linear in the text's length."""
    if text.isascii():
        return FoldedText(text.lower(), None, len(text))
    pieces: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(text):
        plain = _plain(letter)
        pieces.append(plain)
        places.extend([place] * len(plain))
    folded = _MIXED.sub(lambda word: word.group().translate(_TWINS), "".join(pieces))
    return FoldedText(folded, places, len(text))


@lru_cache(maxsize=4_096)
def _plain(letter: str) -> str:
    """The plain form of one character; empty for what has no width."""
    if letter < "\x80":
        return letter.lower()
    if ord(letter) in _TAGS:
        return chr(ord(letter) - 0xE0000).lower()
    if unicodedata.category(letter) == "Cf" or "\ufe00" <= letter <= "\ufe0f":
        return ""
    if ord(letter) < _LATIN_ENDS or ord(letter) in _LATIN_EXTENDED:
        letter = "".join(c for c in unicodedata.normalize("NFKD", letter) if not _is_accent(c))
    else:
        letter = unicodedata.normalize("NFKC", letter)
    return letter.lower()


def _is_accent(letter: str) -> bool:
    return unicodedata.category(letter) == "Mn"
