"""Who is asked: by what there is to work on, and by how far a question may travel."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.errors import CommandError
from cli.invited import Invited, Wishes, members_for_ask
from cli.network import members
from cli.surroundings import Surroundings
from cli.web_flags import WebFlags
from pi.model import Reach
from pi.network import Address, Command, Presence, Researcher

PAGE = Wishes(web=WebFlags(urls=("https://mill.example.org/",)))


class Setup:
    """A user's home, its config.toml, an environment, and a folder of notes."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.home = base / ".marchwarden"
        self.home.mkdir()
        self.environ = {"HOME": str(base), "PATH": "/usr/bin", "LC_ALL": "C.UTF-8"}
        self.notes = base / "notes"
        self.notes.mkdir()
        self.lines: list[str] = []

    def with_notes(self) -> None:
        (self.notes / "mill.md").write_text("The mill opens at 11:00.")
        self.lines.append(f"notes = [{json.dumps(str(self.notes))}]")

    def invite(self, wishes: Wishes | None = None, **flags: str) -> Invited:
        (self.home / "config.toml").write_text("\n".join(self.lines))
        surroundings = Surroundings(self.environ, self.base, self.home)
        loaded = surroundings.configuration(**flags)
        return members_for_ask(surroundings, loaded, wishes or Wishes())


@pytest.fixture
def setup(tmp_path: Path) -> Setup:
    return Setup(tmp_path)


def names(invited: Invited) -> list[str]:
    return [one.name for one in invited.members]


def remote(name: str, *lines: str) -> str:
    return "\n".join(("[[researchers]]", f'name = "{name}"', *lines))


def test_with_notes_alone_the_notes_are_asked_and_nothing_leaves(setup: Setup) -> None:
    setup.with_notes()
    invited = setup.invite()
    assert names(invited) == ["local-brain"]
    assert invited.may_leave is Reach.LOCAL
    assert invited.notices == ()


def test_with_nothing_to_ask_the_way_to_add_notes_is_said(setup: Setup) -> None:
    with pytest.raises(CommandError, match="marchwarden notes add FOLDER"):
        setup.invite()


def test_the_web_is_asked_once_a_search_engine_is_in_the_settings(setup: Setup) -> None:
    setup.with_notes()
    setup.lines.insert(0, 'searxng_url = "http://127.0.0.1:8888"')
    invited = setup.invite()
    assert names(invited) == ["local-brain", "web"]
    assert [one.reach for one in invited.members] == [Reach.LOCAL, Reach.SEARCH]
    assert invited.may_leave is Reach.SEARCH


def test_a_key_that_happens_to_be_there_sends_nothing_out(setup: Setup) -> None:
    setup.with_notes()
    setup.environ["TAVILY_API_KEY"] = "tvly-1"
    invited = setup.invite()
    assert names(invited) == ["local-brain"]
    assert "--egress search" in invited.left_out[0].why
    assert names(setup.invite(egress="search")) == ["local-brain", "web"]


def test_a_page_that_is_named_is_read_without_a_search_engine(setup: Setup) -> None:
    setup.with_notes()
    invited = setup.invite(PAGE)
    assert names(invited) == ["local-brain", "web"]
    transport = invited.members[1].researcher.transport
    assert isinstance(transport, Command)
    assert "https://mill.example.org/" in transport.arguments


def test_the_web_alone_can_be_asked(setup: Setup) -> None:
    assert names(setup.invite(PAGE)) == ["web"]


@pytest.mark.parametrize("wishes", [PAGE, Wishes(names=("web",))])
def test_where_nothing_may_leave_naming_the_web_is_refused(setup: Setup, wishes: Wishes) -> None:
    setup.with_notes()
    with pytest.raises(CommandError, match="egress is none") as refused:
        setup.invite(wishes, egress="none")
    assert refused.value.code == "egress"


def test_where_nothing_may_leave_a_set_up_web_is_silently_left_out(setup: Setup) -> None:
    setup.with_notes()
    setup.lines.insert(0, 'searxng_url = "http://127.0.0.1:8888"')
    invited = setup.invite(egress="none")
    assert names(invited) == ["local-brain"]
    assert [one.name for one in invited.left_out] == ["web"]
    assert invited.notices == ()


@pytest.mark.parametrize(
    ("lines", "egress", "asked"),
    [
        (('command = ["x"]',), "none", True),
        (('command = ["x"]', 'egress = "search"'), "none", False),
        (('command = ["x"]', 'egress = "search"'), "search", True),
        (('url = "http://127.0.0.1:9/mcp"',), "none", True),
        (('url = "http://localhost:9/mcp"',), "none", True),
        (('url = "http://127.0.0.1.example.org/mcp"',), "none", False),
        (('url = "https://far.example.org/mcp"',), "search", False),
        (('url = "https://far.example.org/mcp"',), "hosted", True),
        (('url = "https://far.example.org/mcp"', 'egress = "search"'), "search", True),
        (('url = "http://127.0.0.1:9/mcp"', 'egress = "hosted"'), "search", False),
    ],
)
def test_a_researcher_is_asked_as_far_as_its_class_is_allowed(
    setup: Setup, lines: tuple[str, ...], egress: str, asked: bool
) -> None:
    setup.with_notes()
    setup.lines.append(remote("other", *lines))
    invited = setup.invite(egress=egress)
    assert ("other" in names(invited)) == asked
    assert ("other" in [one.name for one in invited.left_out]) != asked
    if not asked:
        (why,) = [one.why for one in invited.left_out if one.name == "other"]
        assert "--egress" in why
        assert any(notice.startswith("other is not asked: ") for notice in invited.notices)
        with pytest.raises(CommandError, match="--egress"):
            setup.invite(Wishes(names=("other",)), egress=egress)


