"""Markdown: blocks, headings, links and tags of a text that is kept as it is.

pulldown-cmark reports offsets in bytes of UTF-8; ours are code points.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
import pyromark
from pyromark import Options

from evidence.documents import OutLink, Span
from researchers.reading.front_matter import FrontMatter, read_front_matter
from researchers.reading.inline import Ranges, bare_links, inline_tags
from researchers.reading.parsed import Block, BlockKind, Parsed

_OPTIONS: Final = (
    Options.ENABLE_TABLES
    | Options.ENABLE_WIKILINKS
    | Options.ENABLE_FOOTNOTES
    | Options.ENABLE_TASKLISTS
    | Options.ENABLE_STRIKETHROUGH
)
_KINDS: Final = {
    "Heading": BlockKind.HEADING,
    "CodeBlock": BlockKind.CODE,
    "List": BlockKind.LIST,
    "Table": BlockKind.TABLE,
}
_LONGEST_HEADING: Final = 300
"""A heading is repeated with each passage below it; a longer one is a text by mistake."""

_LINKS: Final = frozenset({"Link", "Image"})


def parse_markdown(text: str, encoding: str = "utf-8") -> Parsed:
    """Parse a whole note; its stored text is `text` itself, byte order mark and all."""
    front = read_front_matter(text)
    start = front.end if front else (1 if text.startswith("\ufeff") else 0)
    reader = _Reader(text[start:])
    reader.run()
    at = _code_points(text[start:], start)
    blocks = [Block(at(b), kind, level, title) for b, kind, level, title in reader.blocks]
    links = [
        OutLink(target, label, Span(at(a), at(b))) for a, b, target, label in sorted(reader.links)
    ]
    code = [(at(a), at(b)) for a, b in reader.code]
    if "http" in text:
        taken = Ranges(sorted([*code, *((link.span.start, link.span.end) for link in links)]))
        links.extend(bare_links(text, start, taken))
        links.sort(key=lambda link: link.span.start)
    tags = list(front.tags) if front else []
    if "#" in text:
        tags.extend(inline_tags(text, start, Ranges(code)))
    return Parsed(
        text=text,
        blocks=_with_front_matter(tuple(blocks), front),
        title=_title(front, blocks),
        tags=tuple(dict.fromkeys(tags)),
        fields=front.fields if front else {},
        links=tuple(links),
        encoding=encoding,
    )


def _with_front_matter(blocks: tuple[Block, ...], front: FrontMatter | None) -> tuple[Block, ...]:
    if front is None:
        return blocks
    body = Block(front.end, BlockKind.PROSE)
    opened = blocks if blocks and blocks[0].start == front.end else (body, *blocks)
    return (Block(0, BlockKind.FRONT_MATTER), *opened)


def _title(front: FrontMatter | None, blocks: list[Block]) -> str | None:
    if front:
        for key in ("title", "Title"):
            if front.fields.get(key):
                return front.fields[key]
    return next((b.title for b in blocks if b.level == 1 and b.title), None)


def _code_points(body: str, base: int) -> Callable[[int], int]:
    """Turns an offset in the UTF-8 bytes of `body` into one in code points, plus `base`."""
    if body.isascii():
        return lambda offset: base + offset
    octets = np.frombuffer(body.encode(), dtype=np.uint8)
    points = np.concatenate(([0], np.cumsum((octets & 0xC0) != 0x80))).tolist()
    return lambda offset: base + int(points[offset])


def _one_line(heading: str) -> str:
    return " ".join(heading[: 2 * _LONGEST_HEADING].split())[:_LONGEST_HEADING]


class _Reader:
    """Walks the events of one body once. Offsets are bytes of UTF-8."""

    def __init__(self, body: str) -> None:
        self._body = body
        self._depth = 0
        self._listening = False
        self._heading: list[str] | None = None
        self._open: list[tuple[int, str, list[str]]] = []
        self.blocks: list[tuple[int, BlockKind, int, str]] = []
        self.links: list[tuple[int, int, str, str]] = []
        self.code: list[tuple[int, int]] = []

    def run(self) -> None:
        """Text is looked at only inside headings and links, which most of it is not."""
        events = pyromark.events_with_range(self._body, options=_OPTIONS, merge_text=True)
        for event, where in events:
            if isinstance(event, str):
                self._mark(event, where["start"])
            elif "Text" in event:
                if self._listening:
                    self._text(event["Text"])
            elif "Start" in event:
                self._start(event["Start"], where["start"], where["end"])
            elif "End" in event:
                self._end(event["End"], where["end"])
            elif "Code" in event:
                self._text(event["Code"])
                self.code.append((where["start"], where["end"]))

    def _mark(self, event: str, start: int) -> None:
        if event == "Rule" and self._depth == 0:
            self.blocks.append((start, BlockKind.PROSE, 0, ""))
        elif event in ("SoftBreak", "HardBreak"):
            self._text(" ")

    def _text(self, text: str) -> None:
        if self._heading is not None:
            self._heading.append(text)
        for _, _, label in self._open:
            label.append(text)

    def _start(self, tag: object, start: int, end: int) -> None:
        name, data = next(iter(tag.items())) if isinstance(tag, dict) else (str(tag), {})
        if self._depth == 0:
            level = int(data["level"][1]) if name == "Heading" else 0
            self.blocks.append((start, _KINDS.get(name, BlockKind.PROSE), level, ""))
            if name == "Heading":
                self._heading = []
                self._listening = True
        self._depth += 1
        if name in _LINKS:
            self._open.append((start, str(data["dest_url"]), []))
            self._listening = True
        elif name == "CodeBlock":
            self.code.append((start, end))

    def _end(self, tag: object, end: int) -> None:
        self._depth -= 1
        name = next(iter(tag)) if isinstance(tag, dict) else tag
        if name in _LINKS and self._open:
            start, target, label = self._open.pop()
            self.links.append((start, end, target, "".join(label)))
            self._listening = bool(self._open) or self._heading is not None
        elif self._depth == 0 and self._heading is not None:
            start, kind, level, _ = self.blocks[-1]
            self.blocks[-1] = (start, kind, level, _one_line("".join(self._heading)))
            self._heading = None
            self._listening = False
