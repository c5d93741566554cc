"""The main text of an HTML tree, as it is stored: headings with `#`, list items with `-` or their
number, table rows between `|`, everything else as it stands on the page.

Emphasis, links and images are not written, and nothing is escaped: what is quoted from the text
is what a reader of the page sees.
"""

import re
from dataclasses import dataclass, field
from typing import Any, Final

import trafilatura

from researchers.reading.parsed import Block, BlockKind
from researchers.reading.visible_text import clean

_FEW_CHARS: Final = 250
_SMALL_SHARE: Final = 0.2
"""trafilatura's own bounds of a text that is too short to be all of a page's."""

_PARAGRAPHS: Final = frozenset({"p", "quote", "ab", "div", "article", "section", "body", "fw"})
_SKIPPED: Final = frozenset({"graphic", "figure"})
_LEVEL: Final = re.compile(r"h([1-6])")
_EMPTY_LINE: Final = re.compile(r"\n[^\S\n]*\n")
_LONGEST_HEADING: Final = 300
_DEEPEST: Final = 100


@dataclass(frozen=True, slots=True)
class MainText:
    """A text, and where its blocks begin in it (code points)."""

    text: str
    blocks: tuple[Block, ...]


def main_text(tree: Any) -> MainText:
    """The text of a parsed page without its navigation, advertisements and comments; empty when
    none can be told. `tree` is the root of an lxml.html tree, and stays as it is.

    Precision comes first, because what is taken for the page's text is quoted as such; where that
    leaves little of a page, as it does with pages that are no articles, recall does.
    """
    strict = _extracted(tree, favor_precision=True)
    if len(strict.text) >= _FEW_CHARS and len(strict.text) >= _SMALL_SHARE * _size(tree):
        return strict
    balanced = _extracted(tree, favor_precision=False)
    return balanced if len(balanced.text) > len(strict.text) else strict


def _size(tree: Any) -> int:
    return sum(len(part.strip()) for part in tree.itertext())


def _extracted(tree: Any, *, favor_precision: bool) -> MainText:
    found = trafilatura.bare_extraction(
        tree, include_comments=False, favor_precision=favor_precision, with_metadata=False
    )
    body = None if found is None or isinstance(found, dict) else found.body
    if body is None:
        return MainText("", ())
    writer = _Writer()
    writer.flow(body, 0)
    writer.flush()
    return MainText("".join(writer.parts), tuple(writer.blocks))


@dataclass(slots=True)
class _Writer:
    """Walks an extracted body once; what is not yet a block of its own waits in `line`."""

    parts: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    mark: str = ""
    length: int = 0

    def flow(self, element: Any, depth: int) -> None:
        """Write an element's content, and its children's."""
        if depth > _DEEPEST:
            self.line.extend(element.itertext())
            return
        self.line.append(element.text or "")
        for child in element:
            self._child(child, depth + 1)
            self.line.append(child.tail or "")

    def flush(self, kind: BlockKind = BlockKind.PROSE, level: int = 0) -> None:
        """Make a block of what waits."""
        waiting = _EMPTY_LINE.split(clean("".join(self.line)))
        self.line.clear()
        for paragraph in waiting:
            lines = (" ".join(part.split()) for part in paragraph.split("\n"))
            text = "\n".join(filter(None, lines))
            if text:
                self._block(text, kind, level)

    def _block(self, text: str, kind: BlockKind, level: int) -> None:
        if kind is BlockKind.HEADING:
            title = " ".join(text.split())
            self._put(f"{'#' * level} {title}", kind, level, title[:_LONGEST_HEADING])
        elif self.mark:
            self._put(self.mark + text, BlockKind.LIST)
            self.mark = " " * len(self.mark)
        else:
            self._put(text, kind)

    def _child(self, child: Any, depth: int) -> None:
        tag = child.tag
        if not isinstance(tag, str) or tag in _SKIPPED:
            return
        if tag == "lb":
            self.line.append("\n")
        elif tag == "head":
            self.flush()
            self.flow(child, depth)
            self.flush(BlockKind.HEADING, _level(child))
        elif tag in _PARAGRAPHS:
            self.flush()
            self.flow(child, depth)
            self.flush()
        elif tag == "list":
            self._list(child, depth)
        elif tag == "table":
            self._table(child)
        elif tag == "code" and ("\n" in "".join(child.itertext()) or len(child)):
            self._code(child)
        else:
            self.flow(child, depth)

    def _list(self, element: Any, depth: int) -> None:
        self.flush()
        outer = self.mark
        numbered = element.get("rend") == "ol"
        for number, item in enumerate(element, 1):
            self.mark = f"{' ' * len(outer)}{f'{number}.' if numbered else '-'} "
            self.flow(item, depth)
            self.flush()
            self.mark = ""
        self.mark = outer

    def _table(self, table: Any) -> None:
        self.flush()
        rows = []
        for row in table.iter("row"):
            cells = [" ".join(clean(" ".join(cell.itertext())).split()) for cell in row]
            if any(cells):
                rows.append(f"| {' | '.join(cells)} |")
        if rows:
            self._put("\n".join(rows), BlockKind.TABLE)

    def _code(self, code: Any) -> None:
        self.flush()
        for end in code.iter("lb"):
            end.text = "\n"
        text = clean("".join(code.itertext())).strip("\n").rstrip()
        if text.strip():
            self._put(text, BlockKind.CODE)

    def _put(self, text: str, kind: BlockKind, level: int = 0, title: str = "") -> None:
        follows = bool(self.blocks) and self.blocks[-1].kind is kind is BlockKind.LIST
        self._write(("\n" if follows else "\n\n") if self.parts else "")
        if not follows:
            self.blocks.append(Block(self.length, kind, level, title))
        self._write(text)

    def _write(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)


def _level(heading: Any) -> int:
    found = _LEVEL.match(heading.get("rend") or "")
    return int(found[1]) if found else 2
