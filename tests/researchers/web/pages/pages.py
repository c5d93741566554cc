"""Pages to read, and the reading of them in this process (bodies that hang go to a reader)."""

from researchers.web.fetching.model import Fetched
from researchers.web.pages.model import Listing, Page, PageLimits, Unread
from researchers.web.pages.reading import read_as_listing, read_as_page
from researchers.web.pages.wire import body_of

URL = "https://lighthouse.example/history"

SENTENCES = (
    "The lighthouse on the eastern pier was lit for the first time in the autumn of 1874.",
    "Its keeper, a former cooper from the town, kept a log that filled eleven volumes.",
    "In the third winter a storm broke two panes of the lantern, and he mended them with oak.",
    "The lamp burned rape oil until 1901, when the harbour board paid for a gas main.",
    "Ships from the north took their bearing from it, and the fishing boats their supper time.",
    "A museum has been in the lower rooms since 1988 and is run by volunteers.",
)
PARAGRAPHS = "".join(f"<p>{one}</p>" for one in SENTENCES)


def article(extra: str = "", head: str = "", body: str = "") -> str:
    """A page about a lighthouse; `extra` stands in the middle of its text, `body` holds the
    attributes of its body element."""
    half = "".join(f"<p>{one}</p>" for one in SENTENCES[:3])
    rest = "".join(f"<p>{one}</p>" for one in SENTENCES[3:])
    return (
        f"<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'><title>The lighthouse</title>"
        f"{head}</head><body {body}><nav><a href='/'>Home</a> <a href='/visit'>Visit</a></nav>"
        f"<main><article><h1>A history of the lighthouse</h1>{half}{extra}{rest}</article></main>"
        f"<footer>Lighthouse museum, all rights reserved</footer></body></html>"
    )


def fetched(
    body: str | bytes,
    content_type: str = "text/html; charset=utf-8",
    *,
    url: str = URL,
    asked: str | None = None,
    coding: str | None = None,
    headers: dict[str, str] | None = None,
) -> Fetched:
    """A response as the fetcher gives it."""
    data = body.encode() if isinstance(body, str) else body
    given = {"content-type": content_type} if content_type else {}
    return Fetched(
        url=asked or url,
        final_url=url,
        status=200,
        head=b"HTTP/1.1 200 OK\r\n\r\n",
        headers={**given, **(headers or {})},
        body=data,
        content_coding=coding,
        fetched_at="2025-06-01T12:00:00Z",
    )


def read(response: Fetched, limits: PageLimits | None = None) -> Page | Unread:
    """What a reading process makes of a response."""
    return read_as_page(body_of(response), limits or PageLimits())


def page_of(body: str | bytes, content_type: str = "text/html; charset=utf-8") -> Page:
    """A page that can be read."""
    found = read(fetched(body, content_type))
    assert isinstance(found, Page), found
    return found


def unread(body: str | bytes, content_type: str) -> str:
    """Why a body can't be read."""
    found = read(fetched(body, content_type))
    assert isinstance(found, Unread), found
    return found.reason


def listing_of(body: str | bytes, url: str = URL) -> Listing:
    """A feed or a sitemap that can be read."""
    found = read_as_listing(body_of(fetched(body, "application/xml", url=url)), PageLimits())
    assert isinstance(found, Listing), found
    return found


def words(text: str) -> str:
    """A text with single spaces."""
    return " ".join(text.split())
