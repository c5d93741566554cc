"""An answer as blocks that any form can render: paragraphs, list lines, headings, code. Pure.

The text in them is plain: whatever it holds is to be shown, and nothing of it is markup.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from contract.markers import Sentence, split_sentences_with_markers

_FENCE: Final = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_HEADING: Final = re.compile(r"#{1,6}\s+(?=\S)")
_BULLET: Final = re.compile(r"\s*[-*+\u2022]\s+(?=\S)")


class BlockKind(StrEnum):
    """What a block is."""

    PARAGRAPH = "paragraph"
    LIST_LINE = "list_line"
    HEADING = "heading"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Block:
    """A block; `sentences` carry their markers. A heading or code is one sentence without any."""

    kind: BlockKind
    sentences: tuple[Sentence, ...]


def blocks_of(answer: str) -> tuple[Block, ...]:
    """The blocks of an answer in order."""
    return tuple(_blocks(answer))


def _blocks(answer: str) -> Iterator[Block]:
    held: list[str] = []
    lines = iter(answer.split("\n"))
    for line in lines:
        fence = _FENCE.match(line)
        starts_anew = fence or _HEADING.match(line) or _BULLET.match(line) or not line.strip()
        if starts_anew and held:
            yield _prose(held)
            held = []
        if fence:
            yield _code(line, lines, fence.group(1))
        elif heading := _HEADING.match(line):
            yield Block(BlockKind.HEADING, (Sentence(line[heading.end() :].strip(), ()),))
        elif line.strip():
            held.append(line)
    if held:
        yield _prose(held)


def _prose(lines: list[str]) -> Block:
    bullet = _BULLET.match(lines[0])
    kind = BlockKind.LIST_LINE if bullet else BlockKind.PARAGRAPH
    if bullet:
        lines = [lines[0][bullet.end() :], *lines[1:]]
    # Markers have white space before them, also those that alone follow a block of code.
    return Block(kind, split_sentences_with_markers("\n".join(("", *lines))))


def _code(opening: str, lines: Iterator[str], fence: str) -> Block:
    """The lines up to the closing fence, or the answer's end."""
    inner: list[str] = []
    for line in lines:
        if line.strip() == fence:
            break
        inner.append(line)
    return Block(BlockKind.CODE, (Sentence("\n".join(inner), ()),))
