"""Sources count as many as there are independent voices."""

import pytest

from tests.pi.results import Quote, answered, concluded

TEXT = (
    "The deck oven of the bakery in Ghent needs 75 minutes until its stones have taken up enough "
    "heat for the first loaves, and it keeps that heat until the afternoon without more gas."
)
SAID = "The deck oven of the bakery in Ghent needs 75 minutes"


def voices(*quotes: Quote) -> int:
    """Each quote found by a researcher of its own."""
    found = [answered(f"researcher-{n}", quote) for n, quote in enumerate(quotes)]
    return concluded(*found).factors.num_corroborating_sources


def page(url: str, text: str, confidence: float = 0.8) -> Quote:
    return Quote(
        f"{text.split('. ', maxsplit=1)[0].rstrip('.')}.", url, text, confidence=confidence
    )


def test_independent_sources_all_count() -> None:
    assert (
        voices(
            page("https://a.org/1", "The oven heats up in 75 minutes."),
            page("https://b.org/1", "It takes 75 minutes until the stones are hot."),
            Quote("75 minutes is what I measured.", "note://notes/oven.md"),
        )
        == 3
    )


@pytest.mark.parametrize("other", ["https://a.org/2", "https://www.a.org/1", "http://docs.a.org/"])
def test_one_domain_counts_once(other: str) -> None:
    assert (
        voices(
            page("https://a.org/1", "The oven heats up in 75 minutes."),
            page(other, "It takes 75 minutes until the stones are hot."),
        )
        == 1
    )


def test_near_copies_count_once() -> None:
    assert (
        voices(
            page("https://a.org/1", TEXT), page("https://b.org/2", f"{TEXT} Comments are closed.")
        )
        == 1
    )


def test_copies_join_what_they_are_copies_of() -> None:
    """A copy on one site of a page of another: both sites count once, together."""
    assert (
        voices(
            page("https://a.org/1", TEXT),
            page("https://b.org/2", f"{TEXT} Comments are closed."),
            page("https://b.org/3", "Stones of an oven are hot after 75 minutes."),
        )
        == 1
    )


def test_two_of_the_users_own_notes_are_two() -> None:
    assert (
        voices(
            Quote("The oven heats up in 75 minutes.", "note://notes/a.md"),
            Quote("It takes 75 minutes until the stones are hot.", "note://notes/b.md"),
        )
        == 2
    )


def test_what_carries_less_than_half_of_the_best_corroborates_nothing() -> None:
    assert (
        voices(
            page("https://a.org/1", "The oven heats up in 75 minutes.", 0.9),
            page("https://b.org/1", "Ovens are hot.", 0.4),
        )
        == 1
    )
