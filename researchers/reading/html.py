"""HTML: trafilatura's extraction is the stored text. Only ever run in a killable worker."""

import re
from typing import Final

import trafilatura

from researchers.reading.charset import decode
from researchers.reading.dates import parse_date
from researchers.reading.markdown import parse_markdown
from researchers.reading.parsed import Parsed, ParseError

_DECLARED: Final = re.compile(rb"<meta[^>]{0,200}?charset=[\"']?([A-Za-z0-9_.:-]{1,40})", re.I)
_HEAD_BYTES: Final = 4_096


def parse_html(content: bytes) -> Parsed:
    """The main text with its headings, title, author and date.

    Raises ParseError when the page has no text that could be told from its boilerplate.
    """
    declared = _DECLARED.search(content, 0, _HEAD_BYTES)
    text, encoding = decode(content, declared[1].decode("ascii") if declared else None)
    page = trafilatura.bare_extraction(
        text, include_formatting=True, include_comments=False, with_metadata=True
    )
    if page is None or isinstance(page, dict) or not page.text:
        raise ParseError("no readable text in the page")
    parsed = parse_markdown(page.text)
    named = {"author": page.author, "site": page.sitename, "description": page.description}
    return Parsed(
        text=parsed.text,
        blocks=parsed.blocks,
        title=page.title or parsed.title,
        fields={key: value for key, value in named.items() if value},
        links=parsed.links,
        modified=parse_date(page.date or ""),
        encoding=encoding,
    )
