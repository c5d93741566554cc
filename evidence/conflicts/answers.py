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
from evidence.conflicts.said import said_in
from evidence.conflicts.slots import values_said

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


def answers_of(
    asked: Asked, quoted: Sequence[Quoted], about: Callable[[str], bool], analyzer: Analyzer
) -> tuple[Answer, ...]:
    """What those quotes answer that answer at all.

    A quote has to hold half the words of what the question names, so that a surname will do; where
    it names nothing, the sentence that answers has to be `about` what it asks.
    """
    if asked.subject:
        held = [len(asked.subject.intersection(analyzer.terms(one.text))) for one in quoted]
        found = [
            Answer(one, answers_in(one, asked))
            for one, words in zip(quoted, held, strict=True)
            if words * 2 >= len(asked.subject)
        ]
    else:
        found = [Answer(one, answers_in(one, asked, about)) for one in quoted]
    return tuple(answer for answer in found if answer.values)


def clashing_answers(asked: Asked, answers: Sequence[Answer]) -> Iterator[Clash]:
    """Every two of different sources of which no answer of the one agrees with the other."""
    same = _SAME[asked.slot]
    for left, right in combinations(answers, 2):
        if left.quoted.source == right.quoted.source:
            continue
        if not any(same(a, b) for a in left.values for b in right.values):
            yield Clash(left, right, _KIND[asked.slot])


def answers_in(
    quoted: Quoted, asked: Asked, about: Callable[[str], bool] = bool
) -> tuple[Value, ...]:
    """The values of a quote in sentences of which `about` holds, each once; none when there are
    too many to be an answer."""
    found: dict[tuple[str, ...], Value] = {}
    for said in filter(lambda said: about(said.text), said_in(quoted)):
        for value in values_said(said.text, said.span, asked):
            found.setdefault(value.parts, value)
    return tuple(found.values()) if len(found) <= _MOST_VALUES else ()
