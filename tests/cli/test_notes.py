"""`marchwarden notes`: folders, index, coverage, search."""

import json
import os
import stat
from pathlib import Path

import pytest

from tests.cli.process import run_command


@pytest.fixture
def vault(home: Path) -> Path:
    """A folder with a note, and a file that can't be read as one."""
    folder = home / "my vault"
    folder.mkdir()
    (folder / "rye.md").write_text("# Rye\n\nRye is sown in September.\n")
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n")
    return folder


def _settings(home: Path) -> Path:
    return home / ".marchwarden" / "config.toml"


def test_without_notes_the_next_command_is_named(home: Path) -> None:
    asked = run_command("ask", "What is sown?", home=home)
    assert asked.code == 2
    assert asked.err == (
        "There are no notes to ask yet: add a folder with `marchwarden notes add FOLDER`.\n"
    )
    assert run_command("notes", "status", home=home).code == 2


def test_adding_keeps_what_else_stands_in_the_settings(home: Path, vault: Path) -> None:
    _settings(home).parent.mkdir(mode=0o700)
    _settings(home).write_text('# mine\ndepth = "deep" # for a reason\n')
    assert run_command("notes", "add", str(vault), home=home).code == 0
    text = _settings(home).read_text()
    assert text.startswith('# mine\ndepth = "deep" # for a reason\n')
    assert stat.S_IMODE(_settings(home).stat().st_mode) == 0o600
    listed = json.loads(run_command("notes", "list", "--json", home=home).out)
    assert listed["roots"] == [{"name": "my-vault", "path": str(vault)}]


def test_a_folder_is_added_once_and_names_are_unique(home: Path, vault: Path) -> None:
    assert run_command("notes", "add", str(vault), home=home).code == 0
    again = run_command("notes", "add", "my vault", home=home)
    assert again.code == 1
    assert "already there, as my-vault" in again.err
    other = home / "other" / "my vault"
    other.mkdir(parents=True)
    added = run_command("notes", "add", str(other), "--json", home=home)
    assert json.loads(added.out)["added"]["name"] == "my-vault-2"


def test_folders_inside_each_other_are_refused(home: Path, vault: Path) -> None:
    (vault / "inner").mkdir()
    run_command("notes", "add", str(vault), home=home)
    for folder in (vault / "inner", home):
        refused = run_command("notes", "add", str(folder), home=home)
        assert refused.code == 1
        assert "marchwarden notes remove my-vault" in refused.err


def test_removing_forgets_the_folder_and_leaves_its_files(home: Path, vault: Path) -> None:
    run_command("notes", "add", str(vault), home=home)
    assert run_command("notes", "remove", "my-vault", home=home).code == 0
    assert json.loads(run_command("notes", "list", "--json", home=home).out)["roots"] == []
    assert (vault / "rye.md").exists()
    assert run_command("notes", "remove", "my-vault", home=home).code == 3


@pytest.mark.parametrize("name", ["absent", "rye.md"])
def test_only_a_folder_can_be_added(home: Path, vault: Path, name: str) -> None:
    refused = run_command("notes", "add", str(vault / name), home=home)
    assert refused.code == 3
    assert "give a folder of notes" in refused.err
    assert not _settings(home).exists()


def test_index_status_and_search_tell_what_is_there(home: Path, vault: Path) -> None:
    run_command("notes", "add", str(vault), home=home)
    first = json.loads(run_command("notes", "index", "--json", home=home).out)
    assert (first["added"], first["skipped"]) == (1, 1)
    again = json.loads(run_command("notes", "index", "--json", home=home).out)
    assert (again["added"], again["unchanged"]) == (0, 1)
    status = run_command("notes", "status", home=home)
    assert status.out.startswith("1 of 2 files are indexed.")
    assert "picture.png" in status.out
    found = json.loads(run_command("notes", "search", "sown", "--json", home=home).out)
    (passage,) = found["passages"]
    text = (vault / "rye.md").read_text()
    assert passage["text"] == text[passage["char_start"] : passage["char_end"]]
    assert run_command("notes", "search", "zeppelin", home=home).code == 4


def test_a_folder_that_is_gone_does_not_keep_the_others_from_answering(
    home: Path, vault: Path
) -> None:
    away = home / "stick"
    away.mkdir()
    (away / "barley.md").write_text("# Barley\n\nBarley is sown in March.\n")
    for folder in (vault, away):
        run_command("notes", "add", str(folder), home=home)
    run_command("notes", "index", home=home)
    away.rename(home / "elsewhere")
    asked = run_command("ask", "When is rye sown?", home=home)
    assert asked.code == 0
    assert "September" in asked.out
    assert "Notes are left out because their folder is not there" in asked.out
    assert asked.err == (
        f"Note: {away} is not there, so its notes are left out: bring it back, or forget it with "
        "`marchwarden notes remove stick`.\n"
    )
    assert run_command("notes", "index", home=home).code == 0
    assert str(away) in run_command("notes", "status", home=home).err
    (home / "elsewhere").rename(away)
    back = json.loads(run_command("notes", "index", "--json", home=home).out)
    assert (back["added"], back["removed"], back["unchanged"]) == (0, 0, 2)


@pytest.mark.parametrize("command", [("ask", "x"), ("notes", "status"), ("doctor",)])
def test_a_folder_that_a_variable_names_is_taken_out_of_the_variable(
    home: Path, command: tuple[str, ...]
) -> None:
    done = run_command(*command, home=home, environ={"MARCHWARDEN_NOTES": "/nope"})
    assert "bring it back, or take it out of MARCHWARDEN_NOTES" in done.out + done.err
    assert "notes remove" not in done.out + done.err
    assert done.code in {1, 2}


@pytest.mark.parametrize("command", [("ask",), ("research", "local-brain")])
def test_a_folder_without_notes_is_told_before_anything_is_looked_for(
    home: Path, command: tuple[str, ...]
) -> None:
    folder = home / "empty"
    (folder / ".trash").mkdir(parents=True)
    (folder / ".trash" / "old.md").write_text("Rye is sown in September.\n")
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n")
    done = run_command(*command, "--notes", str(folder), "When is rye sown?", home=home)
    assert done.code == 3
    assert done.err.startswith(f"There are no notes in {folder}: name a folder with files")
    assert ".md" in done.err
    (folder / "deeper").mkdir()
    (folder / "deeper" / "rye.TXT").write_text("Rye is sown in September.\n")
    again = run_command(*command, "--notes", str(folder), "When is rye sown?", home=home)
    assert (again.code, again.err) == (0, "")


def test_no_bar_is_drawn_in_a_pipe_and_all_that_is_kept_is_private(home: Path, vault: Path) -> None:
    done = run_command("notes", "index", "--notes", str(vault), home=home)
    assert (done.code, done.err) == (0, "")
    assert "\x1b" not in done.out
    modes = [
        stat.S_IMODE(path.stat().st_mode) & 0o077
        for folder, _, names in os.walk(home / ".marchwarden")
        for path in (Path(folder), *(Path(folder, name) for name in names))
    ]
    assert set(modes) == {0}
