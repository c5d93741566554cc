"""What somebody waits for: a warm call over MCP, and `marchwarden ask` from a cold start."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import anyio
import numpy as np

from contract import ResearchConstraints, ResearchRequest
from pi.connection import connect
from pi.network import Command, Researcher, child_environment


@dataclass(frozen=True, slots=True)
class CallTimes:
    """Milliseconds of warm calls, as the caller sees them and as the researcher counts them."""

    p50: float
    p95: float
    inside_p50: float
    calls: int


@dataclass(frozen=True, slots=True)
class ColdTimes:
    """Seconds of whole processes."""

    median: float
    fastest: float
    runs: int


async def warm_calls(folder: Path, home: Path, questions: Sequence[str]) -> CallTimes:
    """Put questions to one researcher over stdio, after one that nobody counts."""
    arguments = (sys.executable, "-m", "researchers.local_brain.main", "--notes", str(folder))
    wall: list[float] = []
    inside: list[float] = []
    async with connect(Researcher("local-brain", Command(arguments, _environ(home)))) as connection:
        patient = ResearchConstraints(max_seconds=600)
        await connection.research(ResearchRequest(question=questions[0], constraints=patient))
        for question in questions:
            began = anyio.current_time()
            result = await connection.research(ResearchRequest(question=question))
            wall.append((anyio.current_time() - began) * 1_000)
            inside.append(result.cost_metadata.wall_time_sec * 1_000)
    p50, p95 = np.percentile(wall, [50, 95])
    return CallTimes(float(p50), float(p95), median(inside), len(wall))


def cold_asks(folder: Path, home: Path, questions: Sequence[str]) -> ColdTimes:
    """`marchwarden ask` once for each question: process, server, index opened and looked over,
    answer printed."""
    script = Path(sys.executable).with_name("marchwarden")
    took: list[float] = []
    for question in questions:
        began = time.perf_counter()
        done = subprocess.run(
            [str(script), "ask", "--notes", str(folder), "--", question],
            env=_environ(home),
            capture_output=True,
            timeout=120,
            check=False,
        )
        took.append(time.perf_counter() - began)
        assert done.returncode in (0, 4), done.stderr.decode("utf-8", "replace")
    return ColdTimes(median(took), min(took), len(took))


def _environ(home: Path) -> dict[str, str]:
    return child_environment(os.environ) | {"MARCHWARDEN_HOME": str(home)}
