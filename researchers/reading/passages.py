"""Cuts a text into passages that can be read alone.

Along headings first; inside a section whole blocks are packed to about 1,000 characters, and a
block over 1,600 is split at line or sentence ends. Chunks of 1,000 to 3,600 characters by heading
retrieve equally well (.80 nDCG@10 on 9,746 pages), fixed windows worse (.76 to .77); the smallest
of them makes the most exact citation.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from evidence.documents import Passage, Span
from researchers.reading.parsed import Block, BlockKind

TARGET_CHARS: Final = 1_000
LONGEST_CHARS: Final = 1_600
_SMALL_CHARS: Final = 300
"""A run shorter than this takes the next block in, even past the target."""

_BREAKS: Final = (
    re.compile(r"\n[ \t\r]*\n"),
    re.compile(r"\n"),
    re.compile(r"(?<=[.!?\u3002\uff01\uff1f])[\"')\]]*\s+|(?<=[\u3002\uff01\uff1f])"),
    re.compile(r"\s+"),
)
_ROLES: Final = {
    BlockKind.CODE: "code",
    BlockKind.TABLE: "table",
    BlockKind.FRONT_MATTER: "front_matter",
}


def cut_passages(text: str, blocks: Sequence[Block]) -> tuple[Passage, ...]:
    """Passages in order, disjoint, covering every character that is not white space.

    A heading belongs to the passage below it; one with nothing below it opens the passage of
    its first subheading. Small subsections stay with the section that they are part of, and
    the passage then carries that section's heading. `blocks` are in order of `start`.
    """
    out: list[Passage] = []
    path: list[tuple[int, str]] = []
    for section in _sections(text, blocks):
        headings: tuple[str, ...] = ()
        fragment = ""
        leading = True
        for block, _ in section:
            if block.kind is BlockKind.HEADING:
                path = [p for p in path if p[0] < block.level] + [(block.level, block.title)]
            elif block.kind is BlockKind.PAGE:
                path, fragment = [], block.title
            leading = leading and block.kind is BlockKind.HEADING
            if leading or not headings:
                headings = tuple(title for _, title in path if title)
        fragment = fragment or (headings[-1] if headings else "")
        for span, role in _pack(text, section):
            trimmed = _trim(text, span)
            if trimmed is not None:
                out.append(Passage(trimmed, headings, fragment, role))
    return tuple(out)


_Piece = tuple[Block, int]
"""A block and where it ends."""

_OPENING: Final = frozenset({BlockKind.HEADING, BlockKind.PAGE, BlockKind.FRONT_MATTER})


def _sections(text: str, blocks: Sequence[Block]) -> Iterator[list[_Piece]]:
    """Runs of blocks under one heading, page or front matter, small subsections taken in."""
    group: list[_Piece] = []
    for section in _smallest_sections(text, blocks):
        if group and not _takes_in(group, section):
            yield group
            group = []
        group.extend(section)
    if group:
        yield group


def _smallest_sections(text: str, blocks: Sequence[Block]) -> Iterator[list[_Piece]]:
    section: list[_Piece] = []
    for block, end in _pieces(text, blocks):
        after_front = bool(section) and section[-1][0].kind is BlockKind.FRONT_MATTER
        if section and (after_front or block.kind in _OPENING):
            yield section
            section = []
        section.append((block, end))
    if section:
        yield section


def _takes_in(group: list[_Piece], section: list[_Piece]) -> bool:
    """True when `section` is a subsection of the group's, and small or the group's first text."""
    base, first = group[0][0], section[0][0]
    if base.kind is not BlockKind.HEADING or first.kind is not BlockKind.HEADING:
        return False
    if first.level <= base.level:
        return False
    only_headings = all(block.kind is BlockKind.HEADING for block, _ in group)
    deeper = first.level > group[-1][0].level
    return (only_headings and deeper) or section[-1][1] - base.start <= TARGET_CHARS


def _pieces(text: str, blocks: Sequence[Block]) -> Iterator[_Piece]:
    if not blocks or text[: blocks[0].start].strip():
        first_end = blocks[0].start if blocks else len(text)
        yield Block(0, BlockKind.PROSE), first_end
    for n, block in enumerate(blocks):
        yield block, blocks[n + 1].start if n + 1 < len(blocks) else len(text)


def _leads_into(section: list[_Piece], block: Block) -> bool:
    """True when a section is headings only, and `block` is a deeper one."""
    last = section[-1][0]
    only = all(b.kind is BlockKind.HEADING for b, _ in section)
    return only and block.kind is BlockKind.HEADING and block.level > last.level


def _pack(text: str, section: list[_Piece]) -> Iterator[tuple[Span, str]]:
    start = section[0][0].start
    end = start
    kinds: list[BlockKind] = []
    for block, block_end in section:
        grown = block_end - start
        full = end - start >= _SMALL_CHARS and grown > TARGET_CHARS
        if kinds and kinds != [BlockKind.HEADING] and (full or grown > LONGEST_CHARS):
            yield from _split(text, Span(start, end), _role(kinds))
            start, kinds = block.start, []
        kinds.append(block.kind)
        end = block_end
    yield from _split(text, Span(start, end), _role(kinds))


def _role(kinds: list[BlockKind]) -> str:
    bodies = {kind for kind in kinds if kind is not BlockKind.HEADING}
    return _ROLES.get(bodies.pop(), "raw_text") if len(bodies) == 1 else "raw_text"


def _split(text: str, span: Span, role: str) -> Iterator[tuple[Span, str]]:
    start = span.start
    while span.end - start > LONGEST_CHARS and len(text[start : span.end].rstrip()) > LONGEST_CHARS:
        cut = _best_break(text, start)
        yield Span(start, cut), role
        start = cut
    yield Span(start, span.end), role


def _best_break(text: str, start: int) -> int:
    """The last good break between a third of the target and the longest, near the target."""
    low, high = start + TARGET_CHARS // 3, start + LONGEST_CHARS
    aim = start + TARGET_CHARS + TARGET_CHARS // 5
    for pattern in _BREAKS:
        ends = [m.end() for m in pattern.finditer(text, low, high) if low < m.end() < high]
        if ends:
            before = [end for end in ends if end <= aim]
            return before[-1] if before else ends[0]
    return high


def _trim(text: str, span: Span) -> Span | None:
    """A span without the white space at its ends; None when nothing is left."""
    raw = text[span.start : span.end]
    start = span.start + len(raw) - len(raw.lstrip().lstrip("\ufeff").lstrip())
    end = span.start + len(raw.rstrip())
    return Span(start, end) if start < end else None
