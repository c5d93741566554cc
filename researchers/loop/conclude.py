"""From evidence to a verified answer, or to an honest statement that there is none. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from contract import AnswerStatus, Citation, StopReason
from evidence.analyze import Analyzer
from evidence.conflicts import Conflict, Quoted, find_conflicts
from evidence.extractive import ORDERS, CitedRow, Synthesis, synthesize
from evidence.judge import Judgement, Verdict
from evidence.leads import Lead, find_leads
from evidence.plan import QueryPlan
from evidence.rows import ScoredRow
from evidence.verification import Finding, verify
from researchers.loop.state import RunState

_MOST_CITATIONS = 10
_SHORTEST_SNIPPET = 50
_LONGEST_SNIPPET = 200


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What a run came to, before it is put into a result."""

    stop_reason: StopReason
    answer_status: AnswerStatus
    synthesis: Synthesis | None
    citations: tuple[Citation, ...]
    contradictions: tuple[Conflict, ...]
    leads: tuple[Lead, ...]
    findings: tuple[Finding, ...]
    unsaid: tuple[str, ...] = ()
    """Where all that was found speaks to a language model, so that nothing of it can be said."""


def conclude(state: RunState, analyzer: Analyzer) -> Conclusion:
    """Answer from the rows if the judge lets them pass, and check the answer mechanically."""
    judgement = state.judgement
    if judgement is None or judgement.verdict is Verdict.NONE or not state.quotable:
        return _nothing(state)
    first = _first(state)
    best = max((row.score.saturation for row in first), default=0.0)
    added = _added(state)
    better = [row for row in added if row.score.saturation > best]
    synthesis = synthesize(
        state.plan,
        [*better, *first],
        [row for row in added if row not in better],
        state.weights,
        analyzer,
        max_sources=state.budget.limits.max_sources,
        max_citations=max(_MOST_CITATIONS, state.budget.limits.max_sources),
    )
    if not synthesis.cited:
        return replace(_nothing(state), unsaid=_orders(synthesis))
    citations = tuple(_citation(row, state.plan, judgement, synthesis) for row in synthesis.cited)
    stored = {
        row.row.row.document.content_hash: row.row.row.document.text for row in synthesis.cited
    }
    findings = verify(synthesis.answer, synthesis.sentences, citations, stored)
    if findings:
        return Conclusion(
            StopReason.VERIFICATION_FAILED, AnswerStatus.ERROR, synthesis, (), (), (), findings
        )
    return Conclusion(
        stop_reason=_stop_reason(state, judgement),
        answer_status=_status(state, synthesis),
        synthesis=synthesis,
        citations=citations,
        contradictions=find_conflicts(
            state.plan, _quoted(synthesis.cited), state.weights, analyzer
        ),
        leads=find_leads(synthesis.cited),
        findings=(),
    )


def out_of_time() -> Conclusion:
    """What a run comes to whose answer could not be put together in time."""
    return Conclusion(StopReason.TIMEOUT_EXCEEDED, AnswerStatus.UNAVAILABLE, None, (), (), (), ())


def _nothing(state: RunState) -> Conclusion:
    late = state.out_of_time or state.incomplete is not None
    stop = StopReason.TIMEOUT_EXCEEDED if late else StopReason.NO_EVIDENCE
    return Conclusion(stop, AnswerStatus.NO_EVIDENCE, None, (), (), (), ())


def _orders(synthesis: Synthesis) -> tuple[str, ...]:
    rows = (row.locator for row in synthesis.left_out if row.reason == ORDERS)
    return tuple(dict.fromkeys(rows))


def _first(state: RunState) -> list[ScoredRow]:
    """What the first pass brought, without what may not be quoted."""
    first = state.rows[: state.first_pass_rows]
    return [row for row in first if row.row.document.key not in state.kept_out]


def _added(state: RunState) -> list[ScoredRow]:
    """Rows of later passes that hold a term which no row of the first pass holds."""
    first = _first(state)
    held = {term for row in first for term in row.score.matched}
    later = [row for row in state.quotable[len(first) :] if set(row.score.matched) - held]
    return sorted(later, key=lambda row: -row.score.saturation)


def _stop_reason(state: RunState, judgement: Judgement) -> StopReason:
    if state.timed_out:
        return StopReason.TIMEOUT_EXCEEDED
    if state.stopped_by_passes:
        return StopReason.MAX_ITERATIONS_REACHED
    if judgement.verdict is Verdict.WEAK:
        return StopReason.WEAK_EVIDENCE
    return StopReason.ENOUGH_EVIDENCE


def _status(state: RunState, synthesis: Synthesis) -> AnswerStatus:
    cut_short = state.timed_out or synthesis.truncated
    return AnswerStatus.OK_TRUNCATED if cut_short else AnswerStatus.OK


def _citation(
    cited: CitedRow, plan: QueryPlan, judgement: Judgement, synthesis: Synthesis
) -> Citation:
    row = cited.row
    best = max(other.row.score.coverage for other in synthesis.cited) or 1.0
    document = row.row.document
    return Citation(
        source=document.source,
        locator=row.row.locator,
        title=document.title,
        snippet=_snippet(row, plan),
        raw_excerpt=cited.excerpt.render(document.text),
        confidence=round(min(0.95, judgement.likelihood * row.score.coverage / best), 2),
        content_hash=document.content_hash,
        char_start=cited.excerpt.span.start,
        char_end=cited.excerpt.span.end,
        evidence_role=row.row.passage.role,
        published=document.modified,
    )


def _quoted(cited: Sequence[CitedRow]) -> list[Quoted]:
    """What is quoted of each citation, without the mark of a cut one."""
    return [
        Quoted(
            citation=number,
            source=one.row.row.document.key,
            text=one.row.row.document.text[one.excerpt.span.start : one.excerpt.span.end],
            start=one.excerpt.span.start,
            published=one.row.row.document.modified,
        )
        for number, one in enumerate(cited, start=1)
    ]


def _snippet(row: ScoredRow, plan: QueryPlan) -> str | None:
    """What the row is and why it is here, in 50 to 200 characters, else nothing."""
    place = " > ".join(row.row.passage.headings) or row.row.document.title
    words = ", ".join(plan.words(row.score.matched))
    text = f"From \u201c{place}\u201d; it matches the question in: {words}."
    if len(text) > _LONGEST_SNIPPET:
        text = text[: _LONGEST_SNIPPET - 1].rstrip(" ,;") + "\u2026"
    return text if len(text) >= _SHORTEST_SNIPPET else None
