"""MCP over stdin and stdout by hand, for servers that break it on purpose."""

import json
import os
import sys
from collections.abc import Iterator
from threading import Lock
from typing import Any, TypeAlias

Message: TypeAlias = dict[str, Any]
"""A JSON-RPC message, or a part of one."""

_turn = Lock()


def write(text: bytes) -> None:
    """All of it, whole also when several threads write."""
    view = memoryview(text)
    with _turn:
        while view:
            view = view[os.write(1, view) :]


def send(message: Message) -> None:
    """One message."""
    write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")


def reply(request: Message, result: Message) -> None:
    """The result of a request."""
    send({"id": request["id"], "result": result})


def refuse(request: Message, code: int, words: str) -> None:
    """An error in answer to a request."""
    send({"id": request["id"], "error": {"code": code, "message": words}})


def progress_line(request: Message, step: int) -> bytes:
    """A progress notification of a call, as it goes over the wire."""
    token = request["params"].get("_meta", {}).get("progressToken")
    params = {"progressToken": token, "progress": step, "message": f"step {step}"}
    said = {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}
    return json.dumps(said).encode() + b"\n"


def progress(request: Message, step: int) -> None:
    """Report a step of a call."""
    write(progress_line(request, step))


def messages() -> Iterator[Message]:
    """What the client sends, until it closes stdin."""
    for line in sys.stdin:
        yield json.loads(line)
