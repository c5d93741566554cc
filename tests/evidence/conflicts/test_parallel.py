"""Sentences that say nearly the same, whatever was asked."""

import pytest

from tests.evidence.conflicts.quotes import conflicts, kinds

HOW = "How is the deck oven heated up?"
NEEDS_75 = "The deck oven needs 75 minutes to heat up."


@pytest.mark.parametrize(
    ("left", "right", "kind"),
    [
        (NEEDS_75, "The deck oven needs 90 minutes to heat up.", "number"),
        (NEEDS_75, "The deck oven needs 3 hours to heat up.", "number"),
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
        (
            "The deck oven in the old mill is heated up by Anna Berg.",
            "The deck oven in the old mill is heated up by Tom Lind.",
            "name",
        ),
        (
            "The fastest oven to heat up is the Rofco.",
            "The fastest oven to heat up is the Miwe.",
            "superlative",
        ),
    ],
)
def test_the_same_said_of_the_same_with_another_value(left: str, right: str, kind: str) -> None:
    assert kinds(HOW, left, right) == [kind]


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
        (
            "The deck oven was heated up by Anna Berg for the long night of the fair.",
            "The deck oven was heated up by Tom Lind to bake pizza when guests came.",
        ),
        (
            "The deck oven that we heated up came from Miwe for 900 euros.",
            "The deck oven that we heated up came from Rofco for 700 euros.",
        ),
        (
            "Deck oven heated up on Thu, 03 Feb 2022 at 15:44.",
            "Deck oven heated up on Thu, 10 Feb 2022 at 05:11.",
        ),
        (
            "The deck oven is heated up by A. Berg.",
            "The deck oven is heated up by Anna Berg.",
        ),
        (
            "The deck oven heats up for 5 minutes, 10 minutes, 15 minutes and 20 minutes.",
            "The deck oven heats up for 6 minutes, 11 minutes, 16 minutes and 21 minutes.",
        ),
        (
            "The deck oven must be oiled when heated.",
            "The deck oven must be oiled when heated, though no baker of the old school who learned"
            " the trade in Vienna would agree.",
        ),
    ],
)
def test_no_alarm_where_both_can_be_true(left: str, right: str) -> None:
    assert kinds(HOW, left, right) == []


def test_each_pair_of_citations_is_named_once() -> None:
    texts = [
        f"The deck oven needs {n} minutes to heat. A deck oven heats in {n + 1} minutes."
        for n in (70, 80, 90)
    ]
    found = conflicts("How does the deck oven heat?", *texts)
    assert [(one.left, one.right) for one in found] == [(1, 2), (1, 3), (2, 3)]


def test_a_negation_is_told_by_the_words_around_it() -> None:
    (found,) = conflicts(
        HOW,
        "The deck oven door must be oiled when heated.",
        "The deck oven door must not be oiled when heated.",
    )
    assert "must not be oiled" in found.sentence.partition("[2]")[2]
    assert "must be oiled" in found.sentence.partition("[2]")[0]


def test_a_question_for_all_values_sets_none_against_another() -> None:
    texts = ("The loaf takes 20 g of salt and rye.", "The loaf takes 24 g of salt and rye.")
    assert kinds("How much salt does the loaf take?", *texts) == ["number"]
    assert kinds("List all figures of how much salt the loaf takes.", *texts) == []
