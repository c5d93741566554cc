"""Certificates are held against the name that was asked for, though an address was dialled."""

import ssl
from dataclasses import dataclass

import anyio
import pytest
import trustme
from anyio.abc import SocketAttribute, SocketStream

from researchers.web.fetching.fetcher import GuardedFetcher
from researchers.web.fetching.model import FetchPolicy, FetchProblem
from tests.researchers.web.fetching.local_server import (
    AGENT,
    Names,
    ToLoopback,
    failed,
    fetched,
    public_fetcher,
    response,
    saying,
    serving,
)

pytestmark = pytest.mark.anyio


@dataclass(frozen=True)
class Trusting:
    """A server's certificate for bread.example and 93.184.216.34, and a client that trusts it."""

    server: ssl.SSLContext
    client: ssl.SSLContext


@pytest.fixture(scope="module")
def trusting() -> Trusting:
    authority = trustme.CA()
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("bread.example", "93.184.216.34").configure_cert(server)
    client = ssl.create_default_context()
    authority.configure_trust(client)
    return Trusting(server, client)


@pytest.mark.parametrize("host", ["bread.example", "BREAD.example.", "93.184.216.34"])
async def test_a_certificate_for_the_name_holds(trusting: Trusting, host: str) -> None:
    async with serving(saying({"/": response(b"loaf")}), trusting.server) as server:
        network = ToLoopback(server.port)
        async with public_fetcher(server, trust=trusting.client, network=network) as fetch:
            page = fetched(await fetch(f"https://{host}/"))
    assert page.body == b"loaf"
    assert network.dials == [("93.184.216.34", 443)]
    assert f"Host: {host.lower().rstrip('.')}\r\n" in server.heads[0]


async def test_a_certificate_for_another_name_does_not(trusting: Trusting) -> None:
    async with (
        serving(saying({"/": response(b"loaf")}), trusting.server) as server,
        public_fetcher(server, trust=trusting.client) as fetch,
    ):
        failure = failed(await fetch("https://butter.example/"))
    assert failure.problem is FetchProblem.UNREACHABLE
    assert "has a certificate that does not hold (Hostname mismatch" in failure.detail
    assert server.heads == []


async def test_an_unknown_authority_is_not_trusted_by_default(trusting: Trusting) -> None:
    async with (
        serving(saying({"/": response(b"loaf")}), trusting.server) as server,
        GuardedFetcher(
            FetchPolicy(AGENT), resolver=Names(), network=ToLoopback(server.port)
        ) as fetch,
    ):
        failure = failed(await fetch("https://bread.example/"))
    assert failure.problem is FetchProblem.UNREACHABLE
    assert "has a certificate that does not hold" in failure.detail
    assert server.heads == []


async def test_a_server_that_speaks_no_tls_is_told_apart(trusting: Trusting) -> None:
    async def speak_plainly(stream: SocketStream) -> None:
        async with stream:
            await stream.receive()
            await stream.send(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    network = ToLoopback(listener.extra(SocketAttribute.local_port))
    policy = FetchPolicy(AGENT)
    async with (
        listener,
        anyio.create_task_group() as tasks,
        GuardedFetcher(policy, resolver=Names(), network=network) as fetch,
    ):
        tasks.start_soon(listener.serve, speak_plainly)
        failure = failed(await fetch("https://bread.example/"))
        tasks.cancel_scope.cancel()
    assert failure.problem is FetchProblem.UNREACHABLE
    assert failure.detail.endswith("could not agree on TLS.")


async def test_a_redirect_from_https_to_http_is_seen_in_the_hops(trusting: Trusting) -> None:
    away = response(b"", "302 Found", "Location: http://bread.example/2")
    async with (
        serving(saying({"/1": away}), trusting.server) as secure,
        serving(saying({"/2": response(b"loaf")})) as plain,
    ):
        network = BySchemesPort({443: secure.port, 80: plain.port})
        async with public_fetcher(secure, trust=trusting.client, network=network) as fetch:
            page = fetched(await fetch("https://bread.example/1"))
    assert [hop.url for hop in page.hops] == ["https://bread.example/1"]
    assert page.final_url == "http://bread.example/2"


class BySchemesPort(ToLoopback):
    """Leads each port to a server of its own."""

    def __init__(self, ports: dict[int, int]) -> None:
        super().__init__(0)
        self._ports = ports

    def leads_to(self, port: int) -> int:
        return self._ports[port]
