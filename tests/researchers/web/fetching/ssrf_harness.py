"""Lets a client loose on a vector, and sees what it connects to.

The public web is one server on loopback. Everything else is a canary, on loopback too, so that a
leak is a real connection; what was dialled is judged by `forbidden_oracle`, not by our own table.
"""

import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address

import anyio
import httpcore2
from anyio.abc import SocketAttribute, SocketStream

from researchers.web.fetching.resolving import Address, Resolver
from tests.researchers.web.fetching.forbidden_oracle import is_forbidden
from tests.researchers.web.fetching.ssrf_vectors import Answers, Reply, Vector

Dial = tuple[str, int]
_TLS = b"\x16"
"""How a client begins that wants TLS, which nobody speaks here."""


class ScriptedNames:
    """A system's resolver: numbers in every spelling that the C library takes, and names from a
    script that says something else each time. Implements `Resolver`."""

    def __init__(self, names: Mapping[str, Answers]) -> None:
        self._names = names
        self._asked: dict[str, int] = {}

    async def __call__(self, host: str, port: int) -> Sequence[Address]:
        with suppress(OSError, UnicodeError):
            found = socket.getaddrinfo(host, port, flags=socket.AI_NUMERICHOST)
            return [ip_address(str(answer[4][0])) for answer in found]
        if host not in self._names:
            raise OSError(f"no such name: {host}")
        answers, turn = self._names[host], self._asked.get(host, 0)
        self._asked[host] = turn + 1
        return [ip_address(text) for text in answers[min(turn, len(answers) - 1)]]


class RecordingNetwork(httpcore2.AsyncNetworkBackend):
    """Writes down each dial, and makes it: to the public server, or to a canary."""

    def __init__(self, public: int, canary: int) -> None:
        self._inner = httpcore2.AnyIOBackend()
        self._public = public
        self._canary = canary
        self.may_reach: frozenset[Dial] = frozenset()
        self.ports: frozenset[int] = frozenset({80, 443, canary})
        self.dials: list[Dial] = []
        self.leaks: list[Dial] = []

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the interface's own
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        self.dials.append((host, port))
        if not self._is_leak(host, port):
            return await self._inner.connect_tcp("127.0.0.1", self._public)
        self.leaks.append((host, port))
        return await self._inner.connect_tcp("::1" if ":" in host else "127.0.0.1", self._canary)

    async def sleep(self, seconds: float) -> None:
        await anyio.sleep(seconds)

    def _is_leak(self, host: str, port: int) -> bool:
        if (host, port) in self.may_reach:
            return False
        return is_forbidden(host) or port not in self.ports


class ResolvingNetwork(httpcore2.AsyncNetworkBackend):
    """What a client without a guard does: look the name up, connect to the first address."""

    def __init__(self, inner: httpcore2.AsyncNetworkBackend, resolver: Resolver) -> None:
        self._inner = inner
        self._resolver = resolver

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the interface's own
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        addresses = await self._resolver(host, port)
        if not addresses:
            raise httpcore2.ConnectError("no address")
        return await self._inner.connect_tcp(str(addresses[0]), port)

    async def sleep(self, seconds: float) -> None:
        await anyio.sleep(seconds)


class Range:
    """The servers, for any number of vectors, one at a time."""

    def __init__(self, public: int, canary: int) -> None:
        self.canary = canary
        self._public = public
        self.replies: Mapping[str, Reply] = {}
        self.accepted = 0
        """Connections that reached a canary."""

    async def try_out(
        self,
        vector: Vector,
        client: "Client",
    ) -> tuple[Dial, ...]:
        """What a client dialled for a vector that it must not dial."""
        self.replies = vector.replies
        network = RecordingNetwork(self._public, self.canary)
        network.may_reach = vector.may_reach
        with anyio.fail_after(20):
            await client(vector, ScriptedNames(vector.names), network)
        return tuple(network.leaks)

    async def answer(self, stream: SocketStream) -> None:
        """One connection to the public server."""
        await answer_with(stream, self.replies)

    async def sing(self, stream: SocketStream) -> None:
        """One connection to a canary."""
        self.accepted += 1
        await answer_with(stream, {}, Reply(body="canary"))


Client = Callable[[Vector, Resolver, httpcore2.AsyncNetworkBackend], Awaitable[None]]


@asynccontextmanager
async def firing_range() -> AsyncIterator[Range]:
    """A public server, and canaries on 127.0.0.1 and ::1 with one port."""
    public = await anyio.create_tcp_listener(local_host="127.0.0.1")
    canary4 = await anyio.create_tcp_listener(local_host="127.0.0.1")
    port = canary4.extra(SocketAttribute.local_port)
    canary6 = await anyio.create_tcp_listener(local_host="::1", local_port=port)
    servers = Range(public.extra(SocketAttribute.local_port), port)
    async with public, canary4, canary6, anyio.create_task_group() as tasks:
        tasks.start_soon(public.serve, servers.answer)
        tasks.start_soon(canary4.serve, servers.sing)
        tasks.start_soon(canary6.serve, servers.sing)
        yield servers
        tasks.cancel_scope.cancel()


async def answer_with(
    stream: SocketStream, replies: Mapping[str, Reply], otherwise: Reply | None = None
) -> None:
    """Answer one connection's requests by their paths until it is closed."""
    async with stream:
        with suppress(anyio.EndOfStream, anyio.BrokenResourceError):
            while True:
                request = await _head(stream)
                path = request.split(" ", 2)[1] if " " in request else "/"
                await stream.send(_bytes_of(replies.get(path, otherwise or Reply())))


async def _head(stream: SocketStream) -> str:
    received = b""
    while b"\r\n\r\n" not in received:
        received += await stream.receive()
        if received.startswith(_TLS):
            raise anyio.EndOfStream
    return received.decode("latin-1")


def _bytes_of(reply: Reply) -> bytes:
    body = reply.body.encode()
    lines = [f"HTTP/1.1 {reply.status} Said", "Content-Type: text/html", *reply.headers]
    lines.append(f"Content-Length: {len(body)}")
    if reply.location is not None:
        lines.append(f"Location: {reply.location}")
    return "\r\n".join([*lines, "", ""]).encode("utf-8") + body
