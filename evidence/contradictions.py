"""Contradictions between two sources: the same said of the same thing, with another value.

Raw text is compared, never a summary. A pair is reported when two units of different documents
share most of their words, the rarer ones among them, and differ in a number, a date or a negation.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from evidence.analyze import STOP_WORDS, Analyzer, fold
from evidence.dimensions import dimensions_of
from evidence.excerpts import WeighedUnit
from evidence.extractive import CitedRow
from evidence.scoring import weight_of
from evidence.sentences import UnitKind

_LEAST_SHARED: Final = 3
_LEAST_SHARE: Final = 0.6
_NEGATION_SHARE: Final = 0.75
_NUMBER: Final = re.compile(r"(?<![\w.])\d+(?:[.,:]\d+)*(?![\w]*\d)")
_WORD: Final = re.compile(r"[^\W_]+")
_NEGATIONS: Final = frozenset({"not", "never", "no", "cannot", "without", "nor", "neither", "t"})
_MONTHS: Final = frozenset(
    "january february march april may june july august september october november december".split()
)
_DAYS: Final = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two citations (1-based) whose quoted units disagree, and in what."""

    left: int
    right: int
    left_text: str
    right_text: str
    what: str
    subject_terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Statement:
    citation: int
    text: str
    words: frozenset[str]
    numbers: frozenset[str]
    dimensions: frozenset[str]
    dates: frozenset[str]
    negated: bool
    asked: frozenset[str]


def find_contradictions(
    cited: Sequence[CitedRow], weights: Mapping[str, float], analyzer: Analyzer
) -> tuple[Contradiction, ...]:
    """Every disagreement between two cited documents, one per pair of citations at most."""
    statements = [
        (row.row.row.document.key, _statement(number, row, unit, analyzer))
        for number, row in enumerate(cited, start=1)
        for unit in row.excerpt.units
        if unit.unit.kind is not UnitKind.CODE and unit.terms
    ]
    found: dict[tuple[int, int], Contradiction] = {}
    for (left_key, left), (right_key, right) in combinations(statements, 2):
        if left_key == right_key or (left.citation, right.citation) in found:
            continue
        what = _difference(left, right, weights)
        if what is not None:
            subject = tuple(sorted(left.words & right.words & left.asked))
            found[left.citation, right.citation] = Contradiction(
                left.citation, right.citation, left.text, right.text, what, subject
            )
    return tuple(found.values())


def _statement(number: int, row: CitedRow, unit: WeighedUnit, analyzer: Analyzer) -> _Statement:
    span = unit.unit.span
    text = row.row.row.document.text[span.start : span.end]
    folded = [fold(word) for word in _WORD.findall(text)]
    dates = {w for w in folded if w in _MONTHS or w in _DAYS}
    words = {
        analyzer.word(w)[0]
        for w in folded
        if w not in STOP_WORDS and not w[0].isdigit() and w not in dates and len(w) > 1
    }
    return _Statement(
        citation=number,
        text=text,
        words=frozenset(words),
        numbers=frozenset(n.rstrip(".,:") for n in _NUMBER.findall(text)),
        dimensions=dimensions_of(text),
        dates=frozenset(dates),
        negated=any(w in _NEGATIONS for w in folded),
        asked=unit.terms,
    )


def _numbers_differ(left: _Statement, right: _Statement) -> bool:
    """Whether both have numbers, none in common, and the numbers can be compared at all."""
    if not left.numbers or not right.numbers or left.numbers & right.numbers:
        return False
    known = left.dimensions and right.dimensions
    return not known or bool(left.dimensions & right.dimensions)


def _difference(left: _Statement, right: _Statement, weights: Mapping[str, float]) -> str | None:
    """What the two disagree in, or None when they don't speak of the same thing."""
    shared = left.words & right.words
    smaller = min(len(left.words), len(right.words))
    if len(shared) < _LEAST_SHARED or not shared & left.asked & right.asked:
        return None
    rare = sum(weight_of(word, weights) for word in shared & (left.asked | right.asked))
    asked = sum(weight_of(word, weights) for word in left.asked | right.asked)
    share = len(shared) / smaller
    if share < _LEAST_SHARE or rare < _LEAST_SHARE * asked:
        return None
    if _numbers_differ(left, right):
        return "number"
    if left.dates and right.dates and not left.dates & right.dates:
        return "date"
    if left.negated != right.negated and share >= _NEGATION_SHARE and smaller > _LEAST_SHARED:
        return "negation"
    return None
