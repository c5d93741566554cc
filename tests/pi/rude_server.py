"""A stdio MCP server without an SDK, that behaves as badly as its first argument says.

It speaks the 2025-11-25 handshake and offers `research`; on a call it does what the mode names.
Standard library alone, so that it starts in a few hundredths of a second.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

Message = dict[str, Any]

RESULT: Final[Message] = {
    "answer": "Rye is sown in September. [1]",
    "citations": [
        {
            "source": "note",
            "locator": "note://field/rye.md",
            "raw_excerpt": "Rye is sown in September.",
            "confidence": 0.5,
        }
    ],
    "confidence": 0.5,
    "confidence_factors": {
        "num_corroborating_sources": 1,
        "source_authority": "low",
        "contradiction_detected": False,
        "query_specificity_match": 1.0,
        "budget_exhausted": False,
    },
    "cost_metadata": {
        "tokens_used": 0,
        "iterations_run": 1,
        "wall_time_sec": 0.0,
        "budget_exhausted": False,
    },
    "trace_id": "00000000-0000-4000-8000-000000000000",
    "stop_reason": "enough_evidence",
    "answer_status": "ok",
}


def write(text: bytes) -> None:
    view = memoryview(text)
    while view:
        view = view[os.write(1, view) :]


def send(message: Message) -> None:
    write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")


def reply(request: Message, result: Message) -> None:
    send({"id": request["id"], "result": result})


def answer(request: Message, **changes: Any) -> None:
    result = {**RESULT, **changes}
    text = {"type": "text", "text": result["answer"]}
    reply(request, {"content": [text], "structuredContent": result})


def progress(request: Message, step: int) -> None:
    token = request["params"].get("_meta", {}).get("progressToken")
    params = {"progressToken": token, "progress": step, "message": f"step {step}"}
    send({"method": "notifications/progress", "params": params})


def die(request: Message) -> None:
    sys.stderr.write("the index is locked\n")
    sys.stderr.flush()
    os._exit(3)


def hang(request: Message) -> None:
    progress(request, 1)


def deep(request: Message) -> None:
    write(b'{"jsonrpc":"2.0","id":%d,"result":' % request["id"] + b"[" * 100_000 + b"\n")
    answer(request)


def bad_bytes(request: Message) -> None:
    write(b"\xff\xfe\x00 not a message\n")
    text = json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": _spoilt()})
    write(text.encode().replace(b"SPOILT", b"\xc3\x28") + b"\n")


def _spoilt() -> Message:
    structured = {**RESULT, "answer": "SPOILT [1]"}
    return {"content": [{"type": "text", "text": "x"}], "structuredContent": structured}


def endless_line(request: Message) -> None:
    while True:
        write(b"x" * 65_536)


def chatter(request: Message) -> None:
    for number in range(2_000):
        write(b"thinking %d\n" % number)


def some_chatter(request: Message) -> None:
    write(b"Loading model...\n" * 50)
    answer(request)


def flood(request: Message) -> None:
    for step in range(1, 5_001):
        progress(request, step)
    answer(request)


def talk_on_stderr(request: Message) -> None:
    for _ in range(200):
        os.write(2, b"log line without end " * 500)
    answer(request)


def big(request: Message) -> None:
    answer(request, appendix="x" * 600_000)


def leave_a_grandchild(request: Message) -> None:
    subprocess.Popen(["sleep", "30"])
    os._exit(0)


def half_a_message(request: Message) -> None:
    write(b'{"jsonrpc":"2.0","id":1,"res')
    os._exit(0)


MODES: Final[dict[str, Callable[[Message], None]]] = {
    "good": answer,
    "die": die,
    "hang": hang,
    "deep": deep,
    "bad-bytes": bad_bytes,
    "endless-line": endless_line,
    "chatter": chatter,
    "some-chatter": some_chatter,
    "flood": flood,
    "talk-on-stderr": talk_on_stderr,
    "big": big,
    "leave-a-grandchild": leave_a_grandchild,
    "half-a-message": half_a_message,
    "error": lambda request: reply(
        request, {"content": [{"type": "text", "text": "No notes are set."}], "isError": True}
    ),
    "rpc-error": lambda request: send(
        {"id": request["id"], "error": {"code": -32603, "message": "kaput"}}
    ),
    "no-structure": lambda request: reply(
        request, {"content": [{"type": "text", "text": "Rye is sown in September."}]}
    ),
    "bad-result": lambda request: answer(request, confidence="very"),
    "not-a-result": lambda request: reply(request, {"content": 7}),
    "environment": lambda request: answer(request, answer=" ".join(sorted(os.environ))),
    "stubborn": answer,
    "version": answer,
    "no-tool": answer,
}
"""What is done on a call. Other modes go wrong before there is one."""

HANDSHAKES: Final[dict[str, Message]] = {
    "empty-handshake": {},
    "future-handshake": {
        "protocolVersion": "2099-01-01",
        "capabilities": {},
        "serverInfo": {"name": "rude", "version": "1"},
    },
}

LISTINGS: Final[dict[str, Message]] = {
    "listing-of-numbers": {"tools": [7]},
    "listing-without-tools": {},
    "endless-listing": {"tools": [], "nextCursor": "more"},
}


def tools(mode: str) -> list[Message]:
    version = "v2" if mode == "version" else "v1"
    name = "recherche" if mode == "no-tool" else "research"
    schema = {"type": "object", "properties": {"question": {"type": "string"}}}
    return [{"name": name, "inputSchema": schema, "_meta": {"marchwarden/contract": version}}]


def requests() -> Iterator[Message]:
    for line in sys.stdin:
        yield json.loads(line)


def main(mode: str) -> None:
    cancelled = False
    if mode == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for request in requests():
        match request["method"]:
            case "initialize":
                info = {"name": "rude", "version": "1"}
                shake = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}}
                reply(request, HANDSHAKES.get(mode, {**shake, "serverInfo": info}))
            case "tools/list":
                reply(request, LISTINGS.get(mode, {"tools": tools(mode)}))
            case "notifications/cancelled":
                cancelled = True
            case "tools/call" if request["params"]["name"] == "was_cancelled":
                word = "yes" if cancelled else "no"
                reply(request, {"content": [{"type": "text", "text": word}]})
            case "tools/call":
                MODES[mode](request)
            case _ if "id" in request:
                send({"id": request["id"], "error": {"code": -32601, "message": "no"}})
    if mode == "stubborn":
        time.sleep(60)


if __name__ == "__main__":
    main(sys.argv[1])
