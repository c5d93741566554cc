"""The metric of what was read out of a page."""

import pytest

from evals.extraction_score import Match, match_article, score_extraction

TEXT = "the lamp on the pier was lit in autumn"


def test_the_same_words_are_all_right() -> None:
    assert match_article(TEXT, f"  {TEXT}. ") == Match(1.0, 0.0, 0.0)


def test_words_before_and_after_are_surplus_and_what_lacks_is_missing() -> None:
    more = match_article(TEXT, f"home visit shop {TEXT}")
    less = match_article(TEXT, "the lamp on the pier")

    assert more.recall == less.precision == 1.0
    assert more.precision == pytest.approx(6 / 9)
    assert less.recall == pytest.approx(2 / 6)


def test_a_run_that_stands_twice_has_to_be_read_twice() -> None:
    assert match_article(f"{TEXT} {TEXT}", TEXT).recall == pytest.approx(6 / 15)


def test_texts_that_share_no_run_of_four_words_share_nothing() -> None:
    assert match_article("the lamp on the pier", "pier the on lamp the") == Match(0.0, 0.5, 0.5)


def test_a_page_of_which_nothing_was_read_counts_in_the_recall() -> None:
    score = score_extraction([match_article(TEXT, TEXT), match_article(TEXT, "")])

    assert (score.precision, score.recall, score.pages) == (1.0, 0.5, 2)
    assert score.f1 == pytest.approx(2 / 3)


def test_long_pages_weigh_no_more_than_short_ones() -> None:
    long = match_article(" ".join(f"word{n}" for n in range(1_000)), "")

    assert score_extraction([long, match_article(TEXT, TEXT)]).recall == 0.5


def test_no_pages_score_nothing() -> None:
    assert score_extraction([]).f1 == 0.0
