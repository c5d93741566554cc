"""Choosing what an answer takes from an excerpt: a few sentences to lead with, or one line.

A line is a piece of the stored text with the kind of unit it is of.
"""

import re
from collections.abc import Sequence
from typing import Final

from evidence.analyze import Analyzer
from evidence.excerpts import Excerpt, WeighedUnit
from evidence.families import Family
from evidence.light_verbs import telling_terms
from evidence.plan import QueryPlan
from evidence.sentences import UnitKind

_LEAD_SENTENCES: Final = 3
_LEAD_SHARE: Final = 0.5
_KIND_SHARES: Final = {
    UnitKind.CODE: 0.6,
    UnitKind.FIELD: 0.6,
    UnitKind.ROW: 0.8,
    UnitKind.TITLE: 0.3,
}
_GOES_ON: Final = re.compile(
    r"[\W_]*(?:it|its|they|their|them|he|his|she|her|this|these|those|that|such|both|each|either|"
    r"neither|others?|another|one|ones|the (?:former|latter|same|other|first|second)|then|thus|"
    r"therefore|hence|so|because|but|however|also|instead|otherwise|after (?:that|this)|and|or|"
    r"in (?:this|that|addition|contrast|other words)|for (?:this|that|example|instance))\b",
    re.I,
)
"""How a sentence begins that is about what the one before it is about."""

_ASKS_FOR_CODE: Final = re.compile(
    r"\b(?:commands?|code|snippets?|scripts?|queries|query|functions?|flags?|syntax|config\w*|how)\b",
    re.I,
)
"""What is asked for is then behind a colon."""


def leading_lines(
    excerpt: Excerpt, text: str, plan: QueryPlan, analyzer: Analyzer
) -> list[tuple[str, UnitKind]]:
    """What the first source says: up to three sentences, with the code they introduce."""
    units = _leading_units(_readable(excerpt), text, plan, telling_terms(plan, analyzer))
    return [(_piece(unit, excerpt, text), unit.unit.kind) for unit in units]


def line_of(excerpt: Excerpt, text: str, analyzer: Analyzer) -> tuple[str, UnitKind]:
    """The one line by which a further source is listed."""
    best = max(_readable(excerpt), key=_listed_merit)
    piece = _piece(best, excerpt, text)
    if best.unit.kind is UnitKind.CODE:
        piece = _best_line(piece, best.terms, analyzer)
    return piece, best.unit.kind


def _readable(excerpt: Excerpt) -> list[WeighedUnit]:
    """The units with words in them, but no order to a language model, and no title unless there
    are only titles."""
    said = [unit for unit in excerpt.units if unit.can_be_said]
    return [unit for unit in said if unit.unit.kind is not UnitKind.TITLE] or said


def _piece(unit: WeighedUnit, excerpt: Excerpt, text: str) -> str:
    return text[unit.unit.span.start : min(unit.unit.span.end, excerpt.span.end)]


def _best_line(code: str, terms: frozenset[str], analyzer: Analyzer) -> str:
    """The line of a block of code that holds most of the question's terms; one with a word."""
    lines = [line for line in code.splitlines() if any(map(str.isalnum, line))]
    return max(lines, key=lambda line: len(terms.intersection(analyzer.terms(line))))


def _leading_units(
    units: Sequence[WeighedUnit], text: str, plan: QueryPlan, telling: frozenset[str]
) -> list[WeighedUnit]:
    """The weightiest units of the first citation in text order, with what they lean on.

    A unit that ends with a colon brings what it introduces, code brings its introduction, and
    the places that are left go to what follows the weightiest, as long as it goes on about it:
    answers follow their subject.
    """
    order = sorted(range(len(units)), key=lambda i: (-_merit(units[i]), i))
    best = _merit(units[order[0]])
    chosen: set[int] = set()
    held: set[str] = set()
    for index in order:
        unit = units[index]
        says_more = not unit.terms <= held or unit.holds_kind
        if not chosen or (
            len(chosen) < _LEAD_SENTENCES and _merit(unit) >= _LEAD_SHARE * best and says_more
        ):
            chosen.add(index)
            held |= unit.terms
    for index in range(order[0] + 1, len(units)):
        if len(chosen) >= _LEAD_SENTENCES:
            break
        if index not in chosen and not _follows(units, index, order[0], text, plan, telling):
            break
        chosen.add(index)
    chosen |= {i + 1 for i in chosen if _brings_next(units, i, text, plan)}
    chosen |= {i - 1 for i in chosen if i > 0 and _introduces(units[i - 1], text)}
    return [units[i] for i in sorted(chosen)]


def _follows(
    units: Sequence[WeighedUnit],
    index: int,
    best: int,
    text: str,
    plan: QueryPlan,
    telling: frozenset[str],
) -> bool:
    """Whether a unit behind the weightiest says what was asked, or goes on from what is said."""
    unit = units[index]
    holds_kind = unit.holds_kind and unit.unit.kind is not UnitKind.ROW
    if unit.terms & telling or (holds_kind and not units[best].holds_kind):
        return True
    shows_code = _introduces(unit, text) and _ASKS_FOR_CODE.search(plan.question) is not None
    return shows_code or _goes_on(unit, text)


def _goes_on(unit: WeighedUnit, text: str) -> bool:
    """Whether a unit is a part of what was said before it, or points back at it."""
    if unit.unit.kind in (UnitKind.ITEM, UnitKind.CODE):
        return True
    return _GOES_ON.match(text, unit.unit.span.start) is not None


def _brings_next(units: Sequence[WeighedUnit], index: int, text: str, plan: QueryPlan) -> bool:
    if index + 1 >= len(units):
        return False
    asks_for_code = plan.family is Family.HOW_TO and units[index + 1].unit.kind is UnitKind.CODE
    return asks_for_code or _introduces(units[index], text)


def _merit(unit: WeighedUnit) -> float:
    return unit.weight * (1.5 if unit.holds_kind else 1.0)


def _listed_merit(unit: WeighedUnit) -> tuple[float, bool]:
    """Prose says more in one line than code with the same words."""
    share = _KIND_SHARES.get(unit.unit.kind, 1.0)
    return _merit(unit) * share, unit.unit.kind is not UnitKind.CODE


def _introduces(unit: WeighedUnit, text: str) -> bool:
    return text[unit.unit.span.start : unit.unit.span.end].rstrip("*_ ").endswith(":")
