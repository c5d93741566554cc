"""A warm search of the notes beside the bare engine's own query, and beside other engines.

All engines answer one question after the other, in turns, so that whatever else the machine does
meets all of them alike; of three rounds the fastest counts for each question and engine.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import apsw
import numpy as np

from researchers.local_brain.index.gate import expression
from researchers.local_brain.index.sqlite import SqliteIndex
from researchers.local_brain.search import CANDIDATES, NoteSearch
from tests.bench.indexing_peers import passages_of, with_bm25s, with_tantivy
from tests.bench.questions import Asked

OURS: Final = "marchwarden: search, rank, tag lanes"
GATED: Final = "bare FTS5, the same gated MATCH"
UNGATED: Final = "bare FTS5, all terms OR'ed"
_LIMIT: Final = 30
_ROUNDS: Final = 3

Search = Callable[[Asked], bool]
"""Asks, and says whether the passage that the words are from is among the first ten."""


@dataclass(frozen=True, slots=True)
class SearchTimes:
    """Milliseconds over all questions, and the share whose passage was among ten."""

    engine: str
    p50: float
    p95: float
    found: float


def searches(index: SqliteIndex, questions: Sequence[Asked], *, peers: bool) -> list[SearchTimes]:
    """Time our search, the engine beneath it, and with `peers` tantivy and bm25s."""
    engines: dict[str, Search] = {
        OURS: _ours(index),
        GATED: _bare(index.path, _gated(index)),
        UNGATED: _bare(index.path, _all_terms),
    }
    if peers:
        passages = passages_of(index, list(index.files()))
        tantivy, bm25s = with_tantivy(passages), with_bm25s(passages)
        engines["tantivy, bodies only"] = lambda a: a.passage_id in tantivy(a.query.terms)[:10]
        engines["bm25s, bodies only"] = lambda a: a.passage_id in bm25s(a.query.terms)[:10]
    return _in_turns(engines, questions)


def _in_turns(engines: Mapping[str, Search], questions: Sequence[Asked]) -> list[SearchTimes]:
    best = {name: np.full(len(questions), np.inf) for name in engines}
    found = dict.fromkeys(engines, 0)
    for round_number in range(_ROUNDS):
        for place, asked in enumerate(questions):
            for name, search in engines.items():
                began = time.perf_counter()
                held = search(asked)
                took = (time.perf_counter() - began) * 1_000
                best[name][place] = min(best[name][place], took)
                found[name] += held and round_number == 0
    return [
        SearchTimes(
            name,
            float(np.percentile(best[name], 50)),
            float(np.percentile(best[name], 95)),
            found[name] / len(questions),
        )
        for name in engines
    ]


def _ours(index: SqliteIndex) -> Search:
    notes = NoteSearch(index)

    def search(asked: Asked) -> bool:
        hits = notes.search(asked.query, _LIMIT).hits[:10]
        return any(hit.key == str(asked.key) and hit.span == asked.span for hit in hits)

    return search


def _bare(path: Path, match_of: Callable[[Asked], str | None]) -> Search:
    """Row ids and scores of the engine's table, and nothing else."""
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    sql = "SELECT rowid, rank FROM terms WHERE terms MATCH ? ORDER BY rank LIMIT ?"

    def search(asked: Asked) -> bool:
        rows = db.execute(sql, (match_of(asked), CANDIDATES)).fetchall()
        return any(row[0] == asked.passage_id for row in rows[:10])

    return search


def _gated(index: SqliteIndex) -> Callable[[Asked], str | None]:
    """The expressions are made before the clock runs."""
    made: dict[tuple[str, ...], str | None] = {}

    def match(asked: Asked) -> str | None:
        terms = asked.query.terms
        if terms not in made:
            made[terms] = expression(terms, (), index.document_frequencies(terms))
        return made[terms]

    return match


def _all_terms(asked: Asked) -> str:
    return expression(asked.query.terms, (), dict.fromkeys(asked.query.terms, 1)) or ""
