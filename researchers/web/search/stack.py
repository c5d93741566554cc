"""Several engines as one: the next is asked when one fails, and every failure is told.

An engine that answers with no results has answered. The next one isn't asked then: a question is
sent to one more company only when it must be, and an honest nothing is worth as much as a hit.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Final

import anyio

from researchers.web.search.model import (
    SearchAnswer,
    SearchFailure,
    SearchProblem,
    SearchProvider,
)
from traces.sink import TraceSink

NOT_SET_UP: Final = (
    "No search engine is set up: set searxng_url in config.toml, or export TAVILY_API_KEY or "
    "BRAVE_API_KEY, or name pages with --url."
)

_UNTOLD_DELAY: Final = 5.0
"""Seconds that an engine which is asked too much is left alone when it doesn't say how long."""
_LONGEST_DELAY: Final = 3_600.0
"""Seconds after which it is asked anyway: plans are changed and quotas raised."""
_WORTH_WAITING: Final = 2.0
"""Seconds. The free plans allow one question a second, and a run asks several."""


@dataclass(frozen=True, slots=True)
class StackOutcome:
    """What came of asking: an answer, or None, and every failure on the way, in order."""

    answer: SearchAnswer | None
    failures: tuple[SearchFailure, ...] = ()


class ProviderStack:
    """Engines in the order in which they are asked. Remembers for each one until when it wants to
    be left alone, and nothing else."""

    def __init__(
        self,
        providers: Sequence[SearchProvider],
        *,
        clock: Callable[[], float] = monotonic,
        sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
    ) -> None:
        """`clock` tells seconds of any origin; `sleep` waits for as many."""
        self._providers = tuple(providers)
        self._clock = clock
        self._sleep = sleep
        self._resting: dict[int, tuple[float, SearchFailure]] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The providers, in the order in which they are asked."""
        return tuple(provider.name for provider in self._providers)

    async def search(self, query: str, limit: int, trace: TraceSink) -> StackOutcome:
        """Ask until one answers. When all fail and one of them only wants a moment (2 s at most),
        it is given that and asked once more."""
        if not self._providers:
            return StackOutcome(None, (SearchFailure("web", SearchProblem.NO_KEY, NOT_SET_UP),))
        failures: list[SearchFailure] = []
        for place in range(len(self._providers)):
            answer = await self._ask(place, query, limit, trace)
            if isinstance(answer, SearchAnswer):
                return StackOutcome(answer, tuple(failures))
            failures.append(answer)
        return await self._once_more(query, limit, trace, tuple(failures))

    async def _ask(
        self, place: int, query: str, limit: int, trace: TraceSink
    ) -> SearchAnswer | SearchFailure:
        resting = self._at_rest(place)
        if resting is not None:
            return resting
        answer = await self._providers[place].search(query, limit, trace)
        if isinstance(answer, SearchFailure):
            self._let_rest(place, answer)
        return answer

    async def _once_more(
        self, query: str, limit: int, trace: TraceSink, failures: tuple[SearchFailure, ...]
    ) -> StackOutcome:
        soonest = min(self._resting, key=lambda place: self._resting[place][0], default=None)
        if soonest is None:
            return StackOutcome(None, failures)
        until, failure = self._resting[soonest]
        delay = until - self._clock()
        if failure.problem is not SearchProblem.RATE_LIMITED or delay > _WORTH_WAITING:
            return StackOutcome(None, failures)
        await self._sleep(max(delay, 0.0))
        del self._resting[soonest]
        answer = await self._ask(soonest, query, limit, trace)
        if isinstance(answer, SearchFailure):
            return StackOutcome(None, failures)
        others = tuple(told for place, told in enumerate(failures) if place != soonest)
        return StackOutcome(answer, others)

    def _at_rest(self, place: int) -> SearchFailure | None:
        """The failure after which an engine is still left alone, with what is left of its delay."""
        if place not in self._resting:
            return None
        until, failure = self._resting[place]
        left = until - self._clock()
        if left <= 0:
            del self._resting[place]
            return None
        return replace(failure, retry_after=left)

    def _let_rest(self, place: int, failure: SearchFailure) -> None:
        delay = failure.retry_after
        if delay is None:
            if failure.problem is not SearchProblem.RATE_LIMITED:
                return
            delay = _UNTOLD_DELAY
        self._resting[place] = (self._clock() + min(delay, _LONGEST_DELAY), failure)
