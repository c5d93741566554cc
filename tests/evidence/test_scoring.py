"""Scores of passages: bounded, monotone, and independent of the source's size."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.scoring import WINDOW_TERMS, best_window, score_passage

ASKED = ["deck", "oven", "heat"]
VOCABULARY = st.sampled_from([*ASKED, "rye", "bread", "salt", "a", "b"])
BODY = st.lists(VOCABULARY, max_size=40)
WEIGHTS = st.dictionaries(VOCABULARY, st.floats(0.1, 12.0), max_size=8)


@given(BODY, BODY, st.lists(VOCABULARY, unique=True, max_size=6), WEIGHTS)
def test_all_signals_are_shares(
    body: list[str], head: list[str], terms: list[str], weights: dict[str, float]
) -> None:
    score = score_passage(body, head, terms, weights)
    for share in (score.saturation, score.coverage, score.window):
        assert 0.0 <= share <= 1.0 + 1e-9
    assert score.saturation <= score.coverage + 1e-9
    assert score.window <= score.coverage + 1e-9
    assert sorted((*score.matched, *score.missing)) == sorted(terms)


@given(BODY, BODY, WEIGHTS)
def test_a_question_word_in_place_of_another_word_never_lowers_the_score(
    before: list[str], after: list[str], weights: dict[str, float]
) -> None:
    worse = score_passage([*before, "other", *after], [], ASKED, weights)
    better = score_passage([*before, "oven", *after], [], ASKED, weights)
    assert better.saturation > worse.saturation
    assert better.coverage >= worse.coverage
    assert better.window >= worse.window


def test_a_term_met_again_adds_less_each_time() -> None:
    scores = [
        score_passage(["oven"] * n + ["x"] * (20 - n), [], ["oven"], {}).saturation
        for n in range(1, 6)
    ]
    gains = [later - earlier for earlier, later in pairwise(scores)]
    assert all(gain > 0 for gain in gains)
    assert gains == sorted(gains, reverse=True)


def test_a_shorter_passage_says_it_more_plainly() -> None:
    short = score_passage(["oven"] + ["x"] * 20, [], ["oven"], {})
    long = score_passage(["oven"] + ["x"] * 400, [], ["oven"], {})
    assert short.saturation > long.saturation


def test_rare_terms_weigh_more() -> None:
    weights = {"oven": 1.0, "kalahari": 8.0}
    common = score_passage(["oven"], [], ["oven", "kalahari"], weights)
    rare = score_passage(["kalahari"], [], ["oven", "kalahari"], weights)
    assert rare.coverage == pytest.approx(8 / 9)
    assert common.coverage == pytest.approx(1 / 9)


def test_structured_fields_satisfy_a_term_but_stand_in_no_window() -> None:
    score = score_passage(["hot"], ["oven"], ["oven"], {})
    assert score.matched == ("oven",)
    assert score.coverage == 1.0
    assert score.window == 0.0


def test_only_terms_that_stand_together_share_a_window() -> None:
    near = ["deck", *["x"] * (WINDOW_TERMS - 2), "oven"]
    far = ["deck", *["x"] * (WINDOW_TERMS - 1), "oven"]
    assert best_window(near, ASKED, {}) == 2.0
    assert best_window(far, ASKED, {}) == 1.0


def test_a_question_without_terms_scores_nothing() -> None:
    score = score_passage(["oven"], [], [], {})
    assert (score.saturation, score.coverage, score.window) == (0.0, 0.0, 0.0)
