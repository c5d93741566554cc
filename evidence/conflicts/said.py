"""The sentences of a quote that say something: not those that give orders to a language model."""

from collections.abc import Iterator
from dataclasses import dataclass

from evidence.conflicts.quoted import Quoted
from evidence.documents import Span
from evidence.instructions import instruction_spans
from evidence.sentences import UnitKind, units_of


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence or a list item, and where it stands in the stored content."""

    text: str
    span: Span
    kind: UnitKind


def said_in(quoted: Quoted) -> Iterator[Said]:
    """What a quote says, in order. What gives orders may be quoted, and is no evidence."""
    orders = instruction_spans(quoted.text)
    for unit in units_of(quoted.text, Span(0, len(quoted.text)), "raw_text"):
        start, end = unit.span.start, unit.span.end
        if not any(order.start < end and start < order.end for order in orders):
            where = Span(quoted.start + start, quoted.start + end)
            yield Said(quoted.text[start:end], where, unit.kind)
