"""A server on loopback that says to the letter what a test tells it, and ways that lead there."""

import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address
from types import MappingProxyType

import anyio
import httpcore2
from anyio.abc import AnyByteStream, ByteStream, Listener, SocketAttribute
from anyio.streams.tls import TLSListener

from researchers.web.fetching.fetcher import GuardedFetcher
from researchers.web.fetching.model import (
    Allowance,
    Fetched,
    FetchFailure,
    FetchLimits,
    FetchPolicy,
)
from researchers.web.fetching.resolving import Address
from traces.clock import Clock, ScriptedClock

PUBLIC = "93.184.216.34"
AGENT = "marchwarden-test/1 (+mailto:somebody@example.org)"
TRUST = ssl.create_default_context()
_GONE = (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError, ssl.SSLError)

Talk = Callable[[ByteStream, str], Awaitable[None]]
"""Answers one request, of which it is told the path."""


class LocalServer:
    """Keeps what it was asked."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self.port = 0
        self.heads: list[str] = []
        self.connections = 0
        self.open = 0
        self.idle = anyio.Event()
        """Set when the last open connection has ended."""

    @property
    def paths(self) -> list[str]:
        return [head.split(" ")[1] for head in self.heads]

    def url(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    async def converse(self, stream: ByteStream) -> None:
        """One connection, for as long as both sides want it."""
        self.connections += 1
        self.open += 1
        self.idle = anyio.Event()
        try:
            with suppress(*_GONE):
                async with stream:
                    await self._exchange(stream)
        finally:
            self.open -= 1
            if not self.open:
                self.idle.set()

    async def _exchange(self, stream: ByteStream) -> None:
        received = b""
        while True:
            received += await stream.receive()
            head, end, rest = received.partition(b"\r\n\r\n")
            if end:
                self.heads.append(head.decode("latin-1"))
                received = rest
                await self._talk(stream, self.paths[-1])


@asynccontextmanager
async def serving(talk: Talk, trusted: ssl.SSLContext | None = None) -> AsyncIterator[LocalServer]:
    """Listen on a port of 127.0.0.1, with TLS when a server's context is given."""
    server = LocalServer(talk)
    tcp = await anyio.create_tcp_listener(local_host="127.0.0.1")
    server.port = tcp.extra(SocketAttribute.local_port)
    listener: Listener[ByteStream] = tcp
    if trusted is not None:
        listener = _QuietTls(tcp, trusted, standard_compatible=False, handshake_timeout=5)
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, server.converse)
        yield server
        tasks.cancel_scope.cancel()


class _QuietTls(TLSListener):
    """A client that hangs up during the handshake is what some tests are about."""

    @staticmethod
    async def handle_handshake_error(exc: BaseException, stream: AnyByteStream) -> None:
        await anyio.aclose_forcefully(stream)
        if not isinstance(exc, Exception):
            raise exc


class ToLoopback(httpcore2.AsyncNetworkBackend):
    """Leads every dial to one port of 127.0.0.1, and keeps where it was meant to go."""

    def __init__(self, port: int) -> None:
        self._inner = httpcore2.AnyIOBackend()
        self._port = port
        self.dials: list[tuple[str, int]] = []

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the interface's own
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        self.dials.append((host, port))
        return await self._inner.connect_tcp("127.0.0.1", self.leads_to(port))

    def leads_to(self, port: int) -> int:
        """The port of 127.0.0.1 for a port of the web."""
        return self._port

    async def sleep(self, seconds: float) -> None:
        await anyio.sleep(seconds)


class Names:
    """A name server that knows these names; every other one is public. Implements `Resolver`."""

    def __init__(self, known: Mapping[str, Sequence[str]] = MappingProxyType({})) -> None:
        self._known = known

    async def __call__(self, host: str, port: int) -> Sequence[Address]:
        return [ip_address(text) for text in self._known.get(host, (PUBLIC,))]


def local_fetcher(
    server: LocalServer, limits: FetchLimits | None = None, clock: Clock | None = None
) -> GuardedFetcher:
    """Reaches the server because the user allowed it."""
    policy = FetchPolicy(
        AGENT, limits=limits or FetchLimits(), allowances=(Allowance("127.0.0.1", server.port),)
    )
    return GuardedFetcher(policy, clock=clock or ScriptedClock(), ssl_context=TRUST)


def public_fetcher(
    server: LocalServer,
    *,
    trust: ssl.SSLContext = TRUST,
    allowances: tuple[Allowance, ...] = (),
    names: Mapping[str, Sequence[str]] = MappingProxyType({}),
    network: httpcore2.AsyncNetworkBackend | None = None,
    limits: FetchLimits | None = None,
) -> GuardedFetcher:
    """Reaches the server under every public name."""
    policy = FetchPolicy(AGENT, limits=limits or FetchLimits(), allowances=allowances)
    return GuardedFetcher(
        policy,
        resolver=Names(names),
        network=network or ToLoopback(server.port),
        clock=ScriptedClock(),
        ssl_context=trust,
    )


def response(
    body: bytes = b"", status: str = "200 OK", *headers: str, length: int | None = None
) -> bytes:
    """A whole response, its length right unless another is given."""
    size = len(body) if length is None else length
    lines = [f"HTTP/1.1 {status}", *headers, f"Content-Length: {size}", "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


def saying(answers: Mapping[str, bytes]) -> Talk:
    """Answers by path; anything else is not found."""

    async def talk(stream: ByteStream, path: str) -> None:
        await stream.send(answers.get(path, response(b"", "404 Not Found")))

    return talk


def fetched(outcome: Fetched | FetchFailure) -> Fetched:
    assert isinstance(outcome, Fetched), outcome
    return outcome


def failed(outcome: Fetched | FetchFailure) -> FetchFailure:
    assert isinstance(outcome, FetchFailure), outcome
    return outcome
