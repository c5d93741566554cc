"""A stranger's words as a question, or as something to show."""

import pytest

from pi.policy.lead_text import Unusable, as_question, shown
from tests.pi.policy.situations import ORDERS


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("soil\x00 \x1b[31msalinity\n\tUtah", "soil [31msalinity Utah"),
        ("so\u200bil \u202esalinity\U000e0041", "soil salinity"),
        ("  soil   salinity ", "soil salinity"),
        ("word " * 100, ("word " * 60).strip()),
    ],
)
def test_a_lead_is_one_bounded_line(text: str, question: str) -> None:
    assert as_question(text) == question


@pytest.mark.parametrize("text", ["", " \x00 ", "?!\u2026", "x" * 301, ORDERS])
def test_what_is_no_question_says_why(text: str) -> None:
    assert isinstance(as_question(text), Unusable)


def test_orders_are_not_shown_either() -> None:
    assert "password" not in shown(ORDERS)
    assert len(shown("word " * 100)) < 85
