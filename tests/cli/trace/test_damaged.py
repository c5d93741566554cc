"""What a person is told of a trace that is not what was recorded."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.process import run_command
from tests.traces.runs import NOTE, write_run
from traces.digest import content_name
from traces.home import Home
from traces.store import ContentStore


def _change_a_line(home: Home, run: str) -> None:
    path = home.trace(run)
    path.write_bytes(path.read_bytes().replace(b"One query", b"Two query"))


def _lose_content(home: Home, run: str) -> None:
    ContentStore(home.cas).path(content_name(NOTE.encode())).unlink()


DAMAGE = [(_change_a_line, "tampered"), (_lose_content, "blob missing")]


@pytest.mark.parametrize(("damage", "said"), DAMAGE)
def test_show_says_first_that_a_trace_does_not_verify(
    home: Path, damage: Callable[[Home, str], None], said: str
) -> None:
    kept = Home(home / ".marchwarden")
    run = write_run(kept)
    whole = run_command("trace", "show", run, home=home)
    assert "does not verify" not in whole.out
    assert json.loads(run_command("trace", "show", run, "--json", home=home).out)["doubts"] == []
    damage(kept, run)
    shown = run_command("trace", "show", run, home=home)
    assert shown.out.startswith(f"CAREFUL: this trace does not verify ({said}).\n- ")
    assert f"marchwarden trace verify {run}" in shown.out
    page = run_command("trace", "show", run, "--markdown", home=home)
    assert page.out.index("does not verify") < page.out.index("## Question")
    assert json.loads(run_command("trace", "show", run, "--json", home=home).out)["doubts"]


@pytest.mark.parametrize(("damage", "said"), DAMAGE)
def test_export_warns_of_a_trace_that_does_not_verify(
    home: Path, damage: Callable[[Home, str], None], said: str
) -> None:
    kept = Home(home / ".marchwarden")
    run = write_run(kept)
    assert run_command("trace", "export", run, "whole", home=home).err == ""
    damage(kept, run)
    done = run_command("trace", "export", run, "damaged", "--json", home=home)
    assert done.err.startswith(f"CAREFUL: this trace does not verify ({said}).\n- ")
    assert json.loads(done.out)["status"] == said.replace(" ", "_")
    assert "does not verify" in (home / "damaged" / "trace.md").read_text()
