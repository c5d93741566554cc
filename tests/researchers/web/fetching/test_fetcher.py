"""What a fetch brings, what it sends, and what it makes of each answer."""

import zlib
from datetime import timedelta

import anyio
import pytest

from researchers.web.fetching.decoding import decode_body
from researchers.web.fetching.model import CacheUse, FetchProblem
from tests.researchers.web.fetching.local_server import (
    AGENT,
    failed,
    fetched,
    local_fetcher,
    response,
    saying,
    serving,
)
from traces.clock import ScriptedClock

pytestmark = pytest.mark.anyio

PAGE = "<p>" + "Bread needs time. " * 40
PACKED = zlib.compress(PAGE.encode(), wbits=31)


async def test_a_page_comes_with_its_bytes_as_they_were_and_its_head_without_cookies() -> None:
    answer = response(
        PACKED, "200 Fine", "Content-Type: Text/HTML; charset=utf-8", "Content-Encoding: x-gzip",
        "Set-Cookie: id=1", "VARY: Accept", "Vary: Cookie",
    )  # fmt: skip
    async with serving(saying({"/a?b": answer})) as server:
        clock = ScriptedClock(step=timedelta())
        async with local_fetcher(server, clock=clock) as fetch:
            page = fetched(await fetch(server.url("/a?b#part")))
    assert (page.url, page.final_url) == (server.url("/a?b#part"), server.url("/a?b"))
    assert (page.status, page.content_type, page.cache) == (200, "text/html", CacheUse.NETWORK)
    assert (page.body, page.content_coding, page.decoded_length) == (PACKED, "gzip", len(PAGE))
    assert decode_body(page.body, page.content_coding, 10_000).decode() == PAGE
    assert page.head == (
        b"HTTP/1.1 200 Fine\r\nContent-Type: Text/HTML; charset=utf-8\r\nContent-Encoding: x-gzip"
        b"\r\nVARY: Accept\r\nVary: Cookie\r\nContent-Length: %d\r\n\r\n" % len(PACKED)
    )
    assert page.headers["vary"] == "Accept, Cookie"
    assert "set-cookie" not in page.headers
    assert page.fetched_at == "2026-01-01T00:00:00.000000Z"
    assert page.allowance == f"127.0.0.1:{server.port}"


async def test_a_request_says_who_asks_and_nothing_about_the_user() -> None:
    answers = {
        "/": response(b"", "302 Found", "Location: /2", "Set-Cookie: id=1; Path=/"),
        "/2": response(b"x", "200 OK", "Set-Cookie: id=2"),
    }
    async with serving(saying(answers)) as server, local_fetcher(server) as fetch:
        fetched(await fetch(server.url("/")))
        fetched(await fetch(server.url("/2")))
    for head in server.heads:
        line, *fields = head.split("\r\n")
        sent = dict(field.split(": ", 1) for field in fields)
        assert line.startswith("GET /")
        assert set(sent) == {"Host", "User-Agent", "Accept", "Accept-Encoding"}
        assert sent["Host"] == f"127.0.0.1:{server.port}"
        assert (sent["User-Agent"], sent["Accept-Encoding"]) == (AGENT, "gzip")


async def test_conditions_go_to_the_first_hop_alone() -> None:
    conditions = {"If-None-Match": '"é1"', "If-Modified-Since": "Sat, 01 Nov 2025 00:00:00 GMT"}
    answers = {"/": response(b"", "302 Found", "Location: /2"), "/2": response(b"new")}
    async with serving(saying(answers)) as server, local_fetcher(server) as fetch:
        fetched(await fetch(server.url("/"), conditions=conditions))
    first, second = server.heads
    assert 'If-None-Match: "é1"' in first
    assert "If-Modified-Since: Sat" in first
    assert "If-" not in second


