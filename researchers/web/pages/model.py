"""What is read out of a fetched page."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from evidence.documents import Passage
from researchers.web.fetching.model import Fetched


class PageForm(StrEnum):
    """How a body is read, by its media type and, where that says nothing, by its first bytes."""

    HTML = "html"
    PLAIN = "text"
    PDF = "pdf"
    JSON = "json"
    FEED = "feed"


class Closure(StrEnum):
    """Why a page that came with status 200 does not show what it holds."""

    PAYWALL = "paywall"
    LOGIN = "login"
    CHALLENGE = "challenge"
    """A check that the reader is a person."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it is stored and cited. `text` is what offsets count in (code points)."""

    text: str
    passages: tuple[Passage, ...]
    form: PageForm
    encoding: str
    title: str | None = None
    author: str | None = None
    site: str | None = None
    date: str | None = None
    """RFC 3339 date or time at which the page says it was written or changed."""
    language: str | None = None
    canonical: str | None = None
    """The address that the page gives itself; only believed within its own site."""
    closure: Closure | None = None
    description: str | None = None
    """The page's own summary of itself. Never evidence."""
    hidden_chars: int = 0
    """How much text was left out because no reader of the page sees it."""
    noindex: bool = False


@dataclass(frozen=True, slots=True)
class Unread:
    """A body that holds no text which can be read; `reason` in a few words, as in
    `encrypted PDF` or `parser killed after 10 s`."""

    reason: str


@dataclass(frozen=True, slots=True)
class PageLimits:
    """Bounds of reading one body, in its own process."""

    seconds: float = 10.0
    memory_bytes: int = 1_024_000_000
    text_chars: int = 1_000_000
    """A longer text is cut here, at a line's end."""
    decoded_bytes: int = 30_000_000


class PageReader(Protocol):
    """Reads bodies in killable processes. Never raises for what a page holds; cancellation kills
    the process that reads."""

    async def __call__(self, fetched: Fetched) -> Page | Unread: ...


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One entry of a feed or of a sitemap."""

    url: str
    title: str | None = None
    date: str | None = None
    summary: str | None = None


MOST_LISTED: Final = 2_000
"""Entries of one feed or sitemap that are read."""


class ListingForm(StrEnum):
    """What kind of list it is. A feed may point to other sites; a sitemap speaks for its own."""

    FEED = "feed"
    SITEMAP = "sitemap"


@dataclass(frozen=True, slots=True)
class Listing:
    """A feed's or a sitemap's entries, in its own order. `nested` are sitemaps of a sitemap."""

    entries: tuple[FeedEntry, ...]
    nested: tuple[str, ...] = field(default=())
    form: ListingForm = ListingForm.FEED
