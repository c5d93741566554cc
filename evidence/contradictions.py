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
from evidence.excerpts import WeighedUnit
from evidence.extractive import CitedRow
from evidence.measures import DATE_KEYS, Measures, differing, measures_of
from evidence.scoring import weight_of
from evidence.sentences import UnitKind

_LEAST_SHARED: Final = 3
_LEAST_SHARE: Final = 0.6
_NEGATION_SHARE: Final = 0.75
_WORD: Final = re.compile(r"[^\W_]+")
_NEGATIONS: Final = frozenset({"not", "never", "no", "cannot", "without", "nor", "neither", "t"})


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
    measures: Measures
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
        if unit.unit.kind in (UnitKind.PROSE, UnitKind.ITEM) and unit.terms
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
    words = {
        analyzer.word(w)[0]
        for w in folded
        if w not in STOP_WORDS and not w[0].isdigit() and len(w) > 1
    }
    return _Statement(
        citation=number,
        text=text,
        words=frozenset(words),
        measures=measures_of(text, analyzer),
        negated=any(w in _NEGATIONS for w in folded),
        asked=unit.terms,
    )


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
    key = differing(left.measures, right.measures)
    if key is not None:
        return "date" if key in DATE_KEYS else "number"
    if left.negated != right.negated and share >= _NEGATION_SHARE and smaller > _LEAST_SHARED:
        return "negation"
    return None
