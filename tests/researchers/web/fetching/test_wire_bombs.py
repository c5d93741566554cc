"""Whatever a server sends, and however slowly, a fetch ends within its limits."""

import subprocess
import sys

import anyio
import pytest

from researchers.web.fetching.model import FetchFailure, FetchLimits, FetchProblem
from tests.house.checkout import ROOT
from tests.researchers.web.fetching.local_server import (
    Talk,
    failed,
    fetched,
    local_fetcher,
    response,
    saying,
    serving,
)
from tests.researchers.web.fetching.memory_of_fetches import STATUS
from tests.researchers.web.fetching.wire_bombs import BROKEN, CUT, ENDLESS, SLOW, UNASKED, UNFOLDING

pytestmark = pytest.mark.anyio

SMALL = FetchLimits(seconds=0.3, wire_bytes=200_000, decoded_bytes=3_000_000)
AMPLE = FetchLimits(seconds=8, wire_bytes=200_000, decoded_bytes=3_000_000)


async def failure_of(talk: Talk, limits: FetchLimits) -> tuple[FetchFailure, float]:
    """How a fetch failed, and the seconds it took; its connection must end with it."""
    async with serving(talk) as server, local_fetcher(server, limits) as fetch:
        begun = anyio.current_time()
        failure = failed(await fetch(server.url("/")))
        took = anyio.current_time() - begun
        with anyio.fail_after(2):
            await server.idle.wait()
    assert failure.detail.startswith(server.url("/") + " ")
    return failure, took


@pytest.mark.parametrize("name", SLOW)
async def test_a_slow_server_costs_the_seconds_of_the_whole_fetch(name: str) -> None:
    failure, took = await failure_of(SLOW[name], SMALL)
    assert failure.problem is FetchProblem.TIMEOUT
    assert failure.detail.endswith("took longer than 0.3 s.")
    assert 0.25 < took < 1.5


@pytest.mark.parametrize("name", ENDLESS)
async def test_an_endless_answer_ends_at_its_limit(name: str) -> None:
    failure, took = await failure_of(ENDLESS[name], AMPLE)
    assert failure.problem in (
        FetchProblem.TOO_LARGE, FetchProblem.MALFORMED, FetchProblem.UNREACHABLE,
        FetchProblem.TOO_MANY_REDIRECTS,
    )  # fmt: skip
    assert took < 4, "by its size, not by the clock"


@pytest.mark.parametrize("name", UNFOLDING)
async def test_a_body_that_unfolds_too_far_is_given_up(name: str) -> None:
    failure, took = await failure_of(UNFOLDING[name], AMPLE)
    assert failure.problem is FetchProblem.TOO_LARGE
    assert took < 4


async def test_the_limit_on_the_wire_is_to_the_byte() -> None:
    """In chunks, which say nothing about the whole beforehand."""
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    answers = {
        f"/{size}": head + b"%x\r\n%b\r\n0\r\n\r\n" % (size, b"x" * size) for size in (999, 1_000)
    }
    limits = FetchLimits(wire_bytes=999)
    async with serving(saying(answers)) as server, local_fetcher(server, limits) as fetch:
        assert len(fetched(await fetch(server.url("/999"))).body) == 999
        failure = failed(await fetch(server.url("/1000")))
    assert failure.problem is FetchProblem.TOO_LARGE
    assert failure.detail.endswith("/1000 sends more than 999 bytes.")


async def test_the_ratio_is_held_below_the_limit_of_bytes() -> None:
    limits = FetchLimits(seconds=8, wire_bytes=200_000, decoded_bytes=1 << 30, ratio=200)
    failure, _ = await failure_of(UNFOLDING["gzip"], limits)
    assert failure.problem is FetchProblem.TOO_LARGE
    assert failure.detail.endswith("unfolds to more than 200 times its size.")


@pytest.mark.parametrize("name", UNASKED)
async def test_what_nobody_asked_for_is_not_taken(name: str) -> None:
    failure, took = await failure_of(UNASKED[name], AMPLE)
    assert failure.problem is FetchProblem.MALFORMED
    assert took < 4


@pytest.mark.parametrize("name", BROKEN)
async def test_a_broken_connection_is_a_value(name: str) -> None:
    failure, took = await failure_of(BROKEN[name], AMPLE)
    assert failure.problem is FetchProblem.UNREACHABLE
    assert took < 4


async def test_a_body_that_ends_within_its_coding_is_none() -> None:
    async with serving(saying({"/": CUT})) as server, local_fetcher(server) as fetch:
        failure = failed(await fetch(server.url("/")))
    assert failure.problem is FetchProblem.MALFORMED
    assert failure.detail.endswith("breaks off within its coding.")


async def test_a_redirect_with_a_slow_body_is_followed_without_it() -> None:
    answers = {
        "/": response(b"half", "302 Found", "Location: /2", length=1_000),
        "/2": response(b"arrived"),
    }
    async with serving(saying(answers)) as server, local_fetcher(server) as fetch:
        page = fetched(await fetch(server.url("/")))
    assert (page.body, server.connections) == (b"arrived", 2)


async def test_nobody_listening_is_told_at_once() -> None:
    async with serving(saying({})) as server:
        pass
    async with local_fetcher(server) as fetch:
        failure = failed(await fetch(server.url("/")))
    assert failure.problem is FetchProblem.UNREACHABLE
    assert failure.detail.endswith("can't be reached: nobody answers there.")


@pytest.mark.skipif(not STATUS.exists(), reason="only Linux tells a process's peak of memory")
def test_memory_stays_near_the_size_on_the_wire() -> None:
    """In a process of its own, with the limits that a fetch has by default: four bombs of 1 GiB
    and four endless bodies of up to 10 MB."""
    run = subprocess.run(
        (sys.executable, "-m", "tests.researchers.web.fetching.memory_of_fetches"),
        cwd=ROOT, capture_output=True, timeout=60,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr.decode()
    before, grown = map(int, run.stdout.split())
    assert before < 150_000_000
    assert grown < 40_000_000, "a body of 10 MB, and its copies"
