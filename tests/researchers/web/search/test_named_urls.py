"""What the user names is the search."""

from collections.abc import Mapping

import anyio
import pytest

from researchers.web.fetching.model import FetchFailure, FetchProblem
from researchers.web.pages.model import FeedEntry, Listing, ListingForm, Unread
from researchers.web.search.named_urls import ListingLimits, NamedPages, PlainPage, Told
from traces.memory import MemoryTrace
from traces.sink import TraceSink

pytestmark = pytest.mark.anyio

SITE = "https://museum.example"


class ScriptedListings:
    """Tells what addresses are, as written; waits for ever at those that it does not know."""

    def __init__(self, told: Mapping[str, Told], gate: anyio.Event | None = None) -> None:
        self._told = told
        self._gate = gate
        self.fetched: list[tuple[str, str]] = []
        self.at_once = 0
        self.most_at_once = 0

    async def __call__(self, url: str, trace: TraceSink) -> Told:
        self.fetched.append((trace.run, url))
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            if self._gate is not None:
                await self._gate.wait()
            if url not in self._told:
                await anyio.sleep_forever()
            return self._told[url]
        finally:
            self.at_once -= 1


def entry(path: str, title: str | None = None, date: str | None = None) -> FeedEntry:
    return FeedEntry(path if "://" in path else SITE + path, title, date)


def feed(*entries: FeedEntry) -> Listing:
    return Listing(entries, form=ListingForm.FEED)


def sitemap(*entries: FeedEntry, nested: tuple[str, ...] = ()) -> Listing:
    return Listing(entries, nested, ListingForm.SITEMAP)


async def search(
    told: Mapping[str, Told],
    *urls: str,
    query: str = "lantern repairs",
    limit: int = 10,
    limits: ListingLimits | None = None,
) -> tuple[list[str], tuple[str, ...]]:
    """Addresses of the results without the site, and the notes."""
    named = NamedPages(urls or tuple(told), ScriptedListings(told), limits=limits)
    answer = await named.search(query, limit, MemoryTrace())
    assert answer.provider == "urls"
    return [result.url.removeprefix(SITE) for result in answer.results], answer.notes


async def test_named_pages_come_in_the_users_order_whatever_the_question() -> None:
    told: dict[str, Told] = {
        f"{SITE}/b": PlainPage("Bees"),
        f"{SITE}/a": PlainPage(),
        f"{SITE}/c": PlainPage(),
    }

    assert await search(told, limit=1) == (["/b", "/a", "/c"], ())


async def test_a_page_is_called_by_its_title_or_its_address() -> None:
    told: dict[str, Told] = {f"{SITE}/b": PlainPage("Bees"), f"{SITE}/a/": PlainPage()}
    named = NamedPages(tuple(told), ScriptedListings(told))

    answer = await named.search("x", 5, MemoryTrace())

    assert [result.title for result in answer.results] == ["Bees", "museum.example/a"]


async def test_a_page_named_twice_is_one() -> None:
    told: dict[str, Told] = {f"{SITE}/a": PlainPage()}

    assert await search(told, f"{SITE}/a", f"{SITE}/a/#top", f"{SITE}/a?utm_source=x") == (
        ["/a"],
        (),
    )


async def test_entries_come_by_the_words_of_the_question_and_then_by_date() -> None:
    told: dict[str, Told] = {
        f"{SITE}/feed": feed(
            entry("/1", "Bees on the roof", "2026-05-01"),
            entry("/2", "Repairs of the lantern", "2024-01-01"),
            entry("/3", "The lantern", "Sun, 01 Mar 2026 08:30:00 GMT"),
            entry("/4", "The lanterns of old", "2026-03-02T10:00:00+01:00"),
            entry("/lantern-repairs-5"),
            entry("/6", "Repairing"),
        )
    }

    assert await search(told) == (["/2", "/lantern-repairs-5", "/4", "/3", "/6", "/1"], ())


async def test_the_same_entries_come_in_the_same_order() -> None:
    told: dict[str, Told] = {f"{SITE}/feed": feed(*(entry(f"/{n}", "Lantern") for n in range(50)))}

    assert (await search(told, limit=50))[0] == [f"/{n}" for n in range(50)]


