"""An HTTP server on loopback that answers MCP requests as badly as it is told."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import anyio
from anyio.abc import SocketAttribute, SocketStream, TaskStatus
from anyio.streams.buffered import BufferedByteReceiveStream

from pi.testing.field_notes import result_of
from pi.testing.misbehaving import tools
from pi.testing.wire import progress_line

Message = dict[str, Any]


class RudeHttp:
    """Speaks the 2025-11-25 handshake; `mode` says how a call is answered, and may change."""

    def __init__(self, mode: str = "good") -> None:
        self.mode = mode
        self.port = 0
        self.headers: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/mcp"

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Listen, on the same port each time."""
        listener = await anyio.create_tcp_listener(
            local_host="127.0.0.1", local_port=self.port, reuse_port=True
        )
        self.port = listener.extra(SocketAttribute.local_port)
        async with listener, anyio.create_task_group() as tasks:
            tasks.start_soon(listener.serve, self._converse)
            yield
            tasks.cancel_scope.cancel()

    async def serve_until(
        self, stop: anyio.Event, gone: anyio.Event, *, task_status: TaskStatus[None]
    ) -> None:
        """Run in a task group's own task, so that it may end while others go on."""
        async with self.running():
            task_status.started()
            await stop.wait()
        gone.set()

    async def _converse(self, stream: SocketStream) -> None:
        gone = (anyio.BrokenResourceError, anyio.EndOfStream, anyio.IncompleteRead)
        with suppress(*gone):
            await self._one_exchange(stream)

    async def _one_exchange(self, stream: SocketStream) -> None:
        async with stream:
            reader = BufferedByteReceiveStream(stream)
            head = (await reader.receive_until(b"\r\n\r\n", 65_536)).decode()
            self.headers.append(head.lower())
            body = b""
            for line in head.lower().splitlines():
                if line.startswith("content-length:"):
                    body = await reader.receive_exactly(int(line.split(":")[1]))
            await self._answer(stream, json.loads(body or b"{}"))

    async def _answer(self, stream: SocketStream, request: Message) -> None:
        if self.mode == "silent":
            await anyio.sleep_forever()
        if self.mode in STATUSES:
            status, kind, body = STATUSES[self.mode]
            await stream.send(_response(body, status=status, kind=kind))
            return
        match request.get("method"):
            case "initialize":
                info = {"name": "rude", "version": "1"}
                shake = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}}
                await stream.send(_json(request, {**shake, "serverInfo": info}))
            case "tools/list":
                await stream.send(_json(request, {"tools": tools("good")}))
            case "tools/call":
                await CALLS[self.mode](stream, request)
            case _ if "id" in request:
                error = {"code": -32601, "message": "no"}
                reply = {"jsonrpc": "2.0", "id": request["id"], "error": error}
                await stream.send(_response(json.dumps(reply).encode()))
            case _:
                await stream.send(_response(b"", status="202 Accepted"))


STATUSES = {
    "401": ("401 Unauthorized", "application/json", b"{}"),
    "403": ("403 Forbidden", "text/plain", b"no"),
    "404": ("404 Not Found", "text/html", b"<h1>Not here</h1>"),
    "500": ("500 Internal Server Error", "text/plain", b"oops"),
    "web page": ("200 OK", "text/html", b"<html>A page</html>"),
}


def _response(
    body: bytes, *, status: str = "200 OK", kind: str = "application/json", more: str = ""
) -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
    return f"{head}{more}Connection: close\r\n\r\n".encode() + body


def _json(request: Message, result: Message, more: str = "") -> bytes:
    body = {"jsonrpc": "2.0", "id": request["id"], "result": result}
    return _response(json.dumps(body).encode(), more=more)


def _result(**changes: Any) -> Message:
    result = {**result_of(), **changes}
    text = {"type": "text", "text": result["answer"]}
    return {"content": [text], "structuredContent": result}


async def _good(stream: SocketStream, request: Message) -> None:
    await stream.send(_json(request, _result()))


async def _hang(stream: SocketStream, request: Message) -> None:
    await anyio.sleep_forever()


async def _drop(stream: SocketStream, request: Message) -> None:
    """Close the connection instead of answering."""


async def _half(stream: SocketStream, request: Message) -> None:
    await stream.send(_json(request, _result())[:-40])


async def _half_an_event(stream: SocketStream, request: Message) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    await stream.send(head + b'event: message\r\ndata: {"jsonrpc":"2.0",')


async def _endless(stream: SocketStream, request: Message) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
    await stream.send(head + b'{"jsonrpc":"2.0","id":1,"result":"')
    while True:
        await stream.send(b"x" * 262_144)


async def _endless_event(stream: SocketStream, request: Message) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    await stream.send(head + b"data: ")
    while True:
        await stream.send(b"x" * 262_144)


async def _storm(stream: SocketStream, request: Message) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    await stream.send(head)
    for step in range(0, 200_000, 500):
        lines = (b"data: " + progress_line(request, step + more) + b"\n" for more in range(500))
        await stream.send(b"".join(lines))


async def _packed(stream: SocketStream, request: Message) -> None:
    await stream.send(_json(request, _result(), more="Content-Encoding: gzip\r\n"))


CALLS: dict[str, Callable[[SocketStream, Message], Any]] = {
    "good": _good,
    "hang": _hang,
    "drop": _drop,
    "half": _half,
    "half an event": _half_an_event,
    "endless": _endless,
    "endless event": _endless_event,
    "packed": _packed,
    "storm": _storm,
}
