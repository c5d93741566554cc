"""Three processes write into one home at once: one store, one chain of heads."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak.conftest import Report
from traces.heads import read_heads
from traces.home import Home
from traces.store import ContentStore
from traces.verification import VerifyStatus
from traces.verify import verify_trace

ROOT = Path(__file__).resolve().parents[2]
WRITER = """
import sys
from pathlib import Path
from tests.traces.runs import write_run
from traces.clock import SystemClock
from traces.home import Home
for _ in range(int(sys.argv[2])):
    print(write_run(Home(Path(sys.argv[1])), clock=SystemClock()))
"""


def write_together(home: Home, writers: int, runs: int) -> list[str]:
    """Let processes write runs at the same time. Returns all trace ids."""
    command = [sys.executable, "-c", WRITER, str(home.path), str(runs)]
    processes = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for _ in range(writers)
    ]
    outputs = [process.communicate(timeout=300)[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * writers
    return [run for output in outputs for run in output.split()]


def check_together(home: Home, runs: list[str]) -> None:
    heads = read_heads(home.heads.read_bytes())
    assert heads.findings == ()
    assert set(heads.by_run) == set(runs)
    assert {verify_trace(home, run, read_data=True).status for run in runs} == {VerifyStatus.OK}
    assert list((home.cas / "tmp").iterdir()) == []
    assert len(list(ContentStore(home.cas).iter())) == 2 + len(runs)  # note, long value, answers


def test_three_writers_share_a_home(tmp_path: Path) -> None:
    runs = write_together(Home(tmp_path), writers=3, runs=8)
    assert len(runs) == 24
    check_together(Home(tmp_path), runs)


@pytest.mark.soak
def test_three_writers_share_a_home_for_long(tmp_path: Path, report: Report) -> None:
    runs = write_together(Home(tmp_path), writers=3, runs=150)
    check_together(Home(tmp_path), runs)
    report(f"three writers: {len(runs)} runs, one chain of heads, all ok")
