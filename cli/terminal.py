"""How text meets a terminal: width, colour only where wanted, nothing that could steer it."""

import re
import shutil
import textwrap
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TextIO

_MIN_WIDTH: Final = 40
_MAX_WIDTH: Final = 100
_STEERING: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters and bidirectional overrides: a note could hide or fake text with them."""


def visible(text: str) -> str:
    """Text from a note or a server, with every character that could steer a terminal replaced."""
    return _STEERING.sub("\N{REPLACEMENT CHARACTER}", text.replace("\r\n", "\n"))


def one_line(text: str, cells: int) -> str:
    """A text made harmless, on one line, and cut to so many cells of a terminal."""
    plain = " ".join(visible(text).split())
    if _cells(plain) <= cells:
        return plain
    kept, used = [], 0
    for letter in plain:
        used += _cells(letter)
        if used > cells - 1:
            break
        kept.append(letter)
    return "".join(kept).rstrip() + "\N{HORIZONTAL ELLIPSIS}" if cells > 0 else ""


def padded(text: str, cells: int) -> str:
    """A text on one line of exactly so many cells."""
    cut = one_line(text, cells)
    return cut + " " * (cells - _cells(cut))


def _cells(text: str) -> int:
    """How wide a terminal draws it: letters of the Far East twice, marks upon letters not at all.

    `W` and `F` are the wide classes of Unicode's annex 11.
    """
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.combining(letter) or unicodedata.category(letter) == "Cf"
        else 2
        if unicodedata.east_asian_width(letter) in "WF"
        else 1
        for letter in text
    )


@dataclass(frozen=True, slots=True)
class Page:
    """A width to wrap to, and whether to colour."""

    width: int
    colour: bool

    def bold(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text

    def dim(self, text: str) -> str:
        return f"\x1b[2m{text}\x1b[0m" if self.colour else text

    def wrapped(self, text: str, indent: str = "", first: str | None = None) -> str:
        """Wrap each line of a text; long words and paths stay whole."""
        lines: list[str] = []
        lead = indent if first is None else first
        for line in visible(text).split("\n"):
            lines += textwrap.wrap(
                line,
                self.width,
                initial_indent=lead,
                subsequent_indent=indent,
                break_long_words=False,
                break_on_hyphens=False,
            ) or [""]
            lead = indent
        return "\n".join(lines)


def page_for(stream: TextIO, environ: Mapping[str, str]) -> Page:
    """The page that a stream is: coloured on a terminal unless NO_COLOR or TERM=dumb says no."""
    terminal = stream.isatty()
    colour = terminal and not environ.get("NO_COLOR") and environ.get("TERM", "dumb") != "dumb"
    columns = shutil.get_terminal_size((80, 24)).columns if terminal else 80
    return Page(max(_MIN_WIDTH, min(_MAX_WIDTH, columns)), colour)


def is_live(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """True when a line on this stream can be rewritten in place."""
    return stream.isatty() and environ.get("TERM", "dumb") != "dumb"
