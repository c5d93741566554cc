"""A small researcher of the web over responses that are given to it: the real loop, real traces."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import anyio

from contract import ResearchRequest, ResearchResult
from evidence.analyze import default_analyzer
from evidence.documents import Document, Hit, Refusal
from researchers.loop import Researcher
from researchers.loop.testing import MemorySource, document
from tests.traces.web_runs import Response, record_fetch
from traces.clock import Clock, ScriptedClock
from traces.home import Home
from traces.ids import new_run_id
from traces.sink import TraceSink
from traces.writer import TraceWriter


class PagesSource(MemorySource):
    """Finds pages by their words, and records each one that it opens as a fetch."""

    name = "web"
    leaves_machine = True

    def __init__(self, pages: Sequence[Response]) -> None:
        super().__init__((_document(page) for page in pages), default_analyzer())
        self._pages = {page.place: page for page in pages}

    async def open(self, hit: Hit, trace: TraceSink) -> Document | Refusal:
        record_fetch(trace, self._pages[hit.key])
        return self._documents[hit.key]


def ask_pages(home: Home, pages: Iterable[Response], question: str) -> ResearchResult:
    """Ask the researcher, with its trace kept in a home."""
    home.ensure()
    clock: Clock = ScriptedClock()

    def open_trace() -> TraceSink:
        return TraceWriter.create(home, run=new_run_id(), by="web", clock=clock)

    researcher = Researcher(PagesSource(list(pages)), open_trace, clock, default_analyzer())
    return anyio.run(researcher.research, ResearchRequest(question=question))


def _document(page: Response) -> Document:
    title = dict(page.told).get("title")
    made = document(page.place, page.text, title=str(title) if title else None)
    return replace(made, locator=page.place, source="web")
