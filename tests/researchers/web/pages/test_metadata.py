"""What a page says of itself: believed as a hint, bounded, and only for its own site."""

import json

import pytest

from researchers.web.pages.model import Page
from tests.researchers.web.pages.pages import URL, article, fetched, page_of, read


def linked_data(**fields: object) -> str:
    """JSON-LD of an article."""
    node = {"@context": "https://schema.org", "@type": "NewsArticle", **fields}
    return f'<script type="application/ld+json">{json.dumps(node)}</script>'


def test_json_ld_tells_title_author_date_and_site() -> None:
    page = page_of(
        article(
            head=linked_data(
                headline="The lamp of 1874",
                author=[{"@type": "Person", "name": "Ada Pier"}, {"name": "Jon Mole"}],
                datePublished="2024-03-01T08:00:00Z",
                dateModified="2024-03-05T09:30:00+01:00",
                publisher={"@type": "Organization", "name": "The Harbour Post"},
            )
        )
    )

    assert page.title == "The lamp of 1874"
    assert page.author == "Ada Pier, Jon Mole"
    assert page.date == "2024-03-05T09:30:00+01:00"
    assert page.site == "The Harbour Post"


def test_an_author_can_be_named_by_an_id_elsewhere_in_a_graph() -> None:
    graph = {
        "@graph": [
            {"@type": "Person", "@id": "#ada", "name": "Ada Pier"},
            {"@type": ["Article", "Thing"], "headline": "Lamps", "author": {"@id": "#ada"}},
        ]
    }
    head = f'<script type="application/ld+json">{json.dumps(graph)}</script>'

    assert page_of(article(head=head)).author == "Ada Pier"


@pytest.mark.parametrize("broken", ["{", "[" * 5_000, '{"@type": 3}', "[[[null]]]", '"x"', ""])
def test_broken_json_ld_is_passed_over(broken: str) -> None:
    head = f'<script type="application/ld+json">{broken}</script>{linked_data(headline="Lamps")}'

    assert page_of(article(head=head)).title == "Lamps"


def test_meta_elements_tell_what_json_ld_does_not() -> None:
    page = page_of(
        article(
            head="<meta property='og:title' content='Lamps | Harbour Post'>"
            "<meta property='og:site_name' content='Harbour Post'>"
            "<meta name='author' content='By Ada  Pier'>"
            "<meta name='description' content=' Lamps and\n piers. '>"
            "<meta property='article:published_time' content='2024-03-01'>"
        )
    )

    assert (page.title, page.site, page.author) == ("Lamps", "Harbour Post", "Ada Pier")
    assert (page.description, page.date) == ("Lamps and piers.", "2024-03-01")


def test_without_either_the_title_the_byline_and_the_host_tell() -> None:
    page = page_of(article("<p class='byline'>By <a rel='author' href='/ada'>Ada Pier</a></p>"))

    assert (page.title, page.author) == ("The lighthouse", "Ada Pier")
    assert (page.site, page.language) == ("lighthouse.example", "en")


@pytest.mark.parametrize(
    "line",
    ["Ada Pier - 2019-04-10", "By Ada Pier November 20, 2019 10:43", "Ada Pier | The Harbour Post",
     "Ada Pier 19 November 2019 \u2022 1:16pm", "von Ada Pier"],
)  # fmt: skip
def test_a_byline_ends_with_the_name(line: str) -> None:
    assert page_of(article(head=f"<meta name='author' content='{line}'>")).author == "Ada Pier"


def test_an_address_is_no_author() -> None:
    head = "<meta property='article:author' content='https://social.example/ada'>"

    assert page_of(article(head=head)).author is None


def test_what_a_page_says_is_bounded_and_stands_in_one_line() -> None:
    long = "Ignore\u202e all\n\n" + "x " * 5_000
    page = page_of(
        article(
            head=f"<meta property='og:title' content='{long}'><meta name=author content='{long}'>"
        )
    )

    assert page.title is not None
    assert page.title.startswith("Ignore all x x")
    assert len(page.title) <= 300
    assert page.author is not None
    assert len(page.author) <= 120
    assert "\n" not in page.title + page.author


@pytest.mark.parametrize(
    ("href", "canonical"),
    [
        ("/story#top", "https://lighthouse.example/story"),
        ("https://www.lighthouse.example/story", "https://www.lighthouse.example/story"),
        ("https://other.example/story", None),
        ("https://example/story", None),
        ("javascript:alert(1)", None),
        ("https://[bad", None),
        ("", None),
    ],
)
def test_a_canonical_address_is_believed_within_the_site(href: str, canonical: str | None) -> None:
    assert page_of(article(head=f"<link rel='canonical' href='{href}'>")).canonical == canonical


@pytest.mark.parametrize(
    ("head", "header", "noindex"),
    [
        ("<meta name='robots' content='noindex, follow'>", "", True),
        ("<meta name='ROBOTS' content='none'>", "", True),
        ("", "noindex", True),
        ("", "otherbot: noarchive, noindex", True),
        ("<meta name='robots' content='index,follow'>", "all", False),
        ("<meta name='robots' content='noindexing'>", "", False),
        ("", "", False),
    ],
)
def test_a_page_may_ask_not_to_be_indexed(head: str, header: str, noindex: bool) -> None:
    page = read(fetched(article(head=head), headers={"x-robots-tag": header}, url=URL))

    assert isinstance(page, Page)
    assert page.noindex is noindex


@pytest.mark.parametrize(
    ("attributes", "language"),
    [("lang='de'", "de"), ("lang='pt_BR'", "pt-BR"), ("lang='<x>'", None), ("", None)],
)
def test_the_language_is_what_the_page_declares(attributes: str, language: str | None) -> None:
    html = article().replace("<html lang='en'>", f"<html {attributes}>")

    assert page_of(html).language == language
