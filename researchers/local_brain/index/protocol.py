"""What local-brain asks of an index. The index is a cache; the notes are the truth.

A query is our own value, never an engine's syntax: terms are analysed tokens
(`evidence.analyze`), so every character of a question is data.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from evidence.documents import OutLink, Passage, Span


@dataclass(frozen=True, slots=True)
class NoteKey:
    """Identity of a note: the root's name and the path below it, with `/` between parts."""

    root: str
    path: str

    def __str__(self) -> str:
        return f"{self.root}/{self.path}"


@dataclass(frozen=True, slots=True)
class FileState:
    """What tells an unchanged file from a changed one without reading it."""

    size: int
    mtime_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class Note:
    """One parsed note, ready to be indexed. `text` is its stored text; `content_hash` names the
    UTF-8 bytes of `text`; `file_hash` the bytes of the file."""

    key: NoteKey
    state: FileState
    file_hash: str
    content_hash: str
    text: str
    format: str
    title: str
    tags: tuple[str, ...]
    fields: Mapping[str, str]
    links: tuple[OutLink, ...]
    passages: tuple[Passage, ...]
    modified: str | None = None
    encoding: str = "utf-8"


@dataclass(frozen=True, slots=True)
class IndexQuery:
    """A query of analysed terms. `terms` score any match; `all_of` must all occur in the passage
    or its titles. `tags` restrict to notes that carry one of them; `roots`, to notes below."""

    terms: tuple[str, ...]
    all_of: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexHit:
    """A passage that matches, best first. `score` is higher for better, comparable within one
    search only. Ties are broken by `passage_id`."""

    passage_id: int
    note: NoteKey
    ordinal: int
    span: Span
    score: float
    matched: tuple[str, ...] = ()
    signals: Mapping[str, float] = field(default_factory=dict)
    note_id: int = 0


TermIds = NDArray[np.uint32]
"""Terms as `zlib.crc32` of their UTF-8; `index.record.term_id` makes one."""


@dataclass(frozen=True, slots=True, eq=False)
class PassageTerms:
    """The terms of a passage: `body` in the order of the text, `head` those of the note's title,
    tags, path and fields and of the passage's headings."""

    passage_id: int
    note_id: int
    body: TermIds
    head: TermIds


@dataclass(frozen=True, slots=True, eq=False)
class NoteTerms:
    """The terms of a whole note, head and body: each once in ascending order, how often it
    occurs, and how many terms there are with repetition."""

    note_id: int
    terms: TermIds
    counts: TermIds
    length: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that is not in the index, and why, in a few words. `state` is kept for a file that
    was read and could not be parsed, so that it is not tried again before it changes."""

    path: str
    reason: str
    state: FileState | None = None


@dataclass(frozen=True, slots=True)
class IndexStatistics:
    """Size of the index: notes, passages, characters of text, notes per format, and how many
    terms a passage's body and a whole note hold on average. `version` counts commits."""

    notes: int
    passages: int
    text_chars: int
    formats: Mapping[str, int]
    version: int
    passage_terms: float = 0.0
    note_terms: float = 0.0


class IndexDamaged(Exception):
    """The index can't be read; the message says how to build it anew."""


class Index(Protocol):
    """A store of notes and their passages. Writes are atomic per note; readers, here and in
    other processes, see them after `commit`. One writer at a time. Ids of notes and passages are
    of this index only and change when a note does. Reading methods may be called from several
    threads at once. All raise `IndexDamaged` when the store can't be read."""

    def upsert(self, notes: Iterable[Note]) -> None: ...
    def delete(self, keys: Iterable[NoteKey]) -> None: ...
    def rename(self, old: NoteKey, new: NoteKey, state: FileState) -> None: ...
    def touch(self, key: NoteKey, state: FileState) -> None: ...
    def commit(self) -> int: ...
    def search(self, query: IndexQuery, limit: int) -> list[IndexHit]: ...
    def tagged(self, tags: Sequence[str], limit: int) -> list[NoteKey]: ...
    def linked_to_tagged(self, tags: Sequence[str], limit: int) -> list[NoteKey]: ...
    def document_frequencies(self, terms: Sequence[str]) -> Mapping[str, int]: ...
    def note(self, key: NoteKey) -> Note | None: ...
    def note_keys(self, note_ids: Sequence[int]) -> Mapping[int, NoteKey]: ...
    def passages_of(self, key: NoteKey) -> tuple[tuple[int, Passage], ...]: ...
    def passage_terms(self, passage_ids: Sequence[int]) -> Mapping[int, PassageTerms]: ...
    def note_terms(self, note_ids: Sequence[int]) -> Mapping[int, NoteTerms]: ...
    def files(self) -> Mapping[NoteKey, tuple[FileState, str]]: ...
    def links_from(self, key: NoteKey) -> list[NoteKey]: ...
    def links_to(self, key: NoteKey) -> list[NoteKey]: ...
    def tags(self) -> Mapping[str, int]: ...
    def statistics(self) -> IndexStatistics: ...
    def set_skipped(self, root: str, skipped: Sequence[Skipped]) -> None: ...
    def skipped(self) -> list[tuple[str, Skipped]]: ...
    def close(self) -> None: ...
