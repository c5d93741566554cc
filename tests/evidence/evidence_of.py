"""Rows, answers and citations made of small notes, as the loop makes them."""

from collections.abc import Mapping, Sequence

from contract import Citation
from evidence.analyze import default_analyzer
from evidence.documents import Document
from evidence.extractive import CitedRow, Synthesis, synthesize
from evidence.plan import QueryPlan, plan_question
from evidence.rows import ScoredRow, score_row

NO_WEIGHTS: Mapping[str, float] = {}


def plan_of(question: str) -> QueryPlan:
    return plan_question(question, default_analyzer())


def rows_for(
    question: str, *documents: Document, weights: Mapping[str, float] = NO_WEIGHTS
) -> list[ScoredRow]:
    """All passages of the documents as rows, in the order given."""
    plan = plan_of(question)
    return [
        score_row(document, passage, plan, weights, default_analyzer())
        for document in documents
        for passage in document.passages
    ]


def answer_to(
    question: str,
    *documents: Document,
    added: Sequence[Document] = (),
    max_sources: int = 10,
    max_citations: int = 10,
) -> Synthesis:
    """The extractive answer from documents in rank order."""
    return synthesize(
        plan_of(question),
        rows_for(question, *documents),
        rows_for(question, *added),
        NO_WEIGHTS,
        default_analyzer(),
        max_sources=max_sources,
        max_citations=max_citations,
    )


def citation_of(cited: CitedRow) -> Citation:
    """The citation of a row, with what the check looks at."""
    document, span = cited.row.row.document, cited.excerpt.span
    return Citation(
        source="note",
        locator=cited.row.row.locator,
        raw_excerpt=cited.excerpt.render(document.text),
        confidence=0.5,
        content_hash=document.content_hash,
        char_start=span.start,
        char_end=span.end,
    )


def stored_of(synthesis: Synthesis) -> dict[str, str]:
    """The stored text of everything an answer cites, by its hash."""
    documents = [cited.row.row.document for cited in synthesis.cited]
    return {document.content_hash: document.text for document in documents}
