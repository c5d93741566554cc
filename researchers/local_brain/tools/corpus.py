"""The notes as the corpus tools reach them: through the same source that `research` uses."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import anyio.to_thread

from evidence.analyze import Analyzer
from evidence.documents import Document, Hit, Lane, Refusal
from evidence.plan import Query, QueryKind
from researchers.local_brain.coverage import Coverage
from researchers.local_brain.index.protocol import Index, IndexQuery, Note, NoteKey
from researchers.local_brain.search import locator_of
from researchers.local_brain.source import document_of, key_of
from researchers.local_brain.tools.answers import FailedLookup
from researchers.local_brain.tools.lookups import ambiguous, named_like, spelled_keys
from researchers.source import SearchOutcome, Source
from serving.progress import Progress

_TITLE_CANDIDATES: Final = 20
_FILTERED_DEPTH: Final = 8
"""A filtered search looks this many times deeper into the ranked list before it is filled up
from the index alone."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Read access to the notes. `read` gives a note as it stands on disk now, or
    a sentence that says why not; `fresh` brings the
    index up to date where that is due."""

    source: Source
    index: Index
    read: Callable[[NoteKey], Awaitable[Note | str]]
    analyzer: Analyzer
    fresh: Callable[[Progress], Awaitable[None]]
    coverage: Callable[[], Awaitable[Coverage]]

    async def search(
        self, query: Query, limit: int, tags: Sequence[str] = (), roots: Sequence[str] = ()
    ) -> SearchOutcome:
        """Ranked leads, `limit` by text and then some by tag; with filters, only those of notes
        that pass them."""
        if not tags and not roots:
            return await self.source.search(query, limit)
        outcome = await self.source.search(query, limit * _FILTERED_DEPTH)
        admitted = await self._admitted(tags, roots)
        kept = [hit for hit in outcome.hits if admitted(hit.key)]
        if len(kept) < limit:
            kept.extend(await self._filled(query, limit, tags, roots, kept))
        return replace(outcome, hits=tuple(kept))

    async def find(self, lookup: str) -> NoteKey | FailedLookup:
        """The one note that a lookup means."""
        for key in spelled_keys(lookup):
            if await anyio.to_thread.run_sync(self.index.passages_of, key):
                return key
        files = await anyio.to_thread.run_sync(self.index.files)
        named = named_like(lookup, files)
        named = named or await self._titled(lookup)
        if len(named) == 1:
            return named[0]
        if named:
            detail = ambiguous(lookup, named)
            return FailedLookup(lookup=lookup, category="ambiguous", detail=detail)
        return FailedLookup(
            lookup=lookup,
            category="source_not_found",
            detail="No note has this key, file name or title; search finds notes by their words.",
        )

    async def open(self, key: NoteKey | str) -> Document | Refusal:
        """The note as it stands on disk now."""
        named = key if isinstance(key, NoteKey) else key_of(key)
        note = await self.read(named)
        if isinstance(note, str):
            return Refusal(locator_of(named), "access_denied", note)
        return document_of(note)

    async def look_up(self, lookup: str) -> Document | FailedLookup:
        """Find and open."""
        key = await self.find(lookup)
        if isinstance(key, FailedLookup):
            return key
        document = await self.open(key)
        if isinstance(document, Refusal):
            return FailedLookup(lookup=lookup, category=document.category, detail=document.detail)
        return document

    async def _titled(self, lookup: str) -> list[NoteKey]:
        query = Query(lookup, tuple(self.analyzer.content_terms(lookup)), (), QueryKind.QUESTION)
        outcome = await self.source.search(query, _TITLE_CANDIDATES)
        wanted = lookup.casefold()
        titled: list[NoteKey] = []
        for key in dict.fromkeys(hit.key for hit in outcome.hits):
            document = await self.open(key)
            if isinstance(document, Document) and document.title.casefold() == wanted:
                titled.append(key_of(key))
        return titled

    async def _admitted(self, tags: Sequence[str], roots: Sequence[str]) -> Callable[[str], bool]:
        if not tags:
            return lambda key: key_of(key).root in roots
        everything = (await anyio.to_thread.run_sync(self.index.statistics)).notes
        tagged = await anyio.to_thread.run_sync(self.index.tagged, tags, max(1, everything))
        keys = {str(key) for key in tagged if not roots or key.root in roots}
        return lambda key: key in keys

    async def _filled(
        self,
        query: Query,
        limit: int,
        tags: Sequence[str],
        roots: Sequence[str],
        kept: Sequence[Hit],
    ) -> list[Hit]:
        """Further hits from the index alone, which filters before it ranks."""
        wanted = IndexQuery(query.terms, tags=tuple(tags), roots=tuple(roots))
        found = await anyio.to_thread.run_sync(self.index.search, wanted, limit)
        known = {(hit.key, hit.span) for hit in kept}
        return [
            Hit(
                key=str(hit.note),
                locator=locator_of(hit.note),
                title="",
                lane=Lane.TEXT,
                rank=len(kept) + place,
                score=hit.score,
                span=hit.span,
                matched=hit.matched,
                missing=tuple(t for t in query.terms if hit.matched and t not in hit.matched),
            )
            for place, hit in enumerate(found, start=1)
            if (str(hit.note), hit.span) not in known
        ]
