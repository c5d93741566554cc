"""`make ask` hands a question over as it was typed."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.house.checkout import ROOT

QUESTIONS = (
    "plain words?",
    """it's "quoted" $HOME ${HOME} $5 `id` $(id) $(shell id) \\ ; & | > x""",
    "-5 degrees # or so?",
    "two\nlines",
)

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


def _asked_with(folder: Path, *arguments: str, **environ: str) -> list[str]:
    """What `make ask` calls, with a recorder in the place of the command."""
    said = folder / "said"
    recorder = folder / "marchwarden"
    recorder.write_text('#!/bin/sh\nprintf "%s\\0" "$@" > "$SAID"\nexit ${CODE:-0}\n')
    recorder.chmod(0o755)
    subprocess.run(
        ["make", "-o", ".venv/.compiled", "ask", f"BIN={folder}", *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "SAID": str(said), **environ},
        check=True,
        capture_output=True,
        timeout=60,
    )
    return said.read_text().split("\0")[:-1]


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_is_data(tmp_path: Path, question: str) -> None:
    if "\n" not in question:
        assert _asked_with(tmp_path, f"Q={question}")[-1] == question
    assert _asked_with(tmp_path, Q=question)[-1] == question


def test_the_folder_is_data_too(tmp_path: Path) -> None:
    said = _asked_with(tmp_path, "NOTES=my $notes", "Q=x")
    assert said == ["ask", "--notes", "my $notes", "--", "x"]


def test_without_a_question_the_examples_are_asked(tmp_path: Path) -> None:
    said = _asked_with(tmp_path)
    assert said[:3] == ["ask", "--notes", "examples/notes"]
    assert said[-1].endswith("?")


def test_no_evidence_is_no_error_of_make(tmp_path: Path) -> None:
    assert _asked_with(tmp_path, "Q=x", CODE="4")
    with pytest.raises(subprocess.CalledProcessError):
        _asked_with(tmp_path, "Q=x", CODE="1")


def test_making_the_environment_shows_errors_only(tmp_path: Path) -> None:
    """pip hides its warnings, and not its errors, when it is told twice to be quiet."""
    done = subprocess.run(
        ["make", "--dry-run", "env", f"VENV={tmp_path / 'venv'}"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]},
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    installs = done.stdout.count("pip install")
    assert installs == 2
    assert done.stdout.count("pip install --quiet --quiet ") == installs
