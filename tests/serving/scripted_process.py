"""A scripted researcher as a process of its own: `stdio HOME` or `http HOME [waits]`.

With `waits` a call stays open; its start and its cancellation are told on stderr.
"""

import sys
from pathlib import Path

import anyio

from researchers.scripted import ScriptedResearch
from serving.http import serve_http
from serving.stdio import serve_stdio
from tests.serving.results import QUESTION, answered
from tests.serving.serving import scripted_server


def _tell(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


async def _tell_when(event: anyio.Event, line: str) -> None:
    await event.wait()
    _tell(line)


async def _serve(transport: str, home: Path, waits: bool) -> None:
    research = ScriptedResearch({QUESTION: answered()}, waits=waits)
    server = scripted_server(research, home)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_tell_when, research.started, "STARTED")
        tasks.start_soon(_tell_when, research.cancelled, "CANCELLED")
        if transport == "http":
            await serve_http(server, "127.0.0.1", 0, started=lambda url: _tell(f"URL {url}"))
        else:
            await serve_stdio(server)
        tasks.cancel_scope.cancel()


if __name__ == "__main__":
    anyio.run(_serve, sys.argv[1], Path(sys.argv[2]), "waits" in sys.argv[3:])
