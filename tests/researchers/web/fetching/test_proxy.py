"""Through a proxy the fetcher still refuses what it can know to be an inner address."""

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import anyio
import pytest
import trustme
from anyio.abc import ByteStream, SocketAttribute, SocketStream

from researchers.web.fetching.fetcher import GuardedFetcher
from researchers.web.fetching.model import Allowance, FetchLimits, FetchPolicy, FetchProblem
from researchers.web.fetching.proxy import read_proxy
from tests.researchers.web.fetching.local_server import (
    AGENT,
    TRUST,
    Names,
    failed,
    fetched,
    response,
    saying,
    serving,
)

pytestmark = pytest.mark.anyio

NAMES = Names(
    {
        "known.example": ("10.0.0.1",),
        "mixed.example": ("93.184.216.34", "127.0.0.1"),
        "unknown.example": (),
        "proxy.intern": ("127.0.0.1",),
        "wiki.intern": ("127.0.0.1",),
    }
)


class Proxy:
    """Forwards tunnels to one server and answers plain requests itself."""

    def __init__(self, target: int | None = None) -> None:
        self._target = target
        self.port = 0
        self.heads: list[str] = []

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Proxy"]:
        listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
        self.port = listener.extra(SocketAttribute.local_port)
        async with listener, anyio.create_task_group() as tasks:
            tasks.start_soon(listener.serve, self._serve)
            yield self
            tasks.cancel_scope.cancel()

    async def _serve(self, stream: SocketStream) -> None:
        with suppress(anyio.EndOfStream, anyio.BrokenResourceError):
            async with stream:
                head = (await stream.receive()).decode("latin-1")
                self.heads.append(head)
                if not head.startswith("CONNECT "):
                    await stream.send(response(b"by proxy"))
                    await stream.receive()
                elif self._target is None:
                    await stream.send(response(b"", "403 Forbidden"))
                else:
                    await stream.send(b"HTTP/1.1 200 OK\r\n\r\n")
                    await self._tunnel(stream, self._target)

    async def _tunnel(self, stream: SocketStream, port: int) -> None:
        async with (
            await anyio.connect_tcp("127.0.0.1", port) as server,
            anyio.create_task_group() as tasks,
        ):
            tasks.start_soon(_pump, stream, server)
            await _pump(server, stream)
            tasks.cancel_scope.cancel()


async def _pump(source: ByteStream, sink: ByteStream) -> None:
    with suppress(anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError):
        async for data in source:
            await sink.send(data)


def fetcher_by(
    proxy: str, trust: ssl.SSLContext = TRUST, allowances: tuple[Allowance, ...] = ()
) -> GuardedFetcher:
    limits = FetchLimits(seconds=5)
    policy = FetchPolicy(AGENT, limits=limits, proxy=proxy, allowances=allowances)
    return GuardedFetcher(policy, resolver=NAMES, ssl_context=trust)


@pytest.mark.parametrize("host", ["bread.example", "unknown.example", "[2606:4700::1111]"])
async def test_a_plain_request_goes_to_the_proxy_with_its_whole_address(host: str) -> None:
    async with Proxy().running() as proxy:
        at = f"http://somebody:s%40cret@proxy.intern:{proxy.port}"
        async with fetcher_by(at) as fetch:
            page = fetched(await fetch(f"http://{host}/a?b"))
    assert page.body == b"by proxy"
    assert proxy.heads[0].startswith(f"GET http://{host}:80/a?b HTTP/1.1\r\n")
    assert "Proxy-Authorization: Basic c29tZWJvZHk6c0BjcmV0\r\n" in proxy.heads[0]
    assert f"\r\nHost: {host}\r\n" in proxy.heads[0]


async def test_https_goes_through_a_tunnel_with_the_certificate_checked_at_its_end() -> None:
    authority = trustme.CA()
    server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("bread.example").configure_cert(server_side)
    trust = ssl.create_default_context()
    authority.configure_trust(trust)
    async with (
        serving(saying({"/": response(b"loaf")}), server_side) as server,
        Proxy(server.port).running() as proxy,
        fetcher_by(f"http://127.0.0.1:{proxy.port}", trust) as fetch,
    ):
        page = fetched(await fetch("https://bread.example/"))
        other = failed(await fetch("https://butter.example/"))
    assert page.body == b"loaf"
    assert "does not hold" in other.detail
    assert [head.split("\r\n")[0] for head in proxy.heads] == [
        "CONNECT bread.example:443 HTTP/1.1",
        "CONNECT butter.example:443 HTTP/1.1",
    ]


@pytest.mark.parametrize(
    "url",
    [
        "http://10.0.0.1/",
        "https://127.0.0.1/",
        "http://[::1]/",
        "http://known.example/",
        "https://mixed.example/",
        "http://localhost/",
        "http://metadata/",
        "http://metadata.google.internal/",
        "http://printer.local/",
        "http://a.localhost/",
    ],
)
async def test_what_is_known_to_be_inside_is_not_even_asked_for(url: str) -> None:
    async with Proxy().running() as proxy, fetcher_by(f"http://127.0.0.1:{proxy.port}") as fetch:
        failure = failed(await fetch(url))
    assert failure.problem is FetchProblem.FORBIDDEN_ADDRESS
    assert proxy.heads == []


async def test_an_allowed_site_is_reached_without_the_proxy() -> None:
    async with (
        serving(saying({"/": response(b"wiki")})) as server,
        Proxy().running() as proxy,
        fetcher_by(
            f"http://127.0.0.1:{proxy.port}", allowances=(Allowance("wiki.intern", server.port),)
        ) as fetch,
    ):
        page = fetched(await fetch(f"http://wiki.intern:{server.port}/"))
    assert (page.body, proxy.heads) == (b"wiki", [])


async def test_a_proxy_that_refuses_or_is_not_there_is_told() -> None:
    async with Proxy().running() as proxy:
        at = f"http://127.0.0.1:{proxy.port}"
        async with fetcher_by(at) as fetch:
            refused = failed(await fetch("https://bread.example/"))
    async with fetcher_by(at) as fetch:
        gone = failed(await fetch("https://bread.example/"))
    assert {refused.problem, gone.problem} == {FetchProblem.UNREACHABLE}
    assert "the proxy answered 403" in refused.detail
    assert "nobody answers there" in gone.detail


def test_a_proxys_address_is_read_and_its_secret_not_shown() -> None:
    site = read_proxy("https://user:secret@proxy.example")
    assert (site.scheme, site.host, site.port) == ("https", "proxy.example", 443)
    assert "secret" not in repr(site)
    for bad in ("socks5://proxy.example", "proxy.example:80", "http://"):
        with pytest.raises(ValueError, match="a proxy is given as"):
            read_proxy(bad)
