"""One address asked for: out of the cache where that is still true, else over the network with the
cache's validators.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from researchers.web.fetching import freshness
from researchers.web.fetching.http_cache import HttpCache, Kept, after_not_modified
from researchers.web.fetching.model import Allowance, FetchFailure
from researchers.web.fetching.patient_fetch import Admission, Admit, PatientFetch
from researchers.web.fetching.urls import WebAddress, parse_url
from traces.clock import Clock

SecondsLeft = Callable[[Kept, float], float]
"""How long a kept response may still be used at a time; zero or less when it may not."""

_NOT_MODIFIED = 304


@dataclass(frozen=True, slots=True)
class Asking:
    """What is asked for, and by which rules. `admit` is asked for the address itself and for
    every address that a redirect leads to. `fresh` asks the server whatever is kept."""

    address: WebAddress
    admit: Admit
    fresh: bool = False
    seconds_left: SecondsLeft = Kept.seconds_left
    patience: float = math.inf
    """Seconds that its server may take, before what the fetch itself allows."""


class CachedFetch:
    """Fetches with a memory. `allowances` are in the one spelling of their hosts; what was kept
    under one is used under the same one only."""

    def __init__(
        self,
        fetch: PatientFetch,
        cache: HttpCache | None,
        allowances: tuple[Allowance, ...],
        clock: Clock,
    ) -> None:
        self._fetch = fetch
        self._cache = cache
        self._allowances = frozenset(map(str, allowances))
        self._clock = clock

    async def get(self, asking: Asking) -> Kept | FetchFailure:
        """The response and when it came, wherever it came from."""
        admitted = await asking.admit(asking.address)
        if isinstance(admitted, FetchFailure):
            return admitted
        kept = None if asking.fresh else await self._kept(asking.address)
        if kept is not None and asking.seconds_left(kept, self._now()) > 0:
            return await self._replay(asking, kept)
        if kept is not None and kept.conditions:
            return await self._revalidate(asking, admitted, kept)
        return await self._ask(asking, admitted)

    async def _replay(self, asking: Asking, kept: Kept) -> Kept | FetchFailure:
        """A kept response, if every address that it came by would be asked for today as well."""
        way = (*(hop.url for hop in kept.fetched.hops), kept.fetched.final_url)
        for url in dict.fromkeys(way):
            admitted = await asking.admit(parse_url(url))
            if isinstance(admitted, FetchFailure):
                return replace(admitted, url=asking.address.url, final_url=url)
        return kept

    async def _revalidate(
        self, asking: Asking, admitted: Admission, kept: Kept
    ) -> Kept | FetchFailure:
        answer = await self._request(asking, admitted, kept.conditions)
        if isinstance(answer, Kept) and answer.fetched.status == _NOT_MODIFIED:
            renewed = after_not_modified(kept, answer.fetched, answer.arrived)
            if renewed is None:
                return await self._ask(asking, admitted)
            answer = renewed
        return await self._remember(answer)

    async def _ask(self, asking: Asking, admitted: Admission) -> Kept | FetchFailure:
        return await self._remember(await self._request(asking, admitted, {}))

    async def _request(
        self, asking: Asking, admitted: Admission, conditions: Mapping[str, str]
    ) -> Kept | FetchFailure:
        asked_at = self._now()
        answer = await self._fetch.get(
            asking.address, admitted.pause, asking.admit, conditions, asking.patience
        )
        if isinstance(answer, FetchFailure):
            return answer
        return Kept(answer, freshness.arrival(answer.headers, asked_at, self._now()))

    async def _remember(self, answer: Kept | FetchFailure) -> Kept | FetchFailure:
        if isinstance(answer, Kept) and self._cache is not None:
            await self._cache.keep(answer)
        return answer

    async def _kept(self, address: WebAddress) -> Kept | None:
        kept = None if self._cache is None else await self._cache.find(address.url)
        if kept is None or kept.fetched.allowance is None:
            return kept
        site = str(Allowance(address.host, address.port))
        same = kept.fetched.allowance == site and site in self._allowances
        return kept if same else None

    def _now(self) -> float:
        return self._clock.now().timestamp()
