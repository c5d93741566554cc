"""A note as the rows that the index stores. Made where the note is parsed, in a worker.

Everything here is tuples of strings, numbers and bytes, so that it crosses from a worker process
at little cost and without any class being named on the wire.
"""

import json
import re
import zlib
from typing import Final, NamedTuple
from urllib.parse import unquote

import numpy as np

from evidence.analyze import Analyzer
from evidence.documents import OutLink, Passage, Span
from researchers.local_brain.index.protocol import FileState, Note, NoteKey
from researchers.local_brain.parse.formats import format_of, stem_of

_ZLIB_LEVEL: Final = 1
_LONGEST_FIELD: Final = 80
_NAMED_FIELDS: Final = frozenset({"title", "tags", "tag"})
_ODD: Final = re.compile(r"[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+")
"""ASCII that FTS5's tokenizer would part a term at; compatibility forms such as ⑴ fold to it."""


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


class TermIds(dict[str, int]):
    """Ids of terms, remembered: a term is hashed once."""

    def __missing__(self, term: str) -> int:
        if len(self) > 400_000:
            self.clear()
        self[term] = made = term_id(term)
        return made


def term_id(term: str) -> int:
    """The 32-bit id of an analysed term."""
    return zlib.crc32(term.encode())


def fts_term(term: str) -> str:
    """A term as FTS5's ascii tokenizer keeps it whole; "" when nothing of it is left."""
    return term if term.isalnum() and term.isascii() else _ODD.sub("", term)


def tag_key(tag: str) -> str:
    """What two spellings of a tag have in common."""
    return tag.strip().lstrip("#").strip("/").casefold()


class RecordMaker:
    """Turns notes into records; keeps the caches of analysis between notes."""

    def __init__(self, analyzer: Analyzer) -> None:
        self._analyzer = analyzer
        self._ids = TermIds()

    def record(self, note: Note) -> NoteRecord:
        """Analyse a note, once and completely."""
        terms = self._analyzer.terms
        title = terms(note.title)
        tags = terms(" ".join(note.tags))
        path = terms(note.key.path.rpartition(".")[0] or note.key.path)
        fields = terms(_field_text(note))
        shared = [*title, *tags, *path, *fields]
        passages: list[PassageRow] = []
        head_ids = self._id_array(shared)
        all_ids = [head_ids]
        for passage in note.passages:
            headings = terms(" ".join(passage.headings))
            body = terms(note.text[passage.span.start : passage.span.end])
            body_ids = self._id_array(body)
            all_ids.append(body_ids)
            passages.append(
                PassageRow(
                    passage.span.start,
                    passage.span.end,
                    json.dumps(passage.headings),
                    passage.fragment,
                    passage.role,
                    _joined(headings),
                    _joined(body),
                    body_ids.tobytes(),
                    self._id_array(headings).tobytes(),
                    len(body),
                )
            )
        every = np.concatenate(all_ids)
        unique, counts = np.unique(every, return_counts=True)
        return NoteRecord(
            root=note.key.root,
            path=note.key.path,
            size=note.state.size,
            mtime_ns=note.state.mtime_ns,
            inode=note.state.inode,
            file_hash=note.file_hash,
            content_hash=note.content_hash,
            format=note.format,
            title=note.title,
            modified=note.modified,
            encoding=note.encoding,
            tags=json.dumps(note.tags),
            fields=json.dumps(dict(note.fields)),
            text=zlib.compress(note.text.encode(), _ZLIB_LEVEL),
            text_chars=len(note.text),
            tag_keys=tuple(dict.fromkeys(filter(None, map(tag_key, note.tags)))),
            links=tuple(
                LinkRow(x.target, x.text, x.span.start, x.span.end, link_stem(x.target))
                for x in note.links
            ),
            passages=tuple(passages),
            title_terms=_joined(title),
            tag_terms=_joined(tags),
            path_terms=_joined(path),
            field_terms=_joined(fields),
            head_ids=head_ids.tobytes(),
            term_ids=unique.astype("<u4").tobytes(),
            term_counts=counts.astype("<u4").tobytes(),
            length=int(every.size),
        )

    def _id_array(self, terms: list[str]) -> "np.ndarray[tuple[int], np.dtype[np.uint32]]":
        ids = self._ids
        return np.fromiter((ids[t] for t in terms), dtype="<u4", count=len(terms))


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


def link_stem(target: str) -> str:
    """The folded last part of a link's target without suffix: what a renamed, added or removed
    note is matched with. "" for an address that leaves the notes."""
    place = target.partition("#")[0].partition("?")[0]
    if not place or "://" in place or place.startswith(("mailto:", "//")):
        return ""
    return note_stem(unquote(place))


def note_stem(path: str) -> str:
    """The folded last part of a path, without a suffix that we read."""
    name = path.rsplit("/", 1)[-1]
    return (stem_of(name) if format_of(name) else name).casefold()


def _field_text(note: Note) -> str:
    """Short values only: they are repeated with every passage, and a long one is a text of its
    own, which stands in the front matter's passage."""
    return " ".join(
        value
        for key, value in note.fields.items()
        if len(value) <= _LONGEST_FIELD and key.lower() not in _NAMED_FIELDS
    )


def _joined(terms: list[str]) -> str:
    text = " ".join(terms)
    return text if _plain(text) else " ".join(map(fts_term, terms))


def _plain(text: str) -> bool:
    return text.isascii() and text.replace(" ", "").isalnum()
