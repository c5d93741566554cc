"""The writing half of the SQLite index: rows in, counters kept, links resolved at the commit."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import apsw

from contract.result import EvidenceRole
from evidence.analyze import Analyzer
from researchers.local_brain.index.connections import damage_named
from researchers.local_brain.index.linking import resolve_links
from researchers.local_brain.index.naming import note_stem
from researchers.local_brain.index.protocol import FileState, NoteKey, Skipped
from researchers.local_brain.index.reading import read_note
from researchers.local_brain.index.record import RecordMaker
from researchers.local_brain.index.rows import NoteRecord
from researchers.local_brain.renaming import renamed

_NOTE_COLUMNS = (
    "root, path, size, mtime_ns, inode, file_hash, content_hash, format, title, modified, "
    "encoding, tags, stem, text_chars, length"
)


class Writer:
    """Changes of one transaction at a time; begins with the first change, ends with `commit`."""

    def __init__(self, connection: apsw.Connection, path: Path, analyzer: Analyzer) -> None:
        self._db = connection
        self._path = path
        self._maker = RecordMaker(analyzer)
        self._counts: dict[str, int] = {}
        self._relinked: set[int] = set()
        self._moved_stems: set[str] = set()

    def upsert(self, records: Iterable[NoteRecord]) -> None:
        """Insert notes, or replace all that is known of them.

        A note that can't be written takes the whole transaction with it: a savepoint for each
        would make FTS5 write out its memory at each, which doubles the cost of indexing.
        """
        self._begin()
        for record in records:
            try:
                with damage_named(self._path):
                    self._replace(record, self._id_of(NoteKey(record.root, record.path)))
            except BaseException:
                self.rollback()
                raise

    def delete(self, keys: Iterable[NoteKey]) -> None:
        """Forget notes; unknown keys are no error."""
        self._begin()
        with damage_named(self._path):
            for key in keys:
                note_id = self._id_of(key)
                if note_id is not None:
                    self._drop_rows(note_id)
                    self._db.execute("DELETE FROM notes WHERE id = ?", (note_id,))
                    self._count("notes", -1)
                    self._moved_stems.add(note_stem(key.path))

    def rename(self, old: NoteKey, new: NoteKey, state: FileState) -> None:
        """Give a note another key; its ids stay. Without a note `old` nothing happens."""
        self._begin()
        with damage_named(self._path):
            note_id = self._id_of(old)
            note = read_note(self._db, old)
            if note_id is None or note is None:
                return
            self.delete([new])
            self._moved_stems.add(note_stem(old.path))
            self._moved_stems.add(note_stem(new.path))
            self._replace(self._maker.record(renamed(note, new, state)), note_id)

    def touch(self, key: NoteKey, state: FileState) -> None:
        """Record that a file was looked at and its content is what the index holds."""
        self._begin()
        self._db.execute(
            "UPDATE notes SET size = ?, mtime_ns = ?, inode = ? WHERE root = ? AND path = ?",
            (state.size, state.mtime_ns, state.inode, key.root, key.path),
        )

    def set_skipped(self, root: str, skipped: Sequence[Skipped]) -> None:
        """Replace what is known of a root's skipped files."""
        self._begin()
        self._db.execute("DELETE FROM skipped WHERE root = ?", (root,))
        self._db.executemany(
            "INSERT OR REPLACE INTO skipped VALUES (?, ?, ?, ?, ?, ?)",
            (
                (root, s.path, s.reason, *(_state_row(s.state) if s.state else (None,) * 3))
                for s in skipped
            ),
        )

    def commit(self) -> int:
        """Make the changes visible and return the index's version."""
        with damage_named(self._path):
            if self._db.in_transaction:
                resolve_links(self._db, self._relinked, self._moved_stems)
                self._count("version", 1)
                self._db.executemany(
                    "UPDATE meta SET value = value + ? WHERE key = ?",
                    ((n, key) for key, n in self._counts.items()),
                )
                self._db.execute("COMMIT")
                self._forget()
            row = next(self._db.execute("SELECT value FROM meta WHERE key = 'version'"))
        return int(row[0])

    def rollback(self) -> None:
        """Forget the changes since the last commit."""
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
        self._forget()

    def optimize(self) -> None:
        """Merge FTS5's segments, which a first build leaves many of."""
        self._begin()
        self._db.execute("INSERT INTO terms (terms) VALUES ('optimize')")

    def _begin(self) -> None:
        if not self._db.in_transaction:
            with damage_named(self._path):
                self._db.execute("BEGIN IMMEDIATE")

    def _forget(self) -> None:
        self._counts.clear()
        self._relinked.clear()
        self._moved_stems.clear()

    def _count(self, key: str, by: int) -> None:
        self._counts[key] = self._counts.get(key, 0) + by

    def _id_of(self, key: NoteKey) -> int | None:
        row = self._db.execute(
            "SELECT id FROM notes WHERE root = ? AND path = ?", (key.root, key.path)
        ).fetchone()
        return None if row is None else int(row[0])

    def _replace(self, record: NoteRecord, note_id: int | None) -> None:
        stem = note_stem(record.path)
        if note_id is None:
            self._count("notes", 1)
            self._moved_stems.add(stem)
        else:
            self._drop_rows(note_id)
        slots = ", ".join("?" * 16)
        self._db.execute(
            f"INSERT OR REPLACE INTO notes (id, {_NOTE_COLUMNS}) VALUES ({slots})",  # noqa: S608 - constants
            (note_id, *record[:12], stem, record.text_chars, record.length),
        )
        self._insert_rows(note_id or self._db.last_insert_rowid(), record)

    def _insert_rows(self, note_id: int, record: NoteRecord) -> None:
        self._db.execute(
            "INSERT INTO contents VALUES (?, ?, ?, ?, ?, ?)",
            (
                note_id,
                record.fields,
                record.head_ids,
                record.text,
                record.term_ids,
                record.term_counts,
            ),
        )
        self._db.executemany(
            "INSERT INTO tags VALUES (?, ?)", ((tag, note_id) for tag in record.tag_keys)
        )
        self._db.executemany(
            "INSERT INTO links VALUES (?, ?, ?, ?, ?, ?, ?, NULL)",
            ((note_id, n, *link) for n, link in enumerate(record.links)),
        )
        first = self._next_passage()
        self._db.executemany(
            "INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (first + n, note_id, n, p[0], p[1], p[2], p[3], p[4], p[9], p[7], p[8])
                for n, p in enumerate(record.passages)
            ),
        )
        searched = _searched([p.role for p in record.passages])
        shared = (record.tag_terms, record.path_terms)
        self._db.executemany(
            "INSERT INTO terms (rowid, title, headings, tags, path, fields, body) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    first + n,
                    record.title_terms,
                    record.passages[n].heading_terms,
                    *shared,
                    f"{record.field_terms} {record.passages[n].field_terms}",
                    record.passages[n].body_terms,
                )
                for n in searched
            ),
        )
        self._relinked.add(note_id)
        lengths = [record.passages[n].length for n in searched]
        self._measure(record.text_chars, record.length, lengths, 1)

    def _next_passage(self) -> int:
        row = next(self._db.execute("SELECT coalesce(max(id), 0) FROM passages"))
        return int(row[0]) + 1

    def _drop_rows(self, note_id: int) -> None:
        chars, length = next(
            self._db.execute("SELECT text_chars, length FROM notes WHERE id = ?", (note_id,))
        )
        passages = list(
            self._db.execute(
                "SELECT id, length, role FROM passages WHERE note_id = ? ORDER BY ordinal",
                (note_id,),
            )
        )
        searched = [passages[n][:2] for n in _searched([role for _, _, role in passages])]
        self._measure(chars, length, [n for _, n in searched], -1)
        self._db.executemany("DELETE FROM terms WHERE rowid = ?", ((p,) for p, _ in searched))
        for table in ("passages", "contents", "tags", "links"):
            self._db.execute(f"DELETE FROM {table} WHERE note_id = ?", (note_id,))  # noqa: S608 - constants

    def _measure(self, chars: int, length: int, passages: Sequence[int], sign: int) -> None:
        self._count("text_chars", sign * chars)
        self._count("note_terms", sign * length)
        self._count("passages", sign * len(passages))
        self._count("passage_terms", sign * sum(passages))


def _state_row(state: FileState) -> tuple[int, int, int]:
    return (state.size, state.mtime_ns, state.inode)


def _searched(roles: Sequence[str]) -> list[int]:
    """The passages that are searched, by position. Front matter is not where there is other text:
    its values are fields of every passage already, and counting its words twice would make the
    words of the text look rarer than they are."""
    text = [place for place, role in enumerate(roles) if role != EvidenceRole.FRONT_MATTER]
    return text or list(range(len(roles)))
