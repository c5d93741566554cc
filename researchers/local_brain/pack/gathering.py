"""Gathers what a pack is made of: ranked rows, related rows, exact-tag rows. Does the reading."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import anyio.to_thread

from evidence.documents import Document, Hit, Lane, Passage, Refusal, Span
from evidence.fusion import fuse
from evidence.plan import QueryPlan
from evidence.rows import ScoredRow, merge_rows, score_row
from researchers.local_brain.tools.corpus import Corpus
from researchers.local_brain.tools.reading import passage_at
from researchers.local_brain.tools.requests import PackRequest

_VARIANT_WEIGHT: Final = 0.5
_EXPANDED_ROWS: Final = 2
_TAG_ROWS: Final = 3

Place = tuple[str, Span | None]


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
    """Search with every query of the plan, open what was found, and follow the strongest rows."""
    outcomes = [
        await corpus.search(query, 2 * request.limit, request.tags) for query in plan.queries
    ]
    weights = outcomes[0].term_weights
    failures = [sentence for outcome in outcomes for sentence in outcome.failures]
    hits = _fused([outcome.hits for outcome in outcomes])
    rows = await _opened(corpus, plan, hits, weights, request.limit, failures)
    related: list[ScoredRow] = []
    if request.include_related and request.related_limit:
        related = await _related(corpus, plan, rows, weights, request.related_limit, failures)
    tag_counts = await _named_tags(corpus, plan)
    tagged = await _tagged(corpus, plan, list(tag_counts), weights, failures)
    frequencies = await anyio.to_thread.run_sync(corpus.index.document_frequencies, plan.terms)
    statistics = await anyio.to_thread.run_sync(corpus.index.statistics)
    return Gathered(
        plan=plan,
        rows=tuple(rows),
        related=tuple(related),
        tagged=tuple(tagged),
        tag_counts=tag_counts,
        term_counts={term: frequencies.get(term, 0) for term in plan.terms},
        corpus_notes=statistics.notes,
        failures=tuple(dict.fromkeys(failures)),
    )


def _fused(lists: Sequence[Sequence[Hit]]) -> list[Hit]:
    """One ranked list: the question's own order first, variants add to it by rank."""
    first: dict[Place, Hit] = {}
    for hits in lists:
        for hit in hits:
            first.setdefault((hit.key, hit.span), hit)
    places = [[(hit.key, hit.span) for hit in hits] for hits in lists]
    shares = [1.0] + [_VARIANT_WEIGHT] * (len(lists) - 1)
    return [first[place] for place in fuse(places, shares)]


async def _opened(
    corpus: Corpus,
    plan: QueryPlan,
    hits: Sequence[Hit],
    weights: Mapping[str, float],
    limit: int,
    failures: list[str],
) -> list[ScoredRow]:
    rows: list[ScoredRow] = []
    for hit in hits:
        document = await corpus.open(hit.key)
        if isinstance(document, Refusal):
            failures.append(f"{hit.locator}: {document.detail}")
            continue
        passage = _passage(document, hit.span, plan, corpus)
        if passage is not None:
            scored = score_row(document, passage, plan, weights, corpus.analyzer, (hit.lane,))
            rows = merge_rows(rows, [scored])
        if len(rows) >= limit:
            break
    return rows


async def _related(
    corpus: Corpus,
    plan: QueryPlan,
    rows: Sequence[ScoredRow],
    weights: Mapping[str, float],
    limit: int,
    failures: list[str],
) -> list[ScoredRow]:
    """The best passages of notes that the strongest rows are linked with."""
    known = {row.row.document.key for row in rows}
    found: list[ScoredRow] = []
    for strong in rows[:_EXPANDED_ROWS]:
        for hit in await corpus.source.related(strong.row.document, limit + len(known)):
            if hit.key in known or len(found) >= limit:
                continue
            known.add(hit.key)
            document = await corpus.open(hit.key)
            if isinstance(document, Refusal):
                failures.append(f"{hit.locator}: {document.detail}")
                continue
            passage = _passage(document, hit.span, plan, corpus)
            if passage is not None:
                found.append(
                    score_row(
                        document,
                        passage,
                        plan,
                        weights,
                        corpus.analyzer,
                        (Lane.RELATED,),
                        related_to=strong.row.document.key,
                        relationship=hit.relationship or "related",
                    )
                )
    return found


async def _named_tags(corpus: Corpus, plan: QueryPlan) -> dict[str, int]:
    """The tags of the notes that the question names, with their counts."""
    counts = await anyio.to_thread.run_sync(corpus.index.tags)
    wanted = {tag.casefold() for tag in plan.tags}
    named = [(tag, n) for tag, n in counts.items() if tag.casefold() in wanted]
    return dict(sorted(named, key=lambda item: (-item[1], item[0])))


async def _tagged(
    corpus: Corpus,
    plan: QueryPlan,
    tags: Sequence[str],
    weights: Mapping[str, float],
    failures: list[str],
) -> list[ScoredRow]:
    if not tags:
        return []
    keys = await anyio.to_thread.run_sync(corpus.index.tagged, tags, _TAG_ROWS)
    hits = [
        Hit(str(key), f"note://{key}", "", Lane.TAG, place, 0.0)
        for place, key in enumerate(keys, start=1)
    ]
    return await _opened(corpus, plan, hits, weights, _TAG_ROWS, failures)


def _passage(
    document: Document, span: Span | None, plan: QueryPlan, corpus: Corpus
) -> Passage | None:
    """The passage that a hit points at, or else the one that holds most of the plan's terms."""
    if span is not None:
        return passage_at(document, span.start)
    wanted = frozenset(plan.terms)

    def held(passage: Passage) -> int:
        words = corpus.analyzer.terms(document.text[passage.span.start : passage.span.end])
        return len(wanted.intersection(words))

    return max(document.passages, key=held, default=None)
