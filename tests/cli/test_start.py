"""The command line starts fast: nothing heavy is imported before it is needed."""

import json
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from cli.doors import COMMANDS
from tests.cli.process import clean_environment

HEAVY = ("mcp", "pydantic", "anyio", "asyncio", "apsw", "numpy", "yaml", "httpx2", "trafilatura")
HELP_CPU_SECONDS = 0.150

MEASURE = """
import json, os, sys
from cli.main import run
code = run(["--help"])
times = os.times()
print(json.dumps([code, times.user + times.system, sorted(sys.modules)]), file=sys.stderr)
"""


def _help_in_a_fresh_process(home: Path) -> tuple[int, float, list[str]]:
    done = subprocess.run(
        [sys.executable, "-c", MEASURE],
        capture_output=True,
        text=True,
        timeout=60,
        env=clean_environment(home),
        cwd=Path(__file__).parents[2],
        check=True,
    )
    code, seconds, modules = json.loads(done.stderr)
    return code, seconds, modules


def test_help_takes_under_150_ms_of_cpu(tmp_path: Path) -> None:
    runs = [_help_in_a_fresh_process(tmp_path) for _ in range(7)]
    assert [code for code, _, _ in runs] == [0] * 7
    assert statistics.median(seconds for _, seconds, _ in runs) < HELP_CPU_SECONDS


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    _, _, modules = _help_in_a_fresh_process(tmp_path)
    assert not set(HEAVY) & set(modules)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_door_leads_to_a_command(name: str) -> None:
    from cli.main import marchwarden

    command = marchwarden.get_command(marchwarden.make_context("marchwarden", [name]), name)
    assert command is not None
    assert command.name == name
