"""Whatever a body does to its parser, the reader says so in time, stays small, and goes on."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.researchers.web.pages.bomb_run import SECONDS

CHECKOUT = Path(__file__).parents[4]
LOADING = 20.0
"""A new process may have to be started first, on a machine that does much else."""


@pytest.fixture(scope="module")
def run() -> dict[str, dict[str, str] | dict[str, float] | float | bool]:
    """All bombs, read in a process of their own, so that its memory can be told."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.researchers.web.pages.bomb_run"],
        cwd=CHECKOUT,
        capture_output=True,
        check=True,
        timeout=180,
    )
    found: dict[str, dict[str, str] | dict[str, float] | float | bool] = json.loads(done.stdout)
    return found


def test_every_bomb_becomes_a_value_in_time(run: dict[str, dict[str, float]]) -> None:
    assert {name: took for name, took in run["took"].items() if took > SECONDS + LOADING} == {}


def test_the_hard_ones_are_refused_with_their_reason(run: dict[str, dict[str, str]]) -> None:
    expected = {
        "gzip": "a body that unfolds to more than 30 MB",
        "gzip-gzip": "a body that is not in the coding that it claims",
        "brotli": "a body that is not in the coding that it claims",
        "attributes": f"parser killed after {SECONDS:g} s",
        "json": "JSON nested too deeply",
        "entities": "a feed without any text",
        "cyclic pdf": "broken PDF",
        "selectors": "style blocks that take too long to follow",
    }
    outcomes = run["outcomes"]

    slow = f"parser killed after {SECONDS:g} s"
    assert {name: outcomes[name] for name in expected if outcomes[name] != slow} == {
        name: reason for name, reason in expected.items() if outcomes[name] != slow
    }
    assert outcomes["pdf"].startswith("parser ")


def test_the_server_stays_small(run: dict[str, float]) -> None:
    assert run["peak"] < 150_000_000


def test_the_reader_goes_on_afterwards(run: dict[str, bool]) -> None:
    assert run["usable"] is True