async def test_conditions_that_are_none_or_break_a_header_are_left_out() -> None:
    conditions = {"If-None-Match": '"1"\r\nCookie: a=b', "Cookie": "a=b", "if-modified-since": "ſ"}
    async with serving(saying({"/": response(b"x")})) as server, local_fetcher(server) as fetch:
        fetched(await fetch(server.url("/"), conditions=conditions))
    assert "ookie" not in server.heads[0]
    assert "if-" not in server.heads[0].lower()


async def test_not_modified_is_a_success_for_whoever_asked_that() -> None:
    answers = {
        "/": b"HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n",
        "/r": response(b"", "302 Found", "Location: /"),
    }
    conditions = {"If-None-Match": "x"}
    async with serving(saying(answers)) as server, local_fetcher(server) as fetch:
        same = fetched(await fetch(server.url("/"), conditions=conditions))
        assert (same.status, same.body, same.headers["etag"]) == (304, b"", "x")
        unasked = failed(await fetch(server.url("/")))
        after = failed(await fetch(server.url("/r"), conditions=conditions))
    assert {unasked.problem, after.problem} == {FetchProblem.ERROR_STATUS}


@pytest.mark.parametrize(
    ("status", "problem"),
    [
        *((status, None) for status in (200, 201, 202, 203, 226)),
        *((status, FetchProblem.ERROR_STATUS) for status in (204, 205, 206, 300, 305, 306)),
        *((status, FetchProblem.CLOSED) for status in (401, 402, 403, 407, 451)),
        *((status, FetchProblem.GONE) for status in (404, 410)),
        *((status, FetchProblem.RATE_LIMITED) for status in (429, 503)),
        *((status, FetchProblem.ERROR_STATUS) for status in (400, 418, 500, 502, 504, 999)),
        *((status, FetchProblem.MALFORMED) for status in (301, 302, 303, 307, 308)),
    ],
)
async def test_a_status_is_taken_for_what_it_means(
    status: int, problem: FetchProblem | None
) -> None:
    async with (
        serving(saying({"/": response(b"", f"{status} So")})) as server,
        local_fetcher(server) as fetch,
    ):
        outcome = await fetch(server.url("/"))
    if problem is None:
        assert fetched(outcome).status == status
        return
    failure = failed(outcome)
    assert (failure.problem, failure.status) == (problem, status)
    assert failure.detail.startswith(server.url("/") + " ")
    assert str(status) in failure.detail


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120.0),
        ("Thu, 01 Jan 2026 00:01:00 GMT", 60.0),
        ("Wed, 31 Dec 2025 00:00:00 GMT", 0.0),
        ("soon", None),
        ("-5", None),
        ("9" * 400, None),
    ],
)
async def test_a_busy_server_says_when_to_come_back(value: str, seconds: float | None) -> None:
    answer = response(b"", "503 Busy", f"Retry-After: {value}")
    async with (
        serving(saying({"/": answer})) as server,
        local_fetcher(server, clock=ScriptedClock(step=timedelta())) as fetch,
    ):
        failure = failed(await fetch(server.url("/")))
    assert (failure.problem, failure.retry_after) == (FetchProblem.RATE_LIMITED, seconds)


async def test_pages_of_one_site_share_a_connection_which_ends_with_the_fetcher() -> None:
    answers = {f"/{n}": response(b"page") for n in range(4)}
    async with serving(saying(answers)) as server:
        async with local_fetcher(server) as fetch:
            for n in range(4):
                fetched(await fetch(server.url(f"/{n}")))
            assert (server.connections, server.open) == (1, 1)
        with anyio.fail_after(5):
            await server.idle.wait()


async def test_many_fetches_run_side_by_side() -> None:
    answers = {f"/{n}": response(b"page %d" % n) for n in range(30)}
    bodies: dict[int, bytes] = {}

    async def get(number: int) -> None:
        bodies[number] = fetched(await fetch(server.url(f"/{number}"))).body

    async with (
        serving(saying(answers)) as server,
        local_fetcher(server) as fetch,
        anyio.create_task_group() as tasks,
    ):
        for number in range(30):
            tasks.start_soon(get, number)
    assert bodies == {number: b"page %d" % number for number in range(30)}
