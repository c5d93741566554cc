"""One job that runs: its newest state, what it reports, and how it is ended."""

from collections.abc import Callable
from typing import Final

import anyio
from anyio import to_thread

from pi.jobs.record import STEP_CHARS, JobRecord, JobState, JobStep
from pi.jobs.store import JobStore
from serving.progress import ProgressEvent
from traces.clock import Clock, timestamp
from traces.errors import TraceWriteError

_WRITE_EVERY_SECONDS: Final = 1.0
"""How old what other servers read of a running job's steps may be."""


class RunningJob:
    """A job in this process. `scope` is what it runs in, `ended` is set when its end is written."""

    def __init__(self, record: JobRecord, store: JobStore, clock: Clock) -> None:
        self.record = record
        self.scope = anyio.CancelScope()
        self.ended = anyio.Event()
        self.is_cancelled = False
        self._store = store
        self._clock = clock
        self._writing = anyio.Lock()
        self._written_at = clock.monotonic()

    def cancel(self) -> None:
        """End it because somebody wants so. Whatever else cancels `scope` interrupts it."""
        self.is_cancelled = True
        self.scope.cancel()

    async def begin(self) -> None:
        """It is its turn."""
        self.record = self._store.changed(self.record, state=JobState.RUNNING)
        await self._write()

    async def report(self, event: ProgressEvent) -> None:
        """Take a step in. The trace's id is written at once, steps at most once a second; a disk
        that refuses is no reason to stop."""
        now = timestamp(self._clock.now())
        step = JobStep(
            at=now, message=event.message[:STEP_CHARS], step=event.step, total=event.total
        )
        names_trace = event.trace_id is not None and event.trace_id != self.record.trace_id
        self.record = self.record.with_step(step)
        if names_trace:
            self.record = self.record.model_copy(update={"trace_id": event.trace_id})
        due = self._clock.monotonic() - self._written_at >= _WRITE_EVERY_SECONDS
        if names_trace or (due and not self._writing.locked()):
            await self._write()

    async def alone(self, write: Callable[[], JobRecord]) -> None:
        """Write while nothing else writes this job, and take over what was written."""
        async with self._writing:
            self.record = await to_thread.run_sync(write)

    async def _write(self) -> None:
        self._written_at = self._clock.monotonic()
        async with self._writing:
            try:
                await to_thread.run_sync(self._store.write, self.record)
            except TraceWriteError:
                return
