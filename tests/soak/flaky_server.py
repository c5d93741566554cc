"""A researcher that knows the colour of every thing it is asked about, and fails at each fifth
question in one of five ways. Runs over stdio: `python -m tests.soak.flaky_server NAME HOME`.
"""

import hashlib
import re
import sys
from pathlib import Path

import anyio

from contract import ResearchRequest, ResearchResult
from evidence.analyze import default_analyzer
from evidence.documents import Document, Hit, Lane, Passage, Refusal, Span
from evidence.plan import Query
from researchers.loop import Researcher
from researchers.source import SearchOutcome
from serving.progress import Progress, ProgressEvent
from serving.shell import create_server
from serving.stdio import serve_stdio
from traces.clock import SystemClock
from traces.home import Home
from traces.ids import new_run_id
from traces.sink import Action, TraceSink
from traces.writer import TraceWriter

THING = re.compile(r"thing(\d+)", re.I)
COLOURS = "amber blue copper green ivory lilac ochre pink red silver teal violet".split()
WAYS = 5


def colour_of(number: int) -> str:
    """What every researcher says of a thing."""
    return COLOURS[_digest(f"colour {number}") % len(COLOURS)]


def fails(name: str, number: int) -> int | None:
    """The way in which this researcher fails at a thing, None where it does not."""
    digest = _digest(f"{name} {number}")
    return digest // 5 % WAYS if digest % 5 == 0 else None


def _digest(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


class Colours:
    """Implements `researchers.source.Source`: a document for each thing."""

    leaves_machine = False

    def __init__(self, name: str) -> None:
        self.name = name

    async def search(
        self, query: Query, limit: int, trace: TraceSink | None = None
    ) -> SearchOutcome:
        found = THING.search(query.text)
        if found is None:
            return SearchOutcome((), searched=1)
        key = f"thing{found[1]}"
        return SearchOutcome((Hit(key, f"note://{self.name}/{key}", key, Lane.TEXT, 1, 1.0),))

    async def open(self, hit: Hit, trace: TraceSink) -> Document | Refusal:
        number = int(hit.key.removeprefix("thing"))
        text = f"The colour of thing{number} is {colour_of(number)}, says {self.name}."
        stored = trace.put(text.encode())
        trace.record(
            Action.READ_FILE,
            f"Read {hit.key}.",
            {
                "path": hit.key,
                "locator": hit.locator,
                "content_hash": stored,
                "content_length": len(text.encode()),
            },
        )
        return Document(hit.key, hit.locator, hit.key, text, stored, (Passage(Span(0, len(text))),))

    async def related(self, document: Document, limit: int) -> tuple[Hit, ...]:
        return ()


class Flaky:
    """The same, but for the questions at which it fails."""

    def __init__(self, name: str, research: Researcher) -> None:
        self._name = name
        self._research = research

    async def __call__(self, request: ResearchRequest, progress: Progress) -> ResearchResult:
        result = await self._research(request, progress)
        found = THING.search(request.question)
        match fails(self._name, int(found[1])) if found else None:
            case None:
                return result
            case 0:
                raise RuntimeError("something broke")
            case 1:
                await anyio.sleep(3_600)
            case 2:  # a lie: the excerpt is nowhere in what was read
                lies = tuple(
                    one.model_copy(update={"raw_excerpt": "The colour is beige."})
                    for one in result.citations
                )
                return result.model_copy(update={"citations": lies})
            case 3:
                for step in range(50):
                    await progress(ProgressEvent(step + 10, "and on"))
                raise RuntimeError("talked too much")
            case _:
                return result.model_copy(update={"answer": result.answer + " And [9] too. [9]"})
        return result


def main() -> None:
    """Serve until stdin closes."""
    name, home = sys.argv[1], Home(Path(sys.argv[2]))
    home.ensure()
    clock, analyzer = SystemClock(), default_analyzer()

    def open_trace() -> TraceSink:
        return TraceWriter.create(home, run=new_run_id(), by=name, clock=clock)

    research = Flaky(name, Researcher(Colours(name), open_trace, clock, analyzer))
    server = create_server(
        name=name,
        title=name,
        description="Knows colours.",
        instructions="Ask for the colour of a thing.",
        version="1",
        research=research,
        home=home,
        leaves_machine=False,
    )
    anyio.run(serve_stdio, server)


if __name__ == "__main__":
    main()
