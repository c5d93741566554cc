"""Keeps the index up to date while a server runs: before a call, and at most every few seconds."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, Protocol

import anyio
import apsw

from contract import ResearchRequest, ResearchResult, limits_of
from evidence.documents import Document, Hit, Refusal
from evidence.plan import Query
from researchers.local_brain.coverage import RefreshReport
from researchers.local_brain.index.protocol import IndexDamaged
from researchers.source import SearchOutcome, Source
from serving.progress import Progress, ProgressEvent
from traces.clock import Clock
from traces.sink import TraceSink

MAX_AGE_SECONDS: Final = 5.0
REFRESH_SHARE: Final = 0.5
"""The part of a call's time that indexing may take. What is indexed by then stays indexed."""

_REPORT_SECONDS: Final = 0.2
_WORTH_CHARGING_SECONDS: Final = 0.25
_LEAST_SECONDS: Final = 0.001
"""Left to a call whose time the refresh has used up: it answers that its time is up."""

_INCOMPLETE: Final = (
    "The notes were not all indexed within the time of this call; ask again, or run "
    "`marchwarden notes index` first."
)


class Refresh(Protocol):
    """Bring the index up to date. `progress` is called, in a thread of its own, with files done,
    files in all, and the path at hand."""

    def __call__(
        self, progress: Callable[[int, int, str], None] | None = None
    ) -> Awaitable[RefreshReport]: ...


class Freshness:
    """Runs `refresh` before a call when the last one is older than `max_age`. Calls that come
    meanwhile wait for the same refresh."""

    def __init__(self, refresh: Refresh, clock: Clock, max_age: float = MAX_AGE_SECONDS) -> None:
        self._refresh = refresh
        self._clock = clock
        self._max_age = max_age
        self._lock = anyio.Lock()
        self._refreshed: float | None = None
        self._said: str | None = None

    @property
    def incomplete(self) -> str | None:
        """A sentence, while no refresh has come to its end: the index may lack any note."""
        return _INCOMPLETE if self._refreshed is None else None

    @property
    def notice(self) -> str | None:
        """What the last refresh that came to its end said about the index."""
        return None if self._refreshed is None else self._said

    async def ensure(self, progress: Progress, seconds: float) -> None:
        """Refresh if it is due, or wait for another call that does, for at most `seconds`."""
        with anyio.move_on_after(seconds):
            async with self._lock:
                if self._is_due():
                    await self._refresh_now(progress)

    async def _refresh_now(self, progress: Progress) -> None:
        ended = None
        try:
            self._said = (await _reported(self._refresh, progress)).notice
            ended = self._clock.monotonic()
        finally:
            self._refreshed = ended

    def _is_due(self) -> bool:
        return self._refreshed is None or (
            self._clock.monotonic() - self._refreshed >= self._max_age
        )


class FreshResearch:
    """A research call over an up-to-date index; the time of the refresh counts against the
    call's own limit."""

    def __init__(
        self,
        research: Callable[[ResearchRequest, Progress], Awaitable[ResearchResult]],
        freshness: Freshness,
        clock: Clock,
    ) -> None:
        self._research = research
        self._freshness = freshness
        self._clock = clock

    async def __call__(self, request: ResearchRequest, progress: Progress) -> ResearchResult:
        limit = limits_of(request).max_seconds
        began = self._clock.monotonic()
        await self._freshness.ensure(progress, limit * REFRESH_SHARE)
        used = self._clock.monotonic() - began
        if used > _WORTH_CHARGING_SECONDS:
            request = _with_seconds(request, max(_LEAST_SECONDS, limit - used))
        return await self._research(request, progress)


class FreshSource:
    """A source that says so when its index is not whole."""

    def __init__(self, source: Source, freshness: Freshness) -> None:
        self._source = source
        self._freshness = freshness

    @property
    def name(self) -> str:
        return self._source.name

    @property
    def leaves_machine(self) -> bool:
        return self._source.leaves_machine

    async def search(
        self, query: Query, limit: int, trace: TraceSink | None = None
    ) -> SearchOutcome:
        outcome = await self._source.search(query, limit, trace)
        notice = self._freshness.notice
        failures = outcome.failures if notice is None else (*outcome.failures, notice)
        return replace(outcome, failures=failures, incomplete=self._freshness.incomplete)

    async def open(self, hit: Hit, trace: TraceSink) -> Document | Refusal:
        return await self._source.open(hit, trace)

    async def related(self, document: Document, limit: int) -> tuple[Hit, ...]:
        return await self._source.related(document, limit)


def _with_seconds(request: ResearchRequest, seconds: float) -> ResearchRequest:
    constraints = request.constraints.model_dump(exclude_unset=True) | {"max_seconds": seconds}
    return ResearchRequest.model_validate(
        request.model_dump(exclude_unset=True) | {"constraints": constraints}
    )


async def _reported(refresh: Refresh, progress: Progress) -> RefreshReport:
    """Run a refresh, and pass on how far it is a few times a second."""
    state: list[tuple[int, int]] = []

    def note(done: int, total: int, path: str) -> None:
        state[:] = [(done, total)]

    async def report() -> None:
        last = 0
        while True:
            await anyio.sleep(_REPORT_SECONDS)
            if state and state[0][0] > last:
                last, total = state[0]
                await progress(ProgressEvent(last, f"Indexing notes: {last} of {total}", total))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(report)
        done = await _done(refresh, note)
        tasks.cancel_scope.cancel()
    return done


async def _done(refresh: Refresh, note: Callable[[int, int, str], None]) -> RefreshReport:
    try:
        return await refresh(note)
    except (OSError, IndexDamaged, apsw.Error) as error:
        return RefreshReport(
            notice=f"The index could not be brought up to date ({error}); this answer uses it as "
            "it is."
        )
