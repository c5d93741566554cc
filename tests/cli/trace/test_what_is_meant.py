"""What a person may give in place of a trace, and what is said when it is none."""

from pathlib import Path

import pytest

from tests.cli.process import run_command
from tests.traces.runs import write_run
from traces.home import Home


def test_what_is_no_export_is_called_that(home: Path) -> None:
    (home / "folder").mkdir()
    (home / "text").write_text("no archive")
    (home / "text.tar.gz").write_text("no archive")
    for name in ("folder", "./text", "text.tar.gz", str(home / "folder")):
        done = run_command("trace", "verify", name, home=home)
        assert done.code == 10
        assert done.err.startswith(f"{name} is not an export; give ")
        assert done.out == ""


@pytest.mark.parametrize("form", ["run.tar.gz", "run.zip"])
def test_a_damaged_export_is_a_verdict_under_its_name(home: Path, form: str) -> None:
    run = write_run(Home(home / ".marchwarden"))
    assert run_command("trace", "export", run, form, home=home).code == 0
    path = home / form
    path.write_bytes(path.read_bytes()[:200])
    done = run_command("trace", "verify", form, home=home)
    assert done.code == 1
    assert done.out.startswith(f"{form}: tampered\n")


def test_a_file_missing_from_an_export_is_named(home: Path) -> None:
    run = write_run(Home(home / ".marchwarden"))
    assert run_command("trace", "export", run, "run", home=home).code == 0
    (home / "run" / "RUN").unlink()
    done = run_command("trace", "verify", "run", home=home)
    assert done.code == 1
    assert "The export can't be checked: RUN: No such file or directory" in done.out


@pytest.mark.parametrize("command", ["show", "verify", "export"])
@pytest.mark.parametrize("words", ["", " "])
def test_nothing_is_no_trace(home: Path, command: str, words: str) -> None:
    write_run(Home(home / ".marchwarden"))
    more = ["target"] if command == "export" else []
    done = run_command("trace", command, words, *more, home=home)
    assert done.code == 2
    assert done.err == "Give a trace's id, the first letters of it, or `last`.\n"
