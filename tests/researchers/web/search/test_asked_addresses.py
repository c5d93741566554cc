"""Which addresses of a question are opened."""

import pytest

from researchers.web.search.asked_addresses import addresses_in


@pytest.mark.parametrize(
    ("question", "urls"),
    [
        ("What does https://a.example/x?y=1 say?", ["https://a.example/x?y=1"]),
        ("Is it true (http://a.example/b)?", ["http://a.example/b"]),
        (
            "https://a.example/1, https://b.example/2.",
            ["https://a.example/1", "https://b.example/2"],
        ),
        ("https://a.example/1 and https://a.example/1", ["https://a.example/1"]),
        ("What is http://127.0.0.1:8000/x about?", ["http://127.0.0.1:8000/x"]),
        ("What is ftp://a.example about?", []),
        ("Who is http://user:pass@a.example/?", []),
        ("When was it built?", []),
    ],
)
def test_an_address_in_a_question_is_a_lead(question: str, urls: list[str]) -> None:
    assert [result.url for result in addresses_in(question)] == urls


def test_only_the_first_five_are_opened() -> None:
    many = " ".join(f"https://a.example/{n}" for n in range(9))
    assert len(addresses_in(many)) == 5
