"""The figures of a set, and what each one has to reach."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from contract import ResearchResult
from evals.case import Case, Kind
from evals.integrity import Share
from evals.scorers import (
    abstains,
    all_files,
    answer_in_excerpts,
    answer_in_text,
    any_file,
    names_disagreement,
    paragraph_cited,
    right_file_first,
)

Scorer = Callable[[Case, ResearchResult], bool]
Pairs = Sequence[tuple[Case, ResearchResult | None]]


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured share. `target` is the least it must reach, None when it is only shown.

    `score` is the value of what is no share; `share` then says from how many of how many it is.
    """

    gold_set: str
    name: str
    share: Share
    target: float | None = None
    score: float | None = None

    @property
    def value(self) -> float:
        """The score or the share as a number; 0 of nothing is 0."""
        if self.score is not None:
            return self.score
        return self.share.good / self.share.of if self.share.of else 0.0

    @property
    def holds(self) -> bool:
        """False when a target was missed. A figure over no case at all holds nothing up."""
        return self.target is None or self.share.of == 0 or self.value >= self.target


@dataclass(frozen=True, slots=True)
class _Measure:
    """How a figure is counted: over which cases, by which scorer."""

    name: str
    over: Callable[[Case], bool]
    good: Scorer
    target: float | None = None


def _of(kind: Kind) -> Callable[[Case], bool]:
    return lambda case: case.kind is kind


def _with_answer(case: Case) -> bool:
    return case.is_answerable and bool(case.answers)


_ANSWERABLE: Final = _of(Kind.ANSWERABLE)
_ABSTAINS_OFF_TOPIC: Final = "off-topic: abstains"
_ANSWERED: Final = "answerable: answered"


def _answered(_: Case, result: ResearchResult) -> bool:
    return not abstains(result)


def _abstains(_: Case, result: ResearchResult) -> bool:
    return abstains(result)


def _disagreement(_: Case, result: ResearchResult) -> bool:
    return names_disagreement(result)


_SHOWN: Final = (
    _Measure("answer text holds the gold answer", _with_answer, answer_in_text),
    _Measure("near miss: abstains", _of(Kind.NEAR_MISS), _abstains),
)
"""Of every set, without a target."""

_MEASURES: Final[dict[str, tuple[_Measure, ...]]] = {
    "examples": (
        _Measure("right file cited first", _ANSWERABLE, right_file_first, 0.9),
        _Measure(_ABSTAINS_OFF_TOPIC, _of(Kind.OFF_TOPIC), _abstains, 0.8),
        _Measure(_ANSWERED, _ANSWERABLE, _answered, 0.95),
        _Measure("disagreement named", lambda case: case.disagreement, _disagreement, 1.0),
    ),
    "notes-til": (
        _Measure("right file cited first", _ANSWERABLE, right_file_first, 14 / 15),
        _Measure(_ABSTAINS_OFF_TOPIC, _of(Kind.OFF_TOPIC), _abstains, 4 / 5),
        _Measure(_ANSWERED, _ANSWERABLE, _answered),
    ),
    "squad2": (
        _Measure(
            "gold paragraph among 10 citations",
            _ANSWERABLE,
            lambda case, result: paragraph_cited(case, result, 10),
            0.93,
        ),
        _Measure(
            "first 5 excerpts hold a gold answer",
            _with_answer,
            lambda case, result: answer_in_excerpts(case, result, 5),
            0.78,
        ),
        _Measure(_ABSTAINS_OFF_TOPIC, _of(Kind.OFF_TOPIC), _abstains, 0.85),
        _Measure(_ANSWERED, _ANSWERABLE, _answered, 0.95),
    ),
    "multihoprag": (
        _Measure(
            "all gold notes among 10 citations",
            _ANSWERABLE,
            lambda case, result: all_files(case, result, 10),
            0.75,
        ),
        _Measure(_ABSTAINS_OFF_TOPIC, _of(Kind.OFF_TOPIC), _abstains),
        _Measure(_ANSWERED, _ANSWERABLE, _answered),
    ),
    "chat-lihua": (
        _Measure(
            "a gold file among 5 citations",
            _ANSWERABLE,
            lambda case, result: any_file(case, result, 5),
            0.92,
        ),
        _Measure(_ANSWERED, _ANSWERABLE, _answered),
    ),
}


def figures_of(gold_set: str, pairs: Pairs) -> Iterator[Figure]:
    """The figures of a set over its cases, each with its result or None where the call failed;
    a failed call never counts as good."""
    for measure in (*_MEASURES[gold_set], *_SHOWN):
        met = [
            result is not None and measure.good(case, result)
            for case, result in pairs
            if measure.over(case)
        ]
        if met:
            yield Figure(gold_set, measure.name, Share(sum(met), len(met)), measure.target)
