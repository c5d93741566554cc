"""A small HTTP/1.1 server over any byte stream. It notices at once when a client hangs up, and
keeps no rule of HTTP that an answer wants to break."""

import socket
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import anyio
import anyio.lowlevel
from anyio.abc import AnyByteStream, SocketAttribute

from researchers.web.simulated.record import Asked, RequestLog
from researchers.web.simulated.replies import Answer, Reply

_HEAD_BYTES: Final = 65_536
_GONE: Final = (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError, OSError)
_RESET: Final = struct.pack("ii", 1, 0)

Find = Callable[[Asked], Answer]
"""The answer to a request."""

MISDIRECTED: Final = Reply(b"No such site here.\n", 421, (("Content-Type", "text/plain"),))


class SimulatedServer:
    """Serves connections one by one; `latency` seconds pass before each answer."""

    def __init__(self, find: Find, log: RequestLog, latency: float = 0.0) -> None:
        self._find = find
        self._log = log
        self._latency = latency
        self._connections = 0

    async def serve(self, stream: AnyByteStream, *, secure: bool = False) -> None:
        """Answer requests until either side has enough."""
        self._connections += 1
        connection = _Connection(stream, self._connections, secure=secure)
        try:
            with suppress(*_GONE):
                while (asked := await connection.next_request()) is not None:
                    if not await self._answer(self._log.begin(asked), connection):
                        break
        finally:
            with anyio.CancelScope(shield=True), suppress(*_GONE):
                await anyio.aclose_forcefully(stream)

    async def _answer(self, asked: Asked, connection: "_Connection") -> bool:
        more = False
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(connection.watch, tasks.cancel_scope)
                await anyio.sleep(self._latency)
                more = await self._find(asked).give(asked, connection)
                tasks.cancel_scope.cancel()
        except* _GONE:
            connection.gone = True
        finally:
            left = connection.gone and not more
            ended = time.monotonic() if left else connection.sent_at
            self._log.end(asked.number, ended, left=left)
        return more


class _Connection:
    """One connection's bytes, in and out."""

    def __init__(self, stream: AnyByteStream, number: int, *, secure: bool) -> None:
        self._stream = stream
        self._number = number
        self._secure = secure
        self._buffer = b""
        self.gone = False
        self.sent_at = 0.0

    async def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        self.sent_at = time.monotonic()
        if data:
            await self._stream.send(data)
        else:
            await anyio.lowlevel.checkpoint()

    async def reset(self) -> None:
        """End the connection with a TCP reset."""
        raw = self._stream.extra(SocketAttribute.raw_socket)  # noqa: S610 - anyio's, no SQL
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        await anyio.aclose_forcefully(self._stream)

    async def watch(self, scope: anyio.CancelScope) -> None:
        """Wait for the client to hang up, and end what is being answered."""
        try:
            while len(self._buffer) < _HEAD_BYTES:
                self._buffer += await self._stream.receive()
        except _GONE:
            self.gone = True
            scope.cancel()

    async def next_request(self) -> Asked | None:
        """The next request; None when the client has hung up, or sends none that can be read."""
        while b"\r\n\r\n" not in self._buffer:
            if self.gone or len(self._buffer) > _HEAD_BYTES:
                return None
            self._buffer += await self._stream.receive()
        block, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
        request_line, *lines = block.decode("latin-1").split("\r\n")
        method, _, rest = request_line.partition(" ")
        target = rest.rpartition(" ")[0]
        headers = _headers(lines)
        return Asked(
            number=-1,
            host=headers.get("host", "").lower(),
            method=method,
            target=target,
            headers=headers,
            body=await self._body(headers.get("content-length", "")),
            connection=self._number,
            secure=self._secure,
            at=time.monotonic(),
        )

    async def _body(self, declared: str) -> bytes:
        length = int(declared) if declared.isdecimal() else 0
        while len(self._buffer) < length:
            self._buffer += await self._stream.receive()
        body, self._buffer = self._buffer[:length], self._buffer[length:]
        return body


def _headers(lines: list[str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        key = name.strip().lower()
        headers[key] = f"{headers[key]}, {value.strip()}" if key in headers else value.strip()
    return headers
