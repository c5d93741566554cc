"""A round of questions cancelled at any point: the work ends, no process is left, and a network
that stays warm answers the next round."""

import random
import time
from pathlib import Path

import anyio
import pytest

from contract import ResearchResult
from pi.model import Member
from pi.pool import Pool
from tests.pi.asking import ANSWER, answer_of, ask
from tests.pi.rude import marked_processes, member, new_mark
from tests.soak.conftest import Report

pytestmark = pytest.mark.anyio

LATEST = 1.0
"""Seconds after the start at which a round is cancelled at the latest: it starts, shakes hands,
asks, hears progress, pulls content meanwhile."""
GRACE = 2.0


def network(diary: Path, mark: str) -> list[Member]:
    return [
        member("work", str(diary), name="first-worker", mark=mark),
        member("work", str(diary), name="second-worker", mark=mark),
        member("sleep", "0.2", mark=mark),
        member("silent-records", mark=mark),
        member("flood", mark=mark),
        member("good", mark=mark),
    ]


def last_entry(diary: Path) -> float:
    """When somebody worked last; 0 for never."""
    lines = diary.read_text().splitlines() if diary.exists() else []
    return float(lines[-1]) if lines else 0.0


async def cancel_cold(seconds: float, diary: Path) -> float:
    """Start a network, ask, cancel all of it. Returns how long the end took."""
    mark = new_mark()
    members = network(diary, mark)
    with anyio.move_on_after(seconds) as scope:
        async with Pool(members) as pool:
            await ask(pool, [one.name for one in members], 60)
    took = anyio.current_time() - scope.deadline
    assert scope.cancelled_caught
    assert took < GRACE
    assert marked_processes(mark) == []
    assert last_entry(diary) < time.time() - took + GRACE
    return took


async def cancel_warm(points: list[float], diary: Path) -> None:
    """Cancel round after round over one network, and ask it once more."""
    mark = new_mark()
    members = network(diary, mark)
    names = [one.name for one in members]
    async with Pool(members) as pool:
        await pool.presence()
        for seconds in points:
            with anyio.move_on_after(seconds):
                await ask(pool, names, 60)
        ended = time.time()
        await anyio.sleep(GRACE)
        assert last_entry(diary) < ended + GRACE / 2
        came = await ask(pool, ["good", "sleep"], 20)
        assert answer_of(came["good"]) == ANSWER
        assert isinstance(came["sleep"].outcome, ResearchResult)
    assert marked_processes(mark) == []


async def test_a_few_cancelled_rounds_leave_nothing(tmp_path: Path) -> None:
    for place, seconds in enumerate((0.0, 0.03, 0.3, 0.8)):
        await cancel_cold(seconds, tmp_path / f"diary-{place}")


@pytest.mark.soak
async def test_a_hundred_rounds_cancelled_at_random_leave_nothing(
    tmp_path: Path, report: Report
) -> None:
    chance = random.Random(7)
    points = [chance.uniform(0, LATEST) for _ in range(50)]
    took = [await cancel_cold(one, tmp_path / f"diary-{n}") for n, one in enumerate(points)]
    await cancel_warm([chance.uniform(0, LATEST / 2) for _ in range(50)], tmp_path / "diary")
    report(f"cancel at 100 points: all ended, the slowest within {max(took):.2f} s")
