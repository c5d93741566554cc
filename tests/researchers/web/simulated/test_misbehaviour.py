"""Broken and endless answers, and clients that leave."""

import time

import anyio
import httpcore2
import pytest

from researchers.web.testing import BombKind, Breakage, SimulatedWeb
from tests.researchers.web.simulated.asking import client

REFUSED = {
    Breakage.CUT,
    Breakage.EMPTY,
    Breakage.RESET,
    Breakage.GARBAGE,
    Breakage.TWO_LENGTHS,
    Breakage.BAD_CHUNK,
    Breakage.ENDLESS_HEAD,
}
"""What an HTTP client finds out by itself."""


@pytest.mark.anyio
@pytest.mark.parametrize("how", sorted(REFUSED))
async def test_a_client_sees_that_the_answer_is_broken(how: Breakage) -> None:
    async with SimulatedWeb() as web, client(web) as ask:
        url = web.site("x.example").broken("/a", how)
        with anyio.fail_after(5), pytest.raises((httpcore2.ProtocolError, httpcore2.ReadError)):
            await ask.get(url)


@pytest.mark.anyio
@pytest.mark.parametrize("how", [Breakage.SILENT, Breakage.ENDLESS_INTERIM])
async def test_an_answer_that_never_comes_ends_only_with_the_client(how: Breakage) -> None:
    async with SimulatedWeb() as web, client(web) as ask:
        url = web.site("x.example").broken("/a", how)
        with anyio.move_on_after(0.1) as waited:
            await ask.get(url)
        left = await web.until_left(url)
    assert waited.cancelled_caught
    assert left.url == url


@pytest.mark.anyio
async def test_codings_are_announced_that_the_body_has_not() -> None:
    async with SimulatedWeb() as web, client(web) as ask:
        site = web.site("x.example")
        said = [
            (await ask.get(site.broken(f"/{how}", how))).headers["content-encoding"]
            for how in (Breakage.BAD_GZIP, Breakage.UNKNOWN_CODING)
        ]
    assert said == ["gzip", "zstd"]


@pytest.mark.anyio
async def test_a_client_that_leaves_in_the_middle_is_noticed_at_once() -> None:
    async with SimulatedWeb() as web, client(web) as ask:
        url = web.site("x.example").drip("/slow", seconds_per_byte=30)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(ask.get, url)
            await web.until_asked(url)
            tasks.cancel_scope.cancel()
        gone = time.monotonic()
        left = await web.until_left(url)
    assert left.ended is not None
    assert left.ended - gone < 0.5


@pytest.mark.anyio
async def test_an_endless_answer_does_not_outlive_the_web() -> None:
    with anyio.fail_after(5):
        async with SimulatedWeb() as web, client(web) as ask:
            url = web.site("x.example").endless("/chunks", seconds_per_chunk=0.01)
            with anyio.move_on_after(0.1) as waited:
                await ask.get(url)
    assert waited.cancelled_caught


@pytest.mark.anyio
async def test_a_slow_body_comes_whole_in_the_end() -> None:
    async with SimulatedWeb() as web, client(web) as ask:
        got = await ask.get(web.site("x.example").drip("/slow", seconds_per_byte=0))
    assert got.body.endswith(b"</html>\n")
    assert int(got.headers["content-length"]) == len(got.body)


@pytest.mark.anyio
async def test_a_bomb_comes_with_the_headers_that_arm_it() -> None:
    async with SimulatedWeb() as web, client(web) as ask:
        got = await ask.get(web.site("x.example").bomb("/b", BombKind.GZIP_GZIP))
    assert got.headers["content-encoding"] == "gzip, gzip"
    assert len(got.body) < 3_000
