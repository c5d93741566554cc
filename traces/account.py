"""A trace as a person wants to be told it: what was done when, the answer, each source in place.

This is the value that `render_text` and `render_markdown` print.
"""

from dataclasses import dataclass

from pydantic import ValidationError

from contract.result import Citation, Gap, ResearchResult
from traces.clock import moment_of
from traces.errors import ContentMissing
from traces.home import Home
from traces.line import Line
from traces.particulars import particulars_of
from traces.reader import Trace, data_of, read_trace, text_of
from traces.sink import Action
from traces.store import ContentStore
from traces.surroundings import SurroundingLine, surroundings
from traces.verification import Verification, doubts


@dataclass(frozen=True, slots=True)
class Moment:
    """One line of the timeline: seconds since the first line, what was done, and why."""

    step: int
    seconds: float
    action: str
    decision: str
    particulars: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Quoted:
    """One citation and where its excerpt stands. No lines when the content can't be read, and
    then `problem` says why."""

    number: int
    citation: Citation
    lines: tuple[SurroundingLine, ...]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Account:
    """Everything that is told about one run."""

    run: str
    by: str
    started: str
    question: str
    state: str
    moments: tuple[Moment, ...]
    result: ResearchResult | None
    quoted: tuple[Quoted, ...]
    gaps: tuple[Gap, ...]
    budget: tuple[tuple[str, str], ...]
    problems: tuple[str, ...]
    doubts: tuple[str, ...] = ()
    """Lines that stand above everything else: that the trace is not whole, and why."""


def account_of(home: Home, run: str, verification: Verification | None = None) -> Account:
    """Tell a trace. Raises TraceNotFound; damage inside is told as a problem, and what a
    verification found as doubts."""
    trace = read_trace(home, run)
    store = ContentStore(home.cas)
    opening = trace.first(Action.OPEN)
    data = data_of(opening, store) if opening else {}
    result, problems = _result(trace, store)
    return Account(
        run=run,
        by=opening.by if opening else "",
        started=opening.timestamp if opening else "",
        question=text_of(data, "question"),
        state=_state(trace),
        moments=_timeline(trace, store),
        result=result,
        quoted=_quoted(result, store),
        gaps=result.gaps if result else (),
        budget=_budget(result),
        problems=(*problems, *_damage(trace)),
        doubts=doubts(verification) if verification else (),
    )


def _timeline(trace: Trace, store: ContentStore) -> tuple[Moment, ...]:
    if not trace.lines:
        return ()
    start = moment_of(trace.lines[0].timestamp)
    return tuple(
        Moment(
            step=line.step,
            seconds=(moment_of(line.timestamp) - start).total_seconds(),
            action=line.action.value,
            decision=line.decision,
            particulars=particulars_of(line, store),
        )
        for line in trace.lines
    )


def _result(trace: Trace, store: ContentStore) -> tuple[ResearchResult | None, tuple[str, ...]]:
    line: Line | None = trace.last(Action.ANSWER)
    if line is None:
        return None, ("The run came to no answer.",)
    try:
        return ResearchResult.model_validate_json(store.get(text_of(line.data, "result"))), ()
    except ContentMissing as error:
        return None, (str(error),)
    except ValidationError:
        return None, ("The stored answer can't be read.",)


def _quoted(result: ResearchResult | None, store: ContentStore) -> tuple[Quoted, ...]:
    citations = result.citations if result else ()
    return tuple(_quote(number, one, store) for number, one in enumerate(citations, start=1))


def _quote(number: int, citation: Citation, store: ContentStore) -> Quoted:
    start, end = citation.char_start, citation.char_end
    if citation.content_hash is None or start is None or end is None:
        return Quoted(number, citation, (), "This source has no text that could be shown.")
    try:
        text = store.get(citation.content_hash).decode("utf-8", errors="replace")
    except ContentMissing as error:
        return Quoted(number, citation, (), str(error))
    lines = tuple(surroundings(text, start, end))
    return Quoted(number, citation, lines, "" if lines else "The excerpt is not where it says.")


def _budget(result: ResearchResult | None) -> tuple[tuple[str, str], ...]:
    if result is None:
        return ()
    cost = result.cost_metadata
    return (
        ("time", f"{cost.wall_time_sec:.2f} s"),
        ("passes", str(cost.iterations_run)),
        ("sources opened", str(cost.sources_opened)),
        ("model calls", str(cost.model_calls)),
        ("model tokens", str(cost.tokens_used)),
        ("budget exhausted", "yes" if cost.budget_exhausted else "no"),
    )


def _state(trace: Trace) -> str:
    seal = trace.last(Action.SEAL)
    if seal is None or trace.trailer is None:
        return "unsealed"
    return text_of(seal.data, "status")


def _damage(trace: Trace) -> tuple[str, ...]:
    problems: list[str] = []
    if trace.unreadable:
        problems.append(f"{trace.unreadable} lines can't be read; `trace verify` says more.")
    if trace.torn:
        problems.append("The last line is cut off; the run was killed while it wrote.")
    return tuple(problems)
