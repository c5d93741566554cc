"""How often sources that contradict each other are named, and how often some that don't.

contradictions/ramdocs.jsonl   a question, documents with the answer that each states, and whether
                               those conflict; a document's best passage is what is compared
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import BaseModel

from evals.figures import Figure
from evals.gold_rows import gold_rows
from evals.integrity import Share
from evals.report import SetReport
from evidence.analyze import default_analyzer
from evidence.conflicts import Conflict, Quoted, find_conflicts
from evidence.documents import Document, Passage, Span
from evidence.excerpts import choose_excerpt
from evidence.plan import QueryPlan, plan_question
from evidence.weights import weights_by_documents

NAME: Final = "contradictions"
_NAMED: Final = 0.60
_NO_ALARM: Final = 0.8501
"""An alarm in less than 15 of 100."""
_AGREE: Final = "none"
_NOISE: Final = "noise"


class _Document(BaseModel):
    doc_id: str
    text: str
    type: str
    states_answer: str

    def states(self) -> str | None:
        """The answer that it gives, None for one that gives none."""
        return None if self.type == _NOISE else self.states_answer.casefold().strip()


class Row(BaseModel):
    """A question with its documents."""

    id: str
    question: str
    documents: tuple[_Document, ...]
    conflict: str

    @property
    def documents_conflict(self) -> bool:
        """Whether the set says that they do."""
        return self.conflict != _AGREE


@dataclass(frozen=True, slots=True)
class Pair:
    """Two documents that were said to conflict, and the answer that each states, if any."""

    left: str | None
    right: str | None

    @property
    def differ(self) -> bool:
        """Both state an answer, and not the same one."""
        return self.left is not None and self.right is not None and self.left != self.right


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one question showed."""

    id: str
    documents_conflict: bool
    pairs: tuple[Pair, ...]

    @property
    def is_named(self) -> bool:
        """Some two of the documents that were set against each other state different answers."""
        return any(pair.differ for pair in self.pairs)


def measure_contradictions(data: Path, limit: int | None = None) -> SetReport:
    """Compare the documents of every question. Raises GoldUnreadable."""
    rows = list(gold_rows(data / NAME / "ramdocs.jsonl", Row))[:limit]
    return SetReport(figures_of([_outcome(row) for row in rows]), None, ())


def figures_of(outcomes: Sequence[Outcome], name: str = NAME) -> tuple[Figure, ...]:
    """Counted by questions, and shown by pairs. `name` is the set's in the table."""
    conflicting = [one for one in outcomes if one.documents_conflict]
    agreeing = [one for one in outcomes if not one.documents_conflict]
    pairs = [pair for one in outcomes for pair in one.pairs]
    counted = (
        ("conflict named, both sides cited", [one.is_named for one in conflicting], _NAMED),
        ("no alarm where all agree", [not one.pairs for one in agreeing], _NO_ALARM),
        ("pairs named that state different answers", [pair.differ for pair in pairs], None),
    )
    return tuple(
        Figure(name, what, Share(sum(good), len(good)), target) for what, good, target in counted
    )


def _outcome(row: Row) -> Outcome:
    states = [document.states() for document in row.documents]
    pairs = tuple(Pair(states[one.left - 1], states[one.right - 1]) for one in conflicts_of(row))
    return Outcome(row.id, row.documents_conflict, pairs)


def conflicts_of(row: Row) -> tuple[Conflict, ...]:
    """The conflicts among the documents; citation n is the n-th document."""
    analyzer = default_analyzer()
    plan = plan_question(row.question, analyzer)
    documents = [_document(one) for one in row.documents]
    weights = weights_by_documents(documents, plan.terms, analyzer)
    quoted = [
        quote
        for number, document in enumerate(documents, start=1)
        if (quote := _quoted(number, document, plan, weights)) is not None
    ]
    return find_conflicts(plan, quoted, weights, analyzer)


def _document(one: _Document) -> Document:
    passage = Passage(Span(0, len(one.text)))
    return Document(one.doc_id, one.doc_id, one.doc_id, one.text, "", (passage,))


def _quoted(
    number: int, document: Document, plan: QueryPlan, weights: dict[str, float]
) -> Quoted | None:
    """What a researcher would quote of it: at most 500 characters."""
    (passage,) = document.passages
    excerpt = choose_excerpt(document.text, passage, plan, weights, default_analyzer())
    if excerpt is None:
        return None
    span = excerpt.span
    return Quoted(number, document.key, document.text[span.start : span.end], span.start)
