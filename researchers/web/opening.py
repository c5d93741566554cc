"""Opening a lead: fetch the page, read it, keep both, and say why where it can't be done."""

import math
from typing import Protocol

from anyio import to_thread

from evidence.documents import Document, Hit, Refusal
from researchers.web.documents import document_of
from researchers.web.fetching.model import Fetched, FetchFailure
from researchers.web.pages.model import PageReader, Unread
from researchers.web.recording import record_fetch, record_passed_over, record_unread, store_text
from researchers.web.refusals import (
    KEPT_IN_ARCHIVES,
    archived,
    of_closure,
    of_failure,
    of_unread,
)
from traces.clock import Clock, SystemClock
from traces.sink import TraceSink


class PageFetch(Protocol):
    """Fetches with manners: robots.txt, pauses, the cache. Never raises for the other side."""

    async def get(
        self,
        url: str,
        trace: TraceSink,
        *,
        fresh: bool = False,
        named: bool = False,
        patience: float = math.inf,
    ) -> Fetched | FetchFailure: ...


class Opener:
    """Turns leads into documents. `archive` is the configured archive's address; without one it is
    only named to the reader. `fresh` asks every server anew."""

    def __init__(
        self,
        fetch: PageFetch,
        read: PageReader,
        *,
        archive: str | None = None,
        fresh: bool = False,
        clock: Clock | None = None,
    ) -> None:
        self._fetch = fetch
        self._read = read
        self._archive = archive
        self._fresh = fresh
        self._clock = clock or SystemClock()

    async def open(self, hit: Hit, trace: TraceSink) -> Document | Refusal:
        """The document, or why there is none. What was fetched stands in the trace either way."""
        url = hit.address or hit.locator
        fetched = await self._fetch.get(url, trace, fresh=self._fresh, named=hit.named)
        if isinstance(fetched, FetchFailure):
            return await self._from_archive(hit, fetched, trace) or of_failure(
                hit, fetched, self._archive
            )
        return await self._document(hit, fetched, trace)

    async def _from_archive(
        self, hit: Hit, failure: FetchFailure, trace: TraceSink
    ) -> Document | None:
        if self._archive is None or failure.problem not in KEPT_IN_ARCHIVES:
            return None
        if hit.address is not None:
            return None  # whoever gave the page a token did not give it to an archive
        copy = await self._fetch.get(archived(hit.locator, self._archive), trace, fresh=self._fresh)
        if isinstance(copy, FetchFailure):
            await to_thread.run_sync(record_passed_over, copy, trace)
            return None
        found = await self._document(hit, copy, trace)
        if isinstance(found, Refusal):
            return None
        await to_thread.run_sync(record_passed_over, failure, trace)
        return found

    async def _document(self, hit: Hit, fetched: Fetched, trace: TraceSink) -> Document | Refusal:
        page = await self._read(fetched)
        if isinstance(page, Unread):
            await to_thread.run_sync(record_unread, fetched, page.reason, trace)
            return of_unread(hit, page)

        def keep() -> Document:
            text = store_text(page, trace)
            document = document_of(hit, fetched, page, text, self._clock.now())
            record_fetch(document, fetched, page, trace)
            return document

        document = await to_thread.run_sync(keep)
        if page.closure is not None:
            return of_closure(hit, page, page.closure, self._archive, allowance=fetched.allowance)
        return document