async def test_entries_follow_the_pages_and_keep_the_limit() -> None:
    told: dict[str, Told] = {
        f"{SITE}/feed": feed(*(entry(f"/{n}", "Lantern") for n in range(9))),
        f"{SITE}/page": PlainPage(),
    }

    assert (await search(told, limit=2))[0] == ["/page", "/0", "/1"]


async def test_a_page_that_is_named_and_listed_is_one() -> None:
    told: dict[str, Told] = {
        f"{SITE}/feed": feed(entry("/page"), entry("/page?utm_x=1")),
        f"{SITE}/page": PlainPage(),
    }

    assert (await search(told))[0] == ["/page"]


async def test_a_feed_may_point_to_other_sites() -> None:
    told: dict[str, Told] = {f"{SITE}/feed": feed(entry("https://news.example/lantern"))}

    assert await search(told) == (["https://news.example/lantern"], ())


async def test_a_sitemap_speaks_for_its_own_host_only() -> None:
    told: dict[str, Told] = {
        f"{SITE}/sitemap.xml": sitemap(
            entry("/a"),
            entry("https://news.example/lantern"),
            entry("https://museum.example:8443/b"),
            entry("https://www.museum.example/c"),
        )
    }

    results, notes = await search(told)

    assert results == ["/a"]
    assert notes[0].startswith("3 entries of https://museum.example/sitemap.xml lead to other")


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "https://[half", ""])
async def test_what_can_be_no_page_is_no_entry(url: str) -> None:
    told: dict[str, Told] = {
        f"{SITE}/feed": feed(FeedEntry(url, "Lantern") if url else entry("mailto://x"))
    }

    assert (await search(told))[0] == []


async def test_an_entry_may_be_written_from_its_lists_own_place() -> None:
    told: dict[str, Told] = {
        f"{SITE}/news/feed": feed(FeedEntry("../a", "Lantern"), FeedEntry("/b"))
    }

    assert (await search(told))[0] == ["/a", "/b"]


async def test_the_sitemaps_of_a_sitemap_are_read_one_level_deep() -> None:
    told: dict[str, Told] = {
        f"{SITE}/map": sitemap(nested=("/map1", f"{SITE}/map2", "https://news.example/map3")),
        f"{SITE}/map1": sitemap(entry("/lantern"), nested=("/map4",)),
        f"{SITE}/map2": sitemap(entry("/bees")),
        f"{SITE}/map4": sitemap(entry("/never")),
        "https://news.example/map3": sitemap(entry("/never")),
    }

    assert await search(told, f"{SITE}/map") == (["/lantern", "/bees"], ())


async def test_only_so_many_sitemaps_are_read_and_the_reader_is_told() -> None:
    told: dict[str, Told] = {f"{SITE}/map{n}": sitemap(entry(f"/{n}")) for n in range(5)}
    told[f"{SITE}/map"] = sitemap(nested=tuple(told))

    results, notes = await search(told, f"{SITE}/map", limits=ListingLimits(nested=2))

    assert results == ["/0", "/1"]
    assert notes == ("Of the 5 sitemaps of https://museum.example/map, 2 were read.",)


async def test_only_so_many_entries_are_looked_at_and_the_reader_is_told() -> None:
    told: dict[str, Told] = {
        f"{SITE}/feed": feed(*(entry(f"/{n}") for n in range(9)), entry("/lantern"))
    }

    results, notes = await search(told, limits=ListingLimits(entries=3))

    assert results == ["/0", "/1", "/2"]
    assert notes == ("Of 10 entries in the named lists, the first 3 were looked at.",)


async def test_a_list_of_which_only_the_first_entries_were_read_is_told_too() -> None:
    told: dict[str, Told] = {f"{SITE}/map": sitemap(*(entry(f"/{n}") for n in range(2_000)))}

    _, notes = await search(told)

    assert notes == (f"Of the entries of {SITE}/map, only the first 2,000 were looked at.",)


async def test_what_could_not_be_fetched_stays_a_lead_so_that_opening_it_says_why() -> None:
    told: dict[str, Told] = {
        f"{SITE}/gone": FetchFailure(f"{SITE}/gone", FetchProblem.GONE, "It is gone."),
        f"{SITE}/map": sitemap(nested=("/map1", "/map2", "/map3")),
        f"{SITE}/map1": FetchFailure(f"{SITE}/map1", FetchProblem.ROBOTS, "robots.txt closes it."),
        f"{SITE}/map2": PlainPage(),
        f"{SITE}/map3": sitemap(entry("/a")),
    }

    results, notes = await search(told, f"{SITE}/gone", f"{SITE}/map")

    assert results == ["/gone", "/a"]
    assert notes == (
        "A sitemap was left out: robots.txt closes it.",
        "The sitemap https://museum.example/map2 was left out, because it is none.",
    )


