"""The judge: one pure function from a plan and its top evidence to a verdict and one next action.

The likelihood that the evidence answers the question is a logistic function of six signals. Its
weights were fitted on four public question sets with equal weight each (`docs/lab-notes.md`), and
they lean on those sets: fitted without the multi-hop set, the same function refused nearly all of
its long questions. So the threshold is no promise for kinds of questions that none of them holds.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from evidence.analyze import Analyzer
from evidence.expected import AnswerKind, holds_answer_kind
from evidence.plan import Concept, Query, QueryPlan, focused_query
from evidence.rows import ScoredRow, document_terms, head_terms
from evidence.scoring import weight_of

INTERCEPT: Final = -4.57
W_SATURATION: Final = 5.80
W_WINDOW: Final = 1.51
W_MATCHED: Final = 0.36
W_LENGTH: Final = 0.36
W_MISSING_NAMES: Final = -4.66
W_MISSING_KIND: Final = -2.99

NO_EVIDENCE_BELOW: Final = 0.22
ENOUGH_FROM: Final = 0.60
_MENTIONED: Final = 0.45
_RARE_WEIGHT: Final = 3.0
"""The weight of a term that stands in one of twenty passages."""
_JUDGED_ROWS: Final = 5
_NEAR_ROWS: Final = 3
_WEAK_ROW_SHARE: Final = 0.35


class Verdict(StrEnum):
    """What the evidence is good for."""

    ENOUGH = "enough_evidence"
    WEAK = "weak_evidence"
    NONE = "no_evidence"


@dataclass(frozen=True, slots=True)
class Signals:
    """The judge's inputs. Shares are of the total term weight, 0 to 1."""

    saturation: float
    window: float
    matched_terms: int
    question_terms: int
    missing_names: float
    kind_missing: bool


@dataclass(frozen=True, slots=True)
class WeakRow:
    """A row that carries little, and why in a few words."""

    locator: str
    reason: str


@dataclass(frozen=True, slots=True)
class FocusedRetry:
    """Search again with this variant."""

    query: Query


@dataclass(frozen=True, slots=True)
class RelatedExpansion:
    """Follow what this row's document is linked with."""

    row: ScoredRow


@dataclass(frozen=True, slots=True)
class NextLeads:
    """Open the next leads of the same search."""


