"""The speed a user meets, on one folder: warm searches, warm calls, cold starts."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import anyio

from researchers.local_brain.index_place import index_path
from researchers.local_brain.library import Library
from researchers.local_brain.roots import make_roots
from tests.bench.calling import CallTimes, ColdTimes, cold_asks, warm_calls
from tests.bench.questions import questions_of
from tests.bench.searching import GATED, OURS, UNGATED, SearchTimes, searches
from traces.home import Home

SEARCHES: Final = 200
CALLS: Final = 100
COLD: Final = 9


@dataclass(frozen=True, slots=True)
class Goal:
    """One figure, its unit in the name, and the bound below which it has to stay."""

    name: str
    value: float
    bound: float

    @property
    def holds(self) -> bool:
        """True within the bound."""
        return self.value <= self.bound


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured, and the machine's load before and after."""

    searches: tuple[SearchTimes, ...]
    warm: CallTimes
    cold: ColdTimes
    load: tuple[float, float]

    @property
    def goals(self) -> tuple[Goal, ...]:
        """Every figure that has a bound."""
        by_name = {times.engine: times for times in self.searches}
        ours = by_name[OURS]
        return (
            Goal("warm search p50 / bare FTS5, all terms", ours.p50 / by_name[UNGATED].p50, 1.5),
            Goal("warm search p50 / bare FTS5, gated", ours.p50 / by_name[GATED].p50, 1.5),
            Goal("warm search p95, ms", ours.p95, 20.0),
            Goal("warm research call over MCP p50, ms", self.warm.p50, 150.0),
            Goal("ask from a cold start, median s", self.cold.median, 2.5),
        )


def measure_speed(folder: Path, place: Path, *, peers: bool) -> Speed:
    """Index a folder into a home at `place`, then time searches, calls and cold starts."""
    before = os.getloadavg()[0]
    home = Home(place)
    home.ensure()
    roots = make_roots([(None, folder)])
    with Library(index_path(home, roots), roots) as library:
        anyio.run(library.refresh)
        questions = questions_of(library.index, SEARCHES)
        found = searches(library.index, questions, peers=peers)
    texts = [asked.text for asked in questions]
    warm = anyio.run(warm_calls, folder, place, texts[:CALLS])
    cold = cold_asks(folder, place, texts[:COLD])
    return Speed(tuple(found), warm, cold, (before, os.getloadavg()[0]))


def table(speed: Speed) -> str:
    """The figures as Markdown."""
    return "\n".join([*_goals(speed.goals), "", *_searches(speed.searches), "", _waits(speed)])


def _goals(goals: Sequence[Goal]) -> Iterator[str]:
    yield "| figure | measured | at most | |"
    yield "| --- | --- | --- | --- |"
    for goal in goals:
        verdict = "ok" if goal.holds else "MISSED"
        yield f"| {goal.name} | {goal.value:.2f} | {goal.bound:g} | {verdict} |"


def _searches(times: Sequence[SearchTimes]) -> Iterator[str]:
    yield "| search | p50 ms | p95 ms | passage in 10 |"
    yield "| --- | --- | --- | --- |"
    for one in times:
        yield f"| {one.engine} | {one.p50:.1f} | {one.p95:.1f} | {one.found:.3f} |"


def _waits(speed: Speed) -> str:
    warm, cold = speed.warm, speed.cold
    return (
        f"{warm.calls} warm calls: p50 {warm.p50:.0f} ms, p95 {warm.p95:.0f} ms, of which the "
        f"researcher itself {warm.inside_p50:.0f} ms at p50. {cold.runs} cold starts: median "
        f"{cold.median:.2f} s, fastest {cold.fastest:.2f} s. Load of the machine before and "
        f"after: {speed.load[0]:.1f}, {speed.load[1]:.1f}."
    )
