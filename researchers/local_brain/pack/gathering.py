"""Gathers what a pack is made of: ranked rows, related rows, exact-tag rows. Does the reading."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import anyio.to_thread

from evidence.documents import Document, Lane, Refusal
from evidence.plan import QueryPlan
from evidence.rows import ScoredRow, score_row
from researchers.local_brain.tools.corpus import Corpus
from researchers.local_brain.tools.requests import PackRequest
from researchers.loop.leads import Lead, leads_of, merge_hits
from researchers.loop.rows import rows_of

_HITS_PER_QUERY: Final = 40
_EXPANDED_ROWS: Final = 2
_TAG_ROWS: Final = 3


@dataclass(frozen=True, slots=True)
class Gathered:
    """Everything that was found. `tag_counts` are the tags that the question names."""

    plan: QueryPlan
    rows: tuple[ScoredRow, ...]
    related: tuple[ScoredRow, ...]
    tagged: tuple[ScoredRow, ...]
    tag_counts: Mapping[str, int]
    term_counts: Mapping[str, int]
    corpus_notes: int
    failures: tuple[str, ...]


async def gather(corpus: Corpus, plan: QueryPlan, request: PackRequest) -> Gathered:
    """Search with every query of the plan, open what was found, and follow the strongest rows.
    Leads are merged and rows are made as in `research`."""
    outcomes = [await corpus.search(query, _HITS_PER_QUERY, request.tags) for query in plan.queries]
    maker = _RowMaker(corpus, plan, outcomes[0].term_weights)
    rows = await maker.rows(merge_hits(outcomes, plan.family), request.limit)
    wants_related = request.include_related and request.related_limit > 0
    related = await maker.related(rows, request.related_limit) if wants_related else []
    tag_counts = await _named_tags(corpus, plan)
    tagged = await maker.tagged(list(tag_counts))
    frequencies = await anyio.to_thread.run_sync(corpus.index.document_frequencies, plan.terms)
    statistics = await anyio.to_thread.run_sync(corpus.index.statistics)
    failures = [sentence for outcome in outcomes for sentence in outcome.warnings]
    return Gathered(
        plan=plan,
        rows=tuple(rows),
        related=tuple(related),
        tagged=tuple(tagged),
        tag_counts=tag_counts,
        term_counts={term: frequencies.get(term, 0) for term in plan.terms},
        corpus_notes=statistics.notes,
        failures=tuple(dict.fromkeys((*failures, *maker.refused))),
    )


class _RowMaker:
    """Opens documents for one pack, each once, and makes rows of them."""

    def __init__(self, corpus: Corpus, plan: QueryPlan, weights: Mapping[str, float]) -> None:
        self._corpus = corpus
        self._plan = plan
        self._weights = weights
        self._documents: dict[str, Document] = {}
        self.refused: dict[str, None] = {}

    async def rows(self, leads: Sequence[Lead], limit: int) -> list[ScoredRow]:
        """The best rows of the leads, from at most `limit` documents."""
        opened: list[Lead] = []
        for lead in leads:
            if len({kept.hit.key for kept in opened} | {lead.hit.key}) > limit:
                break
            if await self._open(lead.hit.key):
                opened.append(lead)
        rows = await anyio.to_thread.run_sync(
            rows_of, opened, self._documents, self._plan, self._weights, self._corpus.analyzer
        )
        return rows[:limit]

    async def related(self, rows: Sequence[ScoredRow], limit: int) -> list[ScoredRow]:
        """Rows of notes that the strongest ones are linked with, one for each note."""
        known = {row.row.document.key for row in rows}
        found: list[ScoredRow] = []
        for strong in rows[:_EXPANDED_ROWS]:
            hits = await self._corpus.source.related(strong.row.document, limit + len(known))
            leads = leads_of([hit for hit in hits if hit.key not in known])
            for row in await self.rows(leads, limit):
                if row.row.document.key not in known and len(found) < limit:
                    known.add(row.row.document.key)
                    found.append(row)
        return found

    async def tagged(self, tags: Sequence[str]) -> list[ScoredRow]:
        """The beginnings of notes that carry the tags, whatever words they hold."""
        if not tags:
            return []
        index = self._corpus.index
        rows: list[ScoredRow] = []
        for key in await anyio.to_thread.run_sync(index.tagged, tags, _TAG_ROWS):
            document = await self._open(str(key))
            passages = document.passages if document else ()
            body = [passage for passage in passages if passage.role != "front_matter"]
            if document and (first := next(iter(body or passages), None)):
                rows.append(
                    score_row(
                        document,
                        first,
                        self._plan,
                        self._weights,
                        self._corpus.analyzer,
                        (Lane.TAG,),
                    )
                )
        return rows

    async def _open(self, key: str) -> Document | None:
        if key in self._documents:
            return self._documents[key]
        document = await self._corpus.open(key)
        if isinstance(document, Refusal):
            self.refused[f"{document.locator}: {document.detail}"] = None
            return None
        self._documents[key] = document
        return document


async def _named_tags(corpus: Corpus, plan: QueryPlan) -> dict[str, int]:
    """The tags of the notes that the question names, with their counts."""
    counts = await anyio.to_thread.run_sync(corpus.index.tags)
    wanted = {tag.casefold() for tag in plan.tags}
    named = [(tag, n) for tag, n in counts.items() if tag.casefold() in wanted]
    return dict(sorted(named, key=lambda item: (-item[1], item[0])))
