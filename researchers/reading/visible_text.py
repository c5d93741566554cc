"""What of a text a reader can see: no control characters, and none that have no width.

Characters without width carry text that a person does not see and a model reads: tags (U+E0000
and after) spell ASCII, and selectors (U+E0100 and after) spell bytes.
"""

import re
from typing import Final

_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff\U0001d173-\U0001d17a]"
)
"""Kept: the joiners U+200C and U+200D, which Persian, Hindi and emoji are written with."""

_LINES: Final = str.maketrans(
    {"\r": "\n", "\x0c": "\n", "\x85": "\n", "\u2028": "\n", "\u2029": "\n"}
)


def clean(text: str) -> str:
    """A text with `\\n` as its only line break and without characters that nobody sees."""
    seen = _UNSEEN.sub("", text.replace("\r\n", "\n").translate(_LINES))
    return seen.encode("utf-8", "replace").decode()


def one_line(text: str, longest: int) -> str:
    """A text in a single line, cut to its first characters."""
    return " ".join(clean(text[: 4 * longest]).split())[:longest].strip()


def cut_at_line(text: str, longest: int) -> str:
    """A text of at most `longest` characters that ends where a line ends."""
    if len(text) <= longest:
        return text
    end = text.rfind("\n", 0, longest)
    return text[: end if end > 0 else longest]
