"""A fetch with manners and memory, as its callers see it."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import anyio
import pytest

from researchers.web.fetching.http_cache import HttpCache
from researchers.web.fetching.model import (
    Allowance,
    CacheUse,
    Fetched,
    FetchFailure,
    FetchPolicy,
    FetchProblem,
)
from researchers.web.fetching.polite_fetch import PoliteFetch
from tests.researchers.web.fetching.sites_in_memory import (
    ManualTime,
    Reply,
    SitesInMemory,
    open_trace,
)
from traces.digest import content_name
from traces.sink import Action
from traces.store import ContentStore

pytestmark = pytest.mark.anyio

A, B = "http://a.example", "http://b.example"
PAGE = f"{A}/lamp"
ANSWER = b"The lamp was lit in 1874."


class Desk:
    """A polite fetch over sites in memory. `again` is the same user a run later: the cache stays,
    what the process remembered is gone."""

    def __init__(self, folder: Path) -> None:
        self.time = ManualTime()
        self.sites = SitesInMemory(self.time)
        self.store = ContentStore(folder / "cas")
        self.cache = HttpCache(folder / "index" / "web-cache.sqlite3", self.store)
        self.allowances: tuple[Allowance, ...] = ()
        self.again()

    def again(self) -> None:
        policy = FetchPolicy(agent="marchwarden/0 (test)", allowances=self.allowances)
        self.polite = PoliteFetch(
            self.sites, policy, cache=self.cache, clock=self.time, pace=self.time.pace
        )
        self.trace = open_trace()
        self.sites.requests.clear()

    async def get(self, url: str = PAGE, *, fresh: bool = False) -> Fetched:
        answer = await self.polite.get(url, self.trace, fresh=fresh)
        assert isinstance(answer, Fetched), answer
        return answer

    async def failure(self, url: str = PAGE) -> FetchFailure:
        answer = await self.polite.get(url, self.trace)
        assert isinstance(answer, FetchFailure)
        return answer


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.cache.close()


async def test_a_page_comes_as_it_was_sent_and_says_what_robots_said(desk: Desk) -> None:
    desk.sites.put(f"{A}/robots.txt", Reply(b"User-agent: *\nAllow: /\n"))
    desk.sites.put(PAGE, Reply(ANSWER))
    page = await desk.get(f"{PAGE}#top")
    assert (page.url, page.final_url, page.body) == (f"{PAGE}#top", PAGE, ANSWER)
    assert (page.cache, page.robots) == (CacheUse.NETWORK, "allows")


async def test_a_url_that_is_none_is_refused_by_the_fetcher_itself(desk: Desk) -> None:
    async def refuse(url: str, **_: object) -> FetchFailure:
        return FetchFailure(url, FetchProblem.BAD_ADDRESS, f"{url} names a user.")

    polite = PoliteFetch(refuse, FetchPolicy(agent="x"))
    answer = await polite.get("http://me:secret@a.example/", desk.trace)
    assert isinstance(answer, FetchFailure)
    assert answer.problem is FetchProblem.BAD_ADDRESS


async def test_what_is_fresh_is_not_asked_for_again(desk: Desk) -> None:
    desk.sites.put(PAGE, Reply(ANSWER, headers={"cache-control": "max-age=60"}))
    first = await desk.get()
    desk.again()
    desk.time.pass_by(30)
    second = await desk.get()
    assert PAGE not in desk.sites.asked()
    assert (second.cache, second.body, second.head) == (CacheUse.CACHE, ANSWER, first.head)
    assert second.fetched_at == first.fetched_at
    assert desk.store.get(content_name(ANSWER)) == ANSWER


async def test_what_is_old_is_asked_about_and_a_304_renews_it(desk: Desk) -> None:
    headers = {"etag": '"1"', "cache-control": "max-age=60"}
    desk.sites.put(PAGE, Reply(ANSWER, headers=headers))
    first = await desk.get()
    desk.time.pass_by(100)
    second = await desk.get()
    assert desk.sites.requests[-1].conditions == {"If-None-Match": '"1"'}
    assert (second.cache, second.status, second.body) == (CacheUse.REVALIDATED, 200, ANSWER)
    assert second.fetched_at == first.fetched_at
    desk.time.pass_by(50)
    assert (await desk.get()).cache is CacheUse.CACHE


async def test_what_has_changed_comes_anew(desk: Desk) -> None:
    desk.sites.put(PAGE, Reply(ANSWER, headers={"etag": '"1"'}))
    await desk.get()
    desk.sites.put(PAGE, Reply(b"Changed.", headers={"etag": '"2"'}))
    page = await desk.get()
    assert (page.cache, page.body) == (CacheUse.NETWORK, b"Changed.")
    await desk.get()
    assert desk.sites.requests[-1].conditions == {"If-None-Match": '"2"'}


async def test_fresh_asks_without_conditions_and_keeps_what_comes(desk: Desk) -> None:
    headers = {"etag": '"1"', "cache-control": "max-age=60"}
    desk.sites.put(PAGE, Reply(ANSWER, headers=headers))
    await desk.get()
    desk.sites.put(PAGE, Reply(b"Changed.", headers=headers))
    page = await desk.get(fresh=True)
    assert desk.sites.requests[-1].conditions == {}
    assert (page.cache, page.body) == (CacheUse.NETWORK, b"Changed.")
    assert (await desk.get()).body == b"Changed."


async def test_a_304_about_another_version_is_not_believed(desk: Desk) -> None:
    desk.sites.put(PAGE, Reply(ANSWER, headers={"etag": '"1"'}))
    await desk.get()
    odd = Reply(status=304, headers={"etag": '"2"'})
    desk.sites.put(PAGE, odd, Reply(b"Changed.", headers={"etag": '"2"'}))
    assert (await desk.get()).body == b"Changed."
    assert [one.conditions for one in desk.sites.requests[-2:]] == [{"If-None-Match": '"1"'}, {}]


async def test_a_page_without_a_word_about_its_age_is_fetched_each_time(desk: Desk) -> None:
    desk.sites.put(PAGE, Reply(ANSWER))
    assert [(await desk.get()).cache for _ in range(2)] == [CacheUse.NETWORK] * 2


async def test_robots_closes_what_the_cache_holds(desk: Desk) -> None:
    desk.sites.put(PAGE, Reply(ANSWER, headers={"cache-control": "max-age=99999"}))
    await desk.get()
    desk.again()
    desk.sites.put(f"{A}/robots.txt", Reply(b"User-agent: *\nDisallow: /\n"))
    assert (await desk.failure()).problem is FetchProblem.ROBOTS


async def test_robots_txt_is_kept_across_runs_for_a_day(desk: Desk) -> None:
    robots = Reply(b"User-agent: *\nDisallow: /no\n", headers={"etag": '"r"'})
    desk.sites.put(f"{A}/robots.txt", robots)
    desk.sites.put(PAGE, Reply(ANSWER))
    await desk.get()
    desk.again()
    desk.time.pass_by(3_600)
    await desk.get()
    assert desk.sites.asked() == [PAGE]
    desk.again()
    desk.time.pass_by(86_400)
    await desk.get()
    assert [one.conditions for one in desk.sites.requests] == [{"If-None-Match": '"r"'}, {}]


@pytest.mark.parametrize(
    ("status", "headers", "asked"),
    [
        (301, {}, []),
        (302, {}, [f"{A}/old", PAGE]),
        (302, {"cache-control": "max-age=60"}, []),
        (301, {"cache-control": "max-age=5"}, [f"{A}/old", PAGE]),
    ],
)
async def test_a_chain_is_replayed_while_all_of_it_is_good(
    desk: Desk, status: int, headers: dict[str, str], asked: list[str]
) -> None:
    desk.sites.put(f"{A}/old", Reply(status=status, location=PAGE, headers=headers))
    desk.sites.put(PAGE, Reply(ANSWER, headers={"cache-control": "max-age=60", "etag": '"1"'}))
    first = await desk.get(f"{A}/old")
    desk.sites.requests.clear()
    desk.time.pass_by(10)
    second = await desk.get(f"{A}/old")
    assert desk.sites.asked() == asked
    assert all(one.conditions == {} for one in desk.sites.requests)
    assert (second.final_url, second.hops) == (first.final_url, first.hops)


async def test_a_redirect_to_a_site_that_closes_the_page_is_refused(desk: Desk) -> None:
    desk.sites.put(PAGE, Reply(status=302, location=f"{B}/private"))
    desk.sites.put(f"{B}/private", Reply(b"not for robots"))
    desk.sites.put(f"{B}/robots.txt", Reply(b"User-agent: *\nDisallow: /private\n"))
    failure = await desk.failure()
    assert failure.problem is FetchProblem.ROBOTS
    assert failure.url == PAGE
    assert [hop.url for hop in failure.hops] == [PAGE]
    assert f"{B}/private" not in desk.sites.asked()


async def test_a_kept_chain_is_refused_once_its_end_is_closed(desk: Desk) -> None:
    desk.sites.put(PAGE, Reply(status=301, location=f"{B}/lamp"))
    desk.sites.put(f"{B}/lamp", Reply(ANSWER, headers={"cache-control": "max-age=60"}))
    await desk.get()
    desk.again()
    desk.sites.put(f"{B}/robots.txt", Reply(b"User-agent: *\nDisallow: /\n"))
    assert (await desk.failure()).problem is FetchProblem.ROBOTS


async def test_what_came_by_an_allowance_is_used_under_the_same_one_only(desk: Desk) -> None:
    wiki = "http://wiki.home:8080/page"
    reply = Reply(b"home", headers={"cache-control": "max-age=60"}, allowance="wiki.home:8080")
    desk.sites.put(wiki, reply)
    desk.allowances = (Allowance("wiki.home", 8080),)
    desk.again()
    await desk.get(wiki)
    assert (await desk.get(wiki)).cache is CacheUse.CACHE
    desk.allowances = (Allowance("wiki.home", 9090),)
    desk.again()
    assert (await desk.get(wiki)).cache is CacheUse.NETWORK


async def test_redirects_take_their_turn_at_both_hosts_and_never_block_each_other(
    desk: Desk,
) -> None:
    for number in range(4):
        desk.sites.put(f"{A}/{number}", Reply(status=302, location=f"{B}/to/{number}"))
        desk.sites.put(f"{B}/{number}", Reply(status=302, location=f"{A}/to/{number}"))
        desk.sites.put(f"{A}/to/{number}", Reply(b"a"))
        desk.sites.put(f"{B}/to/{number}", Reply(b"b"))
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for number in range(4):
                tasks.start_soon(desk.get, f"{A}/{number}")
                tasks.start_soon(desk.get, f"{B}/{number}")
    assert desk.sites.most_at_once == {A: 1, B: 1}
    for host in (A, B):
        times = sorted((one.at, one.ended) for one in desk.sites.requests if host in one.url)
        pauses = [after[0] - before[1] for before, after in pairwise(times)]
        assert min(pauses) >= 0.15 - 1e-9


async def test_a_crawl_delay_is_kept_between_pages(desk: Desk) -> None:
    desk.sites.put(f"{A}/robots.txt", Reply(b"User-agent: *\nCrawl-delay: 3\n"))
    desk.sites.put(PAGE, Reply(ANSWER))
    for _ in range(3):
        await desk.get()
    starts = [one.at for one in desk.sites.requests if one.url == PAGE]
    assert starts == pytest.approx([0.15, 3.15, 6.15])


async def test_a_crawl_delay_beyond_patience_is_a_failure_that_says_so(desk: Desk) -> None:
    desk.sites.put(f"{A}/robots.txt", Reply(b"User-agent: *\nCrawl-delay: 60\n"))
    desk.sites.put(PAGE, Reply(ANSWER))
    await desk.get()
    failure = await desk.failure()
    assert failure.problem is FetchProblem.RATE_LIMITED
    assert failure.retry_after == pytest.approx(60)
    assert "the pause between requests at a.example lasts another 60.0 s" in failure.detail


@pytest.mark.parametrize("status", [429, 503])
async def test_a_short_retry_after_is_waited_for_once(desk: Desk, status: int) -> None:
    desk.sites.put(PAGE, Reply(status=status, retry_after=3.0), Reply(ANSWER))
    page = await desk.get()
    assert page.body == ANSWER
    times = [one.at for one in desk.sites.requests if one.url == PAGE]
    assert times[1] - times[0] == pytest.approx(3.0)


async def test_it_is_waited_for_only_once(desk: Desk) -> None:
    desk.sites.put(PAGE, Reply(status=503, retry_after=3.0))
    assert (await desk.failure()).problem is FetchProblem.RATE_LIMITED
    assert desk.sites.asked(PAGE) == [PAGE, PAGE]


@pytest.mark.parametrize(("wished", "left"), [(60.0, float("inf")), (4.0, 2.0), (None, 9.0)])
async def test_a_longer_or_unsaid_wait_is_a_failure_and_the_host_is_left_alone(
    desk: Desk, wished: float | None, left: float
) -> None:
    desk.sites.put(PAGE, Reply(status=429, retry_after=wished))
    desk.sites.put(f"{A}/other", Reply(b"other"))
    desk.time.left = left
    failure = await desk.failure()
    assert (failure.status, failure.retry_after) == (429, wished)
    assert failure.problem is FetchProblem.RATE_LIMITED
    other = await desk.failure(f"{A}/other")
    assert other.problem is FetchProblem.RATE_LIMITED
    assert f"{A}/other" not in desk.sites.asked()
    desk.time.left = float("inf")
    desk.time.pass_by(60)
    assert (await desk.get(f"{A}/other")).body == b"other"


async def test_a_503_that_says_no_time_is_about_its_page(desk: Desk) -> None:
    desk.sites.put(PAGE, Reply(status=503))
    desk.sites.put(f"{A}/other", Reply(b"other"))
    assert (await desk.failure()).problem is FetchProblem.RATE_LIMITED
    assert (await desk.get(f"{A}/other")).body == b"other"
    assert desk.sites.asked(PAGE) == [PAGE]


async def test_a_redirect_s_target_that_is_busy_is_the_host_that_is_left_alone(desk: Desk) -> None:
    desk.sites.put(PAGE, Reply(status=302, location=f"{B}/lamp"))
    desk.sites.put(f"{B}/lamp", Reply(status=429, retry_after=60.0))
    desk.sites.put(f"{A}/other", Reply(b"other"))
    assert (await desk.failure()).problem is FetchProblem.RATE_LIMITED
    assert (await desk.get(f"{A}/other")).body == b"other"
    assert (await desk.failure(f"{B}/other")).problem is FetchProblem.RATE_LIMITED


async def test_few_hosts_are_asked_at_once(desk: Desk) -> None:
    gate = anyio.Event()
    desk.polite = PoliteFetch(
        desk.sites, FetchPolicy(agent="x"), at_once=3, clock=desk.time, pace=desk.time.pace
    )
    for number in range(10):
        desk.sites.put(f"http://{number}.example/robots.txt", Reply(status=404, gate=gate))
        desk.sites.put(f"http://{number}.example/", Reply(b"page"))
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for number in range(10):
                tasks.start_soon(desk.get, f"http://{number}.example/")
            await anyio.wait_all_tasks_blocked()
            assert len(desk.sites.running) == 3
            gate.set()
    assert desk.sites.most_of_all == 3


async def test_a_cancelled_fetch_frees_its_host(desk: Desk) -> None:
    desk.sites.put(PAGE, Reply(ANSWER, gate=anyio.Event()), Reply(ANSWER))
    with anyio.move_on_after(0.05) as scope:
        await desk.get()
    assert scope.cancelled_caught
    with anyio.fail_after(1):
        assert (await desk.get()).body == ANSWER


async def test_the_trace_holds_robots_and_leaves_the_page_to_the_caller(desk: Desk) -> None:
    desk.sites.put(PAGE, Reply(ANSWER))
    await desk.get()
    actions = [line.action for line in desk.trace.recorded]
    assert actions == [Action.OPEN, Action.FETCH_URL]
    assert desk.trace.recorded[1].data["role"] == "robots"
