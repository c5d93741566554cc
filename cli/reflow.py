"""Joins lines that were only broken to fit a width, so that they can be wrapped to another."""

import re
from typing import Final

_BROKEN_FROM: Final = 60
"""A shorter line ends where its author ended it."""

_STRUCTURE: Final = re.compile(r"\s|[-*+>#|~`:=]|\d+[.)]\s|$")
"""Lists, quotes, headings, tables, code, indented lines: their lines are their own."""

_FENCE: Final = re.compile(r"\s*(```|~~~)")


def reflowed(text: str) -> list[str]:
    """The lines of a text, those of a hard-wrapped paragraph joined with a space."""
    lines: list[str] = []
    fenced = False
    may_go_on = False
    for line in text.split("\n"):
        is_fence = bool(_FENCE.match(line))
        fenced ^= is_fence
        prose = not (fenced or is_fence or _STRUCTURE.match(line))
        if prose and may_go_on:
            lines[-1] += f" {line}"
        else:
            lines.append(line)
        may_go_on = prose and len(line) >= _BROKEN_FROM and not line.endswith("  ")
    return lines
