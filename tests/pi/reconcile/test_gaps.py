"""What stays open is told once, by whom it was tried; what another one had is no gap."""

import pytest

from contract import Gap, GapCategory, StopReason
from pi.model import Received
from pi.reconcile.ending import Course
from tests.pi.results import (
    QUESTION,
    Quote,
    answered,
    concluded,
    empty_handed,
    received,
    result_of,
    task_of,
)

NEEDS = Quote("The deck oven needs 75 minutes to heat up.", "https://example.org/oven")
OTHER = Quote("It runs on gas.", "note://notes/gas.md")


def gap(topic: str, category: str = "source_not_found", detail: str = "Not here.") -> Gap:
    return Gap(topic=topic, category=GapCategory(category), detail=detail)


def with_gaps(researcher: str, *gaps: Gap, quotes: tuple[Quote, ...] = (OTHER,)) -> Received:
    return received(task_of(researcher), quotes, result_of(quotes, gaps=gaps))


def test_what_one_did_not_find_and_another_did_is_no_gap() -> None:
    conclusion = concluded(empty_handed("local-brain"), answered("web", NEEDS))
    assert conclusion.gaps == ()
    (filled,) = conclusion.filled
    assert (filled.researcher, filled.reason) == ("local-brain", "web answered this.")


def test_a_name_that_another_ones_excerpt_holds_is_no_gap() -> None:
    conclusion = concluded(with_gaps("local-brain", gap("deck")), answered("web", NEEDS))
    assert conclusion.gaps == ()
    assert "found by web" in conclusion.filled[0].reason


def test_a_page_that_another_one_could_read_is_no_gap() -> None:
    closed = gap("http://www.example.org/oven/", "access_denied")
    conclusion = concluded(with_gaps("a", closed), answered("web", NEEDS))
    assert conclusion.gaps == ()


def test_a_kind_of_answer_that_another_one_has_is_no_gap() -> None:
    conclusion = concluded(with_gaps("local-brain", gap("number")), answered("web", NEEDS))
    assert conclusion.gaps == ()


@pytest.mark.parametrize(
    "still",
    [
        gap("steam"),
        gap("date"),
        gap("https://example.org/flue", "access_denied"),
        gap(QUESTION, "budget_exhausted", "The limit on time was reached."),
        gap("steam", "scope_exceeded"),
    ],
)
def test_what_nobody_had_stays_open_with_the_name_of_who_tried(still: Gap) -> None:
    conclusion = concluded(with_gaps("local-brain", still), answered("web", NEEDS))
    (left,) = conclusion.gaps
    assert (left.topic, left.category) == (still.topic, still.category)
    assert left.detail == f"local-brain: {still.detail}"


def test_ones_own_excerpt_does_not_fill_ones_own_gap() -> None:
    conclusion = concluded(with_gaps("local-brain", gap("gas")))
    assert [one.topic for one in conclusion.gaps] == ["gas"]


def test_a_weak_answer_does_not_fill_the_gap_of_another() -> None:
    weak = result_of([NEEDS], stop=StopReason.WEAK_EVIDENCE)
    conclusion = concluded(empty_handed("local-brain"), received(task_of("web"), [NEEDS], weak))
    assert [one.topic for one in conclusion.gaps] == [QUESTION]


def test_asked_again_with_more_the_same_researcher_fills_its_own_gap() -> None:
    late = gap(QUESTION, "budget_exhausted", "The limit on time was reached.")
    again = received(task_of("local-brain", round_number=2), [NEEDS])
    assert concluded(with_gaps("local-brain", late), again).gaps == ()


def test_a_gap_of_several_is_one_with_all_their_names() -> None:
    conclusion = concluded(with_gaps("a", gap("the steam")), with_gaps("b", gap("steam")))
    (left,) = conclusion.gaps
    assert left.detail.startswith("a, b: ")


def test_a_disagreement_that_only_its_finder_saw_stays_without_its_numbers() -> None:
    seen = gap(QUESTION, "contradictory_sources", "Sources [1] and [2] differ.")
    conclusion = concluded(with_gaps("a", seen), answered("web", NEEDS))
    (left,) = conclusion.gaps
    assert left.category is GapCategory.CONTRADICTORY_SOURCES
    assert left.detail == "a: Sources (1) and (2) differ."


def test_at_most_ten_and_one_of_each_category_before_all_others() -> None:
    many = [gap(f"steam{n}") for n in range(30)]
    conclusion = concluded(with_gaps("a", *many, gap("x", "scope_exceeded")))
    assert len(conclusion.gaps) == 10
    assert [one.category.value for one in conclusion.gaps[:2]] == [
        "source_not_found",
        "scope_exceeded",
    ]


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (StopReason.TIMEOUT_EXCEEDED, "Time ran out"),
        (StopReason.BUDGET_EXHAUSTED, "The budget ran out"),
        (StopReason.MAX_ITERATIONS_REACHED, "The rounds ran out"),
    ],
)
def test_a_run_that_was_cut_short_says_so(reason: StopReason, words: str) -> None:
    conclusion = concluded(answered("web", NEEDS), course=Course(1, reason))
    (left,) = conclusion.gaps
    assert left.category is GapCategory.BUDGET_EXHAUSTED
    assert left.detail.startswith(words)


def test_no_answer_is_never_without_a_gap() -> None:
    silent = empty_handed("web")
    bare = result_of([]).model_copy(
        update={"answer": "Nothing.", "answer_status": "no_evidence", "citations": ()}
    )
    for one in (silent, received(task_of("web"), result=bare)):
        assert concluded(one).gaps
