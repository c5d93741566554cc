"""One call of research(): opens the trace, runs the loop, and seals whatever happens."""

from collections.abc import Callable, Mapping
from functools import partial

import anyio
from anyio import to_thread

from contract import ResearchRequest, ResearchResult
from contract.request import limits_of
from contract.version import CONTRACT_VERSION
from evidence.analyze import Analyzer
from evidence.judge import FocusedRetry
from evidence.plan import plan_question
from researchers.loop.budget import Budget
from researchers.loop.conclude import Conclusion, conclude, out_of_time
from researchers.loop.ending import record_end
from researchers.loop.gather import Gatherer
from researchers.loop.recording import limits_data, plan_data
from researchers.loop.report import build_result
from researchers.loop.state import RunState
from researchers.source import Source
from serving.progress import Progress, no_progress
from traces.clock import Clock
from traces.endings import seal_cancelled, seal_failed, unwrapped
from traces.errors import TraceError
from traces.sink import Action, TraceSink

SEAL_SECONDS = 5.0
"""A cancelled run has this long to seal its trace."""


class Researcher:
    """Runs the loop over one source. Stateless between calls; calls may run at once.

    `open_trace` makes a fresh sink per call and may block; it raises TraceWriteError when the
    disk refuses, and the call then fails with that sentence. `after_seal` gets the id of each
    sealed trace, in a thread; it must not raise. Without `keeps_traces` the result warns that its
    trace is gone.
    """

    def __init__(
        self,
        source: Source,
        open_trace: Callable[[], TraceSink],
        clock: Clock,
        analyzer: Analyzer,
        *,
        settings: Mapping[str, str] | None = None,
        after_seal: Callable[[str], None] | None = None,
        keeps_traces: bool = True,
    ) -> None:
        self._source = source
        self._open_trace = open_trace
        self._clock = clock
        self._analyzer = analyzer
        self._settings = dict(settings or {})
        self._after_seal = after_seal
        self._keeps_traces = keeps_traces

    async def __call__(self, request: ResearchRequest, progress: Progress) -> ResearchResult:
        """As `research`."""
        return await self.research(request, progress)

    async def research(
        self, request: ResearchRequest, progress: Progress = no_progress
    ) -> ResearchResult:
        """Answer one question. Raises TraceWriteError; any other exception is a bug, and stands in
        the trace before it is raised, without the groups that tasks wrapped it in. A cancelled
        call seals its trace as cancelled."""
        trace = await to_thread.run_sync(self._open_trace)
        try:
            result = await self._run(request, progress, trace)
        except anyio.get_cancelled_exc_class():
            await self._end(seal_cancelled, trace)
            raise
        except Exception as raised:
            error = unwrapped(raised)
            await self._end(partial(seal_failed, error=error), trace)
            raise error from error.__cause__
        if self._after_seal is not None:
            await to_thread.run_sync(self._after_seal, trace.run, abandon_on_cancel=True)
        return result

    async def _end(self, seal: Callable[[TraceSink], None], trace: TraceSink) -> None:
        """Seal a run that did not come to its result. A trace whose disk refused stays as it is."""

        def sealed() -> None:
            try:
                seal(trace)
            except TraceError:
                return
            if self._after_seal is not None:
                self._after_seal(trace.run)

        with anyio.move_on_after(SEAL_SECONDS, shield=True):
            await to_thread.run_sync(sealed)

    async def _run(
        self, request: ResearchRequest, progress: Progress, trace: TraceSink
    ) -> ResearchResult:
        budget = Budget(limits_of(request), self._clock, self._clock.monotonic())
        plan = plan_question(request.question, self._analyzer)
        state = RunState(request, plan, budget, progress, trace_kept=self._keeps_traces)
        self._record_start(state, trace)
        await state.say("Planning")
        trace.record(Action.PLAN, _planned(len(plan.queries)), plan_data(plan))
        await Gatherer(self._source, trace, self._analyzer).gather(state)
        state.stopped_by_passes = _wanted_more(state)
        await state.say("Answering")
        conclusion = await self._conclude(state)
        result = build_result(state, conclusion, trace_id=trace.run, now=self._clock.now())
        await to_thread.run_sync(record_end, trace, conclusion, result)
        return result

    async def _conclude(self, state: RunState) -> Conclusion:
        with anyio.move_on_after(state.budget.concluding_seconds):
            return await to_thread.run_sync(conclude, state, self._analyzer, abandon_on_cancel=True)
        state.timed_out = True
        return out_of_time()

    def _record_start(self, state: RunState, trace: TraceSink) -> None:
        request = state.request
        trace.record(
            Action.OPEN,
            f"{self._source.name} was asked.",
            {
                "question": request.question,
                "context": request.context,
                "depth": request.depth.value,
                "limits": limits_data(state.budget.limits),
                "contract_version": CONTRACT_VERSION,
                "settings": {key: self._settings[key] for key in sorted(self._settings)},
            },
        )


def _planned(count: int) -> str:
    return "Planned 1 search." if count == 1 else f"Planned {count} searches."


def _wanted_more(state: RunState) -> bool:
    """Whether the caller's own limit on iterations, not the preset's, ended the search."""
    explicit = "max_iterations" in state.request.constraints.model_fields_set
    judgement = state.judgement
    return (
        explicit
        and judgement is not None
        and judgement.verdict.value == "weak_evidence"
        and bool(judgement.missing)
        and not isinstance(judgement.action, FocusedRetry)
        and not state.budget.may_retry
    )
