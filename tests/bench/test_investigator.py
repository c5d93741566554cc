"""What a whole investigation of one warm researcher takes beyond asking that researcher itself."""

import os
import statistics
import sys
import time
from pathlib import Path

import pytest

from contract import ResearchRequest
from evals.network.asking import network
from pi.connection import connect
from pi.model import Member
from pi.network import Command, Researcher, child_environment
from traces.home import Home

pytestmark = [pytest.mark.bench, pytest.mark.anyio]

CALLS = 40
WARM_UP = 3
ROOT = Path(__file__).parents[2]
MOST_ADDED = 0.030
"""Seconds at the median."""


async def test_the_investigator_adds_little_to_one_researchers_own_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = Home(tmp_path / "home")
    environment = {
        **child_environment(os.environ),
        "MARCHWARDEN_HOME": str(home.path),
        "PYTHONPATH": str(ROOT),
    }
    notes = str(ROOT / "examples" / "notes")
    program = (sys.executable, "-m", "researchers.local_brain.main", "--notes", notes)
    researcher = Researcher("local-brain", Command(program, environment))
    request = ResearchRequest(question="When was the oven last serviced?")
    direct: list[float] = []
    asked: list[float] = []
    async with connect(researcher) as connection:
        for number in range(WARM_UP + CALLS):
            began = time.perf_counter()
            await connection.research(request)
            direct += [time.perf_counter() - began] if number >= WARM_UP else []
    async with network([Member(researcher)], home) as ask:
        for number in range(WARM_UP + CALLS):
            began = time.perf_counter()
            await ask(request)
            asked += [time.perf_counter() - began] if number >= WARM_UP else []
    alone, whole = statistics.median(direct), statistics.median(asked)
    with capsys.disabled():
        print(f"\nalone {1000 * alone:.1f} ms, through the investigator {1000 * whole:.1f} ms")  # noqa: T201 - what a measurement is for
    assert whole - alone < MOST_ADDED
