"""An investigator for tests: it keeps a trace, and its steps go on when a test says so."""

from collections.abc import Sequence

import anyio
from anyio import to_thread

from contract import ResearchRequest, ResearchResult
from pi.model import Received
from pi.recording import (
    record_answer,
    record_dispatch,
    record_open,
    record_plan,
    record_receive,
)
from researchers.scripted import no_evidence
from serving.progress import Progress, ProgressEvent
from tests.pi.investigations import plan_of
from traces.clock import SystemClock
from traces.home import Home
from traces.ids import new_run_id
from traces.sink import Action, SealStatus
from traces.writer import TraceWriter


class TracedResearch:
    """Receives what it was given, then waits for `release` when `waits`, and answers. A cancelled
    call is sealed as such. Implements `serving.shell.ResearchCall`."""

    def __init__(
        self, home: Home, received: Sequence[Received] = (), *, waits: bool = False
    ) -> None:
        self._home = home
        self._received = tuple(received)
        self._waits = waits
        self.requests: list[ResearchRequest] = []
        self.running = 0
        self.most_running = 0
        self.received = anyio.Event()
        self.cancelled = anyio.Event()
        self.release = anyio.Event()

    async def __call__(self, request: ResearchRequest, progress: Progress) -> ResearchResult:
        self.requests.append(request)
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        trace = TraceWriter.create(self._home, run=new_run_id(), by="pi", clock=SystemClock())
        try:
            return await self._run(request, progress, trace)
        except anyio.get_cancelled_exc_class():
            trace.record(Action.CANCEL, "Cancelled.", {"reason": "by the caller"})
            trace.seal(SealStatus.CANCELLED)
            self.cancelled.set()
            raise
        finally:
            self.running -= 1
            trace.close()

    async def _run(
        self, request: ResearchRequest, progress: Progress, trace: TraceWriter
    ) -> ResearchResult:
        record_open(trace, request, egress="none")
        await progress(ProgressEvent(1, "Planning", trace_id=trace.run))
        record_plan(trace, plan_of([one.task for one in self._received]))
        for step, one in enumerate(self._received, start=2):
            record_dispatch(trace, one.task, request)
            record_receive(trace, one)
            await progress(ProgressEvent(step, f"{one.task.researcher} answered"))
        self.received.set()
        if self._waits:
            await self.release.wait()
        result = no_evidence(request.question, trace.run)
        stored = await to_thread.run_sync(record_answer, trace, result)
        await to_thread.run_sync(lambda: trace.seal(SealStatus.COMPLETE, answer_hash=stored))
        return result
