"""What local-brain asks of an index. The index is a cache; the notes are the truth.

A query is our own value, never an engine's syntax: terms are analysed tokens
(`evidence.analyze`), so every character of a question is data.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

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


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that is not in the index, and why, in a few words."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class IndexStatistics:
    """Size of the index: notes, passages, per-format counts, bytes of text."""

    notes: int
    passages: int
    text_chars: int
    formats: Mapping[str, int]
    version: int


class Index(Protocol):
    """A store of notes and their passages. Writes are atomic per note; readers in other
    processes see them after `commit`. One writer at a time."""

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
    def files(self) -> Mapping[NoteKey, tuple[FileState, str]]: ...
    def links_from(self, key: NoteKey) -> list[NoteKey]: ...
    def links_to(self, key: NoteKey) -> list[NoteKey]: ...
    def tags(self) -> Mapping[str, int]: ...
    def statistics(self) -> IndexStatistics: ...
    def set_skipped(self, root: str, skipped: Sequence[Skipped]) -> None: ...
    def skipped(self) -> list[tuple[str, Skipped]]: ...
    def close(self) -> None: ...
