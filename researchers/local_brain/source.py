"""The notes as a Source: search the index, open the file as it stands on disk now."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol

from anyio import to_thread

from evidence.documents import Document, Hit, Lane, Refusal
from evidence.plan import Query
from researchers.local_brain.index.protocol import Index, Note, NoteKey
from researchers.local_brain.search import NoteSearch, locator_of, note_hit
from researchers.source import SearchOutcome
from traces.sink import Action, TraceSink

_RARE_TAG: Final = 25
"""A tag on more notes than this says too little to relate two of them."""


class NoteReader(Protocol):
    """Reads a note afresh; a sentence says why where it can't."""

    async def read(self, key: NoteKey) -> Note | str: ...


async def already_fresh() -> None:
    """For an index that somebody else keeps up to date."""


class NoteSource:
    """Implements `researchers.source.Source` over an index and the files it was made of.

    `refresh` is awaited before each search; it brings the index up to date when that is due.
    """

    name = "local-brain"
    leaves_machine = False

    def __init__(
        self,
        index: Index,
        reader: NoteReader,
        refresh: Callable[[], Awaitable[None]] = already_fresh,
    ) -> None:
        self._index = index
        self._search = NoteSearch(index)
        self._reader = reader
        self._refresh = refresh

    async def search(
        self, query: Query, limit: int, trace: TraceSink | None = None
    ) -> SearchOutcome:
        await self._refresh()
        return await to_thread.run_sync(self._search.search, query, limit, abandon_on_cancel=True)

    async def open(self, hit: Hit, trace: TraceSink) -> Document | Refusal:
        note = await self._reader.read(key_of(hit.key))
        if isinstance(note, str):
            return Refusal(hit.locator, "access_denied", note)
        await to_thread.run_sync(_record_read, note, trace)
        return document_of(note)

    async def related(self, document: Document, limit: int) -> tuple[Hit, ...]:
        return await to_thread.run_sync(self._related, document, limit, abandon_on_cancel=True)

    def _related(self, document: Document, limit: int) -> tuple[Hit, ...]:
        """Notes it links to, then notes that link to it, then notes that share a rare tag."""
        key = key_of(document.key)
        counts = self._index.tags() if document.tags else {}
        rare = [tag for tag in document.tags if counts.get(tag, 0) <= _RARE_TAG]
        kinds: tuple[tuple[str, Sequence[NoteKey]], ...] = (
            ("links_to", self._index.links_from(key)),
            ("linked_from", self._index.links_to(key)),
            ("shares_tag", self._index.tagged(rare, limit + 1) if rare else ()),
        )
        found: dict[NoteKey, str] = {}
        for relationship, keys in kinds:
            for other in keys:
                if other != key:
                    found.setdefault(other, relationship)
        return tuple(
            note_hit(other, Lane.RELATED, rank, document.locator, relationship)
            for rank, (other, relationship) in enumerate(list(found.items())[:limit], start=1)
        )


def key_of(text: str) -> NoteKey:
    """The key a hit or a document carries."""
    root, _, path = text.partition("/")
    return NoteKey(root, path)


def document_of(note: Note) -> Document:
    """A note as the loop reads it."""
    return Document(
        key=str(note.key),
        locator=locator_of(note.key),
        title=note.title,
        text=note.text,
        content_hash=note.content_hash,
        passages=note.passages,
        source="note",
        tags=note.tags,
        fields=note.fields,
        links=note.links,
        modified=note.modified,
    )


def _record_read(note: Note, trace: TraceSink) -> None:
    """Store the text first, then the line that refers to it."""
    content = note.text.encode()
    stored = trace.put(content)
    trace.record(
        Action.READ_FILE,
        f"Read {note.title}.",
        {
            "path": note.key.path,
            "root": note.key.root,
            "key": str(note.key),
            "locator": locator_of(note.key),
            "title": note.title,
            "content_hash": stored,
            "content_length": len(content),
            "file_hash": note.file_hash,
            "format": note.format,
            "encoding": note.encoding,
            "modified": note.modified,
            "passages": len(note.passages),
        },
    )
