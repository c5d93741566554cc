"""Documents that disagree, each served by a researcher of its own: does the one answer that the
investigator gives lay the conflict open, with both sides cited?
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from contract import ResearchRequest
from evals.contradictions import NAME as SET
from evals.contradictions import Outcome, Pair, Row, figures_of
from evals.gold_rows import gold_rows
from evals.network.asking import network
from evals.records import OutputFolder
from evals.report import SetReport
from evidence.analyze import default_analyzer
from pi.model import Member
from pi.network import InProcess, Researcher
from researchers.loop import Researcher as LoopResearcher
from researchers.loop.testing import MemorySource, document
from serving.shell import ResearcherServer, create_server
from traces.clock import SystemClock
from traces.home import Home
from traces.ids import new_run_id
from traces.sink import TraceSink
from traces.writer import TraceWriter

NAME: Final = f"{SET}-network"


async def measure_documents_apart(
    data: Path, out: OutputFolder, limit: int | None, tell: Callable[[str], None]
) -> SetReport:
    """Ask every question of a network of its documents. Raises GoldUnreadable."""
    rows = list(gold_rows(data / SET / "ramdocs.jsonl", Row))[:limit]
    home = out.home(NAME)
    home.ensure()
    outcomes: list[Outcome] = []
    for number, row in enumerate(rows, start=1):
        outcomes.append(await _outcome(row, home))
        if number % 50 == 0 or number == len(rows):
            tell(f"{NAME}: {number} of {len(rows)} questions asked")
    return SetReport(figures_of(outcomes, NAME), None, ())


async def _outcome(row: Row, home: Home) -> Outcome:
    states = {f"note://{one.doc_id}": one.states() for one in row.documents}
    members = [Member(_served(one.doc_id, one.text, home)) for one in row.documents]
    async with network(members, home) as ask:
        result = await ask(ResearchRequest(question=row.question))
    cited = [citation.locator.partition("#")[0] for citation in result.citations]
    pairs = tuple(
        Pair(states.get(cited[one.left.citation - 1]), states.get(cited[one.right.citation - 1]))
        for one in result.contradictions
    )
    return Outcome(row.id, row.documents_conflict, pairs)


def _served(key: str, text: str, home: Home) -> Researcher:
    """A researcher that knows one document."""
    name = key.replace("_", "-").lower()
    return Researcher(name, InProcess(_server(name, key, text, home)))


def _server(name: str, key: str, text: str, home: Home) -> ResearcherServer:
    clock, analyzer = SystemClock(), default_analyzer()

    def open_trace() -> TraceSink:
        return TraceWriter.create(home, run=new_run_id(), by=name, clock=clock)

    source = MemorySource([document(key, text)], analyzer)
    return create_server(
        name=name,
        title=name,
        description="Knows one document.",
        instructions="Ask it about its document.",
        version="1",
        research=LoopResearcher(source, open_trace, clock, analyzer),
        home=home,
        leaves_machine=False,
    )
