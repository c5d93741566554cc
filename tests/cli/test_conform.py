"""`marchwarden conform`: a table, and an exit code that a pipeline can trust."""

import json
import sys
from pathlib import Path

from tests.cli.process import run_command
from tests.house.checkout import ROOT


def test_our_own_researcher_conforms(home: Path) -> None:
    done = run_command(
        "conform", "local-brain", "--notes", "examples/notes",
        "--question", "When was the oven last serviced?", "--json",
        home=home, cwd=ROOT,
    )  # fmt: skip
    checked = json.loads(done.out)
    failed = [row for row in checked["checks"] if row["status"] not in {"pass", "not_applicable"}]
    assert failed == []
    assert done.code == 0
    assert checked["conforms"] is True


def test_a_command_is_taken_as_it_stands_after_the_dashes(scripted: Path) -> None:
    module = "tests.cli.scripted_server"
    done = run_command(
        "conform", "--question", "How much salt?", "--", sys.executable, "-m", module,
        home=scripted, cwd=ROOT,
    )  # fmt: skip
    assert done.code == 1
    rows = {line.split()[1]: line.split()[0] for line in done.out.split("\n") if len(line) > 40}
    assert rows["tool-present"] == "ok"
    assert rows["trace-readable"] == "FAIL"


def test_one_of_name_url_and_command_is_needed(home: Path) -> None:
    for arguments in ((), ("local-brain", "--url", "http://127.0.0.1:1/mcp"), ("--",)):
        done = run_command("conform", *arguments, home=home)
        assert done.code == 2
        assert "Give one of NAME, --url URL, or -- COMMAND." in done.err


def test_an_address_where_nobody_is_can_not_be_reached(home: Path) -> None:
    done = run_command("conform", "--url", "http://127.0.0.1:1/mcp", "--json", home=home)
    assert done.code == 6
    assert json.loads(done.out)["error"]["code"] == "unreachable"
