"""Where one statement ends and another begins, as far as punctuation shows it."""

import re
from typing import Final

_BREAK: Final = re.compile(r";|(?<!\b[A-Z])(?<!\bSt)(?<!\bMr)(?<!\bDr)\s?\.\s+(?=[A-Z])")


def breaks_between(text: str, start: int, end: int) -> bool:
    """True when a statement ends between two places of a text."""
    return _BREAK.search(text, start, min(len(text), end + 1)) is not None
