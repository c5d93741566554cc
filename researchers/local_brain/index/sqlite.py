"""The Index over one SQLite file: FTS5 chooses and scores passages, tables hold the rest."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import apsw
import numpy as np

from evidence.analyze import Analyzer, default_analyzer
from evidence.documents import Passage, Span
from researchers.local_brain.index import reading
from researchers.local_brain.index.connections import Connections
from researchers.local_brain.index.gate import expression
from researchers.local_brain.index.naming import tag_key
from researchers.local_brain.index.protocol import (
    FileState,
    IndexHit,
    IndexQuery,
    IndexStatistics,
    Note,
    NoteKey,
    NoteTerms,
    PassageTerms,
    Skipped,
    TermIds,
)
from researchers.local_brain.index.record import RecordMaker, fts_term, term_id
from researchers.local_brain.index.rows import NoteRecord
from researchers.local_brain.index.writing import Writer

_SEARCH = """
SELECT f.rowid, f.score, p.note_id, p.ordinal, p.start, p."end",
  p.body_ids, p.heading_ids, c.head_ids, n.root, n.path
FROM (SELECT rowid, rank AS score FROM terms WHERE terms MATCH ?1 {limit}) f
JOIN passages p ON p.id = f.rowid JOIN notes n ON n.id = p.note_id
JOIN contents c ON c.note_id = p.note_id
{where} ORDER BY f.score, f.rowid LIMIT ?2
"""
_NO_TERM = bytes(4)
"""Closes each passage's ids, so that none of the ranges that are reduced is empty."""

_FREQUENCY = "SELECT doc FROM vocabulary WHERE term = ?"


class SqliteIndex:
    """An `Index` in one file. Writes come from one thread at a time, reads from any.

    `notice` is a sentence for the user when an unusable file had to make way for a new one.
    """

    def __init__(self, path: Path, analyzer: Analyzer | None = None) -> None:
        self.path = path
        self._analyzer = analyzer or default_analyzer()
        self._connections = Connections(path)
        self._frequencies: tuple[int, dict[str, int]] = (-1, {})
        self._statistics: IndexStatistics | None = None
        self._open_writer: Writer | None = None

    @property
    def notice(self) -> str | None:
        """Why an older file was dropped when this one was opened."""
        return self._connections.notice

    def upsert(self, notes: Iterable[Note]) -> None:
        maker = RecordMaker(self._analyzer)
        self._writer.upsert(maker.record(note) for note in notes)

    def upsert_records(self, records: Iterable[NoteRecord]) -> None:
        """Upsert notes that were analysed elsewhere, by the same analyser."""
        self._writer.upsert(records)

    def delete(self, keys: Iterable[NoteKey]) -> None:
        self._writer.delete(keys)

    def rename(self, old: NoteKey, new: NoteKey, state: FileState) -> None:
        self._writer.rename(old, new, state)

    def touch(self, key: NoteKey, state: FileState) -> None:
        self._writer.touch(key, state)

    def set_skipped(self, root: str, skipped: Sequence[Skipped]) -> None:
        self._writer.set_skipped(root, skipped)

    def commit(self) -> int:
        return self._writer.commit()

    def rollback(self) -> None:
        """Forget what was written since the last commit."""
        self._writer.rollback()

    def optimize(self) -> None:
        """Worth its second after thousands of notes were added."""
        self._writer.optimize()

    def search(self, query: IndexQuery, limit: int) -> list[IndexHit]:
        if limit <= 0:
            return []
        with self._connections.reader() as db:
            frequencies = self._known_frequencies(db, (*query.terms, *query.all_of))
            match = expression(query.terms, query.all_of, frequencies)
            if match is None:
                return []
            where, values = _restriction(query)
            inner = "" if where else "ORDER BY rank, rowid LIMIT ?2"
            sql = _SEARCH.format(where=where, limit=inner)
            rows = db.execute(sql, (match, limit, *values)).fetchall()
        terms = tuple(dict.fromkeys((*query.terms, *query.all_of)))
        ids = np.array([term_id(term) for term in terms], dtype=np.uint32)
        return _hits(rows, terms, ids)

    def document_frequencies(self, terms: Sequence[str]) -> Mapping[str, int]:
        with self._connections.reader() as db:
            return self._known_frequencies(db, terms)

    def tagged(self, tags: Sequence[str], limit: int) -> list[NoteKey]:
        with self._connections.reader() as db:
            return reading.read_tagged(db, tags, limit)

    def linked_to_tagged(self, tags: Sequence[str], limit: int) -> list[NoteKey]:
        with self._connections.reader() as db:
            return reading.read_linked_to_tagged(db, tags, limit)

    def note(self, key: NoteKey) -> Note | None:
        with self._connections.reader() as db:
            return reading.read_note(db, key)

    def note_keys(self, note_ids: Sequence[int]) -> Mapping[int, NoteKey]:
        with self._connections.reader() as db:
            return reading.read_note_keys(db, note_ids)

    def passages_of(self, key: NoteKey) -> tuple[tuple[int, Passage], ...]:
        with self._connections.reader() as db:
            return reading.read_passages(db, key)

    def passage_terms(self, passage_ids: Sequence[int]) -> Mapping[int, PassageTerms]:
        with self._connections.reader() as db:
            return reading.read_passage_terms(db, passage_ids)

    def note_terms(self, note_ids: Sequence[int]) -> Mapping[int, NoteTerms]:
        with self._connections.reader() as db:
            return reading.read_note_terms(db, note_ids)

    def files(self) -> Mapping[NoteKey, tuple[FileState, str]]:
        with self._connections.reader() as db:
            return reading.read_files(db)

    def links_from(self, key: NoteKey) -> list[NoteKey]:
        with self._connections.reader() as db:
            return reading.read_linked(db, key, backwards=False)

    def links_to(self, key: NoteKey) -> list[NoteKey]:
        with self._connections.reader() as db:
            return reading.read_linked(db, key, backwards=True)

    def tags(self) -> Mapping[str, int]:
        with self._connections.reader() as db:
            return reading.read_tags(db)

    def statistics(self) -> IndexStatistics:
        with self._connections.reader() as db:
            known = self._statistics
            if known is None or known.version != reading.read_version(db):
                known = self._statistics = reading.read_statistics(db)
            return known

    def skipped(self) -> list[tuple[str, Skipped]]:
        with self._connections.reader() as db:
            return reading.read_skipped(db)

    def rebuild(self) -> None:
        """Replace a damaged index file by an empty one; `notice` then says so."""
        self._open_writer = None
        self._frequencies = (-1, {})
        self._statistics = None
        self._connections.start_anew()

    def close(self) -> None:
        self._open_writer = None
        self._connections.close()

    @property
    def _writer(self) -> Writer:
        if self._open_writer is None:
            self._open_writer = Writer(self._connections.writer(), self.path, self._analyzer)
        return self._open_writer

    def _known_frequencies(self, db: apsw.Connection, terms: Sequence[str]) -> dict[str, int]:
        """Frequencies of terms, remembered for as long as the index stays at one version."""
        version = reading.read_version(db)
        if self._frequencies[0] != version or len(self._frequencies[1]) > 100_000:
            self._frequencies = (version, {})
        known = self._frequencies[1]
        for term in terms:
            if term not in known:
                row = db.execute(_FREQUENCY, (fts_term(term),)).fetchone()
                known[term] = int(row[0]) if row else 0
        return {term: known[term] for term in terms}


