"""The folded text is plain, and says where each of its characters came from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.folded_text import fold


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Bees FLY", "bees fly"),
        ("Pr\u00e9c\u00e9dentes", "precedentes"),
        ("be\u200bes\u00ad", "bees"),
        ("\uff22\uff45\uff45\uff53", "bees"),
        ("b\u0435\u0435s", "bees"),
        ("\u043f\u0447\u0435\u043b\u044b", "\u043f\u0447\u0435\u043b\u044b"),
        ("\u5fd8\u8bb0", "\u5fd8\u8bb0"),
        ("\U000e0062\U000e0065\U000e0065", "bee"),
    ],
)
def test_disguises_are_taken_off(text: str, plain: str) -> None:
    assert fold(text).text == plain


def test_a_place_leads_back_to_the_text() -> None:
    text = "a\u200b\u00e9\ufb01 Z"
    folded = fold(text)
    assert folded.text == "aefi z"
    assert [folded.place(index) for index in range(7)] == [0, 2, 3, 3, 4, 5, 6]


@given(st.text(max_size=60))
def test_places_rise_and_stay_within_the_text(text: str) -> None:
    folded = fold(text)
    places = [folded.place(index) for index in range(len(folded.text) + 1)]
    assert places == sorted(places)
    assert places[-1] == len(text)
    assert all(0 <= place <= len(text) for place in places)
