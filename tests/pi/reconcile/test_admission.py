"""A citation that the PI can't check does not count, and whoever else has evidence still does."""

import pytest

from contract import AnswerStatus, Citation, StopReason
from pi.model import Received
from tests.pi.results import (
    Quote,
    answered,
    citation_of,
    concluded,
    hash_of,
    received,
    result_of,
    task_of,
)

NEEDS = Quote("The deck oven needs 75 minutes to heat up.")
GAS = Quote("The deck oven runs on gas.", "https://example.org/gas")


def altered(quote: Quote, **update: object) -> Received:
    citation: Citation = citation_of(quote).model_copy(update=update)
    result = result_of([quote]).model_copy(update={"citations": (citation,)})
    return received(task_of("web"), [quote], result)


BROKEN = {
    "no hash": (altered(GAS, content_hash=None), "does not say where"),
    "no offsets": (altered(GAS, char_start=None, char_end=None), "does not say where"),
    "not there": (altered(GAS, char_start=3), "not what stands at its offsets"),
    "beyond the end": (altered(GAS, char_start=900, char_end=990), "not what stands"),
    "nothing": (altered(GAS, char_end=0, raw_excerpt=""), "not what stands at its offsets"),
    "unknown content": (altered(GAS, content_hash=hash_of("other")), "could not be had"),
}


@pytest.mark.parametrize(("lying", "reason"), BROKEN.values(), ids=BROKEN.keys())
def test_what_does_not_hold_is_left_out_and_the_others_stand(lying: Received, reason: str) -> None:
    conclusion = concluded(answered("local-brain", NEEDS), lying)
    assert [one.locator for one in conclusion.citations] == [NEEDS.locator]
    assert conclusion.answer_status is AnswerStatus.OK
    (warning,) = [one for one in conclusion.warnings if one.code == "source_left_out"]
    assert warning.detail.startswith(f"web: {GAS.locator} was left out of the answer:")
    assert reason in warning.detail


@pytest.mark.parametrize(("lying", "reason"), BROKEN.values(), ids=BROKEN.keys())
def test_where_nothing_holds_there_is_no_answer(lying: Received, reason: str) -> None:
    conclusion = concluded(lying)
    assert conclusion.stop_reason is StopReason.VERIFICATION_FAILED
    assert conclusion.answer_status is AnswerStatus.ERROR
    assert conclusion.citations == ()
    assert reason in conclusion.answer
