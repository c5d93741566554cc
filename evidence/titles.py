"""Which lines of plain text are titles of what follows.

The text of a PDF or of a bare page has no mark for a heading. What tells one from a line of a
paragraph with hard line breaks is that the line ends early: the next word would have fitted.
"""

import re
from collections.abc import Iterator
from typing import Final

from evidence.documents import Span

_LINE: Final = re.compile(r"[^\r\n]+")
_CLOSED: Final = re.compile(r"[.!?:;,\u2026\u3002\uff01\uff1f][\"'\u2019\u201d)\]*_`]*\Z")
_LONGEST: Final = 60
_FITS_SHARE: Final = 0.75
"""A line that could have been longer by a quarter of the widest was ended on purpose."""


def title_spans(text: str, start: int, end: int) -> Iterator[Span]:
    """The lines of a block of text that are titles, in order: short, open-ended, at the block's
    head or behind a closed sentence, and followed by a longer line that begins anew."""
    lines = [
        (match.start(), match.group().strip())
        for match in _LINE.finditer(text, start, end)
        if match.group().strip()
    ]
    widest = max((len(line) for _, line in lines), default=0)
    begins = True
    for place, (at, line) in enumerate(lines[:-1]):
        is_title = begins and _is_title(line, lines[place + 1][1], widest)
        if is_title:
            yield Span(at, min(end, lines[place + 1][0]))
        begins = is_title or _CLOSED.search(line) is not None


def _is_title(line: str, following: str, widest: int) -> bool:
    room = len(line) + 1 + len(following.split(maxsplit=1)[0])
    return (
        len(line) <= _LONGEST
        and len(line) < len(following)
        and room <= _FITS_SHARE * widest
        and not _CLOSED.search(line)
        and not line[0].islower()
        and (following[0].isalnum() and not following[0].islower())
    )
