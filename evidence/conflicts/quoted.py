"""What is compared, and what comes of it."""

from dataclasses import dataclass

from contract import DisagreementKind
from evidence.documents import Span


@dataclass(frozen=True, slots=True)
class Quoted:
    """A part of a source, to the letter and without a mark of having been cut.

    `citation` is its 1-based position in the result, `source` the identity of the document: two
    quotes of one source never conflict. `start` is where the text stands in the stored content, in
    code points. `published` is an RFC 3339 date or time, or what begins with a year.
    """

    citation: int
    source: str
    text: str
    start: int
    published: str | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """One thing that a quote says.

    `shown` is how it is written there, `span` the sentence that says it, in the stored content.
    `parts` are what it is compared by (see `agreement`); `year` is the year it is said to hold for.
    """

    shown: str
    span: Span
    parts: tuple[str, ...]
    year: str | None = None
    is_rough: bool = False


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two citations (1-based) that can't both be right, the sentences that say so (offsets in the
    stored content), and one sentence on how they differ. `subject` are the question's terms that
    both sides hold."""

    left: int
    right: int
    kind: DisagreementKind
    left_span: Span
    right_span: Span
    left_text: str
    right_text: str
    sentence: str
    subject: tuple[str, ...] = ()
