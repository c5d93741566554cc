"""A researcher of two papers. Start it with a folder for its traces: python papers.py FOLDER"""

import sys
from pathlib import Path

import anyio

from evidence.analyze import default_analyzer
from evidence.documents import Document, Hit, Lane, Passage, Refusal, Span
from evidence.plan import Query
from researchers.loop import Researcher
from researchers.source import SearchOutcome
from serving.shell import ResearcherServer, create_server
from serving.stdio import serve_stdio
from traces.clock import SystemClock
from traces.home import Home
from traces.ids import new_run_id
from traces.sink import Action, TraceSink
from traces.writer import TraceWriter

PAPERS = {
    "10.5555/skerry.light": "The range of the light at Skerry Point. The light is seen from 23 "
    "nautical miles away in clear weather, measured from a boat on eleven nights of 2024.",
    "10.5555/skerry.fog": "Fog bells of the north. The bell of Skerry Point was heard from two "
    "miles away in a flat calm, and from a quarter of a mile in a gale.",
}
TERMS = default_analyzer()


class Papers:
    """Implements `researchers.source.Source`."""

    name = "academic"
    leaves_machine = False

    async def search(
        self, query: Query, limit: int, trace: TraceSink | None = None
    ) -> SearchOutcome:
        wanted = set(query.terms)
        shared = {doi: len(wanted & set(TERMS.terms(f"{doi} {PAPERS[doi]}"))) for doi in PAPERS}
        best = sorted((doi for doi in PAPERS if shared[doi]), key=lambda doi: -shared[doi])[:limit]
        hits = [
            Hit(doi, f"https://doi.org/{doi}", f"doi:{doi}", Lane.TEXT, rank, float(shared[doi]))
            for rank, doi in enumerate(best, start=1)
        ]
        return SearchOutcome(tuple(hits), searched=len(PAPERS))

    async def open(self, hit: Hit, trace: TraceSink) -> Document | Refusal:
        text = PAPERS[hit.key]
        stored = trace.put(text.encode())
        read = {"path": hit.key, "locator": hit.locator, "content_hash": stored}
        length = {"content_length": len(text.encode())}
        trace.record(Action.READ_FILE, f"Read {hit.title}.", {**read, **length})
        whole = (Passage(Span(0, len(text))),)
        return Document(hit.key, hit.locator, hit.title, text, stored, whole, source="paper")

    async def related(self, document: Document, limit: int) -> tuple[Hit, ...]:
        return ()


def server(home: Home) -> ResearcherServer:
    clock = SystemClock()

    def open_trace() -> TraceSink:
        return TraceWriter.create(home, run=new_run_id(), by=Papers.name, clock=clock)

    return create_server(
        name=Papers.name,
        title="Papers",
        description="Knows two papers about Skerry Point.",
        instructions="Ask about the light or the fog bell of Skerry Point.",
        version="1",
        research=Researcher(Papers(), open_trace, clock, TERMS),
        home=home,
        leaves_machine=Papers.leaves_machine,
        sample_question="From how far away is the light of Skerry Point seen?",
    )


if __name__ == "__main__":
    anyio.run(serve_stdio, server(Home(Path(sys.argv[1]))))
