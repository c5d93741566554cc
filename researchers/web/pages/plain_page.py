"""Plain text and Markdown as pages: the text as it came, without what nobody can see."""

import re
from collections.abc import Iterator
from typing import Final

from researchers.reading.markdown import parse_markdown
from researchers.reading.parsed import BlockKind, Parsed
from researchers.reading.passages import cut_passages
from researchers.reading.plain import parse_plain
from researchers.reading.visible_text import clean, cut_at_line, one_line
from researchers.web.pages.model import Page, PageForm, Unread

_MARKDOWN: Final = frozenset({"text/markdown", "text/x-markdown"})
_LONGEST_TITLE: Final = 300
_DEFINITION: Final = re.compile(r"^ {0,3}\[(?!\^)[^\]\n]{1,200}\]:[^\n]*\n?", re.MULTILINE)
_OPEN: Final = "<!--"
_CLOSE: Final = "-->"


def read_plain(text: str, encoding: str, media_type: str, longest: int) -> Page | Unread:
    """The whole text up to `longest` characters. Markdown loses its comments and its link
    definitions, which a reader of the rendered page does not see."""
    seen = clean(text)
    if media_type in _MARKDOWN:
        seen = _rendered(seen)
    shown = cut_at_line(seen, longest)
    if not shown.strip():
        return Unread("empty text")
    parsed = _parse(shown, media_type)
    return Page(
        text=shown,
        passages=cut_passages(shown, parsed.blocks),
        form=PageForm.PLAIN,
        encoding=encoding,
        title=one_line(parsed.title or "", _LONGEST_TITLE) or None,
        hidden_chars=len(text.replace("\r\n", "\n")) - len(seen),
    )


def _parse(text: str, media_type: str) -> Parsed:
    return parse_markdown(text) if media_type in _MARKDOWN else parse_plain(text)


def _rendered(text: str) -> str:
    """Markdown without comments and definitions, those inside code apart."""
    if _OPEN not in text and "]:" not in text:
        return text
    code = _code(text)
    hidden = sorted([*_comments(text), *(m.span() for m in _DEFINITION.finditer(text))])
    kept: list[str] = []
    end = 0
    for start, stop in hidden:
        if start < end or any(first <= start < last for first, last in code):
            continue
        kept.append(text[end:start])
        end = stop
    return "".join([*kept, text[end:]])


def _comments(text: str) -> Iterator[tuple[int, int]]:
    """From each opening to its end; one that never ends hides nothing."""
    start = text.find(_OPEN)
    while start >= 0:
        stop = text.find(_CLOSE, start + len(_OPEN))
        if stop < 0:
            return
        yield start, stop + len(_CLOSE)
        start = text.find(_OPEN, stop)


def _code(text: str) -> list[tuple[int, int]]:
    blocks = parse_markdown(text).blocks
    ends = [block.start for block in blocks[1:]] + [len(text)]
    return [
        (block.start, end)
        for block, end in zip(blocks, ends, strict=True)
        if block.kind is BlockKind.CODE
    ]
