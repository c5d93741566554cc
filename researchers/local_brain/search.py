"""Searching the notes: a text lane that is ranked, and tag lanes that are looked up exactly."""

import math
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final

import numpy as np

from evidence.documents import Hit, Lane
from evidence.plan import Query
from researchers.local_brain.index.protocol import Index, IndexHit, IndexQuery, NoteKey
from researchers.local_brain.index.record import term_id
from researchers.local_brain.ranking import QueryTerms, rank_candidates
from researchers.source import SearchOutcome

CANDIDATES: Final = 60
"""Passages the engine hands over to be ranked; a choice, not tuned: more cost time."""
TOO_COMMON: Final = 12_000
"""Passages with a term beyond which the engine isn't asked to score by it. For its statistics FTS5
goes through all passages of every term in a query: on 72,000 passages and 250 questions p95 was
18.9 ms with all terms and 13.2 ms so, with the same share of right passages among ten (.556). The
gate admits no passage by such a term anyway, and ranking counts them all."""
_TAGGED: Final = 12


class NoteSearch:
    """Ranked leads from an index. Blocks for milliseconds: call it in a thread."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def search(self, query: Query, limit: int) -> SearchOutcome:
        """Passages by text, then notes by tag, then notes linked with tagged ones."""
        statistics = self._index.statistics()
        frequencies = self._index.document_frequencies(query.terms)
        weights = {
            term: inverse_frequency(frequencies.get(term, 0), statistics.passages)
            for term in query.terms
        }
        engine_terms = worth_scoring(query.terms, frequencies)
        candidates = self._index.search(IndexQuery(engine_terms), max(CANDIDATES, limit))
        ranked = self._ranked(
            query.terms,
            weights,
            candidates,
            statistics.passage_terms,
            statistics.note_terms,
            limit,
        )
        hits = (*ranked, *self._tagged(query))
        return SearchOutcome(hits, weights, searched=statistics.notes)

    def _ranked(
        self,
        terms: Sequence[str],
        weights: Mapping[str, float],
        candidates: Sequence[IndexHit],
        passage_average: float,
        note_average: float,
        limit: int,
    ) -> list[Hit]:
        passages = self._index.passage_terms([hit.passage_id for hit in candidates])
        known = [hit for hit in candidates if hit.passage_id in passages]
        notes = self._index.note_terms(list(dict.fromkeys(hit.note_id for hit in known)))
        query = QueryTerms(
            np.array([term_id(term) for term in terms], dtype=np.uint32),
            np.array([weights[term] for term in terms], dtype=np.float64),
        )
        order = rank_candidates(
            query,
            [passages[hit.passage_id] for hit in known],
            notes,
            passage_average=passage_average,
            note_average=note_average,
        )
        return [
            _text_hit(known[found.place], rank, found.score, terms, found.matched)
            for rank, found in enumerate(order[:limit], start=1)
        ]

    def _tagged(self, query: Query) -> list[Hit]:
        if not query.tags:
            return []
        hits: list[Hit] = []
        for lane, look_up in (
            (Lane.TAG, self._index.tagged),
            (Lane.LINKED_TAG, self._index.linked_to_tagged),
        ):
            keys = look_up(query.tags, _TAGGED)
            hits.extend(note_hit(key, lane, rank) for rank, key in enumerate(keys, start=1))
        return hits


def worth_scoring(terms: Sequence[str], frequencies: Mapping[str, int]) -> tuple[str, ...]:
    """The terms that the engine is to choose candidates by; all of them when all are common."""
    kept = tuple(term for term in terms if frequencies.get(term, 0) <= TOO_COMMON)
    known = any(frequencies.get(term, 0) for term in kept)
    return kept if known else tuple(terms)


def inverse_frequency(frequency: int, passages: int) -> float:
    """BM25's weight of a term that stands in `frequency` of so many passages."""
    return math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5))


def locator_of(key: NoteKey) -> str:
    """The `note://` locator of a note."""
    return f"note://{key}"


def note_hit(
    key: NoteKey,
    lane: Lane,
    rank: int,
    related_to: str | None = None,
    relationship: str | None = None,
) -> Hit:
    """A lead to a whole note."""
    return Hit(
        key=str(key),
        locator=locator_of(key),
        title=PurePosixPath(key.path).stem,
        lane=lane,
        rank=rank,
        score=1.0 / rank,
        related_to=related_to,
        relationship=relationship,
    )


def _text_hit(
    hit: IndexHit, rank: int, score: float, terms: Sequence[str], matched: Sequence[int]
) -> Hit:
    held = frozenset(matched)
    return Hit(
        key=str(hit.note),
        locator=locator_of(hit.note),
        title=PurePosixPath(hit.note.path).stem,
        lane=Lane.TEXT,
        rank=rank,
        score=score,
        span=hit.span,
        matched=tuple(term for place, term in enumerate(terms) if place in held),
        missing=tuple(term for place, term in enumerate(terms) if place not in held),
    )
