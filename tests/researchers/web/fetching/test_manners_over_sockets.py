"""The manners of a fetch as real servers see them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest

from researchers.web.fetching.fetcher import GuardedFetcher
from researchers.web.fetching.http_cache import HttpCache
from researchers.web.fetching.model import (
    CacheUse,
    Fetched,
    FetchFailure,
    FetchPolicy,
    FetchProblem,
)
from researchers.web.fetching.polite_fetch import PoliteFetch
from researchers.web.testing import Asked, SimulatedWeb, most_at_once, shortest_pause
from tests.researchers.web.fetching.sites_in_memory import open_trace
from traces.store import ContentStore

pytestmark = pytest.mark.anyio

DELAY = 0.02
HOSTS = tuple(f"{letter}.example.com" for letter in "abc")


@asynccontextmanager
async def polite(web: SimulatedWeb, cache: HttpCache | None = None) -> AsyncIterator[PoliteFetch]:
    policy = FetchPolicy(agent="marchwarden/0 (test)")
    async with GuardedFetcher(policy, resolver=web.resolver, network=web.network) as fetch:
        yield PoliteFetch(fetch, policy, cache=cache, delay=DELAY)


def at(web: SimulatedWeb, host: str) -> tuple[Asked, ...]:
    return tuple(asked for asked in web.requests if asked.host == host)


async def test_each_host_sees_one_connection_with_a_pause_between_requests() -> None:
    async with SimulatedWeb() as web, polite(web) as fetch:
        urls = [web.site(host).article(f"/{n}", "T", "x") for host in HOSTS for n in range(3)]
        trace = open_trace()
        with anyio.fail_after(10):
            async with anyio.create_task_group() as tasks:
                for url in urls:
                    tasks.start_soon(fetch.get, url, trace)
    for host in HOSTS:
        seen = at(web, host)
        assert seen[0].path == "/robots.txt"
        assert (len(seen), most_at_once(seen)) == (4, 1)
        assert (shortest_pause(seen) or 0) >= DELAY
        assert len({asked.connection for asked in seen}) == 1


async def test_a_second_run_asks_with_what_the_first_one_learned(tmp_path: Path) -> None:
    cache = HttpCache(tmp_path / "cache.sqlite3", ContentStore(tmp_path / "cas"))
    async with SimulatedWeb() as web, polite(web, cache) as fetch:
        url = web.site(HOSTS[0]).article("/lamp", "The lamp", "It was lit in 1874.")
        first = await fetch.get(url, open_trace())
        second = await fetch.get(url, open_trace())
    cache.close()
    assert isinstance(first, Fetched)
    assert isinstance(second, Fetched)
    assert (second.cache, second.body) == (CacheUse.REVALIDATED, first.body)
    assert "if-none-match" in at(web, HOSTS[0])[-1].headers


async def test_a_redirect_asks_the_other_site_first() -> None:
    async with SimulatedWeb() as web, polite(web) as fetch:
        web.site(HOSTS[1]).robots("User-agent: marchwarden\nDisallow: /closed")
        target = f"http://{HOSTS[1]}/closed"
        url = web.site(HOSTS[0]).redirect("/go", target)
        answer = await fetch.get(url, open_trace())
    assert isinstance(answer, FetchFailure)
    assert answer.problem is FetchProblem.ROBOTS
    assert [asked.path for asked in at(web, HOSTS[1])] == ["/robots.txt"]


async def test_a_cancelled_fetch_leaves_its_host_free() -> None:
    async with SimulatedWeb() as web, polite(web) as fetch:
        site = web.site(HOSTS[0])
        slow, quick = site.drip("/slow"), site.article("/quick", "T", "x")
        trace = open_trace()
        with anyio.fail_after(5):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(fetch.get, slow, trace)
                await web.until_asked(slow)
                tasks.cancel_scope.cancel()
            answer = await fetch.get(quick, trace)
    assert isinstance(answer, Fetched)
