"""Builds a pack from what was gathered. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from evidence.documents import Span
from evidence.plan import QueryPlan
from evidence.rows import ScoredRow
from researchers.local_brain.pack.gathering import Gathered
from researchers.local_brain.pack.model import (
    NextStep,
    PackConcept,
    PackCoverage,
    PackEvidence,
    PackQueryPlan,
    ResearchPack,
    StepAction,
    TagMatch,
)
from researchers.local_brain.tools.reading import cut_around
from researchers.local_brain.tools.requests import PackRequest

_TOP_TAGS: Final = 10
_INSPECTED: Final = 3


def build_pack(found: Gathered, request: PackRequest) -> ResearchPack:
    """The pack of one question."""
    primary = _evidence(found.rows, 1, request.max_chars_per_doc)
    related = _evidence(found.related, 1 + len(primary), request.max_chars_per_doc)
    tagged = _evidence(found.tagged, 1, request.max_chars_per_doc)
    return ResearchPack(
        question=request.question,
        query_plan=_query_plan(found, request),
        coverage=_coverage(found, request, (*primary, *related)),
        evidence=(*primary, *related),
        exact_tag_evidence=tagged,
        next_steps=tuple(_next_steps(found, request, primary)),
        warnings=found.failures,
    )


def _query_plan(found: Gathered, request: PackRequest) -> PackQueryPlan:
    plan = found.plan
    return PackQueryPlan(
        text_query=plan.queries[0].text,
        query_terms=plan.terms,
        tag_queries=tuple(found.tag_counts),
        query_variants=tuple(query.text for query in plan.queries[1:]),
        concepts=tuple(
            PackConcept(label=c.label, terms=c.terms, is_name=c.is_name) for c in plan.concepts
        ),
        family=plan.family,
        filters={"tags": request.tags},
        limit=request.limit,
        related_limit=request.related_limit if request.include_related else 0,
    )


def _coverage(
    found: Gathered, request: PackRequest, evidence: Sequence[PackEvidence]
) -> PackCoverage:
    tags = Counter(tag for row in evidence for tag in row.user_tags)
    return PackCoverage(
        evidence_count=len(evidence),
        related_count=len(found.related),
        kind_buckets=_counted(row.note_path.rpartition(".")[2].lower() for row in evidence),
        role_buckets=_counted(row.excerpt_kind for row in evidence),
        top_user_tags=tuple(TagMatch(tag=t, notes=n) for t, n in tags.most_common(_TOP_TAGS)),
        exact_tag_matches=tuple(TagMatch(tag=t, notes=n) for t, n in found.tag_counts.items()),
        corpus_term_matches=dict(found.term_counts),
        corpus_notes=found.corpus_notes,
        recall_note=_recall_note(found, request, evidence),
    )


def _recall_note(found: Gathered, request: PackRequest, evidence: Sequence[PackEvidence]) -> str:
    absent = [term for term, count in found.term_counts.items() if not count]
    unknown = f" No passage holds: {', '.join(absent)}." if absent else ""
    if not evidence:
        return f"Nothing was found in {found.corpus_notes} notes.{unknown}"
    return (
        f"{len(found.rows)} passages of at most {request.limit}, out of {found.corpus_notes} "
        f"notes: a capped working set, not all that the notes hold.{unknown}"
    )


def _evidence(rows: Sequence[ScoredRow], first: int, max_chars: int) -> tuple[PackEvidence, ...]:
    return tuple(_row(rank, row, max_chars) for rank, row in enumerate(rows, start=first))


def _row(rank: int, scored: ScoredRow, max_chars: int) -> PackEvidence:
    row, score = scored.row, scored.score
    document = row.document
    span = cut_around(document.text, row.passage.span, max_chars)
    return PackEvidence(
        rank=rank,
        source_key=document.key,
        locator=row.locator,
        title=document.title,
        source_type=document.source,
        note_path=document.key.partition("/")[2],
        user_tags=document.tags,
        lanes=row.lanes,
        score=round(row.score, 4),
        retrieval_signals={
            "saturation": round(score.saturation, 4),
            "coverage": round(score.coverage, 4),
            "window": round(score.window, 4),
        },
        matched_terms=score.matched,
        missing_terms=score.missing,
        excerpt=document.text[span.start : span.end],
        excerpt_kind=row.passage.role,
        char_start=span.start,
        char_end=span.end,
        content_hash=document.content_hash,
        truncated=_is_cut(span, row.passage.span),
        related_to=row.related_to,
        relationship=row.relationship,
    )


def _is_cut(span: Span, whole: Span) -> bool:
    return span.end < whole.end


def _next_steps(
    found: Gathered, request: PackRequest, evidence: Sequence[PackEvidence]
) -> Iterator[NextStep]:
    keys = tuple(dict.fromkeys(row.source_key for row in evidence))
    if not keys:
        yield from _refinements(found.plan, found)
        return
    yield NextStep(
        action=StepAction.INSPECT_TOP_EVIDENCE,
        label="Inspect the strongest evidence",
        params={
            "lookups": keys[:_INSPECTED],
            "content_mode": "evidence",
            "query": request.question,
        },
    )
    yield NextStep(
        action=StepAction.EXPAND_RELATED,
        label="Expand what the strongest note is linked with",
        params={"lookup": keys[0]},
    )
    yield NextStep(
        action=StepAction.OPEN_LOOKUP, label="Open the strongest note", params={"lookup": keys[0]}
    )


def _refinements(plan: QueryPlan, found: Gathered) -> Iterator[NextStep]:
    """Parts of the question that the notes do hold."""
    for concept in plan.concepts:
        if all(found.term_counts.get(term) for term in concept.terms):
            yield NextStep(
                action=StepAction.REFINE_SEARCH,
                label=f"Search for {concept.label} alone",
                params={"query": concept.label},
            )


def _counted(kinds: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(kinds).items()))
