"""Two hundred runs at once over four servers that fail at each fifth call, in mixed ways."""

import os
import resource
import sys
from pathlib import Path

import anyio
import pytest

from contract import AnswerStatus, ResearchConstraints, ResearchRequest, ResearchResult
from evals.network.asking import network
from pi.investigate import Investigator
from pi.model import Member
from pi.network import Command, Researcher, child_environment
from tests.soak.flaky_server import colour_of, fails
from traces.home import Home
from traces.verification import VerifyStatus
from traces.verify import verify_trace

pytestmark = [pytest.mark.soak, pytest.mark.anyio]

RUNS = 200
WAVES = 3
NAMES = ("north", "east", "south", "west")
SECONDS = 90.0
ROOT = Path(__file__).parents[2]


def member(name: str, home: Path) -> Member:
    environment = {**child_environment(os.environ), "PYTHONPATH": str(ROOT)}
    arguments = (sys.executable, "-m", "tests.soak.flaky_server", name, str(home))
    return Member(Researcher(name, Command(arguments, environment)))


async def wave(ask: Investigator, first: int) -> dict[int, ResearchResult]:
    found: dict[int, ResearchResult] = {}

    async def one(number: int) -> None:
        limits = ResearchConstraints(max_seconds=SECONDS)
        question = f"What is the colour of thing{number}?"
        found[number] = await ask(ResearchRequest(question=question, constraints=limits))

    async with anyio.create_task_group() as tasks:
        for number in range(first, first + RUNS):
            tasks.start_soon(one, number)
    return found


def peak_bytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


async def test_none_is_lost_none_is_mixed_up_and_every_trace_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = Home(tmp_path / "home")
    peaks: list[int] = []
    results: dict[int, ResearchResult] = {}
    async with network([member(name, home.path) for name in NAMES], home) as ask:
        for number in range(WAVES):
            results |= await wave(ask, number * RUNS)
            peaks.append(peak_bytes())
    assert len(results) == WAVES * RUNS
    failing = sum(fails(name, number) is not None for number in results for name in NAMES)
    for number, result in results.items():
        if all(fails(name, number) is not None for name in NAMES):
            assert result.answer_status is AnswerStatus.UNAVAILABLE
            continue
        assert result.answer_status in (AnswerStatus.OK, AnswerStatus.OK_TRUNCATED), number
        assert f"colour of thing{number} is {colour_of(number)}" in result.answer
        others = [c.locator for c in result.citations if not c.locator.endswith(f"/thing{number}")]
        assert others == []
    states = {verify_trace(home, result.trace_id).status for result in list(results.values())[::20]}
    assert states == {VerifyStatus.OK}
    sealed = sum(b'"action":"seal"' in path.read_bytes() for path in home.traces.glob("*.jsonl"))
    with capsys.disabled():
        traces = len(list(home.traces.glob("*.jsonl")))
        print(  # noqa: T201 - what a measurement is for
            f"\n{len(results)} runs, {failing} of {len(results) * len(NAMES)} calls failing; "
            f"{sealed} of {traces} traces sealed; peaks {[p // 1_000_000 for p in peaks]} MB"
        )
    assert peaks[-1] < 1.25 * peaks[0]
