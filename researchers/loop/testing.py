"""A source in memory that implements the real protocol: for tests of the loop and of callers."""

import hashlib
from collections.abc import Iterable, Mapping

import anyio

from evidence.analyze import Analyzer
from evidence.documents import Document, Hit, Lane, Passage, Refusal, Span
from evidence.plan import Query
from evidence.scoring import score_passage
from researchers.source import SearchOutcome
from traces.sink import Action, TraceSink


def document(
    key: str, text: str, *, title: str | None = None, tags: tuple[str, ...] = ()
) -> Document:
    """A note whose paragraphs are its passages."""
    passages: list[Passage] = []
    start = 0
    for block in text.split("\n\n"):
        if block.strip():
            passages.append(Passage(Span(start, start + len(block))))
        start += len(block) + 2
    return Document(
        key=key,
        locator=f"note://{key}",
        title=title or key.rpartition("/")[2],
        text=text,
        content_hash="sha256:" + hashlib.sha256(text.encode()).hexdigest(),
        passages=tuple(passages),
        tags=tags,
    )


class MemorySource:
    """Searches the passages of given documents. `refused` maps keys to refusals; `delay` seconds
    pass before each search, and `searches` keeps what was asked."""

    name = "memory"
    leaves_machine = False

    def __init__(
        self,
        documents: Iterable[Document],
        analyzer: Analyzer,
        *,
        refused: Mapping[str, Refusal] | None = None,
        links: Mapping[str, tuple[str, ...]] | None = None,
        delay: float = 0.0,
        failure: Exception | None = None,
    ) -> None:
        self._documents = {doc.key: doc for doc in documents}
        self._analyzer = analyzer
        self._refused = dict(refused or {})
        self._links = dict(links or {})
        self._delay = delay
        self._failure = failure
        self.searches: list[Query] = []

    async def search(
        self, query: Query, limit: int, trace: TraceSink | None = None
    ) -> SearchOutcome:
        self.searches.append(query)
        if self._failure is not None:
            raise self._failure
        await anyio.sleep(self._delay)
        scored: list[tuple[float, Document, Passage]] = []
        for doc in self._documents.values():
            head = self._analyzer.terms(f"{doc.title} {' '.join(doc.tags)}")
            for passage in doc.passages:
                body = self._analyzer.terms(doc.text[passage.span.start : passage.span.end])
                score = score_passage(body, head, query.terms, {})
                if score.matched:
                    scored.append((score.saturation, doc, passage))
        scored.sort(key=lambda row: -row[0])
        hits = tuple(
            Hit(doc.key, doc.locator, doc.title, Lane.TEXT, rank, score, passage.span)
            for rank, (score, doc, passage) in enumerate(scored[:limit], start=1)
        )
        return SearchOutcome(hits, searched=len(self._documents))

    async def open(self, hit: Hit, trace: TraceSink) -> Document | Refusal:
        if hit.key in self._refused:
            return self._refused[hit.key]
        doc = self._documents[hit.key]
        stored = trace.put(doc.text.encode())
        trace.record(
            Action.READ_FILE,
            f"Read {doc.key}.",
            {"path": doc.key, "content_hash": stored, "content_length": len(doc.text.encode())},
        )
        return doc

    async def related(self, document: Document, limit: int) -> tuple[Hit, ...]:
        keys = self._links.get(document.key, ())[:limit]
        return tuple(
            Hit(
                key,
                f"note://{key}",
                key,
                Lane.RELATED,
                rank,
                1.0,
                None,
                (),
                (),
                document.key,
                "links_to",
            )
            for rank, key in enumerate(keys, start=1)
        )