Action = FocusedRetry | RelatedExpansion | NextLeads


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict with its grounds."""

    verdict: Verdict
    likelihood: float
    signals: Signals
    missing: tuple[Concept, ...]
    weak_rows: tuple[WeakRow, ...]
    action: Action | None
    reason: str


def judge(
    plan: QueryPlan,
    rows: Sequence[ScoredRow],
    weights: Mapping[str, float],
    analyzer: Analyzer,
    *,
    may_retry: bool,
    may_expand: bool,
    may_go_on: bool = False,
) -> Judgement:
    """Weigh the top rows (best first) and say what to do next, at most one thing. `may_go_on`
    says that leads to whole documents, and a pass for them, are left."""
    top = rows[:_JUDGED_ROWS]
    vocabularies = [document_terms(row.row.document, analyzer) for row in top]
    signals = _signals(plan, top, vocabularies, weights)
    likelihood = _likelihood(signals) if top else 0.0
    if len(plan.concepts) == 1:
        likelihood = min(likelihood, _most_of_one_word(plan, top, weights, analyzer))
    verdict = _verdict(likelihood)
    missing = _missing_concepts(plan, vocabularies)
    action = _action(plan, top, verdict, missing, may_retry=may_retry, may_expand=may_expand)
    if may_go_on and verdict is not Verdict.ENOUGH and not isinstance(action, FocusedRetry):
        action = NextLeads()
    return Judgement(
        verdict=verdict,
        likelihood=likelihood,
        signals=signals,
        missing=missing,
        weak_rows=_weak_rows(top),
        action=action,
        reason=_reason(verdict, signals, missing, plan),
    )


def _signals(
    plan: QueryPlan,
    top: Sequence[ScoredRow],
    vocabularies: Sequence[frozenset[str]],
    weights: Mapping[str, float],
) -> Signals:
    near = top[:_NEAR_ROWS]
    total = sum(weight_of(term, weights) for term in plan.terms) or 1.0
    missing_names = min(
        (
            sum(weight_of(name, weights) for name in plan.name_terms if name not in vocabulary)
            for vocabulary in vocabularies[:_NEAR_ROWS]
        ),
        default=0.0,
    )
    return Signals(
        saturation=top[0].score.saturation if top else 0.0,
        window=max((row.score.window for row in top), default=0.0),
        matched_terms=max((len(row.score.matched) for row in near), default=0),
        question_terms=len(plan.terms),
        missing_names=missing_names / total,
        kind_missing=plan.expected is not AnswerKind.OPEN
        and not any(holds_answer_kind(row.row.text, plan.expected) for row in near),
    )


def _most_of_one_word(
    plan: QueryPlan, top: Sequence[ScoredRow], weights: Mapping[str, float], analyzer: Analyzer
) -> float:
    """How likely an answer to a question of one word can be at most.

    Any passage that mentions the word matches such a question whole, so a match says little: one
    in a title, a heading or a tag is taken as it is, a mention of a rare word is weak, and a
    mention of a common one is nothing.
    """
    terms = set(plan.concepts[0].terms)
    near = [row.row for row in top[:_NEAR_ROWS]]
    if any(terms <= set(head_terms(row.document, row.passage, analyzer)) for row in near):
        return 1.0
    rare = max((weights.get(term, math.inf) for term in terms), default=0.0) >= _RARE_WEIGHT
    return _MENTIONED if rare else 0.0


def _likelihood(signals: Signals) -> float:
    logit = (
        INTERCEPT
        + W_SATURATION * signals.saturation
        + W_WINDOW * signals.window
        + W_MATCHED * signals.matched_terms
        + W_LENGTH * math.log1p(signals.question_terms)
        + W_MISSING_NAMES * signals.missing_names
        + W_MISSING_KIND * signals.kind_missing
    )
    return 1.0 / (1.0 + math.exp(-logit))


def _verdict(likelihood: float) -> Verdict:
    if likelihood >= ENOUGH_FROM:
        return Verdict.ENOUGH
    return Verdict.NONE if likelihood < NO_EVIDENCE_BELOW else Verdict.WEAK


def _missing_concepts(
    plan: QueryPlan, vocabularies: Sequence[frozenset[str]]
) -> tuple[Concept, ...]:
    held: frozenset[str] = frozenset().union(*vocabularies)
    return tuple(c for c in plan.concepts if not held.issuperset(c.terms))


def _weak_rows(top: Sequence[ScoredRow]) -> tuple[WeakRow, ...]:
    best = max((row.score.coverage for row in top), default=0.0)
    return tuple(
        WeakRow(row.row.locator, f"matches only {', '.join(row.score.matched) or 'no term'}")
        for row in top
        if row.score.coverage < _WEAK_ROW_SHARE * best
    )


def _action(
    plan: QueryPlan,
    top: Sequence[ScoredRow],
    verdict: Verdict,
    missing: tuple[Concept, ...],
    *,
    may_retry: bool,
    may_expand: bool,
) -> Action | None:
    if verdict is Verdict.ENOUGH and not any(concept.is_name for concept in missing):
        return None
    if may_retry and missing and (query := focused_query(plan, missing)) is not None:
        return FocusedRetry(query)
    if may_expand and top and verdict is Verdict.WEAK:
        return RelatedExpansion(max(top, key=lambda row: row.score.coverage))
    return None


def _reason(
    verdict: Verdict, signals: Signals, missing: tuple[Concept, ...], plan: QueryPlan
) -> str:
    if len(plan.concepts) == 1 and verdict is not Verdict.ENOUGH and not missing:
        word = plan.concepts[0].label
        return f"{_named(verdict)}: the passages mention {word}, and none is about it."
    held = f"the best passages hold {signals.matched_terms} of {signals.question_terms} terms"
    lacking = ", ".join(concept.label for concept in missing[:5])
    without = f" and nothing on {lacking}" if lacking else ""
    kind = ", and none has the kind of answer asked for" if signals.kind_missing else ""
    return f"{_named(verdict)}: {held}{without}{kind}."


def _named(verdict: Verdict) -> str:
    return verdict.value.replace("_", " ").capitalize()
