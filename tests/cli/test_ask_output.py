"""`ask --jsonl` and `--output`: events for a program, and a file beside what is printed."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.process import Finished, run_command
from tests.house.checkout import ROOT

NOTES = str(ROOT / "examples" / "notes")
QUESTION = "When was the oven last serviced?"


@pytest.fixture(name="told", scope="module")
def _told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Finished, Path]:
    """One run, its lines and its file."""
    home = tmp_path_factory.mktemp("home")
    done = run_command(
        "ask", "--notes", NOTES, QUESTION, "--jsonl", "--output", "a.html", home=home
    )
    assert done.code == 0, done.err
    return done, home / "a.html"


def events(done: Finished) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.out.splitlines()]


def test_events_come_in_order_and_end_with_the_result(told: tuple[Finished, Path]) -> None:
    rows = events(told[0])
    names = [row["event"] for row in rows]
    assert names[:2] == ["started", "asked"]
    assert names.index("progress") < names.index("received")
    assert names[-1] == "result"
    assert names.count("result") == 1
    assert [row["at"] for row in rows] == sorted(row["at"] for row in rows)
    assert rows[0]["members"] == ["local-brain"]
    assert rows[-1]["result"]["trace_id"] == rows[0]["trace_id"]


def test_the_file_holds_the_answer_and_every_source(told: tuple[Finished, Path]) -> None:
    done, file = told
    page = file.read_text()
    for citation in events(done)[-1]["result"]["citations"]:
        assert citation["locator"] in page
        assert citation["content_hash"] in page


def test_a_file_that_is_there_is_kept_and_nobody_is_asked(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("mine")
    flags = ("--notes", NOTES, "--output", "a.md")
    done = run_command("ask", QUESTION, *flags, home=tmp_path)
    assert done.code == 2
    assert "already there" in done.err
    assert (tmp_path / "a.md").read_text() == "mine"
    assert not (tmp_path / ".marchwarden" / "traces").exists()


def test_what_goes_wrong_is_the_last_line(tmp_path: Path) -> None:
    done = run_command("ask", QUESTION, "--jsonl", "--researcher", "papers", home=tmp_path)
    assert done.code == 3
    (row,) = events(done)
    assert (row["event"], row["code"]) == ("error", "not_found")


def test_two_forms_on_one_stdout_are_refused(tmp_path: Path) -> None:
    done = run_command("ask", QUESTION, "--json", "--jsonl", home=tmp_path)
    assert done.code == 2
    assert "one of --json and --jsonl" in done.out


def test_a_question_without_a_trace_has_its_result_as_the_only_line(tmp_path: Path) -> None:
    done = run_command("ask", "--notes", NOTES, QUESTION, "--jsonl", "--no-trace", home=tmp_path)
    assert [row["event"] for row in events(done)] == ["result"]
