"""An excerpt where it stands: the lines before and after it, with numbers and a mark. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

LINES_AROUND: Final = 3
CHARS_AROUND: Final = 200
"""How much of a long line is shown on each side of an excerpt inside it."""

_LINES_SHOWN_MAX: Final = 40


@dataclass(frozen=True, slots=True)
class SurroundingLine:
    """A line of the stored text. `number` counts from 1. `marked` when the excerpt touches it,
    and then `text[start:end]` is the excerpt's part. `cut` when more stands in the line."""

    number: int
    text: str
    marked: bool = False
    start: int = 0
    end: int = 0
    cut: bool = False


def surroundings(
    text: str, start: int, end: int, around: int = LINES_AROUND
) -> list[SurroundingLine]:
    """The lines that hold `text[start:end]` and up to `around` on each side, long ones cut to
    the part around the excerpt. Empty when the text has no such part."""
    if not 0 <= start < end <= len(text):
        return []
    lines = list(_lines(text))
    touched = [i for i, (begin, stop) in enumerate(lines) if begin < end and stop > start]
    first, last = touched[0], touched[-1]
    shown = range(max(0, first - around), min(len(lines), last + around + 1))
    return [
        _marked(text, i + 1, lines[i], start, end) if first <= i <= last else _plain(text, i, lines)
        for i in shown[:_LINES_SHOWN_MAX]
    ]


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Where each line begins and where the next one does."""
    begin = 0
    while begin < len(text):
        newline = text.find("\n", begin)
        stop = len(text) if newline < 0 else newline + 1
        yield begin, stop
        begin = stop


def _plain(text: str, index: int, lines: list[tuple[int, int]]) -> SurroundingLine:
    begin, stop = lines[index]
    whole = text[begin:stop].rstrip("\r\n")
    shown = whole[: 2 * CHARS_AROUND]
    return SurroundingLine(index + 1, shown, cut=len(shown) < len(whole))


def _marked(text: str, number: int, line: tuple[int, int], start: int, end: int) -> SurroundingLine:
    begin, stop = line[0], line[0] + len(text[line[0] : line[1]].rstrip("\r\n"))
    from_here, to_here = min(max(start, begin), stop), max(min(end, stop), begin)
    left, right = max(begin, from_here - CHARS_AROUND), min(stop, to_here + CHARS_AROUND)
    return SurroundingLine(
        number=number,
        text=text[left:right],
        marked=True,
        start=from_here - left,
        end=to_here - left,
        cut=(left, right) != (begin, stop),
    )
