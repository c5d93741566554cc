"""A researcher's server over a script, as the tests of the shell use it."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import anyio

from researchers.scripted import ScriptedResearch
from serving.http import serve_http
from serving.shell import ResearcherServer, create_server
from traces.home import Home


def scripted_server(research: ScriptedResearch, home: Path) -> ResearcherServer:
    """The shell around a script, with a home of its own."""
    return create_server(
        name="scripted",
        title="Scripted researcher",
        description="Answers from a script.",
        instructions="Ask it what the script holds.",
        version="1.2.3",
        research=research,
        home=Home(home),
        leaves_machine=False,
        sample_question="When does the bakery open?",
    )


@asynccontextmanager
async def over_http(
    server: ResearcherServer,
    token: str | None = None,
    *,
    host: str = "127.0.0.1",
    accepted_hosts: Sequence[str] = (),
) -> AsyncIterator[str]:
    """Serve on a free port, and give the URL."""
    urls: list[str] = []
    up = anyio.Event()

    def started(url: str) -> None:
        urls.append(url)
        up.set()

    async def serve() -> None:
        await serve_http(server, host, 0, token, accepted_hosts=accepted_hosts, started=started)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(serve)
        with anyio.fail_after(10):
            await up.wait()
        yield urls[0]
        tasks.cancel_scope.cancel()