def _restriction(query: IndexQuery) -> tuple[str, list[str]]:
    conditions: list[str] = []
    values: list[str] = []
    if query.roots:
        slots = ", ".join(f"?{n}" for n in range(3, 3 + len(query.roots)))
        conditions.append(f"n.root IN ({slots})")
        values.extend(query.roots)
    if query.tags:
        base = 3 + len(values)
        slots = ", ".join(f"?{n}" for n in range(base, base + len(query.tags)))
        conditions.append(
            f"EXISTS (SELECT 1 FROM tags t WHERE t.note_id = n.id AND t.tag IN ({slots}))"  # noqa: S608 - slots only
        )
        values.extend(map(tag_key, query.tags))
    return ("WHERE " + " AND ".join(conditions) if conditions else "", values)


def _hits(rows: Sequence[Any], terms: Sequence[str], ids: TermIds) -> list[IndexHit]:
    matched = _matched([b"".join(row[6:9]) for row in rows], terms, ids)
    return [
        IndexHit(
            passage_id=row[0],
            note=NoteKey(row[9], row[10]),
            ordinal=row[3],
            span=Span(row[4], row[5]),
            score=-row[1],
            matched=held,
            note_id=row[2],
        )
        for row, held in zip(rows, matched, strict=True)
    ]


def _matched(
    held: Sequence[bytes], terms: Sequence[str], ids: TermIds
) -> Iterator[tuple[str, ...]]:
    """Which of the terms each passage holds, looked up for all passages in one go."""
    if not held:
        return
    every = np.frombuffer(b"".join(one + _NO_TERM for one in held), dtype="<u4")
    lengths = [len(one) // 4 + 1 for one in held]
    starts = np.concatenate(([0], np.cumsum(lengths[:-1]))).astype(np.intp)
    found = np.logical_or.reduceat(every[np.newaxis, :] == ids[:, np.newaxis], starts, axis=1)
    for column in found.T.tolist():
        yield tuple(term for term, there in zip(terms, column, strict=True) if there)
