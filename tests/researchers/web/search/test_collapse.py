"""From several result lists to one."""

from researchers.web.search.collapse import collapse_near_equal, fuse_results
from researchers.web.search.model import WebResult

HOURS = (
    "The tower is open from ten to five, Tuesday to Sunday, "
    "and the last climb of the day begins at half past four."
)


def page(url: str, title: str = "", snippet: str = "", date: str | None = None) -> WebResult:
    return WebResult(f"https://{url}", title or url, snippet, date)


def urls(results: tuple[WebResult, ...]) -> list[str]:
    return [result.url.removeprefix("https://") for result in results]


def test_what_several_queries_find_comes_first() -> None:
    fused = fuse_results(
        [
            [page("a.example"), page("b.example"), page("c.example")],
            [page("d.example"), page("b.example")],
        ]
    )

    assert urls(fused) == ["b.example", "a.example", "d.example", "c.example"]


def test_a_weight_puts_one_query_before_another() -> None:
    lists = [[page("a.example")], [page("b.example")]]

    assert urls(fuse_results(lists, [1.0, 2.0])) == ["b.example", "a.example"]


def test_one_page_in_two_spellings_is_one_result() -> None:
    fused = fuse_results(
        [
            [page("museum.example/visit?utm_source=x")],
            [page("MUSEUM.example/visit/#hours", snippet=HOURS, date="2026-03-01")],
        ]
    )

    assert fused == (
        WebResult(
            "https://museum.example/visit?utm_source=x",
            "museum.example/visit?utm_source=x",
            HOURS,
            "2026-03-01",
        ),
    )


def test_two_versions_of_a_page_on_one_site_are_one_result() -> None:
    fused = fuse_results(
        [
            [
                page("museum.org/visit", "Opening hours", HOURS),
                page("news.org/tower", "The tower reopens", HOURS),
                page("m.museum.org/visit?print=1", "Opening hours", HOURS + " Welcome!"),
            ]
        ]
    )

    assert urls(fused) == ["museum.org/visit", "news.org/tower"]


def test_other_numbers_are_another_page() -> None:
    notes = "Release notes of the lantern controller: what is new, what was mended, what is known."
    results = [
        page("lamp.org/1", "Release 1.4", notes),
        page("lamp.org/2", "Release 1.5", notes),
    ]

    assert len(collapse_near_equal(results)) == 2


def test_pages_without_snippets_are_never_taken_for_one() -> None:
    title = "The same long title of eight words on every single page"
    results = [page("lamp.org/1", title), page("lamp.org/2", title)]

    assert len(collapse_near_equal(results)) == 2


def test_short_texts_prove_nothing() -> None:
    results = [
        page("lamp.org/a", "Home", "Welcome here"),
        page("lamp.org/b", "Home", "Welcome here"),
    ]

    assert len(collapse_near_equal(results)) == 2


def test_related_pages_of_a_site_stay_apart() -> None:
    results = [
        page("museum.org/visit", "Opening hours", HOURS),
        page("museum.org/tours", "Guided tours", "Tours of the tower begin at noon on Sunday."),
    ]

    assert len(collapse_near_equal(results)) == 2
