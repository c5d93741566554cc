"""Sending a round of questions out at once, and taking in what comes back.

Each question has a task of its own. Whatever one researcher does, it ends as its own `Failed`,
within the deadline; the others' results stand.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import anyio

from contract import ResearchRequest, ResearchResult
from pi.checking import Checked, checked, names_cited, refuse_unreadable
from pi.connection import ResearcherConnection
from pi.events import OnEvent, RunEvent, progressed
from pi.failure import FailureKind, ResearcherFailure
from pi.model import Failed, Member, Received, Task
from pi.pool import Pool
from pi.progress import ProgressUpdate
from pi.pulling import ContentPull
from pi.steps import StepQueue
from traces.store import ContentStore

CHECK_SECONDS: Final = 3.0
"""For pulling what a result cites, also when the deadline is near or past."""

_LAST_STEPS_SECONDS: Final = 0.2
"""For a watcher who still has steps to see when all results are there."""

RequestFor: TypeAlias = Callable[[Task], ResearchRequest]
"""The request for a task, with its share of the budget."""

OnReceived: TypeAlias = Callable[[Received], Awaitable[None]]

_log = logging.getLogger(__name__)


async def dispatch_all(
    pool: Pool,
    tasks: Sequence[Task],
    request_for: RequestFor,
    *,
    deadline: float,
    store: ContentStore | None = None,
    on_received: OnReceived | None = None,
    on_event: OnEvent | None = None,
) -> tuple[Received, ...]:
    """Ask everybody at once; everything that came back, in the order of the tasks.

    `deadline` is on anyio's clock; the call ends at most `CHECK_SECONDS` after it. `request_for`
    is called for every task before anything is sent, so what it raises costs nothing. `store` is
    where content may be that was cited, and where what is pulled is kept.

    `on_received` is awaited for one result after the other, as they come. `on_event` gets each
    researcher's progress, and never holds a researcher up. What these two raise ends the call.
    """
    requests = [(task, request_for(task)) for task in tasks]
    steps = StepQueue(on_event or _nobody_watches)
    taken: dict[str, Received] = {}
    arrivals, arrived = anyio.create_memory_object_stream[Received](len(requests))
    async with arrivals, arrived, anyio.create_task_group() as group:
        group.start_soon(steps.forward)
        for task, request in requests:
            question = _Question(pool, _member(pool, task), task, request, deadline, store)
            group.start_soon(_ask_and_deliver, question, arrivals.send, steps.put)
        for _ in requests:
            received = await arrived.receive()
            taken[received.task.key] = received
            if on_received is not None:
                await on_received(received)
        with anyio.move_on_after(_LAST_STEPS_SECONDS):
            await steps.forward_waiting()
        group.cancel_scope.cancel()
    return tuple(taken[task.key] for task in tasks)


@dataclass(frozen=True, slots=True)
class _Question:
    """One task on its way."""

    pool: Pool
    member: Member | None
    task: Task
    request: ResearchRequest
    deadline: float
    store: ContentStore | None

    async def asked(self, on_progress: Callable[[RunEvent], None]) -> Received:
        """Ask and check. Raises nothing but cancellation."""
        began = anyio.current_time()
        try:
            came = await self._answer(on_progress)
        except ResearcherFailure as failure:
            came = Checked(Failed(failure.kind, failure.sentence), {})
        except Exception as error:  # the boundary: what nobody thought of costs this one only
            _log.exception("%s's answer could not be dealt with", self.task.researcher)
            words = f"{self.task.researcher} answered in a way that is not understood"
            reason = f"{words} ({type(error).__name__})."
            came = Checked(Failed(FailureKind.PROTOCOL, reason), {})
        seconds = anyio.current_time() - began
        outcome, texts, notices = came.outcome, came.texts, came.notices
        if self.member is None:
            return Received(self.task, outcome, seconds, texts, notices=notices)
        return Received(self.task, outcome, seconds, texts, self.member.reach, notices)

    async def _answer(self, on_progress: Callable[[RunEvent], None]) -> Checked:
        """Ask within the deadline. What came before it is checked, also when that ends after."""
        connection: ResearcherConnection | Failed = _out_of_time(self.task)
        result: ResearchResult | None = None
        with anyio.CancelScope(deadline=self.deadline):
            connection = await self.pool.use(self.task.researcher, self._left())
            if not isinstance(connection, Failed):
                result = await self._result(connection, on_progress)
        if isinstance(connection, Failed):
            return Checked(connection, {})
        if result is None:
            self.pool.doubt(self.task.researcher)
            return Checked(_out_of_time(self.task), {})
        return await self._checked(connection, result)

    async def _result(
        self, connection: ResearcherConnection, on_progress: Callable[[RunEvent], None]
    ) -> ResearchResult:
        async def report(update: ProgressUpdate) -> None:
            on_progress(progressed(self.task.researcher, update))

        try:
            result = await connection.research(self.request, report)
            self.pool.trust(self.task.researcher)
            return result
        except ResearcherFailure:
            self.pool.doubt(self.task.researcher)
            raise

    async def _checked(self, connection: ResearcherConnection, result: ResearchResult) -> Checked:
        refused = refuse_unreadable(self.task.researcher, result)
        if refused is not None:
            return Checked(refused, {})
        pull = ContentPull(connection, self.store)
        contents = await pull.all(names_cited(result), CHECK_SECONDS)
        return checked(self.task.researcher, result, contents)

    def _left(self) -> float:
        return self.deadline - anyio.current_time()


def _member(pool: Pool, task: Task) -> Member | None:
    return next((one for one in pool.members if one.name == task.researcher), None)


def _out_of_time(task: Task) -> Failed:
    words = f"{task.researcher} gave no answer in the time that the run had for it."
    return Failed(FailureKind.TIMEOUT, words)


async def _ask_and_deliver(
    question: _Question, deliver: OnReceived, on_progress: Callable[[RunEvent], None]
) -> None:
    await deliver(await question.asked(on_progress))


async def _nobody_watches(event: RunEvent) -> None:
    """For a run without a watcher."""
