"""A cancelled fetch ends at once, wherever it is, and leaves no connection behind."""

from collections.abc import Sequence

import anyio
import pytest
from anyio.abc import ByteStream, SocketAttribute, SocketStream

from researchers.web.fetching.fetcher import GuardedFetcher
from researchers.web.fetching.model import FetchPolicy
from researchers.web.fetching.resolving import Address
from tests.researchers.web.fetching.local_server import (
    AGENT,
    TRUST,
    Names,
    Talk,
    ToLoopback,
    local_fetcher,
    response,
    serving,
)

pytestmark = pytest.mark.anyio

PACKED_HEAD = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 999\r\n\r\n\x1f\x8b"


def stopping_after(data: bytes, reached: anyio.Event) -> Talk:
    async def talk(stream: ByteStream, path: str) -> None:
        await stream.send(data)
        reached.set()

    return talk


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nX-Ha",
        b"HTTP/1.1 103 Early Hints\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
        PACKED_HEAD,
        response(b"half", "302 Found", "Location: /2", length=99),
    ],
)
async def test_in_the_middle_of_an_answer(sent: bytes) -> None:
    reached = anyio.Event()
    async with serving(stopping_after(sent, reached)) as server, local_fetcher(server) as fetch:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(fetch, server.url("/"))
            with anyio.fail_after(5):
                await reached.wait()
                await anyio.wait_all_tasks_blocked()
            begun = anyio.current_time()
            tasks.cancel_scope.cancel()
        assert anyio.current_time() - begun < 0.5
        with anyio.fail_after(2):
            await server.idle.wait()


async def test_while_a_name_is_looked_up() -> None:
    asked = anyio.Event()

    async def never(host: str, port: int) -> Sequence[Address]:
        asked.set()
        await anyio.sleep_forever()
        raise AssertionError

    async with (
        GuardedFetcher(FetchPolicy(AGENT), resolver=never, ssl_context=TRUST) as fetch,
        anyio.create_task_group() as tasks,
    ):
        tasks.start_soon(fetch, "http://bread.example/")
        with anyio.fail_after(5):
            await asked.wait()
        begun = anyio.current_time()
        tasks.cancel_scope.cancel()
    assert anyio.current_time() - begun < 0.5


async def test_in_the_middle_of_a_tls_handshake() -> None:
    greeted, hung_up = anyio.Event(), anyio.Event()

    async def stay_silent(stream: SocketStream) -> None:
        async with stream:
            await stream.receive()
            greeted.set()
            with pytest.raises((anyio.EndOfStream, anyio.BrokenResourceError)):
                await stream.receive()
            hung_up.set()

    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    network = ToLoopback(listener.extra(SocketAttribute.local_port))
    policy = FetchPolicy(AGENT)
    async with listener, anyio.create_task_group() as servers:
        servers.start_soon(listener.serve, stay_silent)
        async with (
            GuardedFetcher(policy, resolver=Names(), network=network) as fetch,
            anyio.create_task_group() as tasks,
        ):
            tasks.start_soon(fetch, "https://bread.example/")
            with anyio.fail_after(5):
                await greeted.wait()
            tasks.cancel_scope.cancel()
        with anyio.fail_after(2):
            await hung_up.wait()
        servers.cancel_scope.cancel()


async def test_the_fetcher_goes_on_after_a_cancelled_fetch() -> None:
    reached = anyio.Event()

    async def talk(stream: ByteStream, path: str) -> None:
        if path == "/stuck":
            reached.set()
            return
        await stream.send(response(b"page"))

    async with serving(talk) as server, local_fetcher(server) as fetch:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(fetch, server.url("/stuck"))
            with anyio.fail_after(5):
                await reached.wait()
            tasks.cancel_scope.cancel()
        outcome = await fetch(server.url("/page"))
    assert getattr(outcome, "body", None) == b"page"
