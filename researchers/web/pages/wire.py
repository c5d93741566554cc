"""Pages and listings as they cross from the reading process: plain tuples that name no class."""

from dataclasses import dataclass
from typing import Any, Final

from evidence.documents import Passage, Span
from researchers.web.fetching.model import Fetched
from researchers.web.pages.model import (
    Closure,
    FeedEntry,
    Listing,
    ListingForm,
    Page,
    PageForm,
    Unread,
)

PAGE: Final = "page"
LISTING: Final = "listing"
WARM: Final = "warm"


@dataclass(frozen=True, slots=True)
class Body:
    """What the reading process is told of a response."""

    url: str
    content_type: str
    """The whole header, parameters included."""
    coding: str | None
    data: bytes
    fetched_at: str = ""
    robots: str = ""
    """The X-Robots-Tag header."""
    asked_url: str = ""
    """The address before redirects."""

    @property
    def media_type(self) -> str:
        """The type alone, in lower case; empty when none was given."""
        return self.content_type.partition(";")[0].strip().lower()


def body_of(fetched: Fetched) -> Body:
    """The parts of a response that decide how it is read."""
    return Body(
        url=fetched.final_url,
        content_type=fetched.headers.get("content-type", ""),
        coding=fetched.content_coding,
        data=fetched.body,
        fetched_at=fetched.fetched_at,
        robots=fetched.headers.get("x-robots-tag", ""),
        asked_url=fetched.url,
    )


def body_to_wire(body: Body) -> tuple[Any, ...]:
    """`Body(*…)` is its inverse."""
    head = (body.url, body.content_type, body.coding, body.data)
    return (*head, body.fetched_at, body.robots, body.asked_url)


def to_wire(read: Page | Listing | Unread) -> tuple[Any, ...]:
    """A result as tuples, strings and numbers only."""
    match read:
        case Unread(reason):
            return ("unread", reason)
        case Listing(entries, nested, form):
            rows = tuple((e.url, e.title, e.date, e.summary) for e in entries)
            return ("listing", rows, nested, str(form))
        case Page():
            return ("page", *_page_row(read))


def _page_row(page: Page) -> tuple[Any, ...]:
    passages = tuple(
        (p.span.start, p.span.end, p.headings, p.fragment, p.role) for p in page.passages
    )
    return (
        page.text,
        passages,
        str(page.form),
        page.encoding,
        page.title,
        page.author,
        page.site,
        page.date,
        page.language,
        page.canonical,
        str(page.closure) if page.closure else None,
        page.description,
        page.hidden_chars,
        page.noindex,
    )


def from_wire(data: object) -> Page | Listing | Unread:
    """Raises ValueError or TypeError for what `to_wire` does not make."""
    match data:
        case ("unread", str(reason)):
            return Unread(reason)
        case ("listing", tuple(rows), tuple(nested), str(form)):
            return Listing(tuple(FeedEntry(*row) for row in rows), nested, ListingForm(form))
        case ("page", *fields):
            return _page_of(fields)
    raise ValueError("a reading process answered in a way that it should not know")


def _page_of(fields: list[Any]) -> Page:
    text, passages, form, encoding, *described, closure, description, hidden, noindex = fields
    title, author, site, date, language, canonical = described
    return Page(
        text=text,
        passages=tuple(
            Passage(Span(start, end), headings, fragment, role)
            for start, end, headings, fragment, role in passages
        ),
        form=PageForm(form),
        encoding=encoding,
        title=title,
        author=author,
        site=site,
        date=date,
        language=language,
        canonical=canonical,
        closure=Closure(closure) if closure else None,
        description=description,
        hidden_chars=hidden,
        noindex=noindex,
    )
