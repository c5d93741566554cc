"""Ranking of candidate passages beyond the engine's own score. Pure, over arrays of term ids.

    score = passage BM25 / best + 0.4 * note BM25 / best + 0.3 * window + 0.1 * neighbours

BM25 with k1 0.9 and b 0.4 over text and structured fields together. `window` is the weight share
of the terms within 30 terms of each other, `neighbours` that of question terms which follow each
other in the passage as they do in the question. The parts and their gain are measured in
`docs/lab-notes.md`; the engine's score only chooses the candidates.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evidence.scoring import K1, B, heaviest_window
from researchers.local_brain.index.protocol import NoteTerms, PassageTerms, TermIds

HEAD_SHARE: Final = 0.5
LENGTH_OF_HEAD: Final = 1.0
NOTE_SHARE: Final = 0.4
WINDOW_SHARE: Final = 0.3
NEIGHBOUR_SHARE: Final = 0.1

Floats = NDArray[np.float64]
Places = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class QueryTerms:
    """The ids of a query's terms in the question's order, and the weight of each."""

    ids: TermIds
    weights: Floats


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate's place in the final order; `matched` are indices of the query's terms."""

    place: int
    score: float
    matched: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Occurrences:
    """Where the query's terms stand, as columns of equal length. Part 2n is the text of the nth
    passage, part 2n+1 its structured fields; `term` is an index of the query's terms."""

    part: Places
    place: Places
    term: Places


def rank_candidates(
    query: QueryTerms,
    passages: Sequence[PassageTerms],
    notes: Mapping[int, NoteTerms],
    *,
    passage_average: float,
    note_average: float,
) -> list[Ranked]:
    """Order candidates best first; ties keep the order in which they came."""
    if not len(query.ids) or not passages:
        return []
    total = float(query.weights.sum()) or 1.0
    occurrences = _occurrences(query.ids, passages)
    counts = _counts(occurrences, len(passages), len(query.ids))
    lengths = np.array(
        [len(p.body) + LENGTH_OF_HEAD * len(p.head) for p in passages], dtype=np.float64
    )
    own = _bm25(counts, lengths, passage_average, query.weights)
    parents = _note_scores(query, passages, notes, note_average)
    score = own / (own.max() or 1.0) + NOTE_SHARE * parents / (parents.max() or 1.0)
    weights = dict(enumerate(query.weights.tolist()))
    for place, found in enumerate(_in_bodies(occurrences, len(passages))):
        window, neighbours = _closeness(found, weights)
        score[place] += (WINDOW_SHARE * window + NEIGHBOUR_SHARE * neighbours) / total
    order = np.argsort(-score, kind="stable")
    return [
        Ranked(int(place), float(score[place]), tuple(np.flatnonzero(counts[place]).tolist()))
        for place in order
    ]


def _occurrences(ids: TermIds, passages: Sequence[PassageTerms]) -> _Occurrences:
    """Looks all passages through at once: one by one takes twice the time."""
    parts = [part for passage in passages for part in (passage.body, passage.head)]
    lengths = np.array([len(part) for part in parts])
    terms = np.concatenate(parts)
    order = np.argsort(ids)
    ranked = ids[order]
    nearest = np.minimum(np.searchsorted(ranked, terms), len(ranked) - 1)
    found = np.flatnonzero(ranked[nearest] == terms)
    part = np.repeat(np.arange(len(parts)), lengths)[found]
    starts = np.cumsum(lengths) - lengths
    return _Occurrences(part, found - starts[part], order[nearest[found]])


def _counts(occurrences: _Occurrences, passages: int, terms: int) -> Floats:
    """How often each passage (row) holds each query term (column), in its text or its fields."""
    cells = occurrences.part // 2 * terms + occurrences.term
    shares = np.where(occurrences.part % 2, HEAD_SHARE, 1.0)
    counted = np.bincount(cells, weights=shares, minlength=passages * terms)
    cells_held: Floats = counted.reshape(passages, terms).astype(np.float64)
    return cells_held


def _in_bodies(occurrences: _Occurrences, passages: int) -> Iterator[list[tuple[int, int]]]:
    """The place and the term of each occurrence in a passage's text, passage by passage."""
    bodies = np.arange(passages) * 2
    firsts = np.searchsorted(occurrences.part, bodies, side="left").tolist()
    ends = np.searchsorted(occurrences.part, bodies, side="right").tolist()
    pairs = list(zip(occurrences.place.tolist(), occurrences.term.tolist(), strict=True))
    return (pairs[first:end] for first, end in zip(firsts, ends, strict=True))


def _bm25(counts: Floats, lengths: Floats, average: float, weights: Floats) -> Floats:
    norm = K1 * (1 - B + B * lengths / max(average, 1.0))
    scored: Floats = (counts / (counts + norm[:, None])) @ weights
    return scored


def _note_scores(
    query: QueryTerms,
    passages: Sequence[PassageTerms],
    notes: Mapping[int, NoteTerms],
    average: float,
) -> Floats:
    """The BM25 of each passage's whole note."""
    known = [notes[note_id] for note_id in dict.fromkeys(p.note_id for p in passages)]
    counts = np.array([_note_counts(query.ids, note) for note in known])
    lengths = np.array([note.length for note in known], dtype=np.float64)
    scores = _bm25(counts, lengths, average, query.weights)
    by_note = {note.note_id: float(score) for note, score in zip(known, scores, strict=True)}
    return np.array([by_note[passage.note_id] for passage in passages])


def _note_counts(ids: TermIds, note: NoteTerms) -> Floats:
    if not len(note.terms):
        return np.zeros(len(ids))
    places = np.minimum(np.searchsorted(note.terms, ids), len(note.terms) - 1)
    return np.where(note.terms[places] == ids, note.counts[places], 0).astype(np.float64)


def _closeness(
    found: Sequence[tuple[int, int]], weights: Mapping[int, float]
) -> tuple[float, float]:
    """The weight of the best window, and of neighbours in the question that are neighbours here.
    `found` are places and indices of the query's terms, in ascending order of place."""
    neighbours = {
        left for (at, left), (then, right) in pairwise(found) if (then, right) == (at + 1, left + 1)
    }
    return (
        heaviest_window(found, weights),
        sum(min(weights[left], weights[left + 1]) for left in neighbours),
    )
