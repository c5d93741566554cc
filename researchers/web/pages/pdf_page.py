"""A PDF as a page: its pages are fragments `page=N`."""

from typing import Final

from researchers.reading.passages import cut_passages
from researchers.reading.pdf import parse_pdf
from researchers.reading.visible_text import one_line
from researchers.web.pages.model import Page, PageForm, Unread

_LONGEST_TITLE: Final = 300


def read_pdf(data: bytes, longest: int) -> Page | Unread:
    """Raises ParseError for encrypted and broken files, and for those without a text layer."""
    parsed = parse_pdf(data, longest=longest)
    if not parsed.text.strip():
        return Unread("empty PDF")
    return Page(
        text=parsed.text,
        passages=cut_passages(parsed.text, parsed.blocks),
        form=PageForm.PDF,
        encoding="pdf",
        title=one_line(parsed.title or "", _LONGEST_TITLE) or None,
        date=parsed.modified,
    )
