"""Networks in this process: investigators over researchers over MCP, as deep as a test wants."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from evidence.analyze import default_analyzer
from pi.investigate import Investigator, Terms
from pi.model import Member, Reach
from pi.network import InProcess, Researcher
from pi.pool import Pool
from pi.server import pi_server
from serving.shell import ResearchCall, ResearcherServer, create_server
from traces.clock import SystemClock
from traces.home import Home
from traces.ids import new_run_id
from traces.sink import TraceSink
from traces.writer import TraceWriter


def member(name: str, server: ResearcherServer) -> Member:
    return Member(Researcher(name, InProcess(server)), Reach.LOCAL)


def researcher(name: str, research: ResearchCall, home: Home) -> Member:
    """A plain researcher around a script."""
    server = create_server(
        name=name,
        title=name,
        description="Answers from a script.",
        instructions="Ask.",
        version="1",
        research=research,
        home=home,
        leaves_machine=False,
    )
    return member(name, server)


@asynccontextmanager
async def investigator(members: Sequence[Member], home: Home) -> AsyncIterator[Investigator]:
    """An investigator over a warm network."""
    clock = SystemClock()
    home.ensure()

    def open_trace() -> TraceSink:
        return TraceWriter.create(home, run=new_run_id(), by="pi", clock=clock)

    async with Pool(members) as pool:
        for one in members:
            await pool.use(one.name)
        yield Investigator(pool, open_trace, home, clock, default_analyzer(), Terms())


@asynccontextmanager
async def network(research: ResearchCall, home: Home, *, depth: int) -> AsyncIterator[Investigator]:
    """`depth` investigators over each other, and one researcher at the bottom."""
    below = researcher("bottom", research, home)
    if depth == 1:
        async with investigator([below], home) as top:
            yield top
        return
    async with network(research, home, depth=depth - 1) as lower:
        server = pi_server(lower, home, version="1", leaves_machine=False)
        async with (
            server.jobs,
            investigator([member(f"level-{depth - 1}", server)], home) as top,
        ):
            yield top
