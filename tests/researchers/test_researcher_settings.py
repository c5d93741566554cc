"""A researcher in the settings: its environment, how far it carries a question, no secrets."""

from pathlib import Path

import pytest

from researchers.config import ConfigError, load_settings
from researchers.secrecy import (
    is_a_secret,
    names_a_secret,
    secret_in_command,
    secret_in_environment,
)
from researchers.settings import EgressClass, RemoteResearcher

ENTRY = """
[[researchers]]
name = "papers"
command = ["papers-mcp", "--quiet"]
env = {LANGUAGE = "en", PAPERS_KEY_FILE = "/run/key"}
env_from = ["PAPERS_KEY"]
covers = ["papers", "clinical trials"]
egress = "search"
max_seconds = 20.5
"""


def load(home: Path, text: str) -> RemoteResearcher:
    (home / "config.toml").write_text(text)
    (one,) = load_settings({}, home, home / "elsewhere").settings.researchers
    return one


def refusal(home: Path, line: str, command: str = '["papers-mcp"]') -> str:
    with pytest.raises(ConfigError) as refused:
        load(home, f'[[researchers]]\nname = "papers"\ncommand = {command}\n{line}\n')
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_an_entry_says_environment_class_limits_and_what_it_covers(tmp_path: Path) -> None:
    one = load(tmp_path, ENTRY)
    assert one.env == {"LANGUAGE": "en", "PAPERS_KEY_FILE": "/run/key"}
    assert one.env_from == ("PAPERS_KEY",)
    assert one.covers == ("papers", "clinical trials")
    assert one.egress is EgressClass.SEARCH
    assert one.max_seconds == 20.5


@pytest.mark.parametrize(
    "line",
    [
        'env = {PAPERS_API_KEY = "hush"}',
        'env = {GITHUB_PAT = "hush"}',
        'env = {LANGUAGE = "sk-hush0123456789abcdef"}',
        'env = {DATABASE = "postgres://me:hush@db.example/x"}',
        '[researchers.env]\nDB_PASSWORD = "hush"',
    ],
)
def test_a_secret_in_the_environment_table_is_refused_and_not_repeated(
    tmp_path: Path, line: str
) -> None:
    said = refusal(tmp_path, line)
    assert "env holds a secret" in said
    assert "env_from" in said
    assert "hush" not in said


@pytest.mark.parametrize(
    "command",
    [
        '["x", "--api-key", "hush"]',
        '["x", "--token=hush"]',
        '["x", "-token", "hush"]',
        '["x", "--header", "Authorization: hush"]',
        '["x", "https://me:hush@example.org/"]',
        '["x", "ghp_hush0123456789abcdefghij"]',
    ],
)
def test_a_secret_in_a_command_is_refused_and_not_repeated(tmp_path: Path, command: str) -> None:
    said = refusal(tmp_path, "", command)
    assert "the command holds a secret" in said
    assert "hush" not in said


@pytest.mark.parametrize(
    "words",
    [
        ("x", "--token-budget", "200"),
        ("x", "--key", "/etc/keys/mine.pem"),
        ("x", "--token", "--quiet"),
        ("x", "--token"),
        ("npx", "-y", "@scope/secret-santa@1.2.3"),
        (),
    ],
)
def test_a_command_that_only_sounds_so_is_taken(words: tuple[str, ...]) -> None:
    assert not secret_in_command(words)


def test_names_are_judged_by_their_last_word() -> None:
    assert names_a_secret("TAVILY_API_KEY")
    assert names_a_secret("access-token")
    assert not names_a_secret("token_budget")
    assert not names_a_secret("token_env")
    assert not names_a_secret("monkey")
    assert secret_in_environment({"TOKEN": ""}) is None
    assert is_a_secret("Bearer abcdefghij0123456789==")
    assert not is_a_secret("a bearer of good news")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('covers = "papers"', "covers must be a list of words"),
        ('covers = ["a\\u0007"]', "covers must be a list of words"),
        ('egress = "far"', "egress must be local, search or hosted"),
        ("max_seconds = 0", "max_seconds must be more than 0"),
        ('env = ["A=b"]', "env must be a table of texts"),
        ("env = {A = 1}", "researchers (entry 1): env: A must be text in quotes"),
        ('env = {"A B" = "c"}', "env"),
        ('env_from = "A"', "env_from must be a list of variables' names"),
        ('env_from = ["A=b"]', "env_from must be a list of variables' names"),
        ('token_env = "A"', "name it in env_from for a command"),
        ("shell = true", "is no setting"),
    ],
)
def test_what_is_wrong_in_an_entry_is_said_in_one_sentence(
    tmp_path: Path, line: str, said: str
) -> None:
    assert said in refusal(tmp_path, line)


def test_variables_are_for_commands_alone(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="a url has its token in token_env"):
        load(tmp_path, '[[researchers]]\nname = "x"\nurl = "http://h/"\nenv_from = ["A"]\n')
