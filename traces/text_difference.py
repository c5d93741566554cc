"""Where two versions of a text differ: lines, to the letter, cut to what differs in them. Pure
and bounded: a page may hold 2 MB, and may be made to be hard to compare."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice, zip_longest
from typing import Final

ROWS_MAX: Final = 12
_CHARS_AROUND: Final = 60
_CHARS_MAX: Final = 240
_LINES_COMPARED_MAX: Final = 1_500
"""On each side, the common beginning and end left out; the time grows with its square."""


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """A line that only one version has, or that it has in other words. `number` counts from 1 in
    its own version; `text` stands there to the letter, with more before or after it where the
    line was cut."""

    added: bool
    number: int
    text: str
    cut_before: bool = False
    cut_after: bool = False


@dataclass(frozen=True, slots=True)
class TextDifference:
    """The first changed lines, and how many more there are."""

    lines: tuple[ChangedLine, ...]
    more: int = 0


def cut_to_change(was: str, now: str) -> tuple[ChangedLine, ChangedLine]:
    """Two versions of one piece of text, each cut to the part that differs."""
    return _cut_pair(was, now, 1, 1)


def text_difference(before: str, after: str, rows_max: int = ROWS_MAX) -> TextDifference:
    """The lines in which two texts differ. When too many do to find out which belong together,
    all lines between the common beginning and end count as changed."""
    old, new = before.split("\n"), after.split("\n")
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    old_part, new_part = old[head : len(old) - tail], new[head : len(new) - tail]
    changed = _changed(old_part, new_part, head + 1)
    shown = tuple(islice(changed, rows_max))
    return TextDifference(shown, more=sum(1 for _ in changed))


def _common(old: Sequence[str], new: Sequence[str]) -> int:
    """How many lines, or characters, the two have in common from their beginnings on."""
    count = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        count += 1
    return count


def _changed(old: list[str], new: list[str], first: int) -> Iterator[ChangedLine]:
    for a, b, c, d in _blocks(old, new):
        for row, (was, now) in enumerate(zip_longest(old[a:b], new[c:d])):
            yield from _versions(was, now, first + a + row, first + c + row)


def _blocks(old: list[str], new: list[str]) -> Iterator[tuple[int, int, int, int]]:
    if max(len(old), len(new)) > _LINES_COMPARED_MAX:
        yield 0, len(old), 0, len(new)
        return
    for tag, *places in SequenceMatcher(None, old, new).get_opcodes():
        if tag != "equal":
            yield places[0], places[1], places[2], places[3]


def _versions(
    was: str | None, now: str | None, old_number: int, new_number: int
) -> tuple[ChangedLine, ...]:
    """A line as both versions have it, or the one that has it."""
    if was is None:
        return (_line(True, new_number, now or "", 0, len(now or "")),)
    if now is None:
        return (_line(False, old_number, was, 0, len(was)),)
    return _cut_pair(was, now, old_number, new_number)


def _cut_pair(
    was: str, now: str, old_number: int, new_number: int
) -> tuple[ChangedLine, ChangedLine]:
    start = _common(was, now)
    tail = _common(was[start:][::-1], now[start:][::-1])
    return (
        _line(False, old_number, was, start, len(was) - tail),
        _line(True, new_number, now, start, len(now) - tail),
    )


def _line(added: bool, number: int, text: str, start: int, end: int) -> ChangedLine:
    left = max(0, start - _CHARS_AROUND)
    right = min(len(text), end + _CHARS_AROUND, left + _CHARS_MAX)
    return ChangedLine(added, number, text[left:right], left > 0, right < len(text))
