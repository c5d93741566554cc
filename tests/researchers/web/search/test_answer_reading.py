"""Dates and questions as engines write and take them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from researchers.web.search.answer_reading import json_object, plain_text, rfc3339
from researchers.web.search.query_text import within_limits, without_commands


@pytest.mark.parametrize(
    ("told", "date"),
    [
        ("2026-03-01", "2026-03-01"),
        ("2026-03-01T08:30:00", "2026-03-01T08:30:00Z"),
        ("2026-03-01 08:30:00", "2026-03-01T08:30:00Z"),
        ("2026-03-01T08:30:00+02:00", "2026-03-01T06:30:00Z"),
        ("2026-03-01T08:30:00Z", "2026-03-01T08:30:00Z"),
        ("Sun, 01 Mar 2026 08:30:00 GMT", "2026-03-01T08:30:00Z"),
        ("Sun, 01 Mar 2026 08:30:00 -0500", "2026-03-01T13:30:00Z"),
        ("2 days ago", None),
        ("March", None),
        ("2026-13-01", None),
        ("2026-03-01Tx", None),
        ("0001-01-01T00:00:00+14:00", None),
        ("", None),
    ],
)
def test_a_date_is_told_in_one_way(told: str, date: str | None) -> None:
    assert rfc3339(told) == date


@given(st.text())
def test_no_date_is_too_odd(told: str) -> None:
    date = rfc3339(told)
    assert date is None or rfc3339(date) == date


@given(st.binary())
def test_no_body_is_too_odd(body: bytes) -> None:
    assert json_object(body) is None or body.strip().startswith((b"{", b"\xef\xbb\xbf"))


@given(st.text(), st.integers(1, 60))
def test_plain_text_keeps_its_bound(text: str, longest: int) -> None:
    shown = plain_text(text, longest)
    assert len(shown) <= longest
    assert "\n" not in shown


@given(st.text(alphabet="ab \n"), st.integers(1, 30), st.integers(1, 5))
def test_a_question_is_cut_at_words(query: str, characters: int, words: int) -> None:
    cut = within_limits(query, characters, words)

    assert len(cut) <= characters
    assert len(cut.split()) <= words
    assert " ".join(query.split()).startswith(cut)


def test_what_just_fits_is_not_cut() -> None:
    assert within_limits("two words", 9) == "two words"
    assert plain_text("two words", 9) == "two words"
    assert plain_text("two words", 8) == "two"


def test_one_long_word_is_cut_within() -> None:
    assert within_limits("a" * 500) == "a" * 400


def test_a_word_with_a_sign_inside_stays() -> None:
    assert without_commands("a:b why? C!! x<3") == "a:b why? C!! x<3"
