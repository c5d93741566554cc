"""Rows with their signals: what the judge weighs and the answer is made of."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from evidence.analyze import Analyzer
from evidence.documents import Document, EvidenceRow, Lane, Passage
from evidence.plan import QueryPlan
from evidence.scoring import PassageScore, score_passage

_VOCABULARY_CHARS: Final = 300_000
"""Of a longer document only the head counts as its vocabulary; analysing it all takes seconds."""


@dataclass(frozen=True, slots=True)
class ScoredRow:
    """An evidence row and how well it answers to the plan."""

    row: EvidenceRow
    score: PassageScore


def score_row(
    document: Document,
    passage: Passage,
    plan: QueryPlan,
    weights: Mapping[str, float],
    analyzer: Analyzer,
    lanes: tuple[Lane, ...] = (Lane.TEXT,),
    related_to: str | None = None,
    relationship: str | None = None,
) -> ScoredRow:
    """Make a row of one passage and score it against the whole question."""
    body = analyzer.terms(document.text[passage.span.start : passage.span.end])
    score = score_passage(body, head_terms(document, passage, analyzer), plan.terms, weights)
    row = EvidenceRow(
        document=document,
        passage=passage,
        lanes=lanes,
        score=score.saturation,
        matched=score.matched,
        missing=score.missing,
        related_to=related_to,
        relationship=relationship,
    )
    return ScoredRow(row, score)


def head_terms(document: Document, passage: Passage, analyzer: Analyzer) -> list[str]:
    """The terms of a passage's structured fields: they satisfy a concept as body text does."""
    head = [document.title, *passage.headings, *document.tags, *document.fields.values()]
    path = document.key.rpartition(".")[0] or document.key
    return analyzer.terms(" ".join([*head, path.replace("-", " ")]))


def document_terms(document: Document, analyzer: Analyzer) -> frozenset[str]:
    """Every term of a document, its structured fields included."""
    head = [document.title, document.key, *document.tags, *document.fields.values()]
    text = document.text[:_VOCABULARY_CHARS]
    return frozenset(analyzer.terms(" ".join(head))) | frozenset(analyzer.terms(text))


def merge_rows(kept: Iterable[ScoredRow], new: Iterable[ScoredRow]) -> list[ScoredRow]:
    """Merge by identity. Rows already kept stay where they are; a row met again gains its lanes."""
    merged: dict[tuple[str, int, int], ScoredRow] = {row.row.identity: row for row in kept}
    for row in new:
        known = merged.get(row.row.identity)
        merged[row.row.identity] = row if known is None else _with_lanes(known, row)
    return list(merged.values())


def _with_lanes(known: ScoredRow, again: ScoredRow) -> ScoredRow:
    lanes = tuple(dict.fromkeys((*known.row.lanes, *again.row.lanes)))
    return replace(known, row=replace(known.row, lanes=lanes))
