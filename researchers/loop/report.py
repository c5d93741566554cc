"""The result of a run: gaps by category, grounded leads, confidence from its factors. Pure."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from contract import (
    AnswerStatus,
    CostMetadata,
    DiscoveryEvent,
    DiscoveryType,
    ResearchResult,
    ResultWarning,
    StopReason,
    WarningCode,
)
from evidence.confidence import confidence_of
from evidence.conflicts import disagreement_of
from evidence.instructions import orders_around
from researchers.loop.conclude import Conclusion
from researchers.loop.factors import factors_of
from researchers.loop.gaps import gaps_of, subject_of
from researchers.loop.state import RunState

_MOST_LEFT_OUT: Final = 10


def build_result(
    state: RunState, conclusion: Conclusion, *, trace_id: str, now: datetime
) -> ResearchResult:
    """Put a conclusion into the words of the contract."""
    factors = factors_of(state, conclusion, now)
    return ResearchResult(
        answer=_answer(state, conclusion),
        citations=conclusion.citations,
        gaps=gaps_of(state, conclusion),
        discovery_events=tuple(_discoveries(state, conclusion)),
        confidence=confidence_of(factors),
        confidence_factors=factors,
        cost_metadata=CostMetadata(
            tokens_used=0,
            iterations_run=state.budget.passes,
            wall_time_sec=round(state.budget.elapsed, 3),
            budget_exhausted=factors.budget_exhausted,
            model_calls=0,
            sources_opened=len(state.documents),
        ),
        trace_id=trace_id,
        stop_reason=conclusion.stop_reason,
        answer_status=conclusion.answer_status,
        warnings=tuple(_warnings(state, conclusion)),
        contradictions=tuple(
            disagreement_of(one, conclusion.citations) for one in conclusion.contradictions
        ),
    )


def _answer(state: RunState, conclusion: Conclusion) -> str:
    if conclusion.answer_status is AnswerStatus.ERROR:
        return (
            "No answer: the one that was found failed its check against the sources. "
            "The rejected answer and what failed are in the trace."
        )
    if conclusion.answer_status is AnswerStatus.UNAVAILABLE:
        return "No answer: time ran out while it was put together. Ask again with more seconds."
    if conclusion.synthesis is not None and conclusion.citations:
        return conclusion.synthesis.answer
    if state.unsearched:
        return f"Nothing was searched. {' '.join(refusal.detail for refusal in state.unsearched)}"
    if state.refusals and not state.documents:
        count = len(state.refusals)
        tried = "The page that was tried" if count == 1 else f"None of the {count} pages tried"
        could = "could not be read" if count == 1 else "could be read"
        late = " Time ran out." if state.out_of_time else ""
        return f"{tried} {could}.{late} {state.refusals[0].detail}"
    looked = f" in {state.searched:,} documents" if state.searched is not None else ""
    tried = ", ".join(concept.label for concept in state.plan.concepts[:12])
    told = f" Searched for: {tried}." if tried else " The question has no word to search for."
    late = " Time ran out before the search was done." if state.out_of_time else ""
    return f"No evidence for this question was found{looked}.{told}{late}{_advice(state)}"


def _advice(state: RunState) -> str:
    if state.incomplete is not None:
        return f" {state.incomplete}"
    missing = [c.label for c in (state.judgement.missing if state.judgement else ())][:3]
    if missing:
        return (
            f" Nothing close to the question mentions {', '.join(missing)}: try other words for it."
        )
    return " Try the words that the source itself would use, or a name that it mentions."


def _discoveries(state: RunState, conclusion: Conclusion) -> Iterator[DiscoveryEvent]:
    for found in conclusion.contradictions:
        yield DiscoveryEvent(
            type=DiscoveryType.CONTRADICTION,
            query=subject_of(state, found),
            reason=f"Two documents differ in a {found.kind.value}: {found.sentence}",
            source_locator=conclusion.citations[found.left - 1].locator,
            citations=(found.left, found.right),
            excerpts=(found.left_text, found.right_text),
        )
    for refusal in state.refusals:
        for further in refusal.leads:
            yield DiscoveryEvent(
                type=DiscoveryType.NEW_SOURCE,
                suggested_researcher=further.researcher,
                query=further.target,
                reason=further.reason,
                source_locator=refusal.locator,
            )
    for lead in conclusion.leads:
        paper = lead.researcher == "academic"
        yield DiscoveryEvent(
            type=DiscoveryType.RELATED_RESEARCH if paper else DiscoveryType.NEW_SOURCE,
            suggested_researcher=lead.researcher,
            query=lead.target,
            reason=lead.reason,
            source_locator=lead.locator,
            citations=(lead.citation,),
        )


def _warnings(state: RunState, conclusion: Conclusion) -> Iterator[ResultWarning]:
    if conclusion.synthesis is not None and conclusion.synthesis.truncated:
        dropped = sum(row.reason == "evidence budget" for row in conclusion.synthesis.left_out)
        yield ResultWarning(
            code=WarningCode.EVIDENCE_TRUNCATED,
            detail=f"{dropped} passages did not fit the evidence budget.",
        )
    if conclusion.stop_reason is StopReason.WEAK_EVIDENCE and state.judgement is not None:
        yield ResultWarning(code=WarningCode.WEAK_EVIDENCE, detail=state.judgement.reason)
    yield from _cautions(conclusion)
    if not state.trace_kept:
        yield ResultWarning(
            code=WarningCode.TRACE_UNAVAILABLE, detail="No trace of this run was kept, as asked."
        )
    if state.incomplete is not None:
        yield ResultWarning(code=WarningCode.INDEX_INCOMPLETE, detail=state.incomplete)
    for sentence in _from_cache(conclusion):
        yield ResultWarning(code=WarningCode.FROM_CACHE, detail=sentence)
    for failure in state.failures:
        yield ResultWarning(code=WarningCode.SOURCE_FAILED, detail=failure)
    for key, reason in list(state.kept_out.items())[:_MOST_LEFT_OUT]:
        place = state.documents[key].locator
        yield ResultWarning(
            code=WarningCode.SOURCE_LEFT_OUT,
            detail=f"{place} was left out of the answer: {reason}.",
        )


def _cautions(conclusion: Conclusion) -> Iterator[ResultWarning]:
    """One for each cited document that gives orders, at the first of its citations."""
    if conclusion.synthesis is None or not conclusion.citations:
        return
    seen: set[str] = set()
    for number, cited in enumerate(conclusion.synthesis.cited, start=1):
        row = cited.row.row
        if row.document.key not in seen and orders_around(row.document.text, row.passage.span):
            seen.add(row.document.key)
            yield ResultWarning(
                code=WarningCode.GIVES_ORDERS,
                detail=f"[{number}] holds text that gives orders to a language model; "
                "it was quoted at most, never followed.",
            )


def _from_cache(conclusion: Conclusion) -> tuple[str, ...]:
    """What is to be said of the age of what is cited, once for each source."""
    cited = conclusion.synthesis.cited if conclusion.synthesis and conclusion.citations else ()
    said = (row.row.row.document.from_cache for row in cited)
    return tuple(dict.fromkeys(sentence for sentence in said if sentence))
