"""Cutting a passage into units that can stand in an answer: sentences, list items, rows, code.

Units are spans of the stored text; nothing is changed here, so what is chosen stays verbatim.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from evidence.documents import Span


class UnitKind(StrEnum):
    """What a unit is; it decides how the unit is shown."""

    PROSE = "prose"
    ITEM = "item"
    ROW = "row"
    CODE = "code"
    FIELD = "field"


@dataclass(frozen=True, slots=True)
class Unit:
    """A span of the document's stored text that says one thing."""

    span: Span
    kind: UnitKind


_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_FENCE: Final = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})")
_HEADING: Final = re.compile(
    r"[ \t]{0,3}#{1,6}(?:[ \t]|\Z)|[ \t]{0,3}(?:=+|-{2,}|\*{3,}|_{3,})[ \t]*\Z"
)
_ITEM: Final = re.compile(r"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_ROW: Final = re.compile(r"[ \t]*\|.*\|[ \t]*\Z")
_RULE: Final = re.compile(r"[ \t|:\-+]+\Z")
_INDENTED: Final = re.compile(r"(?: {4}|\t)[ \t]*[^\s\-*+\d]")
_QUOTE: Final = re.compile(r"[ \t]*>[ \t]?")
_LABEL: Final = re.compile(r"[^\s:][^:\n]{0,40}:\s")
_END: Final = re.compile(
    r"(?:[.!?\u2026]+[\"'\u2019\u201d)\]*_`]*(?:\[\d+\])*)(?=\s+[\"'\u2018\u201c(\[*_`]*[^\sa-z])"
    r"|[\u3002\uff01\uff1f]+"
)
_NO_END: Final = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|ca|approx|dr|mr|mrs|ms|prof|st|jr|sr|no|fig|eq|vol|inc|ltd|co|gen"
    r"|col|sgt|rev|hon|u\.s|u\.k|a\.m|p\.m)|\b[A-Za-z]|(?:^|\s)\d{1,3})\.\Z",
    re.I,
)
_LONGEST_CODE: Final = 360


def units_of(text: str, span: Span, role: str) -> list[Unit]:
    """The units of one passage in order. Headings, rules and empty lines are in none."""
    if role == "front_matter":
        return list(_fields(text, span))
    return list(_body(text, span, in_code=role == "code"))


def _lines(text: str, span: Span) -> Iterator[tuple[int, int, str]]:
    """Start, end without the line break, and text of each line."""
    for match in _LINE.finditer(text, span.start, span.end):
        line = match.group().rstrip("\r\n")
        yield match.start(), match.start() + len(line), line
        if match.end() >= span.end:
            return


def _fields(text: str, span: Span) -> Iterator[Unit]:
    for start, end, line in _lines(text, span):
        if line.strip() and not _HEADING.match(line):
            yield Unit(Span(start, end), UnitKind.FIELD)


def _body(text: str, span: Span, *, in_code: bool) -> Iterator[Unit]:
    block: tuple[int, int] | None = None
    fence: str | None = None
    code: tuple[int, int] | None = None
    in_list = False
    has_fences = any(_FENCE.match(line) for _, _, line in _lines(text, span))
    for start, end, line in _lines(text, span):
        mark = _FENCE.match(line)
        indented = block is None and not in_list and _INDENTED.match(line) is not None
        plain = fence is None and mark is None and not indented
        if plain and not (in_code and not has_fences):
            if line.strip():
                yield from _code(code)
                code = None
                in_list = _ITEM.match(line) is not None or (in_list and line[:1] in " \t")
            if _is_break(line):
                yield from _sentences(text, block)
                block = None
                if _ROW.match(line) and not _RULE.match(line):
                    yield Unit(Span(start, end), UnitKind.ROW)
            elif _ITEM.match(line) or _is_label(line, block):
                yield from _sentences(text, block)
                block = (start, end)
            else:
                block = (block[0] if block else start, end)
            continue
        yield from _sentences(text, block)
        block = None
        if mark is not None and fence is None:
            fence = mark.group(1)[0]
            code = None
        elif mark is not None and fence is not None and mark.group(1)[0] == fence:
            yield from _code(code)
            fence = code = None
        elif line.strip():
            if code and end - code[0] > _LONGEST_CODE:
                yield from _code(code)
                code = None
            code = (code[0] if code else start, end)
    yield from _sentences(text, block)
    yield from _code(code)


def _is_break(line: str) -> bool:
    return not line.strip() or _HEADING.match(line) is not None or _ROW.match(line) is not None


def _is_label(line: str, block: tuple[int, int] | None) -> bool:
    """A line of a chat or a log: `Name: what was said`."""
    return block is not None and _LABEL.match(line) is not None


def _code(code: tuple[int, int] | None) -> Iterator[Unit]:
    if code:
        yield Unit(Span(*code), UnitKind.CODE)


def _sentences(text: str, block: tuple[int, int] | None) -> Iterator[Unit]:
    if block is None:
        return
    start, end = block
    marker = _ITEM.match(text, start, end) or _QUOTE.match(text, start, end)
    kind = UnitKind.PROSE
    if marker is not None and marker.end() < end:
        kind = UnitKind.ITEM if _ITEM.match(text, start, end) else UnitKind.PROSE
        start = marker.end()
    for match in _END.finditer(text, start, end):
        if match.group().startswith(".") and _NO_END.search(text, start, match.start() + 1):
            continue
        yield from _trimmed(text, start, match.end(), kind)
        start = match.end()
    yield from _trimmed(text, start, end, kind)


def _trimmed(text: str, start: int, end: int, kind: UnitKind) -> Iterator[Unit]:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    right = len(piece.rstrip())
    if right > left:
        yield Unit(Span(start + left, start + right), kind)
