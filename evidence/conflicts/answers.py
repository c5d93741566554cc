"""Sources that answer the question differently."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from contract import DisagreementKind
from evidence.analyze import Analyzer
from evidence.conflicts.agreement import (
    same_amount,
    same_class,
    same_day,
    same_name,
    same_place,
)
from evidence.conflicts.questions import Asked, Slot
from evidence.conflicts.quoted import Quoted, Value
from evidence.conflicts.slots import values_said
from evidence.documents import Span
from evidence.sentences import units_of

_MOST_VALUES: Final = 3
"""A quote that names more of them lists them, and answers nothing."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one quote gives as the answer: its values, all of which it holds to be true."""

    quoted: Quoted
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Clash:
    """Two answers that can't both be right, by the first value of each."""

    left: Answer
    right: Answer
    kind: DisagreementKind


_SAME: Final[Mapping[Slot, Callable[[Value, Value], bool]]] = {
    Slot.DAY: same_day,
    Slot.AMOUNT: same_amount,
    Slot.ROLE: same_name,
    Slot.PLACE: same_place,
    Slot.MEMBER: same_class,
}
_KIND: Final[Mapping[Slot, DisagreementKind]] = {
    Slot.DAY: DisagreementKind.DATE,
    Slot.AMOUNT: DisagreementKind.NUMBER,
    Slot.ROLE: DisagreementKind.NAME,
    Slot.PLACE: DisagreementKind.NAME,
    Slot.MEMBER: DisagreementKind.NAME,
}


def clashing_answers(asked: Asked, quoted: Sequence[Quoted], analyzer: Analyzer) -> Iterator[Clash]:
    """Every two quotes of different sources of which no answer of the one agrees with the other."""
    answers = [
        Answer(one, values)
        for one in quoted
        if _is_about(one.text, asked, analyzer) and (values := answers_in(one, asked))
    ]
    same = _SAME[asked.slot]
    for left, right in combinations(answers, 2):
        if left.quoted.source == right.quoted.source:
            continue
        if not any(same(a, b) for a in left.values for b in right.values):
            yield Clash(left, right, _KIND[asked.slot])


def answers_in(quoted: Quoted, asked: Asked) -> tuple[Value, ...]:
    """The values of a quote, each once; none when there are too many to be an answer."""
    found: dict[tuple[str, ...], Value] = {}
    for unit in units_of(quoted.text, Span(0, len(quoted.text)), "raw_text"):
        text = quoted.text[unit.span.start : unit.span.end]
        where = Span(quoted.start + unit.span.start, quoted.start + unit.span.end)
        for value in values_said(text, where, asked):
            found.setdefault(value.parts, value)
    return tuple(found.values()) if len(found) <= _MOST_VALUES else ()


def _is_about(text: str, asked: Asked, analyzer: Analyzer) -> bool:
    return not asked.subject or bool(asked.subject.intersection(analyzer.terms(text)))
