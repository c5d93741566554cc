"""`marchwarden conform`: a table, and an exit code that a pipeline can trust."""

import json
import sys
from functools import partial
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from tests.cli.process import run_command
from tests.house.checkout import ROOT
from tests.pi.rude_http import RudeHttp


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


@pytest.mark.parametrize(
    "url", ["notaurl", "ftp://127.0.0.1/mcp", "http://", "http://[::1", "127.0.0.1:8765"]
)
def test_what_is_not_an_address_is_wrong_usage(home: Path, url: str) -> None:
    done = run_command("conform", "--url", url, home=home)
    assert done.code == 2
    assert "is not an address" in done.err


def test_a_token_that_is_not_set_is_not_left_out_in_silence(home: Path) -> None:
    url = "http://127.0.0.1:1/mcp"
    done = run_command("conform", "--url", url, "--token-env", "LIBRARY_TOKEN", home=home)
    assert done.code == 2
    assert done.err.startswith("LIBRARY_TOKEN is not set")


@pytest.mark.anyio
async def test_an_address_that_wants_a_token_names_the_flag(home: Path) -> None:
    server = RudeHttp("401")
    async with server.running():
        check = partial(run_command, "conform", "--url", server.url, home=home)
        done = await anyio.to_thread.run_sync(check)
    assert done.code == 6
    assert "--token-env" in done.err
