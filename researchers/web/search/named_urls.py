"""The pages that the user names are the search: pages, feeds and sitemaps instead of an engine.

Nothing leaves for a search engine. A page is a result as it is; the entries of a feed or a sitemap
become results by how many words of the question stand in them.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

import anyio
from anyio import to_thread

from researchers.web.search.canonical import canonical_url
from researchers.web.search.entry_ranking import ranked_entries
from researchers.web.search.listing_rules import (
    Found,
    ListingLimits,
    PlainPage,
    Told,
    found_in,
    nested_of,
)
from researchers.web.search.model import SearchAnswer
from traces.sink import TraceSink

__all__ = ["ListingFetch", "ListingLimits", "NamedPages", "PlainPage", "Told"]

_AT_ONCE: Final = 32
"""Most of them wait for their turn at a host, and that costs nothing; how many hosts are asked at
once is the fetcher's to say."""
_REMEMBERED_RUNS: Final = 4


class ListingFetch(Protocol):
    """Fetches an address as politely as any page, records that in the trace, and says what it is.
    Never raises for what the other side does."""

    async def __call__(self, url: str, trace: TraceSink) -> Told: ...


@dataclass(slots=True)
class _Run:
    """One run's view of the named addresses. Its queries wait for the one that looks."""

    turn: anyio.Lock = field(default_factory=anyio.Lock)
    found: Found | None = None


class NamedPages:
    """A search provider over what the user named. The lists are fetched once for each run, so that
    all its queries see the same and its trace has them; the last four runs are remembered."""

    def __init__(
        self,
        urls: Sequence[str],
        fetch_listing: ListingFetch,
        *,
        limits: ListingLimits | None = None,
    ) -> None:
        first: dict[str, str] = {}
        for url in urls:
            first.setdefault(canonical_url(url), url.strip())
        self._urls = tuple(first.values())
        self._fetch = fetch_listing
        self._limits = limits or ListingLimits()
        self._runs: OrderedDict[str, _Run] = OrderedDict()

    @property
    def name(self) -> str:
        """`urls`"""
        return "urls"

    @property
    def named(self) -> tuple[str, ...]:
        """The addresses as the user gave them, each once. No cap holds for them."""
        return self._urls

    async def search(self, query: str, limit: int, trace: TraceSink) -> SearchAnswer:
        """All pages that were named, in the user's order, and then the best `limit` entries of
        their feeds and sitemaps. What could not be fetched stays a result: opening it will say
        why it can't be read."""
        run = self._run(trace.run)
        async with run.turn:
            if run.found is None:
                run.found = await self._look(trace)
            found = run.found
        best = ranked_entries(found.entries, query)[:limit]
        return SearchAnswer(self.name, (*found.pages, *best), notes=found.notes)

    def _run(self, key: str) -> _Run:
        run = self._runs.setdefault(key, _Run())
        self._runs.move_to_end(key)
        while len(self._runs) > _REMEMBERED_RUNS:
            self._runs.popitem(last=False)
        return run

    async def _look(self, trace: TraceSink) -> Found:
        """Look into every address and into the sitemaps that these name, for half of the time that
        is left at the most: what was found is still to be read."""
        told: dict[str, Told] = {}
        now = anyio.current_time()
        deadline = now + min(self._limits.seconds, (anyio.current_effective_deadline() - now) / 2)
        await self._tell(self._urls, told, deadline, trace)
        nested = [
            address
            for url in self._urls
            for address in nested_of(url, told.get(url), self._limits)
            if address not in told
        ]
        await self._tell(tuple(dict.fromkeys(nested)), told, deadline, trace)
        return await to_thread.run_sync(found_in, self._urls, told, self._limits)

    async def _tell(
        self, urls: Sequence[str], told: dict[str, Told], deadline: float, trace: TraceSink
    ) -> None:
        turns = anyio.CapacityLimiter(_AT_ONCE)

        async def tell(url: str) -> None:
            async with turns:
                told[url] = await self._fetch(url, trace)

        with anyio.CancelScope(deadline=deadline):
            async with anyio.create_task_group() as tasks:
                for url in urls:
                    tasks.start_soon(tell, url)
