"""Sentences that say nearly the same, with another value in one place.

A pair counts when two sentences share most of their words, the rarer ones of the question among
them, and differ in a number, a date, a negation, or in the one name that fills the same place.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from contract import DisagreementKind
from evidence.analyze import STOP_WORDS, Analyzer, fold
from evidence.conflicts.agreement import same_name
from evidence.conflicts.capitals import NAME, is_calendar, is_of_somewhere, name_words
from evidence.conflicts.dates import MONTH
from evidence.conflicts.quoted import Quoted, Value
from evidence.conflicts.statements import NEGATIONS, WORD, Statement, statements_of
from evidence.measures import DATE_KEYS, differing, measures_of
from evidence.plan import QueryPlan
from evidence.scoring import weight_of

_LEAST_SHARED: Final = 3
_LEAST_SHARE: Final = 0.6
_NEGATION_SHARE: Final = 0.75
_MOST_VALUES: Final = 3
"""A sentence with more values of a kind lists them; a list with others isn't its opposite."""
_AROUND: Final = 25
"""Characters that are quoted on each side of a negation."""
_MOST_OTHER_WORDS: Final = 2
"""Words of its own that a sentence may have beside the name that differs."""
_FILLS: Final = re.compile(r"\b(?:is|was|are|were|by|named|called|under|to)\s(?:the\s)?\Z", re.I)
_IS_FILLED: Final = re.compile(r"\s(?:is|was|are|were|remains|became)\b")
_VALUE: Final = re.compile(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?)?{MONTH}(?:\s\d{{1,2}}(?!\d))?(?:,?\s\d{{4}})?"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
    r"|(?:[$\u20ac\u00a3\u00a5]\s?)?\d+(?:[.,:]\d+)*(?:-\d\d-\d\d)?"
    r"\s?(?:[ap]m\b|[%\u20ac$\u00a3\u00b0]C?|[^\W\d_]+)?",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Parallel:
    """Two statements that differ in one thing, and what each one says there."""

    left: Statement
    right: Statement
    kind: DisagreementKind
    left_says: str
    right_says: str


def parallel_statements(
    plan: QueryPlan,
    quoted: Sequence[Quoted],
    weights: Mapping[str, float],
    analyzer: Analyzer,
) -> Iterator[Parallel]:
    """Every two sentences of different sources that differ in one value."""
    statements = [one for quote in quoted for one in statements_of(quote, plan, analyzer)]
    for left, right in combinations(statements, 2):
        if left.quoted.source != right.quoted.source:
            found = _difference(left, right, weights, analyzer)
            if found is not None:
                yield Parallel(left, right, *found)


def _difference(
    left: Statement, right: Statement, weights: Mapping[str, float], analyzer: Analyzer
) -> tuple[DisagreementKind, str, str] | None:
    shared = left.words & right.words
    smaller = min(len(left.words), len(right.words))
    if len(shared) < _LEAST_SHARED or not shared & left.asked & right.asked:
        return None
    names = _other_names(left, right)
    if names is not None:
        same = left.superlatives & right.superlatives
        return (DisagreementKind.SUPERLATIVE if same else DisagreementKind.NAME, *names)
    if not _speak_of_the_same(left, right, weights) or _name_other_things(left, right):
        return None
    key = differing(left.measures, right.measures)
    if key is not None and max(len(left.measures[key]), len(right.measures[key])) <= _MOST_VALUES:
        kind = DisagreementKind.DATE if key in DATE_KEYS else DisagreementKind.NUMBER
        return (kind, *_other_values(left, right, key, analyzer))
    larger = max(len(left.words), len(right.words))
    alike = len(shared) >= _NEGATION_SHARE * larger and smaller > _LEAST_SHARED
    if key is None and alike and left.is_negated != right.is_negated:
        return (DisagreementKind.NEGATION, *_negation_sides(left, right))
    return None


def holds_most(terms: Iterable[str], held: Container[str], weights: Mapping[str, float]) -> bool:
    """True when what is held weighs most of what the terms weigh together."""
    weighed = [(weight_of(term, weights), term in held) for term in terms]
    most = _LEAST_SHARE * sum(weight for weight, _ in weighed)
    return sum(weight for weight, is_held in weighed if is_held) >= most


