"""A conflict in the words of the contract: both sides with their dates, and how they differ."""

from collections.abc import Sequence

from contract import Citation, Disagreement, Side
from evidence.conflicts.quoted import Conflict
from evidence.documents import Span


def disagreement_of(conflict: Conflict, citations: Sequence[Citation]) -> Disagreement:
    """The conflict as a result shows it; `citations` are those of the result, in their order."""
    return Disagreement(
        kind=conflict.kind,
        left=_side(conflict.left, conflict.left_text, conflict.left_span, citations),
        right=_side(conflict.right, conflict.right_text, conflict.right_span, citations),
        sentence=conflict.sentence,
    )


def _side(number: int, text: str, span: Span, citations: Sequence[Citation]) -> Side:
    return Side(
        citation=number,
        excerpt=text,
        char_start=span.start,
        char_end=span.end,
        published=citations[number - 1].published,
    )
