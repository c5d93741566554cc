"""What the PI adds to its researchers' own time: rounds over many that each sleep 300 ms, every
one a process of its own, its citation checked against the content that it gives."""

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

import anyio

from contract import ResearchConstraints, ResearchRequest, ResearchResult
from pi.dispatching import dispatch_all
from pi.model import Member, Task
from pi.pool import Pool
from tests.bench.speed import Goal
from tests.pi.rude import rude
from traces.home import Home
from traces.store import ContentStore

SLEEP: Final = 0.3
SIZES: Final = (1, 4, 16, 64)
_MANY: Final = 16
"""More than so many have 1.5 s."""
ROUNDS: Final = 5
SINGLE: Final = 30


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """Median seconds of warm rounds over a number of researchers."""

    size: int
    total: float


@dataclass(frozen=True, slots=True)
class Rounds:
    """All that was measured."""

    times: tuple[RoundTimes, ...]
    added_ms: float
    load: tuple[float, float]

    @property
    def goals(self) -> tuple[Goal, ...]:
        """Every figure that has a bound: 1.3 times the slowest, which sleeps, and 150 ms."""
        bound = 1.3 * SLEEP + 0.15
        totals = (
            Goal(f"round over {one.size}, s", one.total, 1.5 if one.size > _MANY else bound)
            for one in self.times
        )
        return (*totals, Goal("added to one researcher p50, ms", self.added_ms, 30.0))


def measure_rounds() -> Rounds:
    """Start the researchers of the largest round once, and ask more and more of them."""
    before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as place:
        home = Home(Path(place))
        home.ensure()
        times, added = anyio.run(_measure, ContentStore(home.cas))
    return Rounds(times, added, (before, os.getloadavg()[0]))


async def _measure(store: ContentStore) -> tuple[tuple[RoundTimes, ...], float]:
    names = [f"sleeper-{number}" for number in range(max(SIZES))]
    async with Pool([Member(rude("sleep", str(SLEEP), name=name)) for name in names]) as pool:
        await pool.presence()
        single = [await _round(pool, names[:1], store) for _ in range(SINGLE)]
        times = [await _rounds_of(pool, names[:size], store) for size in SIZES]
    return tuple(times), 1_000 * (median(single) - SLEEP)


async def _rounds_of(pool: Pool, names: list[str], store: ContentStore) -> RoundTimes:
    return RoundTimes(len(names), median([await _round(pool, names, store) for _ in range(ROUNDS)]))


async def _round(pool: Pool, names: list[str], store: ContentStore) -> float:
    """Seconds of one round, all of whose answers stand."""
    began = anyio.current_time()
    came = await dispatch_all(
        pool,
        [Task(name, 1, name, "When is rye sown?", "It may know.") for name in names],
        _request,
        deadline=began + 20,
        store=store,
    )
    took = anyio.current_time() - began
    assert all(isinstance(one.outcome, ResearchResult) for one in came)
    return took


def _request(task: Task) -> ResearchRequest:
    return ResearchRequest(question=task.question, constraints=ResearchConstraints(max_seconds=20))


def table(rounds: Rounds) -> str:
    """The figures as Markdown."""
    rows = ["| figure | measured | at most | |", "| --- | --- | --- | --- |"]
    for goal in rounds.goals:
        verdict = "ok" if goal.holds else "MISSED"
        rows.append(f"| {goal.name} | {goal.value:.2f} | {goal.bound:.2f} | {verdict} |")
    load = ", ".join(f"{one:.1f}" for one in rounds.load)
    return "\n".join([*rows, "", f"Load of the machine before and after: {load}."])
