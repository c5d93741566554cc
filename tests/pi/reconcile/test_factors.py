"""The PI's confidence comes from the factors of those who are cited."""

from contract import ConfidenceFactors, Recency, SourceAuthority, StopReason
from evidence.confidence import confidence_of
from pi.model import Received
from pi.reconcile.ending import Course
from tests.pi.results import (
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
GAS = Quote("The oven burns natural gas.", "https://example.org/gas")
PART = "Which gas does the oven burn?"
OTHER_PART = "How hot is the flue?"


def factors(
    *found: Received, parts: tuple[str, ...] = (), course: Course | None = None
) -> ConfidenceFactors:
    return concluded(*found, parts=parts, course=course).factors


def test_the_best_authority_and_the_newest_source_that_is_cited_count() -> None:
    old = result_of([NEEDS], authority=SourceAuthority.LOW, recency=Recency.DATED)
    new = result_of([GAS], authority=SourceAuthority.HIGH, recency=Recency.CURRENT)
    both = factors(received(task_of("a"), [NEEDS], old), received(task_of("b"), [GAS], new))
    assert both.source_authority is SourceAuthority.HIGH
    assert both.recency is Recency.CURRENT


def test_who_is_not_cited_lends_nothing() -> None:
    proud = result_of([], specificity=0.99, authority=SourceAuthority.HIGH)
    both = factors(answered("a", NEEDS), received(task_of("b"), result=proud))
    assert both.source_authority is SourceAuthority.MEDIUM
    assert both.query_specificity_match == 0.8


def test_the_fit_is_that_of_the_best_answer_to_the_whole_question() -> None:
    weak = received(task_of("a"), [NEEDS], result_of([NEEDS], specificity=0.4))
    good = received(task_of("b"), [GAS], result_of([GAS], specificity=0.7))
    assert factors(weak, good).query_specificity_match == 0.7


def test_answers_to_all_parts_fit_as_well_as_one_to_the_whole() -> None:
    weak = received(task_of("a"), [NEEDS], result_of([NEEDS], specificity=0.4))
    good = result_of([GAS], specificity=0.9)
    part = received(task_of("b", PART, sub_question=1), [GAS], good)
    assert factors(weak, part, parts=(PART,)).query_specificity_match == 0.9
    assert factors(weak, part, parts=(PART, OTHER_PART)).query_specificity_match == 0.45


def test_an_answer_to_a_followed_lead_says_nothing_of_the_fit() -> None:
    weak = received(task_of("a"), [NEEDS], result_of([NEEDS], specificity=0.4))
    lead = received(
        task_of("b", "doi:10.1000/1", round_number=2), [GAS], result_of([GAS], specificity=1.0)
    )
    assert factors(weak, lead).query_specificity_match == 0.4


def test_one_who_ran_out_of_time_does_not_lessen_what_the_others_had() -> None:
    late = received(task_of("b"), [GAS], result_of([GAS], stop=StopReason.TIMEOUT_EXCEEDED))
    assert factors(late).budget_exhausted
    assert not factors(answered("a", NEEDS), late).budget_exhausted


def test_a_run_that_was_cut_short_is_less_sure() -> None:
    course = Course(3, StopReason.BUDGET_EXHAUSTED)
    assert factors(answered("a", NEEDS), course=course).budget_exhausted


def test_the_score_is_the_documented_function_of_the_factors() -> None:
    conclusion = concluded(answered("a", NEEDS), answered("b", GAS))
    result = conclusion.result(TRACE, 1.0)
    assert result.confidence == confidence_of(conclusion.factors) > 0


def test_without_evidence_there_is_no_confidence() -> None:
    conclusion = concluded(empty_handed("a"), failed("b", "b is gone."))
    assert conclusion.result(TRACE, 1.0).confidence == 0.0
