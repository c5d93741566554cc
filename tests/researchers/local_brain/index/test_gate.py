"""The gate lets rare terms choose the rows, and every term score them."""

from hypothesis import given
from hypothesis import strategies as st

from researchers.local_brain.index.gate import expression, rarest

FREQUENCIES = {"rare": 3, "some": 400, "often": 4_000, "always": 60_000, "never": 0}


def test_few_postings_need_no_gate() -> None:
    assert expression(["some", "rare"], [], FREQUENCIES) == '"some" OR "rare"'


def test_common_terms_score_what_rare_terms_choose() -> None:
    assert expression(["always", "rare", "some"], [], FREQUENCIES) == (
        '("rare" OR "some") AND ("always" OR "rare" OR "some")'
    )


def test_a_question_of_common_terms_only_is_asked_with_its_rarest() -> None:
    assert expression(["always", "often"], [], FREQUENCIES, budget=10) == (
        '("often") AND ("always" OR "often")'
    )


def test_terms_that_nothing_holds_are_left_out_and_make_all_of_impossible() -> None:
    assert expression(["never", "rare"], [], FREQUENCIES) == '"rare"'
    assert expression(["never"], [], FREQUENCIES) is None
    assert expression(["rare"], ["never", "some"], FREQUENCIES) is None


def test_all_of_limits_and_the_others_score() -> None:
    assert expression(["rare"], ["some", "often"], FREQUENCIES) == (
        '("some" AND "often") AND ("some" OR "often" OR "rare")'
    )


@given(st.dictionaries(st.text("abc", min_size=1), st.integers(1, 9_000), min_size=1))
def test_the_budget_is_kept_by_all_but_the_first_term(frequencies: dict[str, int]) -> None:
    chosen = rarest(list(frequencies), frequencies, 5_000)
    assert chosen
    assert len(chosen) == 1 or sum(frequencies[term] for term in chosen) <= 5_000
    left = [frequencies[term] for term in frequencies if term not in chosen]
    assert max(frequencies[term] for term in chosen) <= min(left, default=9_000)
