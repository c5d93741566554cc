"""One question to the example vault, from the command line to the exported trace."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.cli.process import Finished, clean_environment, run_command
from tests.house.checkout import ROOT

NOTES = ROOT / "examples" / "notes"


@dataclass(frozen=True)
class Asked:
    """A home in which one question was asked, and its result."""

    home: Path
    result: dict[str, Any]

    def run(self, *arguments: str) -> Finished:
        return run_command(*arguments, home=self.home)


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Asked:
    home = tmp_path_factory.mktemp("home")
    question = "When was the oven last serviced?"
    done = run_command("ask", "--json", "--notes", str(NOTES), question, home=home)
    assert done.code == 0, done.err
    assert done.err == ""
    return Asked(home, json.loads(done.out))


def test_the_answer_quotes_both_notes_that_disagree(asked: Asked) -> None:
    excerpts = [citation["raw_excerpt"] for citation in asked.result["citations"]]
    assert any("2 April 2025" in excerpt for excerpt in excerpts)
    assert any("14 March 2025" in excerpt for excerpt in excerpts)
    assert asked.result["confidence_factors"]["contradiction_detected"]


def test_every_excerpt_stands_in_its_file_at_its_offsets(asked: Asked) -> None:
    checked = 0
    for citation in asked.result["citations"]:
        path = NOTES / citation["locator"].removeprefix("note://notes/").partition("#")[0]
        if path.suffix == ".md":
            text = path.read_bytes().decode()
            cut = text[citation["char_start"] : citation["char_end"]]
            assert cut == citation["raw_excerpt"].removesuffix(" [...]")
            checked += 1
    assert checked >= 2


def test_a_person_is_shown_paths_that_can_be_opened(asked: Asked) -> None:
    done = run_command(
        "ask",
        "--notes",
        "examples/notes",
        "When was the oven last serviced?",
        home=asked.home,
        cwd=ROOT,
    )
    assert done.code == 0
    assert done.err == ""
    assert "examples/notes/bakery/oven.md > The deck oven" in done.out
    assert "Sources that disagree" in done.out


def test_no_evidence_is_said_and_has_its_own_exit_code(asked: Asked) -> None:
    done = asked.run("ask", "--notes", str(NOTES), "Who won the chess world championship?")
    assert done.code == 4
    assert "marchwarden notes search" in done.out


def test_the_run_is_listed_shown_and_verified(asked: Asked) -> None:
    run = asked.result["trace_id"]
    listed = json.loads(asked.run("trace", "list", "--json").out)["traces"]
    assert run in [row["trace_id"] for row in listed]
    shown = asked.run("trace", "show", run[:8])
    assert shown.code == 0
    assert "The oven was last serviced on" in shown.out
    verified = asked.run("trace", "verify", run, "--read-data", "--json")
    assert verified.code == 0
    assert json.loads(verified.out)["citations"] == len(asked.result["citations"])


def test_an_export_can_be_verified_elsewhere(asked: Asked, tmp_path: Path) -> None:
    target = tmp_path / "run.tar.gz"
    assert asked.run("trace", "export", asked.result["trace_id"], str(target)).code == 0
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert run_command("trace", "verify", str(target), home=elsewhere).code == 0
    data = bytearray(target.read_bytes())
    data[len(data) // 2] ^= 1
    target.write_bytes(bytes(data))
    assert run_command("trace", "verify", str(target), home=elsewhere).code != 0


def test_a_changed_trace_is_called_tampered(asked: Asked, tmp_path: Path) -> None:
    run = asked.result["trace_id"]
    stored = asked.home / ".marchwarden" / "traces" / f"{run}.jsonl"
    copy = tmp_path / ".marchwarden" / "traces"
    copy.mkdir(parents=True)
    (copy / stored.name).write_bytes(stored.read_bytes().replace(b'"plan"', b'"Plan"', 1))
    assert run_command("trace", "verify", run, home=tmp_path).code == 1


def test_a_trace_that_is_not_there_has_its_exit_codes(home: Path) -> None:
    absent = "00000000-0000-4000-8000-000000000000"
    assert run_command("trace", "show", absent, home=home).code == 3
    assert run_command("trace", "verify", absent, home=home).code == 10
    assert run_command("trace", "verify", "last", home=home).code == 10


def test_without_a_trace_nothing_is_kept_and_the_answer_says_so(tmp_path: Path) -> None:
    question = "When was the oven last serviced?"
    done = run_command("ask", "--no-trace", "--notes", str(NOTES), question, home=tmp_path)
    assert done.code == 0, done.err
    assert "No trace was kept" in done.out
    assert not list(tmp_path.glob("traces/*"))
    assert not list(tmp_path.glob("cas/**/*.*"))


def test_the_next_step_starts_the_program_that_was_started(home: Path) -> None:
    script = home / "its own" / "marchwarden"
    script.parent.mkdir()
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from cli.main import main; main()"
    script.write_text(f"#!{sys.executable}\n{code}\n")
    script.chmod(0o700)

    def check_line(command: str, path: str) -> str:
        done = subprocess.run(
            [command, "ask", "--notes", str(NOTES), "When does it open?"],
            capture_output=True,
            text=True,
            timeout=60,
            env={**clean_environment(home, PYTHONPATH=str(ROOT)), "PATH": path},
            cwd=home,
            check=False,
        )
        return next(line for line in done.stdout.split("\n") if line.startswith("Check it: "))

    elsewhere = check_line("./its own/marchwarden", "/usr/bin:/bin")
    assert elsewhere.startswith("Check it: './its own/marchwarden' trace show ")
    on_path = check_line(str(script), f"{script.parent}:/usr/bin:/bin")
    assert on_path.startswith("Check it: marchwarden trace show ")
