"""Which documents count as the same words."""

import random

from hypothesis import given
from hypothesis import strategies as st

from evidence.documents import Document
from evidence.near_copies import near_copies
from researchers.loop.testing import document

WORDS = [f"word{n}" for n in range(3_000)]


def text_of(count: int, seed: int) -> str:
    drawn = random.Random(seed)
    return " ".join(drawn.choice(WORDS) for _ in range(count))


def copies(*documents: Document) -> dict[str, str]:
    return dict(near_copies(documents))


def test_the_same_article_with_another_frame_is_a_near_copy() -> None:
    article = text_of(400, 1)
    first = document("a", article)
    second = document("b", f"The Daily Copy presents: {article} Subscribe to our letter today.")
    assert copies(first, second) == {"b": "a"}


def test_a_report_of_its_own_about_the_same_thing_is_none() -> None:
    assert copies(document("a", text_of(400, 1)), document("b", text_of(400, 2))) == {}


def test_a_short_quotation_of_a_long_article_is_none() -> None:
    article = text_of(900, 3)
    assert copies(document("a", article), document("b", article[:600])) == {}


def test_long_copies_are_known_by_their_sample() -> None:
    article = text_of(30_000, 4)
    changed = article.replace("word7 ", "seven ")
    assert copies(document("a", article), document("b", changed)) == {"b": "a"}
    assert copies(document("a", article), document("b", text_of(30_000, 5))) == {}


def test_three_copies_all_name_the_first() -> None:
    article = text_of(200, 6)
    found = copies(document("a", article), document("b", article + " x"), document("c", article))
    assert found == {"b": "a", "c": "a"}


def test_case_and_punctuation_do_not_hide_a_copy() -> None:
    article = text_of(200, 8)
    assert copies(document("a", article), document("b", article.upper().replace(" ", ", "))) == {
        "b": "a"
    }


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_can_be_compared(left: str, right: str) -> None:
    found = copies(document("a", left), document("b", right))
    assert found in ({}, {"b": "a"})
    if left == right:
        assert found == {"b": "a"}
