"""The principal investigator: plans, asks in rounds, acts on what is reported, answers once.

It knows researchers only through the contract. What comes back decides what happens next through
a pure policy; no text of a researcher chooses an action.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Protocol

import anyio
from anyio import to_thread

from contract import ResearchRequest, ResearchResult, limits_of
from evidence.analyze import Analyzer
from pi.budget import RunBudget, Used, run_limits
from pi.conclude import conclude
from pi.ending import record_conclusion
from pi.events import Finished, OnEvent, Started
from pi.model import InvestigationPlan, Member, Reach, Task
from pi.planning import plan_investigation, who_is_asked
from pi.policy.decisions import Decision, is_told, task_of
from pi.policy.next_actions import next_actions
from pi.policy.view import View
from pi.pool import Pool
from pi.reconcile.ending import Course
from pi.recording import record_decision, record_open, record_plan
from pi.resuming import INVESTIGATOR, Steps
from pi.run import InvestigationRun
from pi.telling import decided, kind_of, telling
from serving.progress import Progress, no_progress
from traces.clock import Clock
from traces.endings import seal_cancelled, seal_failed, unwrapped
from traces.errors import TraceError
from traces.home import Home
from traces.sink import TraceSink

NAME: Final = INVESTIGATOR
SEAL_SECONDS: Final = 5.0
"""A cancelled run has this long to seal its trace."""


class OpenTrace(Protocol):
    """Makes a fresh sink for one run; may block. Raises TraceWriteError when the disk refuses."""

    def __call__(self) -> TraceSink: ...


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms a network is asked. `may_leave` is how far a question may travel, `wanted`
    are the researchers that the user named; None means all."""

    may_leave: Reach = Reach.LOCAL
    wanted: tuple[str, ...] | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    micro_cents: int | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    """How a caller follows a run and ends it early. `stop` asks for an answer from what is there;
    `steps` are those of a run that this one goes on from."""

    on_event: OnEvent | None = None
    stop: anyio.Event | None = None
    steps: Steps | None = None


class Investigator:
    """Answers questions over one pool. Stateless between calls; calls may run at once.

    Implements `serving.shell.ResearchCall`, so that a network can be a researcher in a larger one.
    `after_seal` gets the id of each sealed trace, in a thread; it must not raise.
    """

    def __init__(
        self,
        pool: Pool,
        open_trace: OpenTrace,
        home: Home,
        clock: Clock,
        analyzer: Analyzer,
        terms: Terms,
        *,
        after_seal: Callable[[str], None] | None = None,
    ) -> None:
        self._pool = pool
        self._open_trace = open_trace
        self._home = home
        self._clock = clock
        self._analyzer = analyzer
        self._terms = terms
        self._after_seal = after_seal

    async def __call__(
        self, request: ResearchRequest, progress: Progress = no_progress
    ) -> ResearchResult:
        """As `investigate`."""
        return await self.investigate(request, progress)

    async def investigate(
        self,
        request: ResearchRequest,
        progress: Progress = no_progress,
        watch: Watch | None = None,
    ) -> ResearchResult:
        """Answer one question. Raises TraceWriteError; any other exception is a bug, and stands in
        the trace before it is raised. A cancelled call seals its trace as cancelled."""
        trace = await to_thread.run_sync(self._open_trace)
        try:
            result = await self._run(request, progress, watch or Watch(), trace)
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

    async def _run(
        self, request: ResearchRequest, progress: Progress, watch: Watch, trace: TraceSink
    ) -> ResearchResult:
        run = self._begin(request, watch, trace, telling(progress, watch.on_event))
        plan = await self._plan(run, watch.steps)
        names = tuple(member.name for member in run.members)
        await run.tell(Started(trace.run, request.question, names))
        tasks: tuple[Task, ...] = plan.tasks
        while tasks and not run.stop.is_set():
            await run.ask(tasks)
            tasks = () if run.stop.is_set() else await self._decide(run, plan)
        result = await self._conclude(run, plan)
        await run.tell(Finished(result))
        return result

    def _begin(
        self, request: ResearchRequest, watch: Watch, trace: TraceSink, on_event: OnEvent
    ) -> InvestigationRun:
        members, steps = self._pool.members, watch.steps
        limits = run_limits(request, members=len(members), micro_cents=self._terms.micro_cents)
        spent = steps.spent.seconds if steps else 0.0
        return InvestigationRun(
            request=request,
            members=members,
            pool=self._pool,
            trace=trace,
            clock=self._clock,
            home=self._home,
            began=self._clock.monotonic() - spent,
            budget=RunBudget(limits, Used(seconds=spent)),
            on_event=on_event,
            stop=watch.stop or anyio.Event(),
            kept=steps.by_key if steps else {},
            kept_from=steps.run if steps else None,
        )

    async def _plan(self, run: InvestigationRun, steps: Steps | None) -> InvestigationPlan:
        """The plan of the run that this one goes on from, if there is one, else a new one."""
        planned = steps.plan if steps else None
        plan = planned or plan_investigation(
            run.request.question,
            run.members,
            self._analyzer,
            wanted=self._terms.wanted,
            may_leave=self._terms.may_leave,
        )

        def record() -> None:
            record_open(
                run.trace,
                run.request,
                egress=self._terms.may_leave.value,
                settings=self._terms.settings,
                resumes=steps.run if steps else None,
            )
            record_plan(run.trace, plan)

        await to_thread.run_sync(record)
        return plan

    async def _decide(self, run: InvestigationRun, plan: InvestigationPlan) -> tuple[Task, ...]:
        """What follows from everything received so far, with each decision in the trace."""
        request = run.request
        view = View(
            plan=plan,
            received=tuple(run.received),
            members=self._may_be_asked(run),
            left=run.budget.at(run.elapsed).left,
            round=run.round,
            analyzer=self._analyzer,
            may_leave=self._terms.may_leave,
            passes_are_set="max_iterations" in request.constraints.model_fields_set,
        )
        decisions = await to_thread.run_sync(next_actions, view)
        await to_thread.run_sync(_record_decisions, run, decisions)
        for one in decisions:
            await run.tell(decided(one))
        return tuple(task for one in decisions if (task := task_of(one)) is not None)

    def _may_be_asked(self, run: InvestigationRun) -> tuple[Member, ...]:
        asked, _ = who_is_asked(run.members, self._terms.wanted, self._terms.may_leave)
        return asked

    async def _conclude(self, run: InvestigationRun, plan: InvestigationPlan) -> ResearchResult:
        course = Course(run.round, run.stopped_by, run.why_not)
        max_sources = limits_of(run.request).max_sources
        conclusion = await to_thread.run_sync(
            conclude,
            run.request.question,
            plan,
            tuple(run.received),
            course,
            max_sources,
            self._analyzer,
        )
        result = conclusion.result(run.trace.run, run.elapsed)
        budget = run.budget.at(run.elapsed)
        await to_thread.run_sync(record_conclusion, run.trace, conclusion, result, budget)
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


def _record_decisions(run: InvestigationRun, decisions: tuple[Decision, ...]) -> None:
    for one in decisions:
        record_decision(
            run.trace,
            kind_of(one),
            one.reason,
            round_number=run.round,
            task=task_of(one),
            details={"cause": one.cause.task_key, "position": one.cause.position},
        )
        if is_told(one):
            run.why_not.setdefault(one.cause.reported, one.reason)
