"""Analyses a note, once and completely, where it is parsed."""

import json
import re
import struct
import zlib
from dataclasses import dataclass
from typing import Final

import numpy as np

from evidence.analyze import Analyzer
from evidence.documents import Passage
from researchers.local_brain.index.naming import link_stem, tag_key
from researchers.local_brain.index.protocol import Note
from researchers.local_brain.index.rows import LinkRow, NoteRecord, PassageRow

_ZLIB_LEVEL: Final = 1
_ID_BYTES: Final = 4
_REMEMBERED_WORDS: Final = 40_000
_LONGEST_FIELD: Final = 80
_FRONT_MATTER: Final = "front_matter"
"""An EvidenceRole; the contract is not imported here, for it brings pydantic into each worker."""

_NAMED_FIELDS: Final = frozenset({"title", "tags", "tag"})
_ODD: Final = re.compile(r"[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+")
"""ASCII that FTS5's tokenizer would part a term at; compatibility forms such as ⑴ fold to it."""


class _TermsOf(dict[str, str]):
    """A word's terms as FTS5 gets them, remembered."""

    def __init__(self, analyzer: Analyzer) -> None:
        super().__init__()
        self._analyzer = analyzer

    def __missing__(self, word: str) -> str:
        made = " ".join(filter(None, map(fts_term, self._analyzer.word(word))))
        self[word] = made
        return made


class _IdsOf(dict[str, bytes]):
    """The ids of a word's terms, remembered."""

    def __init__(self, analyzer: Analyzer) -> None:
        super().__init__()
        self._analyzer = analyzer

    def __missing__(self, word: str) -> bytes:
        terms = self._analyzer.word(word)
        made = struct.pack(f"<{len(terms)}I", *map(term_id, terms))
        self[word] = made
        return made


def term_id(term: str) -> int:
    """The 32-bit id of an analysed term."""
    return zlib.crc32(term.encode())


def fts_term(term: str) -> str:
    """A term as FTS5's ascii tokenizer keeps it whole; "" when nothing of it is left."""
    return term if term.isalnum() and term.isascii() else _ODD.sub("", term)


@dataclass(frozen=True, slots=True)
class _Terms:
    """The terms of a text, both ways."""

    text: str
    ids: bytes

    def __add__(self, other: "_Terms") -> "_Terms":
        return _Terms(f"{self.text} {other.text}", self.ids + other.ids)


class RecordMaker:
    """Turns notes into records. Words are analysed once: two lookups a word make a passage's
    terms, at a third of the cost of going through lists of terms."""

    def __init__(self, analyzer: Analyzer) -> None:
        self._texts = _TermsOf(analyzer)
        self._ids = _IdsOf(analyzer)

    def record(self, note: Note) -> NoteRecord:
        """Analyse a note, once and completely."""
        title = self._terms(note.title)
        tags = self._terms(" ".join(note.tags))
        path = self._terms(note.key.path.rpartition(".")[0] or note.key.path)
        fields = self._terms(_field_text(note, long=False))
        head_ids = (title + tags + path + fields).ids
        passages = self._passages(note)
        unique, counts, length = _counted([head_ids, *(p.body_ids for p in passages)])
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
            passages=passages,
            title_terms=title.text,
            tag_terms=tags.text,
            path_terms=path.text,
            field_terms=fields.text,
            head_ids=head_ids,
            term_ids=unique,
            term_counts=counts,
            length=length,
        )

    def _passages(self, note: Note) -> tuple[PassageRow, ...]:
        rows = [self._passage(note.text, passage) for passage in note.passages]
        long = self._terms(_field_text(note, long=True))
        first = next((n for n, row in enumerate(rows) if row.role != _FRONT_MATTER), None)
        if long.text and first is not None:
            row = rows[first]
            heads = row.heading_ids + long.ids
            rows[first] = row._replace(field_terms=long.text, heading_ids=heads)
        return tuple(rows)

    def _passage(self, text: str, passage: Passage) -> PassageRow:
        headings = self._terms(" ".join(passage.headings))
        body = self._terms(text[passage.span.start : passage.span.end])
        return PassageRow(
            start=passage.span.start,
            end=passage.span.end,
            headings=json.dumps(passage.headings),
            fragment=passage.fragment,
            role=passage.role,
            heading_terms=headings.text,
            body_terms=body.text,
            body_ids=body.ids,
            heading_ids=headings.ids,
            length=len(body.ids) // _ID_BYTES,
        )

    def _terms(self, text: str) -> _Terms:
        if len(self._ids) > _REMEMBERED_WORDS:
            self._ids.clear()
            self._texts.clear()
        found = Analyzer.words(text)
        return _Terms(
            " ".join(map(self._texts.__getitem__, found)),
            b"".join(map(self._ids.__getitem__, found)),
        )


def _counted(ids: list[bytes]) -> tuple[bytes, bytes, int]:
    """Distinct ids in ascending order, how often each occurs, and how many there are in all."""
    every = np.frombuffer(b"".join(ids), dtype="<u4")
    unique, counts = np.unique(every, return_counts=True)
    return unique.tobytes(), counts.astype("<u4").tobytes(), int(every.size)


def _field_text(note: Note, *, long: bool) -> str:
    """The short values, which are repeated with every passage, or the long ones, which are texts
    of their own and stand with one. Title and tags have columns of their own."""
    return " ".join(
        value
        for key, value in note.fields.items()
        if (len(value) > _LONGEST_FIELD) is long and key.lower() not in _NAMED_FIELDS
    )
