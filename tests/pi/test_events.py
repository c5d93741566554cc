"""What came of a task, as an event says it."""

import pytest

from contract import AnswerStatus, DispatchStatus, StopReason
from pi.events import came, dispatch_status, progressed
from pi.failure import FailureKind
from pi.model import Failed, Received, Task
from pi.progress import ProgressUpdate
from tests.cli.networked import ANSWER

TASK = Task("1:web", 1, "web", "When?", "It knows.")


def test_a_result_is_counted() -> None:
    event = came(Received(TASK, ANSWER, 1.5))
    assert (event.status, event.citations) == (DispatchStatus.ANSWERED, 2)
    assert (event.sources_opened, event.tokens, event.seconds) == (3, 1200, 1.5)
    assert event.failure is None


def test_a_failure_says_its_sentence() -> None:
    event = came(Received(TASK, Failed(FailureKind.DIED, "web ended."), 0.5))
    assert (event.status, event.failure) == (DispatchStatus.FAILED, "web ended.")


@pytest.mark.parametrize(
    ("status", "stopped", "said"),
    [
        (AnswerStatus.OK, StopReason.ENOUGH_EVIDENCE, DispatchStatus.ANSWERED),
        (AnswerStatus.OK_TRUNCATED, StopReason.BUDGET_EXHAUSTED, DispatchStatus.ANSWERED),
        (AnswerStatus.NO_EVIDENCE, StopReason.NO_EVIDENCE, DispatchStatus.NO_EVIDENCE),
        (AnswerStatus.UNAVAILABLE, StopReason.SYNTHESIS_UNAVAILABLE, DispatchStatus.FAILED),
        (AnswerStatus.ERROR, StopReason.FAILED, DispatchStatus.FAILED),
        (AnswerStatus.ERROR, StopReason.CANCELLED, DispatchStatus.CANCELLED),
    ],
)
def test_what_a_result_means_for_its_question(
    status: AnswerStatus, stopped: StopReason, said: DispatchStatus
) -> None:
    result = ANSWER.model_copy(update={"answer_status": status, "stop_reason": stopped})
    assert dispatch_status(result) is said
    event = came(Received(TASK, result, 1.0))
    assert event.failure == (result.answer if said is DispatchStatus.FAILED else None)


def test_a_step_keeps_the_researchers_words() -> None:
    event = progressed("web", ProgressUpdate(2.0, None, "Reading 5 documents"))
    assert (event.researcher, event.message, event.progress) == ("web", "Reading 5 documents", 2.0)
