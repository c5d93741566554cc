"""Real runs for tests: every kind of line, real content, a result whose excerpts stand."""

from contract import (
    AnswerStatus,
    Citation,
    ConfidenceFactors,
    CostMetadata,
    Gap,
    GapCategory,
    ResearchResult,
    SourceAuthority,
    StopReason,
)
from traces.clock import Clock, ScriptedClock
from traces.filesystem import FileSystem
from traces.home import Home
from traces.ids import new_run_id
from traces.sink import Action, JsonValue, SealStatus, TraceSink
from traces.writer import TraceWriter

NOTE = (
    "# Sourdough\n\nFeed the starter twice a day.\nBake at 230 °C for 40 minutes.\n\nKeep notes.\n"
)
EXCERPT = "Bake at 230 °C for 40 minutes."
LOCATOR = "note://kitchen/bread/sourdough.md"
QUESTION = "How hot is the oven for sourdough?"


def result_of(run: str, note_hash: str, *, start: int | None = None) -> ResearchResult:
    """A result with one citation of NOTE."""
    begin = NOTE.index(EXCERPT) if start is None else start
    citation = Citation(
        source="note",
        locator=f"{LOCATOR}#Sourdough",
        title="Sourdough",
        raw_excerpt=EXCERPT,
        confidence=0.9,
        content_hash=note_hash,
        char_start=begin,
        char_end=begin + len(EXCERPT),
    )
    return ResearchResult(
        answer=f"{EXCERPT} [1]",
        citations=(citation,),
        gaps=(Gap(topic="steam", category=GapCategory.SOURCE_NOT_FOUND, detail="No note on it."),),
        confidence=0.8,
        confidence_factors=ConfidenceFactors(
            num_corroborating_sources=1,
            source_authority=SourceAuthority.MEDIUM,
            contradiction_detected=False,
            query_specificity_match=1.0,
            budget_exhausted=False,
        ),
        cost_metadata=CostMetadata(
            tokens_used=0, iterations_run=1, wall_time_sec=0.25, budget_exhausted=False
        ),
        trace_id=run,
        stop_reason=StopReason.ENOUGH_EVIDENCE,
        answer_status=AnswerStatus.OK,
    )


def record_answer(sink: TraceSink, result: ResearchResult) -> str:
    """Store a result and record it as the answer."""
    stored = sink.put(result.model_dump_json().encode())
    sink.record(
        Action.ANSWER,
        "One note answers the question.",
        {
            "result": stored,
            "answer_status": result.answer_status.value,
            "stop_reason": result.stop_reason.value,
        },
    )
    return stored


def record_read(sink: TraceSink, locator: str = LOCATOR) -> str:
    """Store NOTE and record that it was read."""
    note = sink.put(NOTE.encode())
    data: dict[str, JsonValue] = {
        "path": "bread/sourdough.md",
        "locator": locator,
        "content_hash": note,
        "content_length": len(NOTE.encode()),
        "file_hash": note,
    }
    sink.record(Action.READ_FILE, "Opened the best lead.", data)
    return note


def record_run(sink: TraceSink) -> str:
    """A whole small run, up to the seal. Returns the answer's hash."""
    sink.record(Action.OPEN, "A question came in.", {"question": QUESTION, "depth": "balanced"})
    sink.record(Action.PLAN, "One query, two concepts.", {"terms": ["oven", "sourdough"]})
    hit: dict[str, JsonValue] = {"locator": LOCATOR, "rank": 1, "lane": "text", "score": "12.5"}
    sink.record(Action.SEARCH, "Asked as it stands.", {"query": QUESTION, "hits": [hit]})
    note = record_read(sink)
    row: dict[str, JsonValue] = {"locator": LOCATOR, "content_hash": note, "char_start": 12}
    sink.record(Action.INSPECT, "One passage matches both.", {"content_hash": note, "rows": [row]})
    sink.record(Action.JUDGE, "Every concept is covered.", {"verdict": "enough_evidence"})
    long = "x" * 5_000
    sink.record(Action.SYNTHESIZE, "One sentence.", {"method": "extractive", "details": long})
    sink.record(Action.VERIFY, "The marker resolves.", {"passed": True, "checked": 1})
    gap: dict[str, JsonValue] = {
        "topic": "steam",
        "category": "source_not_found",
        "detail": "No note on it.",
    }
    sink.record(Action.GAP, "Nothing on steam.", gap)
    sink.record(Action.BUDGET, "All within limits.", {"what": "tokens", "used": 0, "limit": 20_000})
    return record_answer(sink, result_of(sink.run, note))


def write_run(
    home: Home,
    run: str | None = None,
    clock: Clock | None = None,
    filesystem: FileSystem | None = None,
) -> str:
    """A whole sealed run on disk. Returns its trace id."""
    one = run or new_run_id()
    with TraceWriter.create(
        home, run=one, by="local-brain", clock=clock or ScriptedClock(), filesystem=filesystem
    ) as writer:
        answer = record_run(writer)
        writer.seal(SealStatus.COMPLETE, answer_hash=answer)
    return one