def _speak_of_the_same(left: Statement, right: Statement, weights: Mapping[str, float]) -> bool:
    """Most words of the shorter one, and most of what both hold of the question by weight."""
    shared = left.words & right.words
    if len(shared) < _LEAST_SHARE * min(len(left.words), len(right.words)):
        return False
    return holds_most(left.asked | right.asked, shared, weights)


def _name_other_things(left: Statement, right: Statement) -> bool:
    """True when each names something that the other doesn't: a credit from one shop and a credit
    from another are two credits."""
    return bool(_own_names(left, right)) and bool(_own_names(right, left))


def _own_names(one: Statement, other: Statement) -> list[str]:
    """Names that only the one has; a capital at the beginning of a sentence says nothing."""
    theirs = {fold(word) for word in WORD.findall(other.text)}
    inside = (m.group() for m in re.finditer(NAME, one.text) if m.start() > 0)
    names = (name for name in inside if not is_calendar(name) and not is_of_somewhere(name))
    return [
        name
        for name in names
        if (words := name_words(name))
        and theirs.isdisjoint(words)
        and not any(word[0].isdigit() for word in words)
    ]


def _other_names(left: Statement, right: Statement) -> tuple[str, str] | None:
    """The one name of each that fills the same place, when little else differs."""
    ours, theirs = _filling_names(left, right), _filling_names(right, left)
    if len(ours) != 1 or len(theirs) != 1:
        return None
    (a,), (b,) = ours, theirs
    rest_left = left.words - right.words
    rest_right = right.words - left.words
    for rest, name in ((rest_left, a), (rest_right, b)):
        if len(rest) - len(name_words(name)) > _MOST_OTHER_WORDS:
            return None
    values = [Value(name, left.span, name_words(name)) for name in (a, b)]
    return None if same_name(*values) else (a, b)


def _filling_names(one: Statement, other: Statement) -> list[str]:
    """Names that only the one has, behind `is`, `by` or `named`, or before `is`."""
    theirs = {fold(word) for word in WORD.findall(other.text)}
    found = []
    for match in re.finditer(NAME, one.text):
        words = name_words(match.group())
        if not words or theirs.intersection(words) or is_calendar(match.group()):
            continue
        if is_of_somewhere(match.group()) or any(word[0].isdigit() for word in words):
            continue
        fills = _FILLS.search(one.text[: match.start()])
        if fills or _IS_FILLED.match(one.text, match.end()):
            found.append(match.group().rstrip("."))
    return found


def _other_values(
    left: Statement, right: Statement, key: str, analyzer: Analyzer
) -> tuple[str, str]:
    """The values of that key as each of the two writes them."""
    return _values(left, key, analyzer), _values(right, key, analyzer)


def _values(one: Statement, key: str, analyzer: Analyzer) -> str:
    pieces = [_without_stop_word(match.group().strip()) for match in _VALUE.finditer(one.text)]
    own = [piece for piece in pieces if key in measures_of(piece, analyzer)]
    numbers = [piece for piece in pieces if any(map(str.isdigit, piece))]
    return " and ".join(dict.fromkeys(own or numbers or pieces)) or one.text


def _without_stop_word(value: str) -> str:
    """A number without the word behind it that is no unit: `9 of`."""
    head, _, last = value.rpartition(" ")
    return head if head and fold(last) in STOP_WORDS else value


def _negation_sides(left: Statement, right: Statement) -> tuple[str, str]:
    """What both say around the word that negates, the same stretch of each."""
    negated, other = (left, right) if left.is_negated else (right, left)
    words = list(WORD.finditer(negated.text))
    place = next(n for n, word in enumerate(words) if fold(word.group()) in NEGATIONS)
    piece = _stretch(negated.text, words[place])
    near = [
        fold(word.group()) for word in (*words[place + 1 : place + 2], *words[place - 1 : place])
    ]
    same = (word for word in WORD.finditer(other.text) if fold(word.group()) in near)
    met = next(same, None)
    opposite = _stretch(other.text, met) if met is not None else other.text
    return (piece, opposite) if negated is left else (opposite, piece)


def _stretch(text: str, around: re.Match[str]) -> str:
    start = text.rfind(" ", 0, max(0, around.start() - _AROUND)) + 1
    end = text.find(" ", min(len(text), around.end() + _AROUND))
    piece = text[start : end if end != -1 else len(text)]
    return f"\u201c{piece.strip(' .,;')}\u201d"
