"""A search engine's HTTP on loopback, as well or as badly as it is told."""

import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

import anyio
from anyio.abc import AnyByteStream, SocketAttribute
from anyio.streams.buffered import BufferedByteReceiveStream
from anyio.streams.tls import TLSListener

ANSWERS: Final = Path(__file__).parent / "answers"
_GONE: Final = (
    anyio.BrokenResourceError,
    anyio.ClosedResourceError,
    anyio.EndOfStream,
    anyio.IncompleteRead,
)


def recorded(name: str) -> bytes:
    """An answer written from an engine's public documentation."""
    return (ANSWERS / f"{name}.json").read_bytes()


@dataclass(frozen=True)
class Reply:
    """What the server sends. `sent` is the part of the body that it sends before it stops;
    `silent` waits for ever instead, and `garbage` is sent in place of HTTP."""

    body: bytes = b"{}"
    status: int = 200
    kind: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    sent: int | None = None
    silent: bool = False
    endless: bool = False
    garbage: bytes = b""


@dataclass(frozen=True)
class Asked:
    """One request as it came."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def params(self) -> dict[str, str]:
        return {key: values[0] for key, values in parse_qs(urlsplit(self.target).query).items()}


class EngineServer:
    """Answers every request with `reply`, which may change, and keeps what was asked."""

    def __init__(self, reply: Reply | None = None) -> None:
        self.reply = reply or Reply()
        self.asked: list[Asked] = []
        self.waiting = anyio.Event()
        """A request has been read."""
        self.left = anyio.Event()
        """The client has closed a connection on which it got no answer."""
        self.url = ""

    @asynccontextmanager
    async def running(self, tls: ssl.SSLContext | None = None) -> AsyncIterator["EngineServer"]:
        plain = await anyio.create_tcp_listener(local_host="127.0.0.1")
        port = plain.extra(SocketAttribute.local_port)
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{port}"
        listener = TLSListener(plain, tls, standard_compatible=False) if tls else plain
        async with listener, anyio.create_task_group() as tasks:
            tasks.start_soon(listener.serve, self._converse)
            yield self
            tasks.cancel_scope.cancel()

    async def _converse(self, stream: AnyByteStream) -> None:
        with suppress(*_GONE):
            async with stream:
                self.asked.append(await _read(stream))
                self.waiting.set()
                await self._answer(stream, self.reply)

    async def _answer(self, stream: AnyByteStream, reply: Reply) -> None:
        if reply.garbage:
            await stream.send(reply.garbage)
            return
        if reply.silent:
            with suppress(*_GONE):
                await stream.receive()
            self.left.set()
            return
        length = "" if reply.endless else f"Content-Length: {len(reply.body)}\r\n"
        more = "".join(f"{name}: {value}\r\n" for name, value in reply.headers.items())
        head = f"HTTP/1.1 {reply.status} Told\r\nContent-Type: {reply.kind}\r\n{length}{more}"
        await stream.send(f"{head}Connection: close\r\n\r\n".encode() + reply.body[: reply.sent])
        while reply.endless:
            await stream.send(b" " * 262_144)


async def _read(stream: AnyByteStream) -> Asked:
    reader = BufferedByteReceiveStream(stream)
    first, *lines = (await reader.receive_until(b"\r\n\r\n", 65_536)).decode().split("\r\n")
    method, target, _ = first.split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (x.partition(":") for x in lines)}
    body = await reader.receive_exactly(int(headers.get("content-length", "0")))
    return Asked(method, target, headers, body)
