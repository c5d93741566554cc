"""Running jobs: each in its own task, on as long as the server, and told on the disk."""

import logging
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from types import TracebackType
from typing import Final, Self

import anyio
from anyio import to_thread
from anyio.abc import TaskGroup

from contract import ResearchRequest, ResearchResult
from pi.jobs.errors import JobRefused
from pi.jobs.record import JobRecord, JobState
from pi.jobs.running import RunningJob
from pi.jobs.store import JobStore
from serving.shell import ResearchCall
from traces.clock import Clock, SystemClock
from traces.errors import TraceWriteError
from traces.filesystem import FileSystem
from traces.home import Home

MOST_AT_ONCE: Final = 4
MOST_OPEN: Final = 32
"""Jobs of one server that wait or run; a caller that hands in more is told so."""
CANCEL_SECONDS: Final = 5.0
_LOOK_SECONDS: Final = 0.25
_LAST_WRITE_SECONDS: Final = 5.0
_FAULT: Final = (
    "The run failed because of a fault of its own; the log and the trace hold the details."
)

_log: Final = logging.getLogger(__name__)


class JobService:
    """The jobs of one server. Enter it before jobs are handed in; leaving it ends those that run,
    and says of each that it was interrupted."""

    def __init__(
        self,
        research: ResearchCall,
        home: Home,
        *,
        clock: Clock | None = None,
        filesystem: FileSystem | None = None,
        most_at_once: int = MOST_AT_ONCE,
        most_open: int = MOST_OPEN,
    ) -> None:
        self._research = research
        self._clock = clock or SystemClock()
        self._store = JobStore(home, self._clock, filesystem)
        self._most_at_once = most_at_once
        self._most_open = most_open
        self._running: dict[str, RunningJob] = {}
        self._unwritten: dict[str, JobRecord] = {}
        self._tasks: TaskGroup | None = None
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        self._turns = anyio.CapacityLimiter(self._most_at_once)
        self._tasks = await self._stack.enter_async_context(anyio.create_task_group())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with anyio.CancelScope(shield=True):
            await self.stop(_LAST_WRITE_SECONDS)
        self._tasks = None
        await self._stack.__aexit__(kind, error, traceback)
        self._store.close()

    async def submit(self, request: ResearchRequest, key: str | None = None) -> JobRecord:
        """Take a question in, durably, and begin with it when it is its turn. The same key gives
        the same job. Raises JobRefused, and TraceWriteError when the disk refuses."""
        if self._tasks is None:
            raise JobRefused("The server is stopping and takes no more questions in.")
        if len(self._running) >= self._most_open:
            raise JobRefused(
                f"{self._most_open} questions are being worked on; wait for one, or cancel one."
            )
        with anyio.CancelScope(
            shield=True
        ):  # a job on the disk that nobody runs would wait forever
            record, is_new = await to_thread.run_sync(self._store.add, request, key)
            if is_new:
                job = self._running[record.id] = RunningJob(record, self._store, self._clock)
                self._tasks.start_soon(self._run, job)
        return await self.status(record.id)

    async def status(self, job_id: str) -> JobRecord:
        """A job as it stands. Raises NoSuchJob."""
        known = self._known(job_id)
        return known if known else await to_thread.run_sync(self._store.read, job_id)

    async def result(self, job_id: str) -> ResearchResult:
        """The result of a job that is done. Raises NoSuchJob, and JobRefused, with what to do,
        for any other job."""
        record = await self.status(job_id)
        if record.state is JobState.DONE:
            return await to_thread.run_sync(self._store.result, record)
        if record.state.is_open:
            raise JobRefused(f"The job is {record.state.value}; `poll` tells how far it is.")
        raise JobRefused(record.failure or f"The job was {record.state.value}.")

    async def cancel(self, job_id: str) -> JobRecord:
        """End a job, also one that another server of this home runs, and wait until it has ended,
        for a few seconds. A job that is over stays as it is. Raises NoSuchJob."""
        record = await self.status(job_id)
        if not record.state.is_open:
            return record
        job = self._running.get(job_id)
        if job is not None:
            job.cancel()
            with anyio.move_on_after(CANCEL_SECONDS):
                await job.ended.wait()
            return await self.status(job_id)
        await to_thread.run_sync(self._store.ask_to_cancel, record)
        with anyio.move_on_after(CANCEL_SECONDS):
            while (await self.status(job_id)).state.is_open:  # noqa: ASYNC110 - another process
                await anyio.sleep(_LOOK_SECONDS)
        return await self.status(job_id)

    async def stop(self, grace: float) -> None:
        """End all jobs, because the server ends, and wait up to `grace` seconds for them."""
        running = tuple(self._running.values())
        for job in running:
            job.scope.cancel()
        with anyio.move_on_after(grace):
            for job in running:
                await job.ended.wait()

    def _known(self, job_id: str) -> JobRecord | None:
        """What this process knows better than the disk."""
        job = self._running.get(job_id)
        return job.record if job is not None else self._unwritten.get(job_id)

    async def _run(self, job: RunningJob) -> None:
        """Carry a job to its end. Never raises but when the task itself is cancelled."""
        ending: Callable[[], JobRecord] = partial(self._ended_early, job)
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._heed, job)
                with job.scope:
                    ending = await self._answered(job)
                tasks.cancel_scope.cancel()
        finally:
            with anyio.CancelScope(shield=True):
                await self._conclude(job, ending)

    async def _answered(self, job: RunningJob) -> Callable[[], JobRecord]:
        """Put the question, and return how its end is written down."""
        try:
            async with self._turns:
                await job.begin()
                result = await self._research(job.record.request, job.report)
        except TraceWriteError as error:
            return partial(self._failed, job, str(error))
        except Exception:
            _log.exception("Job %s failed", job.record.id)
            return partial(self._failed, job, _FAULT)
        return lambda: self._store.finish(job.record, result)

    def _failed(self, job: RunningJob, sentence: str) -> JobRecord:
        return self._store.change(job.record, state=JobState.FAILED, failure=sentence)

    def _ended_early(self, job: RunningJob) -> JobRecord:
        if not job.is_cancelled:
            return self._store.change(self._store.interrupted(job.record))
        failure = "The job was cancelled."
        return self._store.change(job.record, state=JobState.CANCELLED, failure=failure)

    async def _conclude(self, job: RunningJob, write: Callable[[], JobRecord]) -> None:
        """Write the end down. Where the disk refuses, this process remembers it for its life."""
        try:
            await job.alone(write)
        except TraceWriteError as error:
            self._remember_failure(job.record, str(error))
        except Exception:
            _log.exception("The end of job %s could not be written", job.record.id)
            self._remember_failure(job.record, _FAULT)
        finally:
            self._running.pop(job.record.id, None)
            job.ended.set()

    def _remember_failure(self, record: JobRecord, sentence: str) -> None:
        changes = {"state": JobState.FAILED, "failure": sentence}
        self._unwritten[record.id] = self._store.changed(record, **changes)

    async def _heed(self, job: RunningJob) -> None:
        """Cancel a job when another server has left word for it."""
        asked = self._store.is_asked_to_cancel
        while not await to_thread.run_sync(asked, job.record.id):  # noqa: ASYNC110 - another process
            await anyio.sleep(_LOOK_SECONDS)
        job.cancel()
