"""Cutting a passage into units that can stand in an answer: sentences, list items, rows, code.

Units are spans of the stored text; nothing is changed here, so what is chosen stays verbatim.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from itertools import groupby
from typing import Final

from evidence.documents import Span
from evidence.titles import title_spans


class UnitKind(StrEnum):
    """What a unit is; it decides how the unit is shown."""

    PROSE = "prose"
    ITEM = "item"
    ROW = "row"
    CODE = "code"
    FIELD = "field"
    TITLE = "title"
    """A line of plain text that names what follows: quoted with it, and no sentence."""


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
_FIGURE: Final = re.compile(r"\d")
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
_LONGEST_TITLE: Final = 60
"""A short line in capitals is a heading in plain text."""


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


class _LineKind(Enum):
    """What a line is to the lines around it."""

    BREAK = auto()
    ROW = auto()
    ITEM = auto()
    LABEL = auto()
    TEXT = auto()
    CODE = auto()
    CODE_END = auto()
    TABLE_RULE = auto()
    """The line under a table's head: the row before it names columns and says nothing."""


_OF_TABLES: Final = frozenset({_LineKind.ROW, _LineKind.TABLE_RULE})


def _body(text: str, span: Span, *, in_code: bool) -> Iterator[Unit]:
    """Group lines into blocks of text and of code, and cut the text into sentences."""
    block: tuple[int, int] | None = None
    code: tuple[int, int] | None = None
    for start, end, kind in _without_table_heads(text, _classified(text, span, in_code=in_code)):
        if kind is _LineKind.CODE:
            yield from _sentences(text, block)
            block = None
            if code and end - code[0] > _LONGEST_CODE:
                yield from _code(code)
                code = None
            code = (code[0] if code else start, end)
            continue
        if kind is _LineKind.TEXT:
            yield from _code(code)
            block = (block[0] if block else start, end)
        else:
            yield from _code(code)
            yield from _sentences(text, block)
            block = (start, end) if kind in (_LineKind.ITEM, _LineKind.LABEL) else None
        if kind is _LineKind.ROW:
            yield Unit(Span(start, end), UnitKind.ROW)
        code = None
    yield from _sentences(text, block)
    yield from _code(code)


_Line = tuple[int, int, _LineKind]


def _without_table_heads(text: str, lines: Iterable[_Line]) -> Iterator[_Line]:
    """The row above a table's rule becomes a break, and the rule too. Without a rule a head is the
    first row, when it has no figure and the rows below it have."""
    for is_table, group in groupby(lines, key=lambda line: line[2] in _OF_TABLES):
        rows = list(group)
        if is_table and (len(rows) > 1 and rows[1][2] is _LineKind.TABLE_RULE):
            heads = 2
        else:
            heads = int(is_table and _is_head([text[start:end] for start, end, _ in rows]))
        for place, (start, end, kind) in enumerate(rows):
            is_break = place < heads or kind is _LineKind.TABLE_RULE
            yield start, end, _LineKind.BREAK if is_break else kind


def _is_head(rows: Sequence[str]) -> bool:
    return len(rows) > 1 and not _FIGURE.search(rows[0]) and all(map(_FIGURE.search, rows[1:]))


def _classified(text: str, span: Span, *, in_code: bool) -> Iterator[_Line]:
    """Start, end and kind of each line. Blank lines inside code are no lines."""
    lines = list(_lines(text, span))
    all_code = in_code and not any(_FENCE.match(line) for _, _, line in lines)
    fence = ""
    before = _LineKind.BREAK
    in_list = False
    for start, end, line in lines:
        mark = _FENCE.match(line)
        if mark is not None and (not fence or mark.group(1)[0] == fence):
            fence = "" if fence else mark.group(1)[0]
            kind = _LineKind.CODE_END
        elif fence or all_code or (not in_list and _is_indented_code(line, before)):
            if not line.strip():
                continue
            kind = _LineKind.CODE
        elif not line.strip() and before is _LineKind.CODE:
            continue
        elif _RULE.match(line) and before is _LineKind.ROW and "-" in line:
            kind = _LineKind.TABLE_RULE
        else:
            alone = len(lines) == 1
            kind = _LineKind.BREAK if _is_title(line) and not alone else _text_kind(line, before)
            in_list = kind is _LineKind.ITEM or (in_list and line[:1] in (" ", "\t", ""))
        yield start, end, kind
        before = kind


def _is_indented_code(line: str, before: _LineKind) -> bool:
    follows = before in (_LineKind.BREAK, _LineKind.CODE, _LineKind.CODE_END)
    return follows and _INDENTED.match(line) is not None


def _is_title(line: str) -> bool:
    return line.isupper() and len(line.strip()) <= _LONGEST_TITLE


def _text_kind(line: str, before: _LineKind) -> _LineKind:
    if _ROW.match(line):
        return _LineKind.BREAK if _RULE.match(line) else _LineKind.ROW
    if not line.strip() or _HEADING.match(line):
        return _LineKind.BREAK
    if _ITEM.match(line):
        return _LineKind.ITEM
    follows_text = before in (_LineKind.TEXT, _LineKind.LABEL, _LineKind.ITEM)
    return _LineKind.LABEL if follows_text and _LABEL.match(line) else _LineKind.TEXT


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
    if kind is UnitKind.PROSE:
        for title in title_spans(text, start, end):
            yield from _cut(text, start, title.start, kind)
            yield from _trimmed(text, title.start, title.end, UnitKind.TITLE)
            start = title.end
    yield from _cut(text, start, end, kind)


def _cut(text: str, start: int, end: int, kind: UnitKind) -> Iterator[Unit]:
    """The sentences of running text."""
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
