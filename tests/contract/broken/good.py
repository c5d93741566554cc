"""A researcher over two notes that keeps the whole contract. The broken ones derive from it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import anyio
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import ValidationError

from contract import META_KEY, TOOL_NAME, ResearchRequest, ResearchResult
from serving.progress import Progress, ProgressEvent
from serving.refusals import refusal
from serving.reporting import ProgressNotifier
from traces.clock import SystemClock
from traces.digest import content_name
from traces.home import Home
from traces.ids import new_run_id
from traces.sink import Action, JsonValue, SealStatus, TraceSink
from traces.writer import TraceWriter

QUESTION: Final = "When is rye sown, and when is it cut?"
Result = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Note:
    """A note, and the sentence in it that answers."""

    path: str
    text: str
    sentence: str

    @property
    def span(self) -> tuple[int, int]:
        """Where the sentence stands."""
        start = self.text.index(self.sentence)
        return start, start + len(self.sentence)


NOTES: Final = (
    Note(
        "field/rye.md",
        "# Rye\n\nA hardy corn. Rye is sown in September, before the first frost. "
        + "It stands the winter well. " * 30,
        "Rye is sown in September, before the first frost.",
    ),
    Note(
        "field/harvest.md",
        "# Harvest\n\nRye is cut in the last week of July, when the stems are dry.\n",
        "Rye is cut in the last week of July, when the stems are dry.",
    ),
)


class GoodResearcher:
    """Answers what its notes hold, and says so when they do not."""

    caught_by: ClassVar[str] = ""
    """The id of the one check that catches this researcher; empty for the good one."""

    tool_name: ClassVar[str] = TOOL_NAME
    title: ClassVar[str | None] = "Research two notes"
    description: ClassVar[str] = "Answers questions about rye from two notes."
    meta: ClassVar[Mapping[str, str]] = {
        META_KEY: "v1",
        "marchwarden/sample-question": QUESTION,
    }
    annotations: ClassVar[ToolAnnotations] = ToolAnnotations(
        read_only_hint=True, destructive_hint=False, open_world_hint=False
    )

    gives_records: ClassVar[bool] = True
    """Whether trace:// and blob:// are served."""

    def __init__(self, home: Home) -> None:
        self.home = home

    def notifier(self, context: Context[Any, Any]) -> Progress:
        """How progress reaches the caller."""
        return ProgressNotifier(context)

    def input_schema(self) -> dict[str, Any]:
        return ResearchRequest.model_json_schema()

    def output_schema(self) -> dict[str, Any] | None:
        return ResearchResult.model_json_schema()

    def parse(self, arguments: Mapping[str, Any]) -> ResearchRequest:
        """The request in a call's raw arguments. Raises ToolError with one sentence."""
        try:
            return ResearchRequest.model_validate(arguments)
        except ValidationError as error:
            raise ToolError(refusal(TOOL_NAME, ResearchRequest, error)) from error

    async def run(self, request: ResearchRequest, progress: Progress) -> Result:
        """One call: the result as it goes over the wire, after it is in the sealed trace."""
        trace = TraceWriter.create(self.home, run=new_run_id(), by="two-notes", clock=SystemClock())
        try:
            trace.record(Action.OPEN, "Two notes were asked.", {"question": request.question})
            await self.work(request, progress)
            notes = self.choose(request)
            for note in notes:
                self.read(note, trace)
            result = self.compose(request, notes, trace.run)
            self.keep(result, trace)
            return self.deliver(result)
        except anyio.get_cancelled_exc_class():
            trace.record(Action.CANCEL, "The caller cancelled the call.")
            trace.seal(SealStatus.CANCELLED)
            raise
        finally:
            trace.close()

    async def work(self, request: ResearchRequest, progress: Progress) -> None:
        """What takes time, and the progress of it."""
        for step, words in enumerate(("Reading", "Choosing", "Answering"), start=1):
            await progress(ProgressEvent(step, words, 3))

    def choose(self, request: ResearchRequest) -> tuple[Note, ...]:
        """The notes that answer, within max_sources."""
        if "rye" not in request.question.lower():
            return ()
        return NOTES[: request.constraints.max_sources]

    def read(self, note: Note, trace: TraceSink) -> None:
        """Store a note and record the read."""
        name = trace.put(note.text.encode())
        length = len(note.text.encode())
        data: dict[str, JsonValue] = {
            "path": note.path,
            "content_hash": name,
            "content_length": length,
        }
        trace.record(Action.READ_FILE, f"{note.path} was read.", data)

    def keep(self, result: Result, trace: TraceSink) -> None:
        """Put the result into the trace, and seal it."""
        name = trace.put(json.dumps(result).encode())
        data = {
            "result": name,
            "answer_status": result["answer_status"],
            "stop_reason": result["stop_reason"],
        }
        trace.record(Action.ANSWER, "The answer is ready.", data)
        trace.seal(SealStatus.COMPLETE, answer_hash=name)

    def deliver(self, result: Result) -> Result:
        """What of the kept result goes to the caller: all of it."""
        return result

    def compose(self, request: ResearchRequest, notes: tuple[Note, ...], run: str) -> Result:
        """The result for the chosen notes."""
        found = bool(notes)
        sentences = [f"{note.sentence} [{i}]" for i, note in enumerate(notes, start=1)]
        nothing = "No evidence was found; the notes hold none of the words of the question."
        return {
            "contract_version": "v1",
            "answer": " ".join(sentences) or nothing,
            "citations": [self.cite(note) for note in notes],
            "gaps": [] if found else [self.gap()],
            "discovery_events": [self.lead()] if found else [],
            "confidence": 0.6 if found else 0.0,
            "confidence_factors": {
                "num_corroborating_sources": len(notes),
                "source_authority": "medium" if found else "low",
                "contradiction_detected": False,
                "query_specificity_match": 1.0 if found else 0.0,
                "budget_exhausted": False,
                "recency": None,
            },
            "cost_metadata": self.cost(len(notes)),
            "trace_id": run,
            "stop_reason": "enough_evidence" if found else "no_evidence",
            "answer_status": "ok" if found else "no_evidence",
            "warnings": [],
        }

    def cost(self, opened: int) -> Result:
        """What the call used."""
        return {
            "tokens_used": 0,
            "iterations_run": 1,
            "wall_time_sec": 0.01,
            "budget_exhausted": False,
            "model_calls": 0,
            "sources_opened": opened,
        }

    def cite(self, note: Note) -> Result:
        """The citation of a note's sentence."""
        start, end = note.span
        return {
            "source": "note",
            "locator": f"note://{note.path}",
            "title": None,
            "snippet": None,
            "raw_excerpt": note.sentence,
            "confidence": 0.6,
            "content_hash": content_name(note.text.encode()),
            "char_start": start,
            "char_end": end,
            "evidence_role": "raw_text",
        }

    def gap(self) -> Result:
        """What is said of a question that no note answers."""
        detail = "None of its words stands in a note."
        return {"topic": "the question", "category": "source_not_found", "detail": detail}

    def lead(self) -> Result:
        """A lead that the first note gives."""
        return {
            "type": "new_source",
            "suggested_researcher": "web",
            "query": "rye winter hardiness",
            "reason": "The note speaks of the winter without a source.",
            "source_locator": "note://field/rye.md",
            "citations": [],
        }

    def links(self, result: Result) -> tuple[str, ...]:
        """The resources that the answer links to."""
        return (f"trace://{result['trace_id']}",)

    def text(self, result: Result) -> str:
        """The rendering that stands alone."""
        sources = [
            f"[{i}] {c['locator']}\n> {c['raw_excerpt']}"
            for i, c in enumerate(result["citations"], start=1)
        ]
        return "\n\n".join([result["answer"], *sources, f"Trace: {result['trace_id']}"])


class TakesItsTime(GoodResearcher):
    """As good, and slow enough to be cancelled while it works."""

    async def work(self, request: ResearchRequest, progress: Progress) -> None:
        await super().work(request, progress)
        await anyio.sleep(0.2)
