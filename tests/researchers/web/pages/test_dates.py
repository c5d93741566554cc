"""When a page was written: what it says, and nothing that is guessed."""

import pytest

from researchers.web.pages.dates import read_date
from researchers.web.pages.model import Page
from tests.researchers.web.pages.pages import article, fetched, read
from tests.researchers.web.pages.test_metadata import linked_data


def date_of(head: str = "", extra: str = "", url: str = "https://a.example/x") -> str | None:
    page = read(fetched(article(extra, head), url=url))
    assert isinstance(page, Page)
    return page.date


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024-03-01", "2024-03-01"),
        ("2024-03-01T08:00:00Z", "2024-03-01T08:00:00+00:00"),
        ("2024-03-01 08:00:00+02:00", "2024-03-01T08:00:00+02:00"),
        ("2024-03-01T08:00", "2024-03-01"),
        ("20240301", "2024-03-01"),
        ("2024/03/01", "2024-03-01"),
        ("Published on 1 March 2024, 08:00", "2024-03-01"),
        ("March 1st, 2024", "2024-03-01"),
        ("Fri, 01 Mar 2024 08:00:00 GMT", "2024-03-01"),
        ("Mar. 1, 2024", "2024-03-01"),
        ("2024", None),
        ("2024-13-01", None),
        ("31 February 2024", None),
        ("1 Mai", None),
        ("03/04/2024", None),
        ("1874-10-01", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_a_date_is_read_where_it_can_mean_one_day_only(text: str, date: str | None) -> None:
    assert read_date(text) == date


@pytest.mark.parametrize(
    "head",
    [
        linked_data(datePublished="2024-03-01"),
        "<meta property='article:published_time' content='2024-03-01'>",
        "<meta name='citation_publication_date' content='2024/03/01'>",
        "<meta itemprop='datePublished' content='2024-03-01'>",
        "<meta name='DC.date.issued' content='2024-03-01'>",
    ],
)
def test_the_head_tells_it(head: str) -> None:
    assert date_of(head) == "2024-03-01"


@pytest.mark.parametrize(
    "extra",
    [
        "<time datetime='2024-03-01'>last Friday</time>",
        "<time>1 March 2024</time>",
        "<time class='updated' datetime='2024-03-01'></time><time datetime='2020-01-01'></time>",
        "<header><time datetime='2024-03-01'></time></header><time datetime='2020-01-01'></time>",
        "<span class='post-date'>March 1, 2024</span>",
        "<div class='entry-meta date published'>Posted: 1 March 2024</div>",
        "<span itemprop='datePublished' content='2024-03-01' class='date'>Friday</span>",
    ],
)
def test_the_text_tells_it_where_it_is_marked(extra: str) -> None:
    assert date_of(extra=extra) == "2024-03-01"


def test_the_address_tells_it_when_nothing_else_does() -> None:
    url = "https://a.example/news/2024/03/01/lamp.html"

    assert date_of(url=url) == "2024-03-01"
    assert date_of(linked_data(datePublished="2024-02-28"), url=url) == "2024-02-28"


def test_the_later_of_written_and_changed_counts() -> None:
    both = linked_data(datePublished="2024-03-01", dateModified="2024-05-01T10:00:00Z")

    assert date_of(both) == "2024-05-01T10:00:00+00:00"
    assert (
        date_of(linked_data(datePublished="2024-03-01", dateModified="2023-01-01")) == "2024-03-01"
    )


@pytest.mark.parametrize(
    "extra",
    [
        "<p>The storm of 4 March 1998 broke the lamp.</p>",
        "<footer>\u00a9 2024 Harbour board</footer>",
        "<p>Last seen 2024-03-01 in the harbour.</p>",
        "<p><time datetime='2024-03-01'></time><time datetime='2024-04-01'></time></p>",
        "<div class='update-list'>Updates of 1 March 2024</div>",
    ],
)
def test_a_date_in_the_text_is_not_the_pages(extra: str) -> None:
    assert date_of(extra=extra) is None


@pytest.mark.parametrize("date", ["2031-01-01", "1970-01-01", "0001-01-01", "2025-06-03"])
def test_a_date_after_the_fetch_or_before_the_web_is_not_believed(date: str) -> None:
    assert date_of(linked_data(datePublished=date)) is None
