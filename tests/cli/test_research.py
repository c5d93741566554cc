"""`marchwarden research`: over MCP, to a process of its own, with a page for a person."""

import json
import os
import pty
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.errors import CommandError
from cli.limits import request_for
from cli.main import HELP_OPTIONS
from cli.research import research
from researchers.settings import Settings
from tests.cli.process import clean_environment, run_command
from tests.cli.scripted_server import ANSWERED, QUESTION, TRACE
from tests.house.checkout import ROOT

PAGE = """\
It takes 20 g of salt. [1] An older card says 24 g. [2]

Sources that disagree
  20 g or 24 g
  [1] loaf.md                           |  [2] old cards.pdf
  It takes 20 g of salt.                |  An older card says 24 g.

Sources
  [1] kitchen/bread/loaf.md > Formula
      | It takes 20 g of salt.\N{REPLACEMENT CHARACTER}[31m
  [2] kitchen/old cards.pdf > page 3
      | 24 g
"""


def test_a_person_gets_the_answer_and_under_it_each_source(scripted: Path) -> None:
    done = run_command("research", "scripted", QUESTION, home=scripted)
    assert done.code == 0
    assert done.out.startswith(PAGE)
    assert "pepper (not found): No note has it." in done.out
    assert "https://salt.example.org (for web): a dead link (met in" in done.out
    assert "Confidence 0.62: 2 corroborating sources, authority medium" in done.out
    assert f"marchwarden trace show {TRACE}" in done.out
    assert done.err == ""


def test_json_is_the_result_and_nothing_else(scripted: Path) -> None:
    done = run_command("research", "scripted", QUESTION, "--json", home=scripted)
    assert done.code == 0
    assert json.loads(done.out) == ANSWERED.model_dump(mode="json")
    assert done.err == ""


def test_no_evidence_has_its_own_exit_code_and_a_next_step(scripted: Path) -> None:
    done = run_command("research", "scripted", "Who knows?", home=scripted)
    assert done.code == 4
    assert "What to try next" in done.out


def test_a_question_can_come_from_stdin(scripted: Path) -> None:
    done = run_command("research", "scripted", "-", home=scripted, stdin=QUESTION + "\n")
    assert done.code == 0


def test_a_question_may_start_with_a_dash() -> None:
    words = ["scripted", "--", '-5 "$HOME" `id`']
    context = research.make_context("research", words, help_option_names=HELP_OPTIONS)
    assert context.params["question"] == '-5 "$HOME" `id`'


@pytest.mark.parametrize("question", ["  ", "x" * 8001])
def test_an_empty_or_endless_question_is_refused_in_one_sentence(question: str) -> None:
    with pytest.raises(CommandError, match="A question has 1 to 8,000 characters") as refused:
        request_for(question, Settings())
    assert refused.value.exit_code == 2


def test_a_question_that_is_not_text_is_refused() -> None:
    with pytest.raises(CommandError, match="not UTF-8"):
        request_for("caf\udce9", Settings())


def test_a_question_on_stdin_that_is_not_text_is_refused(scripted: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from cli.main import main; main()", "research", "scripted", "-"],
        input=b"caf\xe9?",
        capture_output=True,
        env=clean_environment(scripted),
        cwd=scripted,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert b"not UTF-8" in done.stderr


def test_an_unknown_researcher_is_not_found(scripted: Path) -> None:
    done = run_command("research", "oracle", QUESTION, "--json", home=scripted)
    assert done.code == 3
    assert json.loads(done.out)["error"]["code"] == "not_found"


def test_a_researcher_that_dies_costs_one_sentence(scripted: Path) -> None:
    done = run_command("research", "broken", QUESTION, "--json", home=scripted)
    assert done.code == 6
    assert "no licence" in json.loads(done.out)["error"]["message"]


def test_no_question_leaves_the_machine_unless_allowed(scripted: Path) -> None:
    done = run_command("research", "far", QUESTION, home=scripted)
    assert done.code == 2
    assert "--egress search" in done.err


def test_ctrl_c_cancels_the_call_over_there_and_ends_with_130(scripted: Path) -> None:
    leader, follower = pty.openpty()
    asking = subprocess.Popen(
        [sys.executable, "-c", "from cli.main import main; main()", "research", "waiting", "x"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=follower,
        cwd=scripted,
        env=clean_environment(scripted, TERM="xterm"),
    )
    os.close(follower)
    seen = _read_until(leader, b"Answering", 30)
    asking.send_signal(signal.SIGINT)
    out, _ = asking.communicate(timeout=20)
    os.close(leader)
    assert b"\r\x1b[K" in seen
    assert asking.returncode == 130
    assert out == b""
    assert (scripted / "cancelled").exists()


def _read_until(descriptor: int, wanted: bytes, seconds: float) -> bytes:
    seen = b""
    ends = time.monotonic() + seconds
    while wanted not in seen:
        ready, _, _ = select.select([descriptor], [], [], max(0.0, ends - time.monotonic()))
        assert ready, f"never seen; this was: {seen!r}"
        seen += os.read(descriptor, 4096)
    return seen


def test_the_network_is_shown_with_what_is_wrong(scripted: Path) -> None:
    done = run_command("researchers", "--json", home=scripted)
    rows = {row["name"]: row for row in json.loads(done.out)["researchers"]}
    assert rows["scripted"]["contract_version"] == "v1"
    assert rows["scripted"]["failure"] is None
    assert "no licence" in rows["broken"]["failure"]
    assert done.code == 6


def test_while_egress_is_none_nobody_elsewhere_is_contacted(home: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        # 0.0.0.0 is not a loopback address, and yet leads here.
        url = f"http://0.0.0.0:{listener.getsockname()[1]}/mcp"
        folder = home / ".marchwarden"
        folder.mkdir()
        remote = f'[[researchers]]\nname = "far"\nurl = "{url}"\n'
        (folder / "config.toml").write_text(remote)
        notes = {"MARCHWARDEN_NOTES": "examples/notes", "MARCHWARDEN_HOME": str(folder)}
        done = run_command("researchers", "--json", home=home, cwd=ROOT, environ=notes)
        contacted, _, _ = select.select([listener], [], [], 0)
    rows = {row["name"]: row for row in json.loads(done.out)["researchers"]}
    assert rows["far"]["failure"] == "not asked: egress is none"
    assert not contacted
    assert done.code == 0


def test_a_name_that_begins_like_this_machine_is_another_machine(home: Path) -> None:
    folder = home / ".marchwarden"
    folder.mkdir()
    remote = '[[researchers]]\nname = "far"\nurl = "http://127.0.0.1.example.org/mcp"\n'
    (folder / "config.toml").write_text(remote)
    done = run_command("research", "far", QUESTION, home=home)
    assert done.code == 2
    assert "--egress search" in done.err


def test_a_reader_that_leaves_early_is_no_error(scripted: Path) -> None:
    asking = subprocess.Popen(
        [sys.executable, "-c", "from cli.main import main; main()", "--help"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=clean_environment(scripted),
        cwd=scripted,
    )
    assert asking.stdout is not None
    asking.stdout.close()
    asking.stdout = None
    _, complaints = asking.communicate(timeout=20)
    assert asking.returncode in {0, 141}
    assert complaints == b""
