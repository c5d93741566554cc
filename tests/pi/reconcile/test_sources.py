"""Two spellings of one page are one source; two notes of one name on two machines are not."""

import pytest

from pi.reconcile.sources import document_of, is_page, site_of


@pytest.mark.parametrize(
    "other",
    [
        "http://example.org/oven",
        "https://www.example.org/oven/",
        "https://EXAMPLE.org:443/oven#heat",
        "https://example.org/oven?utm_source=mail&utm_medium=x",
    ],
)
def test_a_page_has_one_name_in_all_its_spellings(other: str) -> None:
    assert document_of(other) == document_of("https://example.org/oven")


@pytest.mark.parametrize(
    "other",
    [
        "https://example.org/oven?page=2",
        "https://example.org/Oven",
        "https://example.org:8443/oven",
        "https://docs.example.org/oven",
    ],
)
def test_another_page_has_another_name(other: str) -> None:
    assert document_of(other) != document_of("https://example.org/oven")


def test_a_heading_is_a_place_in_the_same_note() -> None:
    assert document_of("note://notes/oven.md#Heating") == "note://notes/oven.md"
    assert not is_page("note://notes/oven.md")


@pytest.mark.parametrize(
    ("locator", "site"),
    [
        ("https://news.bbc.co.uk/1", "bbc.co.uk"),
        ("https://www.bbc.co.uk/2", "bbc.co.uk"),
        ("https://ada.github.io/x", "ada.github.io"),
        ("https://bob.github.io/x", "bob.github.io"),
        ("http://127.0.0.1:8000/x", "127.0.0.1:8000"),
        ("http://localhost:9/x", "localhost:9"),
        ("note://notes/oven.md", None),
        ("https://[broken", None),
        ("http://example.org:port/", None),
    ],
)
def test_a_site_is_what_somebody_registered(locator: str, site: str | None) -> None:
    assert site_of(locator) == site
