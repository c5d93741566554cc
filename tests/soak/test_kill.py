"""kill -9 at random points: nothing acknowledged is lost, nothing unreadable is left."""

import contextlib
import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.soak.conftest import Report
from traces.digest import content_name
from traces.home import Home
from traces.reader import read_trace
from traces.store import ContentStore
from traces.verification import VerifyStatus
from traces.verify import verify_trace

ROOT = Path(__file__).resolve().parents[2]


def kill_one(home: Home, seed: int) -> list[list[str]]:
    """Start a writer, kill it at a random point, and return what it had acknowledged."""
    chance = random.Random(seed)
    command = [sys.executable, "-m", "tests.soak.killed_writer", str(home.path), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        said = [writer.stdout.readline() for _ in range(chance.randint(1, 60))]
        with contextlib.suppress(subprocess.TimeoutExpired):
            writer.wait(timeout=chance.random() * 0.004)
        writer.kill()
        said.extend(writer.stdout.readlines())
    assert writer.returncode == -9
    return [line.decode().split() for line in said if line.endswith(b"\n")]


def check_after_kill(home: Home, said: list[list[str]]) -> Counter[str]:
    """Hold the home against what was acknowledged. Returns what was seen, counted."""
    seen: Counter[str] = Counter()
    store = ContentStore(home.cas)
    steps = dict.fromkeys({words[1] for words in said if words[0] != "put"}, -1)
    for words in said:
        seen[words[0]] += 1
        if words[0] == "put":
            assert content_name(store.get(words[1])) == words[1]
        elif words[0] == "record":
            steps[words[1]] = int(words[2])
    sealed = {words[1] for words in said if words[0] == "seal"}
    for run in (path.stem for path in home.traces.glob("*.jsonl")):
        verdict = verify_trace(home, run, read_data=True)
        seen[verdict.status.value] += 1
        assert verdict.exit_code in (0, 3), verdict
        assert run not in sealed or verdict.status is VerifyStatus.OK, verdict
        trace = read_trace(home, run)
        assert trace.unreadable == 0
        assert len(trace.lines) > steps.pop(run, -1)
    assert not steps, "a trace that was acknowledged is gone"
    return seen


def kill_many(tmp_path: Path, times: int) -> Counter[str]:
    """Kill writers in turn. Each few share a home, so that each finds what the last one left."""
    total: Counter[str] = Counter()
    for first in range(0, times, 5):
        home = Home(tmp_path / str(first))
        for seed in range(first, min(first + 5, times)):
            total += check_after_kill(home, kill_one(home, seed))
        shutil.rmtree(home.path)
    return total


def test_a_killed_writer_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    seen = kill_many(tmp_path, 20)
    assert seen["record"] > 100


@pytest.mark.soak
def test_five_hundred_killed_writers_lose_nothing(tmp_path: Path, report: Report) -> None:
    seen = kill_many(tmp_path, 500)
    report(f"kill -9 x 500: {dict(seen)}")
    assert seen["record"] > 5_000
