"""The reader learns what became of every question, and of every warning once."""

from contract import (
    AnswerStatus,
    DispatchStatus,
    ResultWarning,
    StopReason,
    WarningCode,
)
from pi.model import Received
from pi.reconcile.told import MOST_WARNINGS
from tests.pi.results import (
    QUESTION,
    TRACE,
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
GONE = "web ended without an answer."


def warning(code: WarningCode, detail: str) -> ResultWarning:
    return ResultWarning(code=code, detail=detail)


def warned(
    researcher: str, *warnings: ResultWarning, stop: StopReason = StopReason.ENOUGH_EVIDENCE
) -> Received:
    result = result_of([NEEDS], warnings=warnings, stop=stop)
    return received(task_of(researcher), [NEEDS], result)


def test_every_question_is_told_with_its_end_and_its_cost() -> None:
    cancelled = result_of([], status=AnswerStatus.ERROR, stop=StopReason.CANCELLED)
    conclusion = concluded(
        answered("local-brain", NEEDS),
        failed("web", GONE),
        empty_handed("papers"),
        received(task_of("code"), result=cancelled),
    )
    ends = {one.researcher: one for one in conclusion.dispatches}
    assert {name: one.status for name, one in ends.items()} == {
        "local-brain": DispatchStatus.ANSWERED,
        "web": DispatchStatus.FAILED,
        "papers": DispatchStatus.NO_EVIDENCE,
        "code": DispatchStatus.CANCELLED,
    }
    brain = ends["local-brain"]
    assert (brain.question, brain.trace_id, brain.citations) == (QUESTION, TRACE, 1)
    assert brain.cost is not None
    assert brain.cost.sources_opened == 3
    assert (ends["web"].failure, ends["web"].trace_id) == (GONE, None)


def test_the_cost_is_that_of_all() -> None:
    result = concluded(answered("a", NEEDS), answered("b", NEEDS)).result(TRACE, 1.5)
    cost = result.cost_metadata
    assert (cost.tokens_used, cost.model_calls, cost.sources_opened) == (200, 2, 6)
    assert (cost.iterations_run, cost.wall_time_sec) == (1, 1.5)


def test_a_warning_carries_the_name_of_who_gave_it() -> None:
    one = warning(WarningCode.INDEX_INCOMPLETE, "3 notes are not read yet.")
    (told,) = concluded(warned("local-brain", one, one)).warnings
    assert told.detail == "local-brain: 3 notes are not read yet."


def test_a_failure_is_a_warning_and_no_gap() -> None:
    conclusion = concluded(answered("local-brain", NEEDS), failed("web", GONE))
    assert conclusion.gaps == ()
    (told,) = conclusion.warnings
    assert (told.code, told.detail) == (WarningCode.SOURCE_FAILED, GONE)


def test_what_was_dropped_on_the_way_is_told() -> None:
    notice = "a citation was dropped, because its text is not what its hash names."
    found = received(task_of("web"), [NEEDS], notices=(notice,))
    (told,) = concluded(found).warnings
    assert told.detail == f"web: {notice}"


def test_that_one_had_little_is_no_news_where_another_had_enough() -> None:
    weak = warning(WarningCode.WEAK_EVIDENCE, "It does not say how long.")
    little = warned("a", weak, stop=StopReason.WEAK_EVIDENCE)
    assert [one.code for one in concluded(little).warnings] == [WarningCode.WEAK_EVIDENCE]
    assert concluded(little, answered("b", NEEDS)).warnings == ()


def test_warnings_are_bounded_and_say_that_there_are_more() -> None:
    many = [warning(WarningCode.SOURCE_FAILED, f"Page {n} failed.") for n in range(50)]
    told = concluded(warned("a", *many)).warnings
    assert len(told) == MOST_WARNINGS
    assert told[-1].detail == "31 more warnings are in the traces of the researchers."
