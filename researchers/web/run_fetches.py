"""What one run has fetched to see what it is, kept until the same run opens it: no page is asked
for twice."""

import math
from collections import OrderedDict
from typing import Final

import anyio

from researchers.web.fetching.model import Fetched, FetchFailure, FetchProblem
from researchers.web.opening import PageFetch
from traces.sink import TraceSink

_MOST_KEPT: Final = 64
_MOST_BYTES: Final = 12_000_000
_LOOK_SHARE: Final = 0.8
"""Of the time that is left for looking, for one address."""


class RunFetches:
    """A PageFetch that hands out once more what `look` has brought, once. Bounded in number and
    bytes; what is dropped is fetched again."""

    def __init__(self, fetch: PageFetch, *, fresh: bool = False) -> None:
        self._fetch = fetch
        self._fresh = fresh
        self._kept: OrderedDict[tuple[str, str], Fetched | FetchFailure] = OrderedDict()
        self._bytes = 0

    async def look(self, url: str, trace: TraceSink) -> Fetched | FetchFailure:
        """Fetch, and keep it for the `get` that follows. A server that takes most of the time
        that the caller has for looking is given up, so that others at the same host have a turn;
        it is not asked again."""
        seconds = anyio.current_effective_deadline() - anyio.current_time()
        fetched = await self._fetch.get(
            url, trace, fresh=self._fresh, named=True, patience=_LOOK_SHARE * seconds
        )
        if not _was_not_asked(fetched):
            self._keep((trace.run, url), fetched)
        return fetched

    async def get(
        self,
        url: str,
        trace: TraceSink,
        *,
        fresh: bool = False,
        named: bool = False,
        patience: float = math.inf,
    ) -> Fetched | FetchFailure:
        """What `look` brought, else a fetch."""
        kept = self._take((trace.run, url))
        if kept is not None:
            return kept
        return await self._fetch.get(url, trace, fresh=fresh, named=named, patience=patience)

    def _keep(self, key: tuple[str, str], fetched: Fetched | FetchFailure) -> None:
        self._take(key)
        self._kept[key] = fetched
        self._bytes += _size(fetched)
        while len(self._kept) > _MOST_KEPT or self._bytes > _MOST_BYTES:
            self._take(next(iter(self._kept)))

    def _take(self, key: tuple[str, str]) -> Fetched | FetchFailure | None:
        kept = self._kept.pop(key, None)
        self._bytes -= _size(kept) if kept is not None else 0
        return kept


def _was_not_asked(fetched: Fetched | FetchFailure) -> bool:
    """Whether its turn did not come in time for looking; for opening it, it may."""
    return (
        isinstance(fetched, FetchFailure)
        and fetched.problem is FetchProblem.RATE_LIMITED
        and fetched.status is None
    )


def _size(fetched: Fetched | FetchFailure) -> int:
    return len(fetched.body) if isinstance(fetched, Fetched) else 0
