"""One investigation on its way: what is known, what was used, and the round that is going on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import anyio
from anyio import to_thread

from contract import ResearchRequest, ResearchResult, StopReason
from pi.budget import Round, RunBudget
from pi.collecting import collect_trace
from pi.dispatching import dispatch_all
from pi.events import Asked, OnEvent, RunEvent, came
from pi.model import Failed, InvestigationPlan, Member, Received, Task
from pi.network import transport_words
from pi.pool import Pool
from pi.recording import child_of, record_dispatch, record_receive
from pi.spending import cost_of, request_of
from traces.chain_rules import check_chain
from traces.clock import Clock
from traces.errors import TraceError
from traces.home import Home
from traces.reader import read_bytes
from traces.sink import TraceSink
from traces.store import ContentStore

_COLLECT_SECONDS = 5.0
"""For bringing home the traces of one round's researchers, all at once."""


@dataclass(slots=True)
class InvestigationRun:
    """The scratchpad of one run. `kept` are steps of a run that this one goes on from."""

    request: ResearchRequest
    members: tuple[Member, ...]
    pool: Pool
    trace: TraceSink
    clock: Clock
    home: Home
    began: float
    """The clock's monotonic reading at the beginning, less what earlier runs had used."""
    budget: RunBudget
    on_event: OnEvent
    stop: anyio.Event
    """Set when the caller wants an answer from what is there now."""
    kept: Mapping[str, Received] = field(default_factory=dict)
    kept_from: str | None = None
    plan: InvestigationPlan | None = None
    received: list[Received] = field(default_factory=list)
    round: int = 0
    stopped_by: StopReason | None = None
    why_not: dict[str, str] = field(default_factory=dict)

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning, those of the runs before included."""
        return self.clock.monotonic() - self.began

    async def tell(self, event: RunEvent) -> None:
        """Let whoever watches know."""
        await self.on_event(event)

    async def ask(self, tasks: Sequence[Task]) -> None:
        """One round: everybody at once. What an earlier run has is not asked again."""
        self.round += 1
        self.budget = self.budget.at(self.elapsed)
        self.budget, granted = self.budget.open_round(tasks, self.members)
        refused = [one for one in granted.refused if one.task.key not in self.kept]
        if refused:
            self.stopped_by = refused[0].reason
        for task in tasks:
            if task.key in self.kept:
                await self._take_over(self.kept[task.key])
        await self._send(granted)
        self.budget = self.budget.at(self.elapsed)

    async def _take_over(self, received: Received) -> None:
        """What is there already counts, also when nothing is left to ask for more."""
        task = received.task
        if any(share.key == task.key for share in self.budget.reserved):
            self.budget = self.budget.settle(task.key, cost_of(received.outcome))

        def record() -> None:
            record_dispatch(self.trace, task, kept_from=self.kept_from)
            record_receive(self.trace, received, kept_from=self.kept_from)

        await to_thread.run_sync(record)
        self.received.append(received)

    async def _send(self, granted: Round) -> None:
        shares = dict(zip([task.key for task in granted.tasks], granted.shares, strict=True))
        sent = [task for task in granted.tasks if task.key not in self.kept]
        if not sent:
            return
        requests = {task.key: request_of(task, shares[task.key], self.request) for task in sent}
        await to_thread.run_sync(self._record_dispatches, sent, requests)
        for task in sent:
            await self.tell(Asked(task))
        before = len(self.received)
        async with anyio.create_task_group() as group:
            group.start_soon(self._cut_short_on_stop, group.cancel_scope)
            await dispatch_all(
                self.pool,
                sent,
                lambda task: requests[task.key],
                deadline=anyio.current_time() + self.budget.left.seconds,
                store=self.store,
                on_received=self._take_in,
                on_event=self.on_event,
            )
            group.cancel_scope.cancel()
        self._settle_the_rest(sent)
        await self._bring_home(self.received[before:])

    @property
    def store(self) -> ContentStore:
        """The content of the home."""
        return ContentStore(self.home.cas)

    def _record_dispatches(
        self, tasks: Sequence[Task], requests: Mapping[str, ResearchRequest]
    ) -> None:
        transports = {
            member.name: transport_words(member.researcher.transport) for member in self.members
        }
        for task in tasks:
            record_dispatch(
                self.trace,
                task,
                requests[task.key],
                transport=transports.get(task.researcher),
            )

    async def _take_in(self, received: Received) -> None:
        """Settle and record one result before anything is made of it."""
        cost = cost_of(received.outcome)
        self.budget = self.budget.at(self.elapsed).settle(received.task.key, cost)
        await to_thread.run_sync(
            lambda: record_receive(
                self.trace,
                received,
                micro_cents=cost.micro_cents or 0,
                child_end=self._end_of_child(received),
            )
        )
        self.received.append(received)
        await self.tell(came(received))

    def _end_of_child(self, received: Received) -> str | None:
        """The seal of a researcher's trace, where it is in this home already."""
        if isinstance(received.outcome, Failed):
            return None
        child = child_of(self.trace.run, received.outcome)
        if child is None or not self.home.trace(child).exists():
            return None
        try:
            return check_chain(child, read_bytes(self.home, child)).end
        except TraceError:
            return None

    async def _bring_home(self, received: Sequence[Received]) -> None:
        """Traces that are kept elsewhere are pulled, so that the whole tree is verified here."""

        async def bring(one: Received, result: ResearchResult) -> None:
            connection = await self.pool.use(one.task.researcher)
            if isinstance(connection, Failed):
                return
            found = await collect_trace(connection, self.home, one, result, _COLLECT_SECONDS)
            if found.problem is not None:
                place = self.received.index(one)
                notices = (*one.notices, found.problem)
                self.received[place] = replace(one, notices=notices)

        async with anyio.create_task_group() as group:
            for one in received:
                if isinstance(one.outcome, Failed):
                    continue
                child = child_of(self.trace.run, one.outcome)
                if child is not None and not self.home.trace(child).exists():
                    group.start_soon(bring, one, one.outcome)

    async def _cut_short_on_stop(self, scope: anyio.CancelScope) -> None:
        await self.stop.wait()
        self.stopped_by = StopReason.CANCELLED
        scope.cancel()

    def _settle_the_rest(self, sent: Sequence[Task]) -> None:
        """What was cut short is charged as it was reserved: nobody knows what it used."""
        done = {received.task.key for received in self.received}
        for task in sent:
            if task.key not in done:
                self.budget = self.budget.settle(task.key, None)
