"""The parts of a text around a query's words: verbatim spans under a budget."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from evidence.analyze import Analyzer
from evidence.documents import Span

_WIDTH: Final = 400
"""Words that stand within this many characters share a window."""
_MARGIN: Final = 150
_SNAP: Final = 40


@dataclass(frozen=True, slots=True)
class _Window:
    span: Span
    terms: frozenset[str]


def windows(
    text: str, terms: Sequence[str], analyzer: Analyzer, max_chars: int
) -> tuple[Span, ...]:
    """The windows that hold most of the terms, in the order of the text, together at most
    `max_chars` long; none when no term occurs."""
    found = sorted(_windows(text, frozenset(terms), analyzer), key=_strength)
    chosen: list[Span] = []
    left = max_chars
    for window in found:
        span = window.span
        if not chosen and len(span) > left:
            span = Span(span.start, span.start + left)
        if len(span) <= left:
            chosen.append(span)
            left -= len(span)
    return tuple(sorted(chosen, key=lambda span: span.start))


def _strength(window: _Window) -> tuple[int, int]:
    return (-len(window.terms), window.span.start)


def _windows(text: str, wanted: frozenset[str], analyzer: Analyzer) -> list[_Window]:
    groups: list[list[tuple[int, int, str]]] = []
    for token in analyzer.tokens(text):
        if token.term not in wanted:
            continue
        if not groups or token.end - groups[-1][0][0] > _WIDTH:
            groups.append([])
        groups[-1].append((token.start, token.end, token.term))
    return _with_margins(text, groups)


def _with_margins(text: str, groups: Sequence[Sequence[tuple[int, int, str]]]) -> list[_Window]:
    out: list[_Window] = []
    floor = 0
    for place, group in enumerate(groups):
        ceiling = groups[place + 1][0][0] if place + 1 < len(groups) else len(text)
        start = snapped_start(text, max(floor, group[0][0] - _MARGIN), floor)
        end = snapped_end(text, min(ceiling, group[-1][1] + _MARGIN), ceiling)
        floor = end
        out.append(_Window(Span(start, end), frozenset(term for _, _, term in group)))
    return out


def snapped_start(text: str, start: int, floor: int) -> int:
    """The nearest word start at or before `start`, not before `floor`."""
    lowest = max(floor, start - _SNAP)
    place = start
    while place > lowest and not text[place - 1].isspace():
        place -= 1
    return place if place == 0 or text[place - 1].isspace() else start


def snapped_end(text: str, end: int, ceiling: int) -> int:
    """The nearest word end at or after `end`, not after `ceiling`."""
    highest = min(ceiling, end + _SNAP)
    place = end
    while place < highest and not text[place].isspace():
        place += 1
    return place if place == len(text) or text[place].isspace() else end
