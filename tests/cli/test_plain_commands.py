"""Commands about this machine, and how wrong usage is told."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.process import clean_environment, run_command


def test_settings_are_shown_with_their_origin(home: Path) -> None:
    done = run_command(
        "config", "show", "--origin", home=home, environ={"MARCHWARDEN_MAX_SOURCES": "3"}
    )
    assert done.code == 0
    assert "max_sources = 3    (MARCHWARDEN_MAX_SOURCES)" in done.out
    assert "depth = balanced    (default)" in done.out


def test_settings_as_json_are_one_document(home: Path) -> None:
    shown = json.loads(run_command("config", "show", "--json", home=home).out)
    assert shown["settings"]["egress"] == {"value": "none", "origin": "default"}


def test_a_wrong_setting_is_told_in_one_sentence(home: Path) -> None:
    done = run_command("config", "show", home=home, environ={"MARCHWARDEN_DEPTH": "abyssal"})
    assert done.code == 2
    assert done.err == "MARCHWARDEN_DEPTH must be shallow, balanced or deep.\n"


def test_an_unknown_variable_is_noted_beside_the_answer(home: Path) -> None:
    done = run_command("config", "show", "--json", home=home, environ={"MARCHWARDEN_DEPHT": "1"})
    json.loads(done.out)
    assert done.err == "Note: MARCHWARDEN_DEPHT is not a setting and is ignored.\n"


def test_the_doctor_finds_this_machine_well(home: Path) -> None:
    done = run_command("doctor", "--json", home=home)
    findings = {row["subject"]: row for row in json.loads(done.out)["findings"]}
    assert done.code == 0
    assert findings["SQLite FTS5"]["health"] == "well"
    assert findings["notes"]["remedy"] == "marchwarden notes add FOLDER"
    assert not (home / ".marchwarden").exists()


def test_the_doctor_names_a_folder_that_is_gone(home: Path) -> None:
    settings = home / ".marchwarden" / "config.toml"
    settings.parent.mkdir(mode=0o755)
    settings.parent.chmod(0o755)
    settings.write_text('[[notes]]\nname = "gone"\npath = "/nowhere/at/all"\n')
    done = run_command("doctor", home=home)
    assert done.code == 1
    assert "/nowhere/at/all is not there" in done.out
    assert f"chmod 700 {settings.parent}" in done.out
    broken = [line for line in done.out.split("\n") if line.startswith("broken")]
    assert len(broken) == 1


def test_the_doctor_names_what_a_researcher_of_ones_own_lacks(home: Path) -> None:
    settings = home / ".marchwarden" / "config.toml"
    settings.parent.mkdir(mode=0o700)
    settings.write_text(
        '[[researchers]]\nname = "lost"\ncommand = ["papers-mcp-of-nobody"]\n'
        '[[researchers]]\nname = "mute"\ncommand = ["sh"]\nenv_from = ["MUTE_KEY"]\n'
        '[[researchers]]\nname = "fine"\ncommand = ["sh"]\n'
    )
    done = run_command("doctor", "--json", home=home)
    found = {row["subject"]: row for row in json.loads(done.out)["findings"]}
    assert found["researcher lost"]["detail"] == "papers-mcp-of-nobody is not found"
    assert found["researcher mute"]["remedy"] == "export MUTE_KEY"
    assert found["researcher fine"]["health"] == "well"
    assert done.code == 0


def test_the_doctor_sees_that_a_file_stands_where_the_home_should(home: Path) -> None:
    blocked = home / "file"
    blocked.touch()
    done = run_command("doctor", home=home, environ={"MARCHWARDEN_HOME": str(blocked / "sub")})
    assert done.code == 1
    assert "is not a folder" in done.out


@pytest.mark.parametrize(
    "arguments",
    [("asc",), ("ask",), ("ask", "--depth", "abyssal", "x"), ("notes", "index", "--fast")],
)
def test_wrong_usage_is_one_line_that_says_where_help_is(
    home: Path, arguments: tuple[str, ...]
) -> None:
    done = run_command(*arguments, home=home)
    assert done.code == 2
    assert "--help`" in done.err
    assert done.err.count("\n") == 1
    assert done.out == ""


@pytest.mark.parametrize("command", [("ask",), ("research", "local-brain")])
def test_a_question_without_its_quotes_is_told_so(home: Path, command: tuple[str, ...]) -> None:
    done = run_command(*command, "How", "much", "salt?", home=home)
    assert done.code == 2
    assert done.err.startswith("Put the question in quotes")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("command", [(), ("ask",), ("notes",), ("notes", "add"), ("conform",)])
def test_help_has_a_short_name_everywhere(home: Path, command: tuple[str, ...]) -> None:
    short = run_command(*command, "-h", home=home)
    assert short.code == 0
    assert short.out.startswith(f"Usage: {' '.join(('marchwarden', *command))} ")


def test_wrong_usage_is_a_document_when_json_was_asked_for(home: Path) -> None:
    done = run_command("ask", "--json", "--depht", "deep", "x", home=home)
    assert done.code == 2
    assert json.loads(done.out)["error"]["code"] == "usage"
    assert done.err == ""


def test_only_researchers_of_ours_are_served(home: Path) -> None:
    assert run_command("serve", "oracle", home=home).code == 3


def test_the_version_is_the_installed_one(home: Path) -> None:
    assert run_command("--version", home=home).out.startswith("marchwarden 0.")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_output_that_can_not_be_written_is_told_in_one_sentence(home: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-c", "from cli.main import main; main()", "config", "show"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=clean_environment(home),
            cwd=home,
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "The output can't be used: No space left on device.\n"
