"""What a run tells while it goes on: who takes part, what is asked of whom, what came back and
what was decided. Values alone; whoever watches gives them their time and their form."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from contract import AnswerStatus, DispatchStatus, ResearchResult, StopReason
from pi.model import Failed, Received, Task
from pi.progress import ProgressUpdate


@dataclass(frozen=True, slots=True)
class Started:
    """The run has begun. `members` are the names of everybody who can be asked in it."""

    trace_id: str
    question: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question went out."""

    task: Task


@dataclass(frozen=True, slots=True)
class Progressed:
    """A researcher reported a step. The message is its own: untrusted words."""

    researcher: str
    message: str
    progress: float
    total: float | None = None


@dataclass(frozen=True, slots=True)
class Came:
    """One task has ended. `failure` is a sentence where it failed; counts are 0 then."""

    task: Task
    status: DispatchStatus
    seconds: float
    citations: int = 0
    sources_opened: int = 0
    tokens: int = 0
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """What the policy made of what came. `kind` is its name for the decision; `researcher` and
    `question` say whom it leads to, None where it leads to nobody."""

    kind: str
    reason: str
    researcher: str | None = None
    question: str | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """The whole result; nothing comes after it."""

    result: ResearchResult


RunEvent: TypeAlias = Started | Asked | Progressed | Came | Decided | Finished

OnEvent: TypeAlias = Callable[[RunEvent], Awaitable[None]]
"""Where a run tells what happens. It returns at once, and never raises."""


def progressed(researcher: str, update: ProgressUpdate) -> Progressed:
    """A step as the connection to a researcher gives it."""
    return Progressed(researcher, update.message, update.progress, update.total)


def came(received: Received) -> Came:
    """The summary of what one task came to."""
    outcome = received.outcome
    if isinstance(outcome, Failed):
        return Came(
            received.task, DispatchStatus.FAILED, received.seconds, failure=outcome.sentence
        )
    status = dispatch_status(outcome)
    return Came(
        received.task,
        status,
        received.seconds,
        citations=len(outcome.citations),
        sources_opened=outcome.cost_metadata.sources_opened,
        tokens=outcome.cost_metadata.tokens_used,
        failure=outcome.answer if status is DispatchStatus.FAILED else None,
    )


def dispatch_status(result: ResearchResult) -> DispatchStatus:
    """What a result means for the question that it answers."""
    match result.answer_status:
        case AnswerStatus.OK | AnswerStatus.OK_TRUNCATED:
            return DispatchStatus.ANSWERED
        case AnswerStatus.NO_EVIDENCE:
            return DispatchStatus.NO_EVIDENCE
        case AnswerStatus.UNAVAILABLE | AnswerStatus.ERROR:
            cancelled = result.stop_reason is StopReason.CANCELLED
            return DispatchStatus.CANCELLED if cancelled else DispatchStatus.FAILED