async def test_a_list_that_is_broken_or_empty_is_told() -> None:
    told: dict[str, Told] = {f"{SITE}/broken": Unread("no XML"), f"{SITE}/empty": feed()}

    results, notes = await search(told)

    assert results == ["/broken"]
    assert notes == (
        "https://museum.example/broken could not be read as a list of pages: no XML.",
        "https://museum.example/empty is a list of pages with no entries.",
    )


async def test_the_time_for_looking_is_bounded() -> None:
    told: dict[str, Told] = {f"{SITE}/a": PlainPage()}

    with anyio.fail_after(2):
        results, notes = await search(
            told, f"{SITE}/slow", f"{SITE}/a", limits=ListingLimits(seconds=0.1)
        )

    assert results == ["/slow", "/a"]
    assert notes == ()


async def test_all_queries_of_a_run_see_one_list_and_each_run_its_own() -> None:
    listings = ScriptedListings({f"{SITE}/feed": feed(entry("/a"))})
    named = NamedPages([f"{SITE}/feed"], listings)
    one, other = MemoryTrace(), MemoryTrace()

    for trace in (one, one, other, one):
        await named.search("lantern", 5, trace)

    assert listings.fetched == [(one.run, f"{SITE}/feed"), (other.run, f"{SITE}/feed")]


async def test_queries_at_once_fetch_a_list_once() -> None:
    gate = anyio.Event()
    listings = ScriptedListings({f"{SITE}/feed": feed(entry("/a"))}, gate)
    named = NamedPages([f"{SITE}/feed"], listings)
    trace = MemoryTrace()

    async with anyio.create_task_group() as tasks:
        for _ in range(3):
            tasks.start_soon(named.search, "lantern", 5, trace)
        await anyio.wait_all_tasks_blocked()
        gate.set()

    assert len(listings.fetched) == 1


async def test_old_runs_are_forgotten() -> None:
    listings = ScriptedListings({f"{SITE}/feed": feed(entry("/a"))})
    named = NamedPages([f"{SITE}/feed"], listings)
    first = MemoryTrace()

    for trace in (first, *(MemoryTrace() for _ in range(4)), first):
        await named.search("lantern", 5, trace)

    assert len(listings.fetched) == 6


async def test_a_cancelled_look_is_begun_anew() -> None:
    listings = ScriptedListings({f"{SITE}/feed": feed(entry("/a"))}, gate := anyio.Event())
    named = NamedPages([f"{SITE}/feed"], listings)
    trace = MemoryTrace()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(named.search, "lantern", 5, trace)
        await anyio.wait_all_tasks_blocked()
        tasks.cancel_scope.cancel()
    assert listings.at_once == 0

    gate.set()
    answer = await named.search("lantern", 5, trace)

    assert [result.url for result in answer.results] == [f"{SITE}/a"]


async def test_an_address_that_does_not_answer_leaves_time_to_open_the_others() -> None:
    told: dict[str, Told] = {f"{SITE}/b": PlainPage(), f"{SITE}/feed": feed(entry("/lantern"))}

    with anyio.fail_after(0.4):
        results, _ = await search(told, f"{SITE}/slow", *told)
        left = anyio.current_effective_deadline() - anyio.current_time()

    assert results == ["/slow", "/b", "/lantern"]
    assert left > 0.1


async def test_only_so_many_addresses_are_looked_at_at_once() -> None:
    told: dict[str, Told] = {f"{SITE}/{n}": PlainPage() for n in range(40)}
    listings = ScriptedListings(told, gate := anyio.Event())
    named = NamedPages(tuple(told), listings)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(named.search, "lantern", 5, MemoryTrace())
        await anyio.wait_all_tasks_blocked()
        gate.set()

    assert listings.most_at_once == 32


async def test_what_was_named_is_known_for_the_caps() -> None:
    named = NamedPages([f" {SITE}/a ", f"{SITE}/a/"], ScriptedListings({}))

    assert named.named == (f"{SITE}/a",)
