"""Why a run ended and what kind of answer there is, in every mixture of outcomes."""

import pytest

from contract import AnswerStatus, StopReason
from contract.markers import markers
from pi.model import Received
from pi.reconcile.ending import Course
from tests.pi.results import (
    Quote,
    answered,
    concluded,
    empty_handed,
    failed,
    received,
    result_of,
    task_of,
)

NEEDS = Quote("The deck oven needs 75 minutes to heat up.")
GONE = "web ended without an answer; its last words were: killed."
ENOUGH = answered("local-brain", NEEDS)
NOTHING = empty_handed("local-brain")
BROKEN = failed("web", GONE)
BARE = Course(1)


def ended(status: AnswerStatus, stop: StopReason) -> Received:
    return received(task_of("web"), [NEEDS], result_of([NEEDS], stop=stop, status=status))


WEAK = ended(AnswerStatus.OK, StopReason.WEAK_EVIDENCE)
LATE = ended(AnswerStatus.OK_TRUNCATED, StopReason.TIMEOUT_EXCEEDED)
REJECTED = received(
    task_of("web"),
    result=result_of(
        [], answer="No answer.", status=AnswerStatus.ERROR, stop=StopReason.VERIFICATION_FAILED
    ),
)

CASES = {
    "one has enough": ([ENOUGH], BARE, "enough_evidence", "ok"),
    "one has enough, one fails": ([ENOUGH, BROKEN], BARE, "enough_evidence", "ok"),
    "one has enough, one is weak": ([ENOUGH, WEAK], BARE, "enough_evidence", "ok"),
    "one has enough, one is late": ([ENOUGH, LATE], BARE, "enough_evidence", "ok"),
    "all are weak": ([WEAK], BARE, "weak_evidence", "ok"),
    "weak beside nothing": ([WEAK, NOTHING], BARE, "weak_evidence", "ok"),
    "all are late": ([LATE], BARE, "timeout_exceeded", "ok_truncated"),
    "nobody has anything": ([NOTHING], BARE, "no_evidence", "no_evidence"),
    "nothing beside a failure": ([NOTHING, BROKEN], BARE, "no_evidence", "no_evidence"),
    "all fail": ([BROKEN], BARE, "failed", "unavailable"),
    "a rejected answer beside a failure": ([REJECTED], BARE, "failed", "unavailable"),
    "nobody was asked": ([], BARE, "failed", "unavailable"),
    "time ran out with an answer": (
        [ENOUGH],
        Course(1, StopReason.TIMEOUT_EXCEEDED),
        "timeout_exceeded",
        "ok_truncated",
    ),
    "the rounds ran out with an answer": (
        [ENOUGH],
        Course(3, StopReason.MAX_ITERATIONS_REACHED),
        "max_iterations_reached",
        "ok",
    ),
    "stopped by the caller with an answer": (
        [ENOUGH],
        Course(1, StopReason.CANCELLED),
        "cancelled",
        "ok_truncated",
    ),
    "time ran out without one": (
        [NOTHING],
        Course(1, StopReason.TIMEOUT_EXCEEDED),
        "timeout_exceeded",
        "no_evidence",
    ),
}


@pytest.mark.parametrize(("found", "course", "stop", "status"), CASES.values(), ids=CASES.keys())
def test_each_mixture_has_its_end(
    found: list[Received], course: Course, stop: str, status: str
) -> None:
    conclusion = concluded(*found, course=course)
    assert (conclusion.stop_reason.value, conclusion.answer_status.value) == (stop, status)


def test_no_evidence_says_what_was_tried_by_whom() -> None:
    answer = concluded(NOTHING, BROKEN).answer
    assert answer.startswith("No evidence for this question was found.")
    assert "local-brain: No evidence was found for this question." in answer
    assert answer.endswith(GONE)
    assert "web: web" not in answer


def test_a_failure_of_all_gives_their_sentences() -> None:
    answer = concluded(BROKEN, failed("papers", "papers could not be started.")).answer
    assert GONE in answer
    assert "papers could not be started." in answer


def test_nobody_asked_says_what_to_do() -> None:
    assert "Set up notes or the web" in concluded().answer


def test_an_answer_without_evidence_has_no_markers() -> None:
    boast = received(task_of("web"), result=result_of([], answer="It is 75 minutes. [1]"))
    conclusion = concluded(boast)
    assert conclusion.citations == ()
    assert markers(conclusion.answer) == ()
    assert conclusion.answer_status is AnswerStatus.UNAVAILABLE
