"""Choosing the part of a passage that is quoted: whole units, at most 500 characters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from contract.version import CUT_MARK, EXCERPT_MAX_CHARS
from evidence.analyze import Analyzer
from evidence.display import has_words
from evidence.documents import Passage, Span
from evidence.expected import AnswerKind, holds_answer_kind
from evidence.families import Family
from evidence.instructions import instructions_in
from evidence.plan import QueryPlan
from evidence.scoring import weight_of
from evidence.sentences import Unit, UnitKind, units_of

_KIND_BONUS: Final = 0.15
_REPEAT_SHARE: Final = 0.2
_ORDER_SHARE: Final = 0.1
"""Share of the question's weight that a run of units has to gain by holding an order."""


@dataclass(frozen=True, slots=True)
class WeighedUnit:
    """A unit with the weight of the distinct question terms in it.

    An order to a language model (`evidence.instructions`) has no terms: it may stand within what
    is quoted, and says nothing.
    """

    unit: Unit
    terms: frozenset[str]
    weight: float
    holds_kind: bool
    has_words: bool = True
    is_order: bool = False

    @property
    def can_be_said(self) -> bool:
        """Whether an answer may take it over."""
        return self.has_words and not self.is_order


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What will be quoted of a passage. `is_cut` when it ends inside a unit."""

    span: Span
    units: tuple[WeighedUnit, ...]
    is_cut: bool

    def render(self, text: str) -> str:
        """The excerpt as it stands in a citation, with the mark of a cut one."""
        return text[self.span.start : self.span.end] + (CUT_MARK if self.is_cut else "")


def choose_excerpt(
    text: str,
    passage: Passage,
    plan: QueryPlan,
    weights: Mapping[str, float],
    analyzer: Analyzer,
) -> Excerpt | None:
    """The run of neighbouring units that says most about the question; None without a word, and
    when all that has words gives orders to a language model."""
    orders = instructions_in(text, passage.span)
    units = [
        _order(unit)
        if _overlaps(unit.span, orders)
        else _weigh(text, unit, plan, weights, analyzer)
        for unit in units_of(text, passage.span, passage.role)
        if any(map(str.isalnum, text[unit.span.start : unit.span.end]))
    ]
    if not _can_say(units):
        return None
    total = sum(weight_of(term, weights) for term in plan.terms) or 1.0
    first, last = max(
        _windows(units),
        key=lambda window: _value(units[window[0] : window[1] + 1], plan, weights, total),
    )
    start, end = units[first].unit.span.start, units[last].unit.span.end
    chosen = tuple(units[first : last + 1])
    if end - start <= EXCERPT_MAX_CHARS:
        return Excerpt(Span(start, end), chosen, is_cut=False)
    return Excerpt(Span(start, _cut(text, start)), chosen, is_cut=True)


def _overlaps(span: Span, orders: Sequence[Span]) -> bool:
    return any(order.start < span.end and span.start < order.end for order in orders)


def _order(unit: Unit) -> WeighedUnit:
    return WeighedUnit(unit, frozenset(), 0.0, holds_kind=False, is_order=True)


def _weigh(
    text: str, unit: Unit, plan: QueryPlan, weights: Mapping[str, float], analyzer: Analyzer
) -> WeighedUnit:
    piece = text[unit.span.start : unit.span.end]
    if not has_words(piece, unit.kind):
        return WeighedUnit(unit, frozenset(), 0.0, holds_kind=False, has_words=False)
    terms = frozenset(analyzer.terms(piece)).intersection(plan.terms)
    weight = sum(weight_of(term, weights) for term in terms)
    return WeighedUnit(unit, terms, weight, _holds_kind(unit, piece, plan))


def _holds_kind(unit: Unit, piece: str, plan: QueryPlan) -> bool:
    """Whether the unit has what the question asks for: a number, a date, a price, a command."""
    if plan.expected is not AnswerKind.OPEN:
        return holds_answer_kind(piece, plan.expected)
    return plan.family is Family.HOW_TO and unit.kind is UnitKind.CODE


def _windows(units: Sequence[WeighedUnit]) -> list[tuple[int, int]]:
    """For each first unit the longest run that fits; a unit that doesn't fit stands alone. Each
    run begins and ends with what can be said; one that holds an order may also end before it."""
    windows: list[tuple[int, int]] = []
    last = 0
    for first, unit in enumerate(units):
        last = max(last, first)
        while (
            last + 1 < len(units)
            and units[last + 1].unit.span.end - unit.unit.span.start <= EXCERPT_MAX_CHARS
        ):
            last += 1
        windows.extend((first, end) for end in _ends(units, first, last))
    return windows


def _ends(units: Sequence[WeighedUnit], first: int, last: int) -> tuple[int, ...]:
    """Where a run may end. Nowhere for a run that could say nothing."""
    inside = range(first, last + 1)
    if units[first].is_order or not _can_say(units[first : last + 1]):
        return ()
    before = next((place - 1 for place in inside if units[place].is_order), last)
    longest = max(place for place in inside if not units[place].is_order)
    ends = (longest, before) if _can_say(units[first : before + 1]) else (longest,)
    return tuple(dict.fromkeys(ends))


def _can_say(units: Sequence[WeighedUnit]) -> bool:
    return any(unit.can_be_said for unit in units)


def _value(
    units: Sequence[WeighedUnit], plan: QueryPlan, weights: Mapping[str, float], total: float
) -> float:
    """Weight of the distinct terms, a little for repeats, and for the kind of answer asked for."""
    distinct: frozenset[str] = frozenset().union(*(unit.terms for unit in units))
    value = sum(weight_of(term, weights) for term in distinct)
    value += _REPEAT_SHARE * (sum(unit.weight for unit in units) - value)
    if any(unit.holds_kind for unit in units):
        value += _KIND_BONUS * total
    value -= _ORDER_SHARE * total * sum(unit.is_order for unit in units)
    length = units[-1].unit.span.end - units[0].unit.span.start
    return value + 1e-6 * min(length, EXCERPT_MAX_CHARS)


def _cut(text: str, start: int) -> int:
    """The last word boundary that leaves room for the cut mark."""
    limit = start + EXCERPT_MAX_CHARS - len(CUT_MARK)
    place = max(text.rfind(" ", start, limit), text.rfind("\n", start, limit))
    return place if place > start + EXCERPT_MAX_CHARS // 2 else limit
