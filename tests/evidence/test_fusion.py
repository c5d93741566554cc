"""Ranked lists become one, by rank alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.fusion import fuse

RANKED = st.lists(st.lists(st.integers(0, 12), max_size=8), max_size=4)


def test_what_several_lists_name_comes_before_what_one_names() -> None:
    assert fuse([["a", "b", "c"], ["d", "b", "e"]])[0] == "b"


def test_one_list_keeps_its_order() -> None:
    assert fuse([["c", "a", "b"]]) == ["c", "a", "b"]


def test_ties_keep_the_order_in_which_they_were_met() -> None:
    assert fuse([["b"], ["a"]]) == ["b", "a"]


def test_a_name_twice_in_one_list_counts_once() -> None:
    assert fuse([["a", "b", "b", "b"], ["a"]]) == ["a", "b"]


def test_a_light_list_can_not_turn_a_heavy_one_round() -> None:
    assert fuse([["a", "b"], ["b"]], [1.0, 0.02], damping=5) == ["a", "b"]
    assert fuse([["a", "b"], ["b"]], [1.0, 1.0], damping=5) == ["b", "a"]


def test_a_weight_for_each_list_or_none() -> None:
    with pytest.raises(ValueError, match="zip"):
        fuse([["a"], ["b"]], [1.0])


@given(RANKED)
def test_everything_named_is_there_once(lists: list[list[int]]) -> None:
    fused = fuse(lists)
    assert len(fused) == len(set(fused))
    assert set(fused) == {key for ranked in lists for key in ranked}
