"""From leads and opened documents to evidence rows.

A note's front matter counts as structured fields for each of its passages; the front matter itself
is quoted only where the text of the passage says nothing of what was asked.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from evidence.analyze import Analyzer
from evidence.documents import Document, Lane, Passage, Span
from evidence.plan import QueryPlan
from evidence.rows import ScoredRow, merge_rows, score_row
from researchers.loop.leads import Lead

_PASSAGES_PER_LEAD: Final = 3
"""Passages taken of a document whose lead names no place in it."""
_REPEAT_PLACES: Final = 3.0
_REPEAT_PLACES_OF_MANY: Final = 20.0
"""How many places a further passage of a document falls back for each one before it: little for
a question that one note can answer, far for one of several clauses, which wants several notes."""
_FRONT_MATTER: Final = "front_matter"
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
        found = _Candidates(lead, documents[lead.hit.key], plan, weights, analyzer).chosen()
        rows.extend(row for row in found if row.score.matched)
    if any(Lane.WEB in row.row.lanes for row in rows):
        rows.sort(key=lambda row: -row.score.saturation)  # an engine ranks pages, not passages
    places = _REPEAT_PLACES if len(plan.queries) == 1 else _REPEAT_PLACES_OF_MANY
    return spread(merge_rows((), rows), places)


@dataclass(frozen=True, slots=True)
class _Candidates:
    """The passages that one lead may stand for."""

    lead: Lead
    document: Document
    plan: QueryPlan
    weights: Mapping[str, float]
    analyzer: Analyzer

    def chosen(self) -> list[ScoredRow]:
        """The passage the lead names; the best ones where it names none."""
        named = _passage_at(self.document, self.lead.hit.span)
        if named is not None and named.role != _FRONT_MATTER:
            row = self._scored(named)
            return [row if self._speaks(row) else self._front_matter() or row]
        body = [p for p in self.document.passages if p.role != _FRONT_MATTER]
        rows = [row for p in body[:_PASSAGES_SCORED] if self._speaks(row := self._scored(p))]
        rows.sort(key=lambda row: -row.score.saturation)
        front = self._front_matter()
        return rows[:_PASSAGES_PER_LEAD] or ([front] if front is not None else [])

    def _scored(self, passage: Passage) -> ScoredRow:
        hit = self.lead.hit
        return score_row(
            self.document,
            passage,
            self.plan,
            self.weights,
            self.analyzer,
            self.lead.lanes,
            hit.related_to,
            hit.relationship,
        )

    def _front_matter(self) -> ScoredRow | None:
        """The front matter, where its own words hold a term of the question."""
        for passage in self.document.passages:
            if passage.role == _FRONT_MATTER and self._speaks(row := self._scored(passage)):
                return row
        return None

    def _speaks(self, row: ScoredRow) -> bool:
        """Whether the passage's own words, not only its note's fields, hold a question's term."""
        own = frozenset(self.analyzer.terms(row.row.text))
        return not own.isdisjoint(row.score.matched)


def spread(rows: Sequence[ScoredRow], repeat_places: float) -> list[ScoredRow]:
    """Rows reordered so that one document does not take all the first places."""
    met: Counter[str] = Counter()
    places: list[tuple[float, int]] = []
    for place, row in enumerate(rows):
        places.append((place + repeat_places * met[row.row.document.key], place))
        met[row.row.document.key] += 1
    return [rows[place] for _, place in sorted(places)]


def _passage_at(document: Document, span: Span | None) -> Passage | None:
    """The passage a lead points to; the one that overlaps it most when the document has changed."""
    if span is None:
        return None
    best = max(document.passages, key=lambda p: _overlap(p.span, span), default=None)
    return best if best is not None and _overlap(best.span, span) > 0 else None


def _overlap(left: Span, right: Span) -> int:
    return min(left.end, right.end) - max(left.start, right.start)
