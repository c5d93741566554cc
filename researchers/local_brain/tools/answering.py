"""The work of each corpus tool: a request and a corpus in, an answer out."""

from collections import Counter
from typing import Final

import anyio.to_thread

from evidence.documents import Document, Hit, Refusal, Span
from evidence.plan import plan_question
from researchers.local_brain.tools.answers import (
    FailedLookup,
    GetManyData,
    NoteText,
    RelatedData,
    RelatedRow,
    RootStats,
    SearchData,
    SearchRow,
    StatsData,
    TagCount,
    TagsData,
)
from researchers.local_brain.tools.corpus import Corpus
from researchers.local_brain.tools.reading import cut_around, note_text, section
from researchers.local_brain.tools.requests import (
    GetManyRequest,
    GetRequest,
    ReadingRequest,
    RelatedRequest,
    SearchRequest,
    TagsRequest,
)

_EXCERPT_CHARS: Final = 500


async def search(corpus: Corpus, request: SearchRequest) -> SearchData:
    """Passages that match, opened, so that each excerpt is what stands on disk."""
    query = plan_question(request.query, corpus.analyzer).queries[0]
    outcome = await corpus.search(query, request.limit, request.tags, request.roots)
    rows: list[SearchRow] = []
    errors: list[FailedLookup] = []
    for hit in outcome.hits[: request.limit]:
        document = await corpus.open(hit.key)
        if isinstance(document, Refusal):
            errors.append(_failed(hit.locator, document))
        else:
            rows.append(_row(len(rows) + 1, hit, document))
    return SearchData(
        query=request.query,
        query_terms=query.terms,
        rows=tuple(rows),
        errors=tuple(errors),
        warnings=outcome.warnings,
    )


async def get(corpus: Corpus, request: GetRequest) -> NoteText | FailedLookup:
    """One note."""
    return await _read(corpus, request.lookup, request, request.max_chars, request.start)


async def get_many(corpus: Corpus, request: GetManyRequest) -> GetManyData:
    """Several notes; a lookup that fails costs its own place only."""
    found = [
        await _read(corpus, lookup, request, request.max_chars)
        for lookup in dict.fromkeys(request.lookups)
    ]
    return GetManyData(
        documents=tuple(note for note in found if isinstance(note, NoteText)),
        errors=tuple(failed for failed in found if isinstance(failed, FailedLookup)),
    )


async def related(corpus: Corpus, request: RelatedRequest) -> RelatedData | FailedLookup:
    """Notes that one links to, that link to it, or that share its tags."""
    document = await corpus.look_up(request.lookup)
    if isinstance(document, FailedLookup):
        return document
    hits = await corpus.source.related(document, request.limit)
    rows = tuple(
        RelatedRow(
            key=hit.key,
            locator=hit.locator,
            title=hit.title,
            relationship=hit.relationship or "related",
        )
        for hit in hits
    )
    return RelatedData(related_to=document.key, rows=rows)


async def tags(corpus: Corpus, request: TagsRequest) -> TagsData:
    """Tags by how many notes carry them."""
    counts = await anyio.to_thread.run_sync(corpus.index.tags)
    prefix = (request.prefix or "").removeprefix("#").casefold()
    matching = [(tag, n) for tag, n in counts.items() if tag.casefold().startswith(prefix)]
    matching.sort(key=lambda item: (-item[1], item[0]))
    shown = tuple(TagCount(tag=tag, notes=count) for tag, count in matching[: request.limit])
    return TagsData(tags=shown, total=len(matching))


async def stats(corpus: Corpus) -> StatsData:
    """Size of the corpus and how much of the files it covers."""
    statistics = await anyio.to_thread.run_sync(corpus.index.statistics)
    tag_counts = await anyio.to_thread.run_sync(corpus.index.tags)
    roots = (await corpus.coverage()).roots
    reasons = Counter(skipped.reason for root in roots for skipped in root.skipped)
    return StatsData(
        notes=statistics.notes,
        passages=statistics.passages,
        text_chars=statistics.text_chars,
        formats=dict(sorted(statistics.formats.items())),
        tags=len(tag_counts),
        roots=tuple(
            RootStats(
                root=root.name,
                files_seen=root.files_seen,
                indexed=root.indexed,
                skipped=len(root.skipped),
            )
            for root in roots
        ),
        skipped_reasons=dict(reasons.most_common()),
    )


async def _read(
    corpus: Corpus, lookup: str, request: ReadingRequest, max_chars: int, start: int = 0
) -> NoteText | FailedLookup:
    document = await corpus.look_up(lookup)
    if isinstance(document, FailedLookup):
        return document

    def cut() -> NoteText:
        return note_text(
            document,
            lookup,
            request.content_mode,
            query=request.query,
            max_chars=max_chars,
            analyzer=corpus.analyzer,
            start=start,
        )

    return await anyio.to_thread.run_sync(cut)


def _row(rank: int, hit: Hit, document: Document) -> SearchRow:
    span = hit.span or Span(0, len(document.text))
    inside = Span(min(span.start, len(document.text)), min(span.end, len(document.text)))
    return SearchRow(
        rank=rank,
        key=document.key,
        locator=document.locator,
        title=document.title,
        tags=document.tags,
        lane=hit.lane,
        score=hit.score,
        matched_terms=hit.matched,
        missing_terms=hit.missing,
        excerpt=section(document, cut_around(document.text, inside, _EXCERPT_CHARS)),
        content_hash=document.content_hash,
    )


def _failed(lookup: str, refusal: Refusal) -> FailedLookup:
    return FailedLookup(lookup=lookup, category=refusal.category, detail=refusal.detail)
