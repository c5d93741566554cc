"""What every parser gives back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from evidence.documents import OutLink


class ParseError(Exception):
    """A file that holds no text we can read. The message is the reason, in a few words."""


class BlockKind(StrEnum):
    """What a block of text is, as far as cutting passages needs to know."""

    HEADING = "heading"
    PROSE = "prose"
    LIST = "list"
    CODE = "code"
    TABLE = "table"
    FRONT_MATTER = "front_matter"
    PAGE = "page"
    """Opens a page of a PDF; holds text itself, and `title` is its fragment."""


@dataclass(frozen=True, slots=True)
class Block:
    """A block begins at `start` (code points) and lasts to the next block's start."""

    start: int
    kind: BlockKind
    level: int = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Parsed:
    """The text that is stored, and what stands in it. Offsets are code points in `text`."""

    text: str
    blocks: tuple[Block, ...]
    title: str | None = None
    tags: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)
    links: tuple[OutLink, ...] = ()
    modified: str | None = None
    encoding: str = "utf-8"
