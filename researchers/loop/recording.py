"""Trace data of the loop's steps: small shapes, decimal text instead of floats."""

from collections.abc import Sequence

from contract.request import Limits
from evidence.documents import Hit, Refusal
from evidence.extractive import LeftOut
from evidence.judge import FocusedRetry, Judgement, NextLeads, RelatedExpansion
from evidence.plan import QueryPlan
from evidence.rows import ScoredRow
from traces.sink import Action, JsonValue, TraceSink

Data = dict[str, JsonValue]


def counted(number: int, one: str, many: str = "") -> str:
    """`1 lead`, `2 leads`, `1,000 leads`; `many` where an s does not do."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def decimal(number: float) -> str:
    """A number as a trace spells it."""
    return f"{number:.4f}"


def limits_data(limits: Limits) -> Data:
    """The limits in force."""
    return {
        "passes": limits.passes,
        "documents_per_pass": limits.documents_per_pass,
        "expansions": limits.expansions,
        "related_rows": limits.related_rows,
        "max_sources": limits.max_sources,
        "max_milliseconds": round(limits.max_seconds * 1000),
        "token_budget": limits.token_budget,
    }


def plan_data(plan: QueryPlan) -> Data:
    """The whole plan: it is small and everything later follows from it."""
    return {
        "family": plan.family.value,
        "queries": [query.text for query in plan.queries],
        "terms": list(plan.terms),
        "concepts": [concept.label for concept in plan.concepts],
        "required": [concept.label for concept in plan.concepts if concept.is_name],
        "tags": list(plan.tags),
        "details": {"expected": plan.expected.value},
    }


def hits_data(hits: Sequence[Hit]) -> list[Data]:
    """Leads in rank order."""
    return [
        {
            "key": hit.key,
            "locator": hit.locator,
            "lane": hit.lane.value,
            "rank": hit.rank,
            "score": decimal(hit.score),
            "char_start": hit.span.start if hit.span else None,
            "char_end": hit.span.end if hit.span else None,
            "related_to": hit.related_to,
            "relationship": hit.relationship,
        }
        for hit in hits
    ]


def row_data(row: ScoredRow) -> Data:
    """One evidence row with its signals."""
    return {
        "key": row.row.document.key,
        "locator": row.row.locator,
        "content_hash": row.row.document.content_hash,
        "char_start": row.row.passage.span.start,
        "char_end": row.row.passage.span.end,
        "lanes": [lane.value for lane in row.row.lanes],
        "score": decimal(row.score.saturation),
        "matched": list(row.score.matched),
        "missing": list(row.score.missing),
        "related_to": row.row.related_to,
        "relationship": row.row.relationship,
    }


def judgement_data(judgement: Judgement, rows: Sequence[ScoredRow]) -> Data:
    """The verdict with the signals that led to it."""
    action = judgement.action
    signals = judgement.signals
    data: Data = {
        "verdict": judgement.verdict.value,
        "missing": [concept.label for concept in judgement.missing],
        "rows": [row_data(row) for row in rows[:5]],
        "weak": [{"locator": w.locator, "reason": w.reason} for w in judgement.weak_rows],
        "details": {
            "likelihood": decimal(judgement.likelihood),
            "saturation": decimal(signals.saturation),
            "window": decimal(signals.window),
            "matched_terms": signals.matched_terms,
            "question_terms": signals.question_terms,
            "missing_names": decimal(signals.missing_names),
            "kind_missing": signals.kind_missing,
        },
    }
    if isinstance(action, FocusedRetry):
        data |= {"next": "focused_retry", "variant": action.query.text}
    elif isinstance(action, RelatedExpansion):
        data |= {"next": "related_expansion", "expand": action.row.row.locator}
    elif isinstance(action, NextLeads):
        data |= {"next": "next_leads"}
    else:
        data |= {"next": "synthesize"}
    return data


def left_out_data(left_out: Sequence[LeftOut]) -> list[Data]:
    """What did not enter the answer, and why."""
    return [{"locator": row.locator, "reason": row.reason} for row in left_out]


def record_refusal(trace: TraceSink, refusal: Refusal, stage: str) -> None:
    """A line for what could not be opened or searched, and why."""
    said = "Not read" if stage == "open" else "Not searched"
    trace.record(
        Action.ERROR,
        f"{said}: {refusal.detail}",
        {
            "message": refusal.detail,
            "stage": stage,
            "locator": refusal.locator,
            "category": refusal.category,
        },
    )
