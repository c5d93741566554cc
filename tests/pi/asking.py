"""Rounds of questions as tests put them."""

from collections.abc import Sequence

import anyio

from contract import ResearchConstraints, ResearchRequest, ResearchResult
from pi.dispatching import dispatch_all
from pi.model import Failed, Received, Task
from pi.pool import Pool
from traces.store import ContentStore

ANSWER = "Rye is sown in September. [1]"


def task(researcher: str, number: int = 0) -> Task:
    return Task(f"{researcher} {number}", 1, researcher, "When is rye sown?", "It may know.")


def patient(task: Task) -> ResearchRequest:
    """Lets the deadline of the round decide."""
    limits = ResearchConstraints(max_seconds=60)
    return ResearchRequest(question=task.question, constraints=limits)


async def ask(
    pool: Pool, names: Sequence[str], seconds: float = 10.0, store: ContentStore | None = None
) -> dict[str, Received]:
    """One question to each, by name."""
    deadline = anyio.current_time() + seconds
    tasks = [task(name) for name in names]
    round_ = await dispatch_all(pool, tasks, patient, deadline=deadline, store=store)
    return {received.task.researcher: received for received in round_}


def answer_of(received: Received) -> str:
    assert isinstance(received.outcome, ResearchResult), received.outcome
    return received.outcome.answer


def failure_of(received: Received) -> Failed:
    assert isinstance(received.outcome, Failed), received.outcome
    return received.outcome
