"""PDF: the text of all pages, each page a block of its own. Only ever run in a killable worker."""

from typing import Final

import pypdfium2

from researchers.reading.parsed import Block, BlockKind, Parsed, ParseError

_BETWEEN_PAGES: Final = "\n\n"
_PASSWORD_ERROR: Final = 4
_DATES: Final = ("ModDate", "CreationDate")


def parse_pdf(content: bytes, *, longest: int | None = None) -> Parsed:
    """Pages in order; a page's fragment is `page=N`, 1-based. The pages end with the one that
    brings the text to `longest` characters, and it is cut there.

    Raises ParseError for encrypted and broken files, and for those without a text layer.
    """
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        locked = getattr(error, "err_code", None) == _PASSWORD_ERROR or "assword" in str(error)
        raise ParseError("encrypted PDF" if locked else "broken PDF") from error
    try:
        pages = _page_texts(document, longest)
        title = str(document.get_metadata_value("Title")).strip()
        dates = [str(document.get_metadata_value(key) or "") for key in _DATES]
    finally:
        document.close()
    if not any(page.strip() for page in pages):
        raise ParseError("PDF without a text layer (scanned?)")
    blocks: list[Block] = []
    text = ""
    for number, page in enumerate(pages, 1):
        blocks.append(Block(len(text), BlockKind.PAGE, title=f"page={number}"))
        text += page + _BETWEEN_PAGES
    return Parsed(text, tuple(blocks), title=title or None, modified=_first_date(dates))


def _page_texts(document: pypdfium2.PdfDocument, longest: int | None) -> list[str]:
    pages: list[str] = []
    left = longest
    for number in range(len(document)):
        text = _page_text(document, number)
        pages.append(text[:left])
        if left is not None:
            left -= len(text) + len(_BETWEEN_PAGES)
            if left <= 0:
                break
    return pages


def _page_text(document: pypdfium2.PdfDocument, number: int) -> str:
    try:
        page = document[number]
        text: str = page.get_textpage().get_text_bounded()
    except pypdfium2.PdfiumError:
        return ""
    return text.replace("\r\n", "\n").replace("\ufffe", "-\n").encode("utf-8", "replace").decode()


def _first_date(values: list[str]) -> str | None:
    return next(filter(None, map(_date, values)), None)


def _date(value: str) -> str | None:
    """`D:20240131…` as 2024-01-31."""
    digits = value[2:10]
    if not value.startswith("D:") or not digits.isdigit() or len(digits) != 8:
        return None
    return f"{digits[:4]}-{digits[4:6]}-{digits[6:]}"
