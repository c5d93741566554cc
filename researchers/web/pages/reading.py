"""From a response's body to a page or a listing. Only ever run in a killable process."""

from researchers.reading.parsed import ParseError
from researchers.web.fetching.decoding import CodingError, decode_body
from researchers.web.pages.charset import decode_page
from researchers.web.pages.feed_page import read_feed_page
from researchers.web.pages.forms import form_of
from researchers.web.pages.html_page import read_html
from researchers.web.pages.json_page import read_json
from researchers.web.pages.listing import read_listing
from researchers.web.pages.model import Listing, Page, PageForm, PageLimits, Unread
from researchers.web.pages.pdf_page import read_pdf
from researchers.web.pages.plain_page import read_plain
from researchers.web.pages.wire import Body


def load() -> None:
    """Import what is imported late, before anybody counts the time."""
    import chardet  # noqa: F401 - loaded for its effect
    import trafilatura  # noqa: F401 - loaded for its effect


def read_as_page(body: Body, limits: PageLimits) -> Page | Unread:
    """Undo the content coding, and read the body as what it is."""
    data = _decoded(body, limits)
    if isinstance(data, Unread):
        return data
    form = form_of(body.media_type, data)
    if isinstance(form, Unread):
        return form
    try:
        return _read(form, data, body, limits)
    except ParseError as error:
        return Unread(str(error))


def read_as_listing(body: Body, limits: PageLimits) -> Listing | Unread:
    """Undo the content coding, and read the body as a feed or a sitemap. A sitemap may also be a
    gzip file without any coding."""
    data = _decoded(body, limits)
    if isinstance(data, Unread):
        return data
    if data.startswith(b"\x1f\x8b"):
        try:
            data = decode_body(data, "gzip", limits.decoded_bytes)
        except CodingError as error:
            return Unread(f"a body that {error}")
    return read_listing(data, body.url)


def _decoded(body: Body, limits: PageLimits) -> bytes | Unread:
    try:
        return decode_body(body.data, body.coding, limits.decoded_bytes)
    except CodingError as error:
        return Unread(f"a body that {error}")


def _read(form: PageForm, data: bytes, body: Body, limits: PageLimits) -> Page | Unread:
    match form:
        case PageForm.PDF:
            return read_pdf(data, limits.text_chars)
        case PageForm.FEED:
            return read_feed_page(data, body.url, limits.text_chars)
        case PageForm.JSON | PageForm.PLAIN | PageForm.HTML:
            decoded = decode_page(data, body.content_type)
            if isinstance(decoded, Unread):
                return decoded
            text, encoding = decoded
            if form is PageForm.HTML:
                return read_html(text, encoding, body, limits.text_chars)
            if form is PageForm.JSON:
                return read_json(text, encoding, limits.text_chars)
            return read_plain(text, encoding, body.media_type, limits.text_chars)
