"""Two texts beside each other, so that the eye can compare them."""

import textwrap
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from cli.terminal import visible

_GUTTER: Final = "  |  "
_INDENT: Final = "  "


def side_by_side(texts: Sequence[str], width: int) -> str:
    """Lay the texts out as columns of equal width."""
    if not texts:
        return ""
    room = width - len(_INDENT) - len(_GUTTER) * (len(texts) - 1)
    column = max(16, room // len(texts))
    columns = [_lines(text, column) for text in texts]
    return "\n".join(
        (_INDENT + _GUTTER.join(cell.ljust(column) for cell in row)).rstrip()
        for row in zip_longest(*columns, fillvalue="")
    )


def _lines(text: str, width: int) -> list[str]:
    return [
        piece
        for line in visible(text).strip("\n").split("\n")
        for piece in (textwrap.wrap(line, width, break_on_hyphens=False) or [""])
    ]
