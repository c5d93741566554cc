"""Redirects are taken by hand, counted, checked, and put to the caller."""

import anyio
import pytest

from researchers.web.fetching.model import Allowance, FetchFailure, FetchLimits, FetchProblem
from tests.researchers.web.fetching.local_server import (
    ToLoopback,
    failed,
    fetched,
    local_fetcher,
    public_fetcher,
    response,
    saying,
    serving,
)

pytestmark = pytest.mark.anyio


def redirecting(count: int) -> dict[str, bytes]:
    steps = {
        f"/{n}": response(b"Moved", "302 Found", f"Location: {n + 1}#x", "Set-Cookie: a=b")
        for n in range(count)
    }
    return {**steps, f"/{count}": response(b"arrived")}


async def test_five_redirects_are_followed_and_kept() -> None:
    async with serving(saying(redirecting(5))) as server, local_fetcher(server) as fetch:
        page = fetched(await fetch(server.url("/0")))
    assert (page.body, page.final_url) == (b"arrived", server.url("/5"))
    assert [hop.url for hop in page.hops] == [server.url(f"/{n}") for n in range(5)]
    assert page.hops[0].head == (
        b"HTTP/1.1 302 Found\r\nLocation: 1#x\r\nContent-Length: 5\r\n\r\n"
    )
    assert server.connections == 1, "short redirects leave their connection open"


async def test_the_sixth_redirect_ends_it() -> None:
    async with serving(saying(redirecting(6))) as server, local_fetcher(server) as fetch:
        failure = failed(await fetch(server.url("/0")))
    assert failure.problem is FetchProblem.TOO_MANY_REDIRECTS
    assert (len(failure.hops), len(server.heads)) == (6, 6)


async def test_a_circle_is_walked_once() -> None:
    answers = {
        "/a": response(b"", "302 Found", "Location: /b"),
        "/b": response(b"", "302 Found", "Location: /a?#again"),
        "/a?": response(b"", "302 Found", "Location: ./b"),
    }
    async with serving(saying(answers)) as server, local_fetcher(server) as fetch:
        failure = failed(await fetch(server.url("/a")))
    assert failure.problem is FetchProblem.TOO_MANY_REDIRECTS
    assert server.paths == ["/a", "/b", "/a?"]


async def test_two_places_to_go_are_none() -> None:
    answer = response(b"", "302 Found", "Location: /a", "Location: /b")
    async with serving(saying({"/": answer})) as server, local_fetcher(server) as fetch:
        failure = failed(await fetch(server.url("/")))
    assert (failure.problem, len(server.heads)) == (FetchProblem.MALFORMED, 1)


async def test_a_redirect_to_another_scheme_or_place_is_refused_with_its_hops() -> None:
    answer = response(b"", "302 Found", "Location: ftp://example.org/")
    async with serving(saying({"/": answer})) as server, local_fetcher(server) as fetch:
        failure = failed(await fetch(server.url("/")))
    assert failure.problem is FetchProblem.BAD_ADDRESS
    assert failure.detail.endswith("redirects to an address that is neither http nor https.")
    assert [hop.status for hop in failure.hops] == [302]


async def test_the_caller_is_asked_before_each_redirect_when_its_connection_is_free() -> None:
    asked: list[tuple[str, int]] = []
    async with serving(saying(redirecting(3))) as server, local_fetcher(server) as fetch:

        async def may_follow(url: str) -> FetchFailure | None:
            asked.append((url, len(server.heads)))
            if not url.endswith("/2"):
                return None
            return FetchFailure(url, FetchProblem.ROBOTS, "closed by robots.txt")

        failure = failed(await fetch(server.url("/0"), may_follow=may_follow))
    assert asked == [(server.url("/1"), 1), (server.url("/2"), 2)]
    assert (failure.problem, failure.url) == (FetchProblem.ROBOTS, server.url("/0"))
    assert [hop.url for hop in failure.hops] == [server.url("/0"), server.url("/1")]


async def test_the_time_that_the_caller_takes_is_not_the_fetches() -> None:
    async with (
        serving(saying(redirecting(1))) as server,
        local_fetcher(server, FetchLimits(seconds=0.4)) as fetch,
    ):

        async def may_follow(url: str) -> None:
            with anyio.move_on_after(0.5):
                await anyio.sleep_forever()

        page = fetched(await fetch(server.url("/0"), may_follow=may_follow))
    assert page.body == b"arrived"


async def test_an_allowances_connection_never_serves_who_has_none() -> None:
    """The site's connection is open and idle when a page redirects to the site."""
    answers = {
        "/inside": response(b"secret"),
        "/page": response(b"", "302 Found", "Location: http://wiki.intern/inside"),
    }
    wiki = Allowance("wiki.intern", 80)
    async with serving(saying(answers)) as server:
        network = ToLoopback(server.port)
        async with public_fetcher(
            server, allowances=(wiki,), names={"wiki.intern": ("10.1.2.3",)}, network=network
        ) as fetch:
            inside = fetched(await fetch("http://wiki.intern/inside"))
            assert (inside.body, inside.allowance) == (b"secret", "wiki.intern:80")
            refused = failed(await fetch("http://news.example/page"))
            assert refused.problem is FetchProblem.FORBIDDEN_ADDRESS
            assert refused.detail == "http://wiki.intern/inside leads to a private address."
            assert server.paths == ["/inside", "/page"]
            fetched(await fetch("http://wiki.intern/inside"))
    assert network.dials == [("10.1.2.3", 80), ("93.184.216.34", 80)]
