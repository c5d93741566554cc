"""A note as the rows that the index stores: tuples of strings, numbers and bytes, so that they
cross from a worker process at little cost and without any class being named on the wire."""

import json
import zlib
from typing import NamedTuple

from evidence.documents import OutLink, Passage, Span
from researchers.local_brain.index.protocol import FileState, Note, NoteKey


class PassageRow(NamedTuple):
    """One passage: its place, and its terms as text for FTS5 and as ids for ranking."""

    start: int
    end: int
    headings: str
    fragment: str
    role: str
    heading_terms: str
    body_terms: str
    body_ids: bytes
    heading_ids: bytes
    length: int
    field_terms: str = ""
    """Terms of long fields, with the first passage of the text only."""


class LinkRow(NamedTuple):
    """One link. `stem` is the folded last part of its target, "" for one that leaves the notes."""

    target: str
    text: str
    start: int
    end: int
    stem: str


class NoteRecord(NamedTuple):
    """One note. JSON columns are strings; `text` is compressed UTF-8."""

    root: str
    path: str
    size: int
    mtime_ns: int
    inode: int
    file_hash: str
    content_hash: str
    format: str
    title: str
    modified: str | None
    encoding: str
    tags: str
    fields: str
    text: bytes
    text_chars: int
    tag_keys: tuple[str, ...]
    links: tuple[LinkRow, ...]
    passages: tuple[PassageRow, ...]
    title_terms: str
    tag_terms: str
    path_terms: str
    field_terms: str
    head_ids: bytes
    term_ids: bytes
    term_counts: bytes
    length: int


def note_of(record: NoteRecord) -> Note:
    """The note that a record was made of; where its links lead is for the index to say."""
    return Note(
        key=NoteKey(record.root, record.path),
        state=FileState(record.size, record.mtime_ns, record.inode),
        file_hash=record.file_hash,
        content_hash=record.content_hash,
        text=zlib.decompress(record.text).decode(),
        format=record.format,
        title=record.title,
        tags=tuple(json.loads(record.tags)),
        fields=json.loads(record.fields),
        links=tuple(OutLink(x.target, x.text, Span(x.start, x.end)) for x in record.links),
        passages=tuple(
            Passage(Span(p.start, p.end), tuple(json.loads(p.headings)), p.fragment, p.role)
            for p in record.passages
        ),
        modified=record.modified,
        encoding=record.encoding,
    )
