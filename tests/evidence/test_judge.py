"""The judge: a verdict, what is missing, and at most one thing to do."""

import pytest

from evidence.analyze import default_analyzer
from evidence.documents import Document
from evidence.judge import FocusedRetry, Judgement, RelatedExpansion, Verdict, judge
from researchers.loop.testing import document
from tests.evidence.evidence_of import NO_WEIGHTS, plan_of, rows_for

OVEN = document("oven.md", "The deck oven reaches its baking heat of 260 degrees after an hour.")
PLAIN = document("oven.md", "The deck oven has a door.")
HALF = "What does the deck oven door weigh in grams, and who paid the smith?"
"""PLAIN holds three of its seven words."""


def judged(
    question: str, *documents: Document, may_retry: bool = True, may_expand: bool = True
) -> Judgement:
    return judge(
        plan_of(question),
        rows_for(question, *documents),
        NO_WEIGHTS,
        default_analyzer(),
        may_retry=may_retry,
        may_expand=may_expand,
    )


def test_rows_that_hold_the_question_are_enough_and_need_no_action() -> None:
    judgement = judged("What baking heat does the deck oven reach?", OVEN)
    assert judgement.verdict is Verdict.ENOUGH
    assert judgement.missing == ()
    assert judgement.action is None


def test_rows_that_hold_half_of_it_are_weak() -> None:
    judgement = judged(HALF, PLAIN)
    assert judgement.verdict is Verdict.WEAK
    assert [concept.label for concept in judgement.missing] == ["weigh", "grams", "paid", "smith"]


@pytest.mark.parametrize("documents", [(), (PLAIN,)])
def test_rows_that_hold_little_or_nothing_are_no_evidence(documents: tuple[Document, ...]) -> None:
    judgement = judged("Which treaty on the door ended the fishing dispute?", *documents)
    assert judgement.verdict is Verdict.NONE


def test_a_name_that_no_row_holds_weighs_against_the_rows() -> None:
    with_name = judged("What baking heat does the deck oven of Basel reach?", OVEN)
    without = judged("What baking heat does the deck oven we have reach?", OVEN)
    assert with_name.likelihood < without.likelihood
    assert with_name.signals.missing_names > 0
    assert isinstance(with_name.action, FocusedRetry)


def test_a_kind_of_answer_that_no_row_holds_weighs_against_the_rows() -> None:
    without = judged("When was the deck oven door made?", PLAIN)
    dated = document("oven.md", "The deck oven has a door made in 1987.")
    assert without.signals.kind_missing
    assert not judged("When was the deck oven door made?", dated).signals.kind_missing


def test_structured_fields_satisfy_a_concept_as_text_does() -> None:
    tagged = document("oven.md", "It has a door.", title="The deck oven", tags=("baking",))
    judgement = judged("Which baking deck oven has a door?", tagged)
    assert judgement.missing == ()
    assert judgement.verdict is Verdict.ENOUGH


def test_what_is_missing_is_searched_for_while_a_pass_is_left() -> None:
    action = judged(HALF, PLAIN).action
    assert isinstance(action, FocusedRetry)
    assert action.query.terms == ("weigh", "gram", "paid", "smith")


def test_without_a_pass_the_best_row_is_expanded() -> None:
    action = judged(HALF, PLAIN, may_retry=False).action
    assert isinstance(action, RelatedExpansion)
    assert action.row.row.document.key == "oven.md"


def test_without_any_budget_nothing_is_done() -> None:
    assert judged(HALF, PLAIN, may_retry=False, may_expand=False).action is None


def test_rows_that_are_no_evidence_are_not_expanded() -> None:
    judgement = judged("Which treaty on the door ended the dispute?", PLAIN, may_retry=False)
    assert judgement.verdict is Verdict.NONE
    assert judgement.action is None


def test_a_row_that_carries_little_is_named_with_the_reason() -> None:
    weak = document("door.md", "A door.")
    judgement = judged("Which baking heat does the deck oven door reach?", OVEN, weak)
    assert [(row.locator, row.reason) for row in judgement.weak_rows] == [
        ("note://door.md", "matches only door")
    ]


def test_the_reason_tells_a_reader_what_is_there_and_what_is_not() -> None:
    reason = judged(HALF, PLAIN).reason
    assert reason.startswith("Weak evidence: the best passages hold 3 of 7 terms")
    assert "weigh, grams, paid, smith" in reason


def test_better_rows_are_never_less_likely() -> None:
    question = "What baking heat does the deck oven reach?"
    texts = ["A deck.", "A deck oven.", "A deck oven has heat.", OVEN.text]
    likelihoods = [judged(question, document("a.md", text)).likelihood for text in texts]
    assert likelihoods == sorted(likelihoods)
    assert len(set(likelihoods)) == len(likelihoods)
