"""Plain text: blocks are paragraphs, parted by empty lines."""

import re
from typing import Final

from researchers.reading.inline import Ranges, bare_links, inline_tags
from researchers.reading.parsed import Block, BlockKind, Parsed

_PARAGRAPH: Final = re.compile(r"(?:\A|\n[ \t\r]*\n)\s*(?=\S)")
_NO_CODE: Final = Ranges([])


def parse_plain(text: str, encoding: str = "utf-8") -> Parsed:
    """Parse a text file; its stored text is `text` itself."""
    blocks = tuple(Block(m.end(), BlockKind.PROSE) for m in _PARAGRAPH.finditer(text))
    return Parsed(
        text=text,
        blocks=blocks,
        tags=tuple(dict.fromkeys(inline_tags(text, 0, _NO_CODE))) if "#" in text else (),
        links=tuple(bare_links(text, 0, _NO_CODE)) if "http" in text else (),
        encoding=encoding,
    )
