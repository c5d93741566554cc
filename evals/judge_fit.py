"""Fit the judge anew from kept runs: `python -m evals.judge_fit RUN_FOLDER --data FOLDER`.

The signals stand in the traces, the labels in the gold sets. Prints the weights that
`evidence.judge` holds as constants, how well they separate each set, and how well they do on a set
that they were not fitted on.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click
import numpy as np
from numpy.typing import NDArray

from evals.case import GoldSet, Kind
from evals.layouts import LAYOUTS
from evals.records import OutputFolder
from evidence.judge import NO_EVIDENCE_BELOW
from traces.reader import read_trace
from traces.sink import Action

SIGNALS: Final = (
    "intercept",
    "saturation",
    "window",
    "matched_terms",
    "log1p(question_terms)",
    "missing_names",
    "kind_missing",
)
_RIDGE: Final = 1.0
_STEPS: Final = 50
_SMOOTHING: Final = 20
"""Added to the size of a group, so that five questions don't weigh as much as five hundred."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """The signals of one set's questions: one row each, answerable ones and others."""

    name: str
    answerable: Floats
    others: Floats


def labelled(gold: GoldSet, place: OutputFolder) -> Labelled:
    """The signals that the last verdict of each kept run rested on."""
    groups: dict[bool, list[list[float]]] = {True: [], False: []}
    kept = place.kept(gold.name)
    for case in gold.cases:
        record = kept.get(case.id)
        if record is None or record.result is None or case.kind is Kind.NEAR_MISS:
            continue
        line = read_trace(place.home(gold.name), record.result.trace_id).last(Action.JUDGE)
        details = line.data.get("details") if line is not None else None
        if isinstance(details, dict):
            groups[case.is_answerable].append(_row(details))
    return Labelled(gold.name, _matrix(groups[True]), _matrix(groups[False]))


def fit(sets: Sequence[Labelled]) -> Floats:
    """Logistic regression by Newton's method, each group of each set with about equal weight."""
    groups = [(group, label) for one in sets for group, label in _groups(one)]
    rows = np.vstack([group for group, _ in groups])
    labels = np.concatenate([np.full(len(group), label) for group, label in groups])
    shares = np.concatenate([np.full(len(g), 1 / (len(g) + _SMOOTHING)) for g, _ in groups])
    shares *= len(shares) / shares.sum()
    scale = rows.std(axis=0)
    scale[scale == 0] = 1.0
    scaled = rows / scale
    penalty = np.diag([0.0, *[_RIDGE] * (rows.shape[1] - 1)])
    weights = np.zeros(rows.shape[1])
    for _ in range(_STEPS):
        likely = _logistic(scaled @ weights)
        slope = scaled.T @ (shares * (labels - likely)) - penalty @ weights
        curve = (scaled.T * (shares * likely * (1 - likely))) @ scaled + penalty
        weights = weights + np.linalg.solve(curve, slope)
    fitted: Floats = weights / scale
    return fitted


def kept_and_refused(weights: Floats, one: Labelled, threshold: float) -> tuple[float, float]:
    """Shares of answerable questions at or above the threshold, and of others below it."""
    kept = (_logistic(one.answerable @ weights) >= threshold).mean() if len(one.answerable) else 0.0
    refused = (_logistic(one.others @ weights) < threshold).mean() if len(one.others) else 0.0
    return float(kept), float(refused)


def _row(details: dict[str, object]) -> list[float]:
    return [
        1.0,
        float(str(details["saturation"])),
        float(str(details["window"])),
        float(str(details["matched_terms"])),
        math.log1p(float(str(details["question_terms"]))),
        float(str(details["missing_names"])),
        float(details["kind_missing"] is True),
    ]


def _matrix(rows: list[list[float]]) -> Floats:
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(SIGNALS))


def _groups(one: Labelled) -> list[tuple[Floats, float]]:
    return [
        (group, label) for group, label in ((one.answerable, 1.0), (one.others, 0.0)) if len(group)
    ]


def _logistic(logits: Floats) -> Floats:
    likely: Floats = 1.0 / (1.0 + np.exp(-logits))
    return likely


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("runs", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--data", required=True, type=click.Path(path_type=Path, exists=True, file_okay=False)
)
def main(runs: Path, data: Path) -> None:
    """Fit the judge from RUNS, a folder that `python -m evals --out` has filled."""
    place = OutputFolder(runs)
    names = [name for name in LAYOUTS if (data / name).is_dir() and place.results(name).exists()]
    sets = [labelled(LAYOUTS[name](data), place) for name in names]
    weights = fit(sets)
    for signal, weight in zip(SIGNALS, weights, strict=True):
        click.echo(f"{signal:24}{weight:8.2f}")
    click.echo(f"\nkept / refused at {NO_EVIDENCE_BELOW}, fitted on all and on the other sets")
    for one in sets:
        others = [other for other in sets if other is not one]
        rows = [kept_and_refused(weights, one, NO_EVIDENCE_BELOW)]
        rows += [kept_and_refused(fit(others), one, NO_EVIDENCE_BELOW)] if others else []
        click.echo(f"{one.name:16}" + "   ".join(f"{kept:.3f} / {no:.3f}" for kept, no in rows))


if __name__ == "__main__":
    main()
