"""An investigator's server as a process of its own, to be killed: `HOME`. Its jobs receive one
answer and then wait; when one has, that is told on stderr."""

import sys
from pathlib import Path

import anyio

from serving.http import serve_http
from tests.pi.investigations import answered, task_of
from tests.pi.investigators import TracedResearch
from tests.pi.serving import serving
from traces.home import Home


def _tell(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


async def _serve(home: Home) -> None:
    research = TracedResearch(home, [answered(task_of(1))], waits=True)

    async def tell_received() -> None:
        await research.received.wait()
        _tell("RECEIVED")

    async with serving(research, home) as server, anyio.create_task_group() as tasks:
        tasks.start_soon(tell_received)
        await serve_http(server, "127.0.0.1", 0, started=lambda url: _tell(f"URL {url}"))
        tasks.cancel_scope.cancel()


if __name__ == "__main__":
    anyio.run(_serve, Home(Path(sys.argv[1])))
