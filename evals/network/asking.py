"""A principal investigator over given researchers, kept warm, for asking many questions."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from evidence.analyze import default_analyzer
from pi.investigate import NAME, Investigator, Terms
from pi.model import Member
from pi.pool import Pool
from traces.clock import SystemClock
from traces.home import Home
from traces.ids import new_run_id
from traces.sink import TraceSink
from traces.writer import TraceWriter


@asynccontextmanager
async def network(members: Sequence[Member], home: Home) -> AsyncIterator[Investigator]:
    """An investigator over the members, its traces in the home."""
    clock = SystemClock()

    def open_trace() -> TraceSink:
        return TraceWriter.create(home, run=new_run_id(), by=NAME, clock=clock)

    home.ensure()
    async with Pool(members) as pool:
        yield Investigator(pool, open_trace, home, clock, default_analyzer(), Terms())
