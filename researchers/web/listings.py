"""Tells whether an address that the user named is a page, or a feed or sitemap that leads to some.

Implements `researchers.web.search.named_urls.ListingFetch`.
"""

from typing import Final, Protocol

from anyio import to_thread

from researchers.web.fetching.decoding import CodingError, Decoder, Measure
from researchers.web.fetching.model import Fetched, FetchFailure
from researchers.web.pages.forms import form_of, is_sitemap
from researchers.web.pages.model import Listing, PageForm, Unread
from researchers.web.recording import record_listing
from researchers.web.run_fetches import RunFetches
from researchers.web.search.listing_rules import PlainPage, Told
from traces.sink import TraceSink

_LOOKED_AT: Final = 65_536


class ListingReader(Protocol):
    """Reads a body as a feed or a sitemap. Never raises for what it holds."""

    async def listing(self, fetched: Fetched) -> Listing | Unread: ...


class ListingLook:
    """Fetches an address once, for this and for the opening of a page that follows."""

    def __init__(self, fetches: RunFetches, reader: ListingReader) -> None:
        self._fetches = fetches
        self._reader = reader

    async def __call__(self, url: str, trace: TraceSink) -> Told:
        """What the address holds. A list that is read stands in the trace."""
        fetched = await self._fetches.look(url, trace)
        if isinstance(fetched, FetchFailure):
            return fetched
        if not is_listing(fetched):
            return PlainPage()
        listing = await self._reader.listing(fetched)
        if isinstance(listing, Listing):
            await to_thread.run_sync(record_listing, fetched, listing, trace)
        return listing


def is_listing(fetched: Fetched) -> bool:
    """By its media type and the first 64 KiB of its body."""
    try:
        head = _head(fetched)
    except CodingError:
        return False
    return is_sitemap(head) or form_of(fetched.content_type, head) is PageForm.FEED


def _head(fetched: Fetched) -> bytes:
    decoder = Decoder(fetched.content_coding, Measure(_LOOKED_AT * 4))
    return next(decoder.feed(fetched.body[:_LOOKED_AT]), b"")[:_LOOKED_AT]
