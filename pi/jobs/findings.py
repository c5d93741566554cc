"""What a run has found so far, as far as its trace tells: also of a run that was killed."""

from collections.abc import Iterator
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from contract import DispatchStatus, ResearchResult
from pi.events import dispatch_status
from pi.model import Failed
from pi.recorded import count_of, outcome_of
from traces.errors import ContentMissing, TraceNotFound
from traces.home import Home
from traces.reader import data_of, read_trace, text_of
from traces.sink import Action
from traces.store import ContentStore

MOST_FINDINGS: Final = 32
ANSWER_CHARS: Final = 2_000
MOST_SOURCES: Final = 10


class Finding(BaseModel):
    """What one researcher brought: not checked against the others yet."""

    model_config = ConfigDict(frozen=True)

    researcher: str
    round: int
    status: DispatchStatus
    answer: str = Field(default="", description="The researcher's own answer; a long one is cut.")
    citations: int = 0
    sources: tuple[str, ...] = Field(default=(), description="The first few sources it cites.")
    trace_id: str | None = None
    failure: str | None = None


def findings_in(home: Home, run: str | None) -> tuple[Finding, ...]:
    """The findings that a run's trace holds, in the order in which they came; none where there is
    no trace. Blocks. Never raises: what can't be read is left out."""
    if run is None:
        return ()
    try:
        return tuple(_findings(home, run))[-MOST_FINDINGS:]
    except (OSError, TraceNotFound):
        return ()


def _findings(home: Home, run: str) -> Iterator[Finding]:
    store = ContentStore(home.cas)
    for line in read_trace(home, run).lines:
        if line.action is not Action.RECEIVE:
            continue
        data = data_of(line, store)
        researcher, number = text_of(data, "researcher"), count_of(data, "round")
        try:
            outcome = outcome_of(data, store)
        except (ContentMissing, ValueError):
            continue
        yield _finding(researcher, number, outcome)


def _finding(researcher: str, number: int, outcome: ResearchResult | Failed) -> Finding:
    if isinstance(outcome, Failed):
        return Finding(
            researcher=researcher,
            round=number,
            status=DispatchStatus.FAILED,
            failure=outcome.sentence,
        )
    sources = dict.fromkeys(citation.locator for citation in outcome.citations)
    return Finding(
        researcher=researcher,
        round=number,
        status=dispatch_status(outcome),
        answer=_cut(outcome.answer),
        citations=len(outcome.citations),
        sources=tuple(sources)[:MOST_SOURCES],
        trace_id=outcome.trace_id,
    )


def _cut(text: str) -> str:
    return text if len(text) <= ANSWER_CHARS else text[: ANSWER_CHARS - 1] + "…"
