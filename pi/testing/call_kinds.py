"""What a misbehaving researcher does when it is called: dies, hangs, floods, breaks the wire."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from pi.testing.field_notes import FieldNotes
from pi.testing.wire import Message, progress, progress_line, refuse, reply, send, write

_STORM: Final = 200_000


class Call:
    """A call of `research` that waits for an answer. `cancelled` is set when the client cancels
    it or goes away; `argument` is what the program was started with, and `variables` are the names
    in its environment."""

    def __init__(
        self, request: Message, notes: FieldNotes, argument: str, variables: tuple[str, ...]
    ) -> None:
        self.request = request
        self.notes = notes
        self.argument = argument
        self.variables = variables
        self.cancelled = threading.Event()

    def answer(self, **changes: Any) -> None:
        """Answer with a true result, changed."""
        result = {**self.notes.result(), **changes}
        text = {"type": "text", "text": str(result["answer"])}
        reply(self.request, {"content": [text], "structuredContent": result})


Act: TypeAlias = Callable[[Call], None]


def die(call: Call) -> None:
    sys.stderr.write("the index is locked\n")
    sys.stderr.flush()
    os._exit(3)


def hang(call: Call) -> None:
    progress(call.request, 1)


def deep(call: Call) -> None:
    write(b'{"jsonrpc":"2.0","id":%d,"result":' % call.request["id"] + b"[" * 100_000 + b"\n")
    call.answer()


def bad_bytes(call: Call) -> None:
    write(b"\xff\xfe\x00 not a message\n")
    result = {**call.notes.result(), "answer": "SPOILT [1]"}
    structured = {"content": [{"type": "text", "text": "x"}], "structuredContent": result}
    text = json.dumps({"jsonrpc": "2.0", "id": call.request["id"], "result": structured})
    write(text.encode().replace(b"SPOILT", b"\xc3\x28") + b"\n")


def endless_line(call: Call) -> None:
    while True:
        write(b"x" * 65_536)


def chatter(call: Call) -> None:
    for number in range(2_000):
        write(b"thinking %d\n" % number)


def some_chatter(call: Call) -> None:
    write(b"Loading model...\n" * 50)
    call.answer()


def flood(call: Call) -> None:
    for step in range(1, 5_001):
        progress(call.request, step)
    call.answer()


def storm(call: Call) -> None:
    for step in range(0, _STORM, 500):
        write(b"".join(progress_line(call.request, step + more) for more in range(500)))
    call.answer()


def talk_on_stderr(call: Call) -> None:
    for _ in range(200):
        os.write(2, b"log line without end " * 500)
    call.answer()


def leave_a_grandchild(call: Call) -> None:
    subprocess.Popen(["sleep", "30"])  # noqa: S607 - the one of the PATH is as good
    os._exit(0)


def half_a_message(call: Call) -> None:
    write(b'{"jsonrpc":"2.0","id":1,"res')
    os._exit(0)


def another_id(call: Call) -> None:
    reply({"id": 987_654}, {"content": []})


def answer_twice(call: Call) -> None:
    call.answer()
    call.answer(answer="Rye is sown in May. [1]")


def die_after(call: Call) -> None:
    call.answer()
    os._exit(0)


def half_a_character(call: Call) -> None:
    call.answer(appendix="\ud800")


def endless_number(call: Call) -> None:
    call.answer(appendix=float("inf"))


def sleep_a_little(call: Call) -> None:
    """Also many calls at once: each waits in a thread of its own."""

    def later() -> None:
        time.sleep(float(call.argument or 0.3))
        call.answer()

    threading.Thread(target=later, daemon=True).start()


def work(call: Call) -> None:
    """Work until cancelled, and write down each step into the file that is the argument."""

    def go_on() -> None:
        with Path(call.argument).open("a") as diary:
            for step in range(1, 10_000):
                if call.cancelled.wait(0.02):
                    return
                diary.write(f"{time.time()}\n")
                diary.flush()
                progress(call.request, step)

    threading.Thread(target=go_on, daemon=True).start()


def say_nothing_of_evidence(call: Call) -> None:
    text = {"type": "text", "text": "Rye is sown in September."}
    reply(call.request, {"content": [text]})


def say_error(call: Call) -> None:
    text = {"type": "text", "text": "No notes are set."}
    reply(call.request, {"content": [text], "isError": True})


ACTS: Final[Mapping[str, Act]] = {
    "die": die,
    "hang": hang,
    "deep": deep,
    "bad-bytes": bad_bytes,
    "endless-line": endless_line,
    "chatter": chatter,
    "some-chatter": some_chatter,
    "flood": flood,
    "storm": storm,
    "talk-on-stderr": talk_on_stderr,
    "leave-a-grandchild": leave_a_grandchild,
    "half-a-message": half_a_message,
    "another-id": another_id,
    "answer-twice": answer_twice,
    "die-after": die_after,
    "half-a-character": half_a_character,
    "endless-number": endless_number,
    "sleep": sleep_a_little,
    "work": work,
    "error": say_error,
    "rpc-error": lambda call: refuse(call.request, -32603, "kaput"),
    "no-structure": say_nothing_of_evidence,
    "big": lambda call: call.answer(appendix="x" * 600_000),
    "bad-result": lambda call: call.answer(confidence="very"),
    "not-a-result": lambda call: reply(call.request, {"content": 7}),
    "numbered-trace": lambda call: call.answer(trace_id=7),
    "climbing-trace": lambda call: call.answer(trace_id="../../etc/passwd"),
    "environment": lambda call: call.answer(answer=" ".join(sorted(call.variables))),
    "cancel-itself": lambda call: send({"method": "notifications/cancelled", "params": {}}),
}
