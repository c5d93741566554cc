"""A run that was killed at any point goes on: nothing it had is asked again, and the answer is
the one that it would have given."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from contract import ResearchResult
from pi.investigate import Investigator, Watch
from pi.resuming import Spent, finished_steps
from tests.pi.kitchen import REQUEST, Kitchen, essence
from tests.pi.networks import investigator, member
from traces.home import Home
from traces.reader import read_bytes
from traces.verification import VerifyStatus
from traces.verify import verify_trace

pytestmark = pytest.mark.anyio


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


@asynccontextmanager
async def investigating(kitchen: Kitchen, home: Home) -> AsyncIterator[Investigator]:
    members = [member(name, server) for name, server in kitchen.servers.items()]
    async with investigator(members, home) as top:
        yield top


async def resumed(home: Home, run: str) -> tuple[ResearchResult, int]:
    """Go on with a run. Also returns how many questions had to be asked for it."""
    kitchen = Kitchen(home)
    async with investigating(kitchen, home) as again:
        steps = finished_steps(home, run)
        result = await again.investigate(steps.request, watch=Watch(steps=steps))
    return result, kitchen.asked


async def finished(home: Home) -> tuple[ResearchResult, int]:
    kitchen = Kitchen(home)
    async with investigating(kitchen, home) as top:
        return await top.investigate(REQUEST), kitchen.asked


async def go_on_behind_lines(home: Home, every: int) -> int:
    """Kill a run behind each so-manieth line of its trace, or in the middle of the next one, go on
    from there, and hold the answer against the one without a kill. Returns how many there were."""
    wanted, questions = await finished(home)
    assert questions >= 3, "a follow-up is asked too"
    whole = read_bytes(home, wanted.trace_id)
    unsealed = b"".join(home.heads.read_bytes().splitlines(keepends=True)[:-1])
    ends = [place + 1 for place, byte in enumerate(whole) if byte == ord("\n")]
    killed = ends[:-2:every]  # the last two are written in one piece, and then the run is sealed
    for end in killed:
        kept = whole[:end].count(b'"action":"receive"')
        home.trace(wanted.trace_id).write_bytes(whole[: end + end % 7])
        home.heads.write_bytes(unsealed)
        result, asked = await resumed(home, wanted.trace_id)
        assert essence(result) == essence(wanted), f"killed after {end} of {len(whole)} bytes"
        assert asked == questions - kept
        assert verify_trace(home, result.trace_id).status is VerifyStatus.OK
    return len(killed)


async def test_after_a_kill_the_answer_is_the_same(home: Home) -> None:
    assert await go_on_behind_lines(home, every=5) >= 3


@pytest.mark.soak
async def test_after_a_kill_behind_any_line_the_answer_is_the_same(
    home: Home,
) -> None:
    assert await go_on_behind_lines(home, every=1) >= 15


async def test_a_run_that_is_killed_again_and_again_comes_to_its_end(home: Home) -> None:
    wanted, questions = await finished(home)
    run, asked = wanted.trace_id, questions
    for _ in range(3):
        whole = read_bytes(home, run)
        first = whole.index(b"\n", whole.index(b'"action":"receive"')) + 1
        home.trace(run).write_bytes(whole[:first])
        heads = home.heads.read_bytes().splitlines(keepends=True)
        home.heads.write_bytes(b"".join(heads[:-1]))
        result, asked = await resumed(home, run)
        assert essence(result) == essence(wanted)
        assert asked < questions
        run = result.trace_id
    assert verify_trace(home, run).status is VerifyStatus.OK


async def test_what_is_there_counts_also_when_no_time_is_left(home: Home) -> None:
    wanted, _ = await finished(home)
    steps = finished_steps(home, wanted.trace_id)
    late = replace(steps, spent=Spent(seconds=29.99))
    kitchen = Kitchen(home)
    async with investigating(kitchen, home) as again:
        result = await again.investigate(steps.request, watch=Watch(steps=late))
    assert kitchen.asked == 0
    assert result.answer == wanted.answer
    assert result.cost_metadata.wall_time_sec >= 29.99
