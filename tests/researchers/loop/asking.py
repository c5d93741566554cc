"""Asking a researcher over a source in memory, and looking at what it did."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from contract import Depth, ResearchConstraints, ResearchRequest, ResearchResult
from evidence.analyze import default_analyzer
from evidence.documents import Document, Hit, Refusal
from evidence.plan import Query
from researchers.loop import Researcher
from researchers.loop.testing import MemorySource, document
from researchers.source import SearchOutcome, Source
from serving.progress import Progress, no_progress
from traces.clock import Clock, ScriptedClock
from traces.line import Line
from traces.memory import MemoryTrace
from traces.sink import Action, TraceSink

OVEN = document("oven.md", "The deck oven reaches its baking heat of 260 degrees after 75 minutes.")
RYE = document("rye.md", "Rye bread with caraway is baked for 55 minutes and rests overnight.")
BEES = document("bees.md", "The bees fly from March, when the willow is in flower.")

OVEN_QUESTION = "What heat does the deck oven reach for baking?"
WEAK_QUESTION = "How is the deck oven heat measured by an infrared sensor?"
"""OVEN holds half of its words."""


def memory(documents: Iterable[Document] = (OVEN, RYE, BEES)) -> MemorySource:
    """A source over a few notes."""
    return MemorySource(documents, default_analyzer())


@dataclass(slots=True)
class Desk:
    """A researcher whose traces are kept, in the order in which its calls began."""

    source: Source
    clock: Clock = field(default_factory=ScriptedClock)
    traces: list[MemoryTrace] = field(default_factory=list)

    def researcher(self) -> Researcher:
        return Researcher(self.source, self._open, self.clock, default_analyzer())

    async def ask(
        self,
        question: str,
        constraints: ResearchConstraints | None = None,
        *,
        depth: Depth = Depth.BALANCED,
        progress: Progress = no_progress,
    ) -> ResearchResult:
        request = ResearchRequest(
            question=question, depth=depth, constraints=constraints or ResearchConstraints()
        )
        return await self.researcher().research(request, progress)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the latest call."""
        return self.traces[-1].recorded

    def actions(self) -> list[Action]:
        return [line.action for line in self.lines]

    def data(self, action: Action) -> list[dict[str, object]]:
        """The data of each line of one action."""
        return [dict(line.data) for line in self.lines if line.action is action]

    def seal_status(self) -> object:
        (seal,) = self.data(Action.SEAL)
        return seal["status"]

    def _open(self) -> TraceSink:
        trace = MemoryTrace(clock=ScriptedClock())
        self.traces.append(trace)
        return trace


class WatchedSource:
    """Passes every call on to another source and keeps what was opened. A class for tests to
    derive from, where one call is to behave in another way."""

    name = "watched"
    leaves_machine = False

    def __init__(self, source: Source) -> None:
        self.source = source
        self.opened: list[str] = []
        self.related_asked: list[str] = []

    async def search(
        self, query: Query, limit: int, trace: TraceSink | None = None
    ) -> SearchOutcome:
        return await self.source.search(query, limit, trace)

    async def open(self, hit: Hit, trace: TraceSink) -> Document | Refusal:
        self.opened.append(hit.key)
        return await self.source.open(hit, trace)

    async def related(self, document: Document, limit: int) -> tuple[Hit, ...]:
        self.related_asked.append(document.key)
        return await self.source.related(document, limit)
