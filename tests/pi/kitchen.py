"""Two researchers with traces of their own, one of which leads to the other; for tests of runs
that are killed and go on."""

from collections.abc import Sequence

import anyio

from contract import (
    DiscoveryEvent,
    DiscoveryType,
    ResearchConstraints,
    ResearchRequest,
    ResearchResult,
)
from serving.progress import Progress
from serving.shell import ResearcherServer, create_server
from tests.traces.runs import QUESTION, record_answer, record_read, result_of
from traces.clock import SystemClock
from traces.home import Home
from traces.ids import new_run_id
from traces.sink import Action, SealStatus
from traces.writer import TraceWriter

REQUEST = ResearchRequest(
    question=QUESTION, constraints=ResearchConstraints(max_seconds=30, token_budget=5_000)
)
LEAD = DiscoveryEvent(
    type=DiscoveryType.RELATED_RESEARCH,
    suggested_researcher="papers",
    query="sourdough oven temperature studies",
    reason="a note mentions a study",
    source_locator="note://kitchen/bread/sourdough.md",
)


class Baker:
    """Answers every question from the same note, with a trace of its own in the home."""

    def __init__(
        self, home: Home, events: Sequence[DiscoveryEvent] = (), *, seconds: float = 0.0
    ) -> None:
        self._home = home
        self._seconds = seconds
        self._events = tuple(events)
        self.asked: list[str] = []

    async def __call__(self, request: ResearchRequest, progress: Progress) -> ResearchResult:
        self.asked.append(request.question)
        await anyio.sleep(self._seconds)
        run = new_run_id()
        with TraceWriter.create(self._home, run=run, by="baker", clock=SystemClock()) as trace:
            trace.record(Action.OPEN, "Asked.", {"question": request.question})
            plain = result_of(run, record_read(trace))
            result = plain.model_copy(update={"discovery_events": self._events})
            trace.seal(SealStatus.COMPLETE, answer_hash=record_answer(trace, result))
        return result


class Kitchen:
    """Two researchers: what one finds leads to a question to the other. `seconds` is what each
    takes for an answer."""

    def __init__(self, home: Home, *, seconds: float = 0.0) -> None:
        self.notes = Baker(home, [LEAD], seconds=seconds)
        self.papers = Baker(home, seconds=seconds / 2)
        self.servers = {
            "notes": _server("notes", self.notes, home),
            "papers": _server("papers", self.papers, home),
        }

    @property
    def asked(self) -> int:
        return len(self.notes.asked) + len(self.papers.asked)


def essence(result: ResearchResult) -> dict[str, object]:
    """A result without what differs from run to run: ids and times."""
    dispatches = [
        one.model_copy(update={"trace_id": None, "seconds": 0.0, "cost": None})
        for one in result.dispatches
    ]
    cost = result.cost_metadata.model_copy(update={"wall_time_sec": 0.0})
    return result.model_copy(
        update={"trace_id": "", "cost_metadata": cost, "dispatches": tuple(dispatches)}
    ).model_dump()


def _server(name: str, research: Baker, home: Home) -> ResearcherServer:
    return create_server(
        name=name,
        title=name,
        description="Answers from one note.",
        instructions="Ask.",
        version="1",
        research=research,
        home=home,
        leaves_machine=False,
    )
