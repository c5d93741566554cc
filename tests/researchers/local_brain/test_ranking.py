"""Ranking of candidates: what is said close together, in a note about it, comes first."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from researchers.local_brain.index.protocol import NoteTerms, PassageTerms, TermIds
from researchers.local_brain.ranking import QueryTerms, Ranked, rank_candidates

OVEN, HEAT, RYE, OTHER = 10, 20, 30, 99
WORDS = st.sampled_from([OVEN, HEAT, RYE, OTHER])


def ids(*terms: int) -> TermIds:
    return np.array(terms, dtype=np.uint32)


def query(*terms: int, weights: tuple[float, ...] = ()) -> QueryTerms:
    return QueryTerms(ids(*terms), np.array(weights or [1.0] * len(terms), dtype=np.float64))


def passage(number: int, *body: int, head: tuple[int, ...] = (), note: int = 0) -> PassageTerms:
    return PassageTerms(number, note or number, ids(*body), ids(*head))


def note_of(passages: list[PassageTerms]) -> dict[int, NoteTerms]:
    """The notes whose passages these are."""
    notes: dict[int, NoteTerms] = {}
    for note_id in {one.note_id for one in passages}:
        parts = [part for p in passages if p.note_id == note_id for part in (p.body, p.head)]
        every = np.concatenate(parts)
        terms, counts = np.unique(every, return_counts=True)
        notes[note_id] = NoteTerms(note_id, terms, counts.astype(np.uint32), len(every))
    return notes


def ranked(asked: QueryTerms, *passages: PassageTerms) -> list[Ranked]:
    given = list(passages)
    return rank_candidates(asked, given, note_of(given), passage_average=20.0, note_average=40.0)


def order(asked: QueryTerms, *passages: PassageTerms) -> list[int]:
    return [one.place for one in ranked(asked, *passages)]


def test_more_of_the_question_comes_first() -> None:
    one, both = passage(1, OVEN, OTHER), passage(2, OVEN, HEAT)
    assert order(query(OVEN, HEAT), one, both) == [1, 0]


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    common, rare = passage(1, OVEN, OTHER), passage(2, RYE, OTHER)
    assert order(query(OVEN, RYE, weights=(0.5, 5.0)), common, rare) == [1, 0]


def test_words_close_together_come_before_words_far_apart() -> None:
    far = passage(1, OVEN, *[OTHER] * 60, HEAT)
    near = passage(2, *[OTHER] * 30, OVEN, OTHER, HEAT, *[OTHER] * 29)
    assert order(query(OVEN, HEAT), far, near) == [1, 0]


def test_neighbours_in_the_order_of_the_question_come_before_others() -> None:
    turned, straight = passage(1, HEAT, OVEN, OTHER), passage(2, OVEN, HEAT, OTHER)
    assert order(query(OVEN, HEAT), turned, straight) == [1, 0]


def test_the_note_around_a_passage_lifts_it() -> None:
    alone = passage(1, OVEN, OTHER, note=1)
    among = passage(2, OVEN, OTHER, note=2)
    rest = passage(3, HEAT, HEAT, OTHER, note=2)
    elsewhere = passage(4, OTHER, OTHER, OTHER, note=1)
    places = order(query(OVEN, HEAT), alone, among, rest, elsewhere)
    assert places.index(1) < places.index(0)


def test_a_title_counts_and_text_counts_more() -> None:
    nothing, title, text = passage(1, OTHER), passage(2, OTHER, head=(OVEN,)), passage(3, OVEN)
    assert order(query(OVEN), nothing, title, text) == [2, 1, 0]


def test_ties_keep_the_order_in_which_they_came() -> None:
    same = [passage(number, OVEN, OTHER) for number in range(1, 6)]
    assert order(query(OVEN), *same) == [0, 1, 2, 3, 4]


def test_what_matched_is_told_by_the_places_in_the_question() -> None:
    (one,) = ranked(query(OVEN, HEAT, RYE), passage(1, RYE, head=(OVEN,)))
    assert one.matched == (0, 2)


def test_without_terms_or_passages_there_is_nothing_to_rank() -> None:
    assert ranked(query(), passage(1, OVEN)) == []
    assert ranked(query(OVEN)) == []


@given(
    st.lists(st.tuples(st.lists(WORDS, max_size=40), st.lists(WORDS, max_size=4)), max_size=8),
    st.lists(WORDS, unique=True, max_size=4),
    st.lists(st.floats(0.01, 12.0), min_size=4, max_size=4),
)
def test_every_candidate_has_one_place_and_a_falling_score(
    bodies: list[tuple[list[int], list[int]]], terms: list[int], weights: list[float]
) -> None:
    passages = [
        passage(number, *body, head=tuple(head), note=1 + number % 3)
        for number, (body, head) in enumerate(bodies, start=1)
    ]
    asked = query(*terms, weights=tuple(weights[: len(terms)]))
    found = ranked(asked, *passages)
    if terms:
        assert sorted(one.place for one in found) == list(range(len(passages)))
    scores = [one.score for one in found]
    assert scores == sorted(scores, reverse=True)
    assert all(0.0 <= score <= 1.8 + 1e-9 for score in scores)
    for one in found:
        held = {*passages[one.place].body.tolist(), *passages[one.place].head.tolist()}
        assert {terms[place] for place in one.matched} == held.intersection(terms)