def test_a_command_gets_its_own_variables_and_the_least_that_a_program_needs(
    setup: Setup,
) -> None:
    entry = remote("other", 'command = ["x"]', 'env = {A = "1"}', 'env_from = ["B", "MISSING"]')
    setup.lines.append(entry)
    setup.environ |= {
        "B": "2",
        "C": "3",
        "MARCHWARDEN_TOKEN": "hush",
        "PYTHONPATH": "/p",
        "TAVILY_API_KEY": "k",
        "VIRTUAL_ENV": "/v",
    }
    invited = setup.invite()
    transport = invited.members[0].researcher.transport
    assert isinstance(transport, Command)
    assert transport.environment == {
        "HOME": setup.environ["HOME"],
        "PATH": "/usr/bin",
        "LC_ALL": "C.UTF-8",
        "A": "1",
        "B": "2",
    }
    assert invited.notices == ("other wants MISSING, which is not set: export it.",)


def test_what_is_taken_from_the_environment_is_known_as_secret(setup: Setup) -> None:
    setup.lines += [
        remote("one", 'command = ["x"]', 'env_from = ["B"]'),
        remote("two", 'url = "http://127.0.0.1:9/"', 'token_env = "T"'),
    ]
    setup.environ |= {"B": "hush-b", "T": "hush-t", "TAVILY_API_KEY": "hush-k", "C": "open"}
    invited = setup.invite()
    assert set(invited.secrets) == {"hush-b", "hush-t", "hush-k"}
    assert invited.members[1].researcher.transport == Address("http://127.0.0.1:9/", "hush-t")


def test_an_entry_says_what_it_covers_and_how_long_it_may_take(setup: Setup) -> None:
    setup.lines.append(
        remote("papers", 'command = ["x"]', 'covers = ["papers"]', "max_seconds = 9.5")
    )
    (one,) = setup.invite().members
    assert (one.covers, one.max_seconds) == (("papers",), 9.5)


def test_only_those_who_are_named_are_asked_in_the_networks_order(setup: Setup) -> None:
    setup.with_notes()
    setup.lines += [remote("a", 'command = ["x"]'), remote("b", 'command = ["x"]')]
    assert names(setup.invite(Wishes(names=("b", "local-brain")))) == ["local-brain", "b"]


@pytest.mark.parametrize(
    ("wishes", "said", "code"),
    [
        (Wishes(names=("papers",)), "known: local-brain, web", "not_found"),
        (Wishes(names=("web",), notes=("notes",)), "--notes is for local-brain", "usage"),
        (Wishes(web=WebFlags(fresh=True)), "--fresh is for web", "usage"),
        (Wishes(names=("local-brain",), web=PAGE.web), "--url is for web", "usage"),
    ],
)
def test_a_wish_that_can_not_be_met_is_refused(
    setup: Setup, wishes: Wishes, said: str, code: str
) -> None:
    setup.with_notes()
    with pytest.raises(CommandError, match=said) as refused:
        setup.invite(wishes)
    assert refused.value.code == code


@pytest.mark.parametrize("break_notes", [Path.unlink, lambda path: path.rename(path.parent / "x")])
def test_notes_that_are_not_there_cost_only_themselves(
    setup: Setup, break_notes: Callable[[Path], object]
) -> None:
    setup.with_notes()
    break_notes(setup.notes / "mill.md")
    setup.lines.append(remote("other", 'command = ["x"]'))
    invited = setup.invite()
    assert names(invited) == ["other"]
    assert "There are no notes in" in invited.left_out[0].why
    with pytest.raises(CommandError, match="There are no notes in"):
        setup.invite(Wishes(names=("local-brain",)))


def test_the_networks_table_knows_the_same_people_as_a_question(setup: Setup) -> None:
    setup.lines += [
        'searxng_url = "http://127.0.0.1:8888"',
        remote("searching", 'command = ["x"]', 'egress = "search"'),
        remote("hosting", 'command = ["x"]', 'egress = "hosted"'),
    ]
    asked = names(setup.invite())
    known = members(Surroundings(setup.environ, setup.base, setup.home))
    listed = [one.name for one in known if isinstance(one, Researcher)]
    assert asked == ["web", "searching"]
    assert listed == ["local-brain", "web", "searching"]
    (kept,) = [one for one in known if isinstance(one, Presence)]
    assert (kept.name, kept.failure) == ("hosting", "not asked: egress is search")
