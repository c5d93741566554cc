"""From leads and opened documents to evidence rows."""

from collections.abc import Mapping, Sequence
from typing import Final

from evidence.analyze import Analyzer
from evidence.documents import Document, Passage, Span
from evidence.plan import QueryPlan
from evidence.rows import ScoredRow, merge_rows, score_row
from researchers.loop.leads import Lead

_PASSAGES_PER_LEAD: Final = 3
"""Passages taken of a document whose lead names no place in it."""
_PASSAGES_SCORED: Final = 400
"""Of a longer document the first 400 passages are looked through (about 400,000 characters)."""


def rows_of(
    leads: Sequence[Lead],
    documents: Mapping[str, Document],
    plan: QueryPlan,
    weights: Mapping[str, float],
    analyzer: Analyzer,
) -> list[ScoredRow]:
    """Rows in the order of their leads; each passage once, with every lane it came by."""
    rows: list[ScoredRow] = []
    for lead in leads:
        hit = lead.hit
        document = documents[hit.key]
        named = _passage_at(document, hit.span)
        passages = [named] if named is not None else list(document.passages[:_PASSAGES_SCORED])
        scored = [
            score_row(
                document,
                passage,
                plan,
                weights,
                analyzer,
                lead.lanes,
                hit.related_to,
                hit.relationship,
            )
            for passage in passages
        ]
        if named is None:
            scored = sorted(scored, key=lambda row: -row.score.saturation)[:_PASSAGES_PER_LEAD]
        rows.extend(row for row in scored if row.score.matched)
    return merge_rows((), rows)


def _passage_at(document: Document, span: Span | None) -> Passage | None:
    """The passage a lead points to; the one that overlaps it most when the document has changed."""
    if span is None:
        return None
    best = max(document.passages, key=lambda p: _overlap(p.span, span), default=None)
    return best if best is not None and _overlap(best.span, span) > 0 else None


def _overlap(left: Span, right: Span) -> int:
    return min(left.end, right.end) - max(left.start, right.start)
