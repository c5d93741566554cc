"""Settings: which layer wins, where each value comes from, and what is refused."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from contract import Depth
from researchers.config import ConfigError, Configuration, home_of, load_settings


class Machine:
    """A home, a current folder and an environment, all empty at first."""

    def __init__(self, base: Path) -> None:
        self.home = base / "home"
        self.cwd = base / "project"
        self.home.mkdir()
        self.cwd.mkdir()
        self.environ = {"HOME": str(base)}

    def in_home(self, text: str) -> None:
        (self.home / "config.toml").write_text(text)

    def in_project(self, text: str) -> None:
        (self.cwd / "marchwarden.toml").write_text(text)

    def load(self, **flags: object) -> Configuration:
        return load_settings(self.environ, self.home, self.cwd, flags)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_without_any_setting_the_defaults_hold(machine: Machine) -> None:
    loaded = machine.load()
    assert loaded.settings.depth is Depth.BALANCED
    assert loaded.settings.notes == ()
    assert set(loaded.origins.values()) == {"default"}


def test_each_layer_wins_over_the_one_before_it(machine: Machine) -> None:
    seen: list[tuple[int | None, str]] = []

    def look(**flags: object) -> None:
        loaded = machine.load(**flags)
        seen.append((loaded.settings.max_sources, loaded.origins["max_sources"]))

    machine.in_home("max_sources = 2")
    look()
    machine.in_project("max_sources = 3")
    look()
    machine.environ["MARCHWARDEN_MAX_SOURCES"] = "4"
    look()
    look(max_sources=5)
    assert seen == [
        (2, str(machine.home / "config.toml")),
        (3, str(machine.cwd / "marchwarden.toml")),
        (4, "MARCHWARDEN_MAX_SOURCES"),
        (5, "--max-sources"),
    ]


def test_a_flag_that_was_not_given_changes_nothing(machine: Machine) -> None:
    machine.in_home('depth = "deep"')
    assert machine.load(depth=None).settings.depth is Depth.DEEP


def test_folders_of_notes_get_names_and_absolute_paths(machine: Machine) -> None:
    loaded = machine.load(notes=["garden", "../other/garden", "~/My notes"])
    base = machine.cwd.parent
    assert [(root.name, root.path) for root in loaded.settings.notes] == [
        ("garden", machine.cwd / "garden"),
        ("garden-2", base / "other" / "garden"),
        ("My-notes", base / "My notes"),
    ]


def test_notes_of_the_environment_are_separated_like_a_path(machine: Machine) -> None:
    machine.environ["MARCHWARDEN_NOTES"] = "/a/one:/b/two"
    assert [root.name for root in machine.load().settings.notes] == ["one", "two"]


def test_a_list_is_replaced_as_a_whole(machine: Machine) -> None:
    machine.in_home('[[notes]]\nname = "life"\npath = "/life"\n')
    assert [root.name for root in machine.load(notes=["work"]).settings.notes] == ["work"]


def test_a_project_may_set_limits_and_notes_below_itself(machine: Machine) -> None:
    machine.in_project('depth = "shallow"\nnotes = ["docs"]')
    loaded = machine.load()
    assert loaded.settings.depth is Depth.SHALLOW
    assert loaded.settings.notes[0].path == machine.cwd / "docs"


@pytest.mark.parametrize("path", ["..", "/etc", "docs/../.."])
def test_a_project_may_not_name_notes_outside_itself(machine: Machine, path: str) -> None:
    machine.in_project(f'notes = ["{path}"]')
    with pytest.raises(ConfigError, match="outside its own folder"):
        machine.load()


def test_a_project_may_not_reach_outside_through_a_symlink(machine: Machine) -> None:
    (machine.cwd / "docs").symlink_to(machine.home)
    machine.in_project('notes = ["docs"]')
    with pytest.raises(ConfigError, match="outside its own folder"):
        machine.load()


@pytest.mark.parametrize(
    "line", ['egress = "hosted"', '[[researchers]]\nname = "x"\ncommand = ["rm"]']
)
def test_a_project_may_not_open_the_machine(machine: Machine, line: str) -> None:
    machine.in_project(line)
    with pytest.raises(ConfigError, match="which a project's file may not"):
        machine.load()


@pytest.mark.parametrize(
    "line",
    ['api_key = "x"', 'token = "x"', '[[researchers]]\nname = "x"\nurl = "http://h"\ntoken = "y"'],
)
def test_secrets_in_a_file_are_refused(machine: Machine, line: str) -> None:
    machine.in_home(line)
    with pytest.raises(ConfigError, match="holds a secret"):
        machine.load()


@pytest.mark.parametrize(
    "url", ["https://u:hush@x.org/mcp", "https://hush@x.org/mcp", "https://x.org/mcp?api_key=hush"]
)
def test_secrets_in_an_address_are_refused_and_not_repeated(machine: Machine, url: str) -> None:
    machine.in_home(f'[[researchers]]\nname = "x"\nurl = "{url}"')
    with pytest.raises(ConfigError, match="token_env") as refused:
        machine.load()
    assert "hush" not in str(refused.value)


def test_a_token_budget_is_no_secret(machine: Machine) -> None:
    machine.in_home("token_budget = 0")
    assert machine.load().settings.token_budget == 0


RESEARCHER = '[[researchers]]\nname = "web"\n'
BROKEN: Mapping[str, str] = {
    "max_sources = 0": "max_sources must be 1 or more.",
    "max_sources = true": "max_sources must be a whole number.",
    "max_sources = 1.5": "max_sources must be a whole number.",
    "max_seconds = nan": "max_seconds must be a number.",
    'max_seconds = "12"': "max_seconds must be a number.",
    "max_seconds = true": "max_seconds must be a number.",
    "max_seconds = 0": "max_seconds must be more than 0.",
    'depht = "deep"': "depht is no setting (docs/settings.md lists them).",
    'depth = "abyssal"': "depth must be shallow, balanced or deep.",
    "depth = ": "not valid TOML",
    "researchers = 3": "researchers must be a list.",
    'notes = "garden"': "notes must be a list",
    '[[notes]]\nname = "a b"\npath = "x"': "notes (entry 1): name must have 1 to 80 characters",
    '[[notes]]\nname = "a"\npath = "x"\n[[notes]]\nname = "a"\npath = "y"': "needs its own name",
    RESEARCHER: "either a command or a url",
    RESEARCHER + 'command = "rm -rf"': "researchers (entry 1): command must be a list of words",
    RESEARCHER + "command = []": "researchers (entry 1): command is empty.",
    RESEARCHER + 'url = "ftp://x"': "researchers (entry 1): url must be text that begins with",
    '[[researchers]]\nname = "A b"\ncommand = ["x"]': "name must be at most 40 small letters",
}


@pytest.mark.parametrize("text", BROKEN)
def test_a_wrong_setting_is_named_in_one_sentence(machine: Machine, text: str) -> None:
    machine.in_home(text)
    with pytest.raises(ConfigError) as refused:
        machine.load()
    message = str(refused.value)
    assert BROKEN[text] in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("variable", "text", "said"),
    [
        ("MARCHWARDEN_MAX_SECONDS", "soon", "MARCHWARDEN_MAX_SECONDS must be a number."),
        ("MARCHWARDEN_MAX_SOURCES", "1.5", "MARCHWARDEN_MAX_SOURCES must be a whole number."),
        ("MARCHWARDEN_EGRESS", "all", "MARCHWARDEN_EGRESS must be none, search or hosted."),
    ],
)
def test_a_wrong_variable_is_called_by_its_own_name(
    machine: Machine, variable: str, text: str, said: str
) -> None:
    machine.environ[variable] = text
    with pytest.raises(ConfigError) as refused:
        machine.load()
    assert str(refused.value) == said


def test_numbers_are_read_from_variables(machine: Machine) -> None:
    machine.environ |= {"MARCHWARDEN_MAX_SECONDS": "2.5", "MARCHWARDEN_TOKEN_BUDGET": "7"}
    settings = machine.load(max_iterations=2).settings
    assert (settings.max_seconds, settings.token_budget, settings.max_iterations) == (2.5, 7, 2)


def test_a_file_that_is_not_text_is_named(machine: Machine) -> None:
    (machine.home / "config.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="not UTF-8"):
        machine.load()


def test_an_unknown_variable_is_noticed_not_fatal(machine: Machine) -> None:
    machine.environ["MARCHWARDEN_MAX_SORCES"] = "4"
    assert machine.load().notices == ("MARCHWARDEN_MAX_SORCES is not a setting and is ignored.",)


def test_home_is_the_flag_then_the_variable_then_the_users(tmp_path: Path) -> None:
    environ = {"HOME": "/home/ada", "MARCHWARDEN_HOME": "~/kept"}
    assert home_of(environ, tmp_path) == tmp_path
    assert home_of(environ) == Path("/home/ada/kept")
    assert home_of({"HOME": "/home/ada"}) == Path("/home/ada/.marchwarden")
    with pytest.raises(ConfigError, match="set HOME or MARCHWARDEN_HOME"):
        home_of({})
