"""Two notes that disagree are named; two that speak of different things are not."""

import pytest

from evidence.analyze import default_analyzer
from evidence.contradictions import Contradiction, find_contradictions
from evidence.documents import Document
from researchers.loop.testing import document
from tests.evidence.evidence_of import NO_WEIGHTS, answer_to

NEEDS_75 = "The deck oven needs 75 minutes to heat up."


def disagreements(question: str, *texts: str) -> list[str]:
    """In what the notes disagree."""
    notes = [document(f"{n}.md", text) for n, text in enumerate(texts)]
    return [found.what for found in found_in(question, *notes)]


def found_in(question: str, *notes: Document) -> tuple[Contradiction, ...]:
    cited = answer_to(question, *notes).cited
    assert len({row.row.row.document.key for row in cited}) == len(notes)
    return find_contradictions(cited, NO_WEIGHTS, default_analyzer())


@pytest.mark.parametrize(
    ("left", "right", "what"),
    [
        (
            "The deck oven needs 75 minutes to heat up.",
            "The deck oven needs 90 minutes to heat up.",
            "number",
        ),
        (
            "The deck oven needs 75 minutes to heat up.",
            "The deck oven needs 3 hours to heat up.",
            "number",
        ),
        (
            "To heat up the deck oven takes 12 euros of gas.",
            "To heat up the deck oven takes \u20ac 9 of gas.",
            "number",
        ),
        (
            "The deck oven is heated up every Monday morning.",
            "The deck oven is heated up every Friday morning.",
            "date",
        ),
        (
            "The deck oven door must be oiled when heated.",
            "The deck oven door must not be oiled when heated.",
            "negation",
        ),
    ],
)
def test_the_same_said_of_the_same_with_another_value(left: str, right: str, what: str) -> None:
    assert disagreements("How is the deck oven heated up?", left, right) == [what]


NEEDS_75 = "The deck oven needs 75 minutes to heat up."


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (NEEDS_75, "The clay oven took 3 hours, to heat bricks."),
        (NEEDS_75, NEEDS_75),
        (NEEDS_75, "The deck oven needs minutes to heat up."),
        (NEEDS_75, "The deck oven needs 40 kg of stones to heat up."),
        (NEEDS_75, "To heat up the deck oven needs 75 minutes, or 90 in winter."),
        (
            "After closing, the deck oven loses heat through its cracked door within 75 minutes.",
            "Engineers in Sweden let a deck oven store solar heat underground for 90 minutes.",
        ),
        ("The deck oven heats up. Rye needs 55 minutes.", "The deck oven heats up. Wheat: 40."),
    ],
)
def test_no_alarm_where_both_can_be_true(left: str, right: str) -> None:
    assert disagreements("How does the deck oven heat up?", left, right) == []


def test_one_note_does_not_contradict_itself() -> None:
    note = document("a.md", "The deck oven heats in 75 minutes. The deck oven heats in 90 minutes.")
    assert found_in("How does the deck oven heat?", note) == ()


def test_a_contradiction_quotes_both_sides_to_the_letter() -> None:
    left = document("a.md", "The deck oven needs 75 minutes to heat up. It is old.")
    right = document("b.md", "It is loud. The deck oven needs 90 minutes to heat up.")
    (found,) = found_in("How does the deck oven heat up?", left, right)
    assert (found.left, found.right) == (1, 2)
    assert found.left_text in left.text
    assert found.right_text in right.text
    assert {"deck", "oven", "heat"} <= set(found.subject_terms)


def test_each_pair_of_citations_is_named_once() -> None:
    texts = [
        f"The deck oven needs {n} minutes to heat. A deck oven heats in {n + 1} minutes."
        for n in (70, 80, 90)
    ]
    assert len(disagreements("How does the deck oven heat?", *texts)) == 3
