"""`researchers import`: what another client lists becomes researchers of the home's settings."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.mcp_json import ListingError, NotTaken, researcher_name, researchers_in
from tests.cli.process import run_command


def listing(**servers: object) -> str:
    return json.dumps({"mcpServers": servers})


def one_of(**servers: object) -> Any:
    (one,) = researchers_in(listing(**servers))
    return one


def test_a_command_keeps_its_words_and_its_variables_are_parted() -> None:
    env = {"LANGUAGE": "en", "PAPERS_KEY": "${PAPERS_KEY}", "OTHER": "${env:OTHER}"}
    one = one_of(Papers={"command": "papers-mcp", "args": ["--quiet"], "env": env, "type": "stdio"})
    assert one.name == "papers"
    assert one.command == ("papers-mcp", "--quiet")
    assert one.env == {"LANGUAGE": "en"}
    assert one.env_from == ("PAPERS_KEY", "OTHER")


def test_an_address_keeps_the_variable_of_its_token() -> None:
    headers = {"authorization": "Bearer ${env:FAR_TOKEN}"}
    one = one_of(far={"type": "http", "url": "https://far.example.org/mcp", "headers": headers})
    assert (one.url, one.token_env) == ("https://far.example.org/mcp", "FAR_TOKEN")


def test_the_other_spelling_of_the_list_is_read_too() -> None:
    (one,) = researchers_in('{"servers": {"a": {"command": "x"}}, "inputs": []}')
    assert not isinstance(one, NotTaken)


@pytest.mark.parametrize(
    ("server", "said"),
    [
        ({"command": "x", "env": {"API_KEY": "hush"}}, "env holds a secret (API_KEY)"),
        ({"command": "x", "args": ["--token", "hush"]}, "the command holds a secret"),
        ({"url": "https://h/", "headers": {"Authorization": "Bearer hush"}}, "${VARIABLE}"),
        ({"url": "https://h/", "headers": {"X-Key": "${hush}"}}, "the header X-Key"),
        ({"url": "https://h/?key=hush"}, "token_env"),
        ({"command": "x", "args": ["${workspaceFolder}/hush"]}, "only that client knows"),
        ({"command": "x", "env": {"A": "${input:hush}"}}, "export A itself"),
        ({"command": "x", "env": {"A": "pre-${hush}"}}, "export A itself"),
        ({"command": "x", "env": {"A": "${hush:-b}"}}, "export A itself"),
        ({"command": "x", "cwd": "/hush"}, "(cwd)"),
        ({"command": "x", "disabled": True}, "disabled"),
        ({"type": "sse", "url": "http://hush/sse"}, "old SSE transport"),
        ({"type": "stdio"}, "neither a command nor a url"),
        ({"command": "x", "url": "https://hush/"}, "keep one"),
        ({"command": ["x"]}, "command is not what"),
        ("hush", "its entry is not what"),
    ],
)
def test_what_a_researcher_can_not_be_is_left_out_with_one_sentence(
    server: object, said: str
) -> None:
    (one,) = researchers_in(listing(a=server))
    assert isinstance(one, NotTaken)
    assert said in one.why
    assert "hush" not in one.why


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"mcpServers": {}}', '{"mcpServers": 3}', "[" * 100_000, "// x\n{}"]
)
def test_a_file_that_lists_nobody_is_refused(text: str) -> None:
    with pytest.raises(ListingError):
        researchers_in(text)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("My Papers!", "my-papers"),
        ("9lives", "server-9lives"),
        ("a" * 60, "a" * 40),
        ("文", "server"),
    ],
)
def test_names_are_put_in_the_letters_of_researchers(name: str, plain: str) -> None:
    assert researcher_name(name) == plain


def test_what_is_added_is_shown_and_stands_in_the_homes_file(tmp_path: Path) -> None:
    home = tmp_path / ".marchwarden"
    home.mkdir()
    before = '# mine\ndepth = "deep"  # kept\n\n[[researchers]]\nname = "old"\ncommand = ["o"]\n'
    (home / "config.toml").write_text(before)
    (tmp_path / ".mcp.json").write_text(
        listing(
            Papers={"command": "papers-mcp", "env": {"KEY": "${KEY}"}},
            old={"command": "x"},
            Web={"command": "x"},
        )
    )
    tried = run_command("researchers", "import", ".mcp.json", "--dry-run", home=tmp_path)
    assert "Would add papers: papers-mcp   (gets KEY)" in tried.out
    assert (home / "config.toml").read_text() == before
    done = run_command("researchers", "import", ".mcp.json", home=tmp_path)
    assert done.code == 0
    assert "Added papers: papers-mcp" in done.out
    assert "Left old out. There is a researcher of that name already" in done.out
    assert "Left web out." in done.out
    written = (home / "config.toml").read_text()
    assert written.startswith(before)
    shown = json.loads(run_command("config", "show", "--json", home=tmp_path).out)
    rows = {row["name"]: row for row in shown["settings"]["researchers"]["value"]}
    assert rows["papers"]["env_from"] == ["KEY"]
    assert set(rows) == {"old", "papers"}


def test_only_those_who_are_named_are_taken(tmp_path: Path) -> None:
    (tmp_path / "m.json").write_text(listing(a={"command": "x"}, B={"command": "y"}))
    done = run_command("researchers", "import", "m.json", "--only", "B", "--json", home=tmp_path)
    assert json.loads(done.out) == {"added": [{"name": "b", "command": ["y"]}], "not_taken": []}
    lost = run_command("researchers", "import", "m.json", "--only", "c", home=tmp_path)
    assert lost.code == 3
    assert "lists nobody called c (it has: a, b)" in lost.err


def test_a_project_gets_nothing_into_the_home_without_the_command(tmp_path: Path) -> None:
    (tmp_path / ".mcp.json").write_text(listing(evil={"command": "touch", "args": ["owned"]}))
    done = run_command("researchers", "--json", home=tmp_path)
    assert "evil" not in done.out
    assert not (tmp_path / "owned").exists()


@pytest.mark.parametrize("path", ["absent.json", "."])
def test_a_file_that_can_not_be_read_is_named(tmp_path: Path, path: str) -> None:
    done = run_command("researchers", "import", path, home=tmp_path)
    assert done.code == 3
    assert len(done.err.strip().splitlines()) == 1
