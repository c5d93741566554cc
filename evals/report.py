"""The table of a run, and whether it reached what it must."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evals.case import GoldSet
from evals.figures import Figure, figures_of
from evals.integrity import Share, marked, stored_in, verbatim
from evals.records import Record
from traces.home import Home
from traces.verification import VerifyStatus
from traces.verify import verify_trace

VERIFIED = 25
"""Traces of a set that are verified, evenly spread; each costs some 20 ms."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Milliseconds of a warm call, from sending it to holding its result."""

    gold_set: str
    p50: float
    p95: float
    calls: int


@dataclass(frozen=True, slots=True)
class SetReport:
    """What one set showed."""

    figures: tuple[Figure, ...]
    timing: Timing | None
    failures: tuple[str, ...]
    """A sentence for each call that gave no result."""

    @property
    def holds(self) -> bool:
        """True when every target was reached and every call answered."""
        return not self.failures and all(figure.holds for figure in self.figures)


def report_of(gold: GoldSet, records: Mapping[str, Record], home: Home) -> SetReport:
    """Count a set's figures. Reads the stored content and traces in `home`."""
    pairs = [(case, records[case.id].result) for case in gold.cases]
    results = [result for _, result in pairs if result is not None]
    stored = stored_in(home)
    figures = (
        *figures_of(gold.name, pairs),
        Figure(
            gold.name,
            "citations verbatim at their offsets",
            sum((verbatim(result, stored) for result in results), Share(0, 0)),
            1.0,
        ),
        Figure(
            gold.name,
            "sentences with a marker",
            sum((marked(result) for result in results), Share(0, 0)),
            1.0,
        ),
        Figure(
            gold.name,
            "traces that verify (sample)",
            _verified(home, [result.trace_id for result in results]),
            1.0,
        ),
    )
    asked = [records[case.id] for case in gold.cases]
    return SetReport(figures, timing_of(gold.name, asked), failures_of(asked))


def table(reports: Iterable[SetReport]) -> str:
    """The reports as one Markdown table of figures and one of times, then the failures."""
    every = list(reports)
    lines = [
        "| set | figure | target | value | n | |",
        "| --- | --- | --- | --- | --- | --- |",
        *(_row(figure) for report in every for figure in report.figures),
        "",
        "| set | warm call p50 ms | p95 ms | calls |",
        "| --- | --- | --- | --- |",
        *(
            f"| {t.gold_set} | {t.p50:.0f} | {t.p95:.0f} | {t.calls} |"
            for t in (report.timing for report in every)
            if t is not None
        ),
    ]
    lines.extend(_failures(every))
    return "\n".join(lines)


def _row(figure: Figure) -> str:
    target = "" if figure.target is None else f"{figure.target:.3f}"
    verdict = "" if figure.target is None else "ok" if figure.holds else "MISSED"
    counted = f"{figure.share.good:,} of {figure.share.of:,}"
    return (
        f"| {figure.gold_set} | {figure.name} | {target} | {_cut(figure.value)} | {counted} "
        f"| {verdict} |"
    )


def _cut(value: float) -> str:
    """Three decimals, never rounded up: 0.9999 is not all."""
    return f"{math.floor(value * 1_000 + 1e-9) / 1_000:.3f}"


def _failures(reports: Sequence[SetReport]) -> Iterator[str]:
    sentences = [sentence for report in reports for sentence in report.failures]
    if sentences:
        yield ""
        yield f"{len(sentences)} calls gave no result:"
        yield from (f"- {sentence}" for sentence in sentences[:20])


def _verified(home: Home, runs: Sequence[str]) -> Share:
    sample = runs[:: max(1, math.ceil(len(runs) / VERIFIED))]
    good = sum(verify_trace(home, run).status is VerifyStatus.OK for run in sample)
    return Share(good, len(sample))


def failures_of(records: Iterable[Record]) -> tuple[str, ...]:
    """A sentence for each call that gave no result."""
    return tuple(f"{record.case}: {record.failure}" for record in records if record.result is None)


def timing_of(gold_set: str, records: Sequence[Record]) -> Timing | None:
    """How long the calls took that gave a result; None when there is none."""
    times = sorted(record.seconds * 1_000 for record in records if record.result is not None)
    if not times:
        return None
    return Timing(gold_set, _percentile(times, 0.5), _percentile(times, 0.95), len(times))


def _percentile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]
