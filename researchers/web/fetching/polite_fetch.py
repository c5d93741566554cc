"""A fetch with manners and memory: robots.txt, turns at each host, Retry-After, the cache."""

import math
from dataclasses import replace
from typing import Final

from researchers.web.fetching import freshness
from researchers.web.fetching.cached_fetch import Asking, CachedFetch
from researchers.web.fetching.hops import Rules
from researchers.web.fetching.http_cache import HttpCache, Kept
from researchers.web.fetching.model import Fetch, Fetched, FetchFailure, FetchPolicy
from researchers.web.fetching.patient_fetch import Admission, PatientFetch
from researchers.web.fetching.politeness import AT_ONCE, DELAY_SECONDS, Pace, Turns
from researchers.web.fetching.robots import Robots
from researchers.web.fetching.urls import BadUrl, WebAddress, parse_url
from traces.clock import Clock, SystemClock
from traces.sink import TraceSink

_PACE: Final = Pace()


class PoliteFetch:
    """One for all runs of a process. `delay` is in seconds, from the end of a response to the
    start of the next request at its host; `at_once` is for all hosts together. `clock` tells the
    age of what is kept, `pace` the time that pauses take."""

    def __init__(
        self,
        fetch: Fetch,
        policy: FetchPolicy,
        *,
        cache: HttpCache | None = None,
        delay: float = DELAY_SECONDS,
        at_once: int = AT_ONCE,
        clock: Clock | None = None,
        pace: Pace = _PACE,
    ) -> None:
        """Raises ValueError for an allowance that can't be read."""
        self._fetch = fetch
        self._clock = clock or SystemClock()
        patient = PatientFetch(fetch, Turns(delay, at_once), pace)
        self._cached = CachedFetch(patient, cache, Rules.of(policy).allowances, self._clock)
        self._robots = Robots(self._ask_for_robots, policy.agent_token, pace.now)

    async def get(
        self,
        url: str,
        trace: TraceSink,
        *,
        fresh: bool = False,
        named: bool = False,
        patience: float = math.inf,
    ) -> Fetched | FetchFailure:
        """Fetch a page. Its site's robots.txt, and that of every site that it redirects to, is
        asked first and stands in the trace; the page itself is the caller's to record. `fresh`
        asks the server even for what the cache has, and its site for robots.txt once more; for a
        page that the user `named`, a kept copy counts for as long as its server said, and never by
        a guess. `patience` is as in `Asking`. Never raises for what the other side does;
        raises TraceWriteError where the trace can't be written."""
        try:
            address = parse_url(url)
        except BadUrl:
            return await self._fetch(url)  # which says what is wrong with it
        said: list[str | None] = []

        async def admit(step: WebAddress) -> Admission | FetchFailure:
            admitted = await self._robots.admit(step, trace, fresh=fresh)
            if isinstance(admitted, Admission):
                said.append(admitted.robots)
            return admitted

        seconds_left = Kept.promised_seconds_left if named else Kept.seconds_left
        answer = await self._cached.get(Asking(address, admit, fresh, seconds_left, patience))
        if isinstance(answer, FetchFailure):
            return replace(answer, url=url)
        return replace(answer.fetched, url=url, robots=said[-1])

    async def _ask_for_robots(
        self, address: WebAddress, fresh: bool
    ) -> tuple[Fetched, float] | tuple[FetchFailure, None]:
        """A robots.txt needs nobody's leave, and neither does where it redirects to."""
        answer = await self._cached.get(Asking(address, _anybody, fresh, _of_robots))
        if isinstance(answer, FetchFailure):
            return answer, None
        return answer.fetched, _of_robots(answer, self._clock.now().timestamp())


async def _anybody(_: WebAddress) -> Admission:
    return Admission()


def _of_robots(kept: Kept, now: float) -> float:
    return freshness.seconds_left_of_robots(kept.headers, kept.arrived, now)
