"""Who can be asked from the command line, and how each one is reached. Light to import."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from cli.errors import CommandError
from cli.exit_codes import ExitCode
from cli.web_flags import WebFlags
from pi.network import Address, Command, Presence, Researcher, child_environment, is_loopback

if TYPE_CHECKING:
    from cli.surroundings import Surroundings
    from researchers.config import Configuration
    from researchers.settings import RemoteResearcher, Settings

LOCAL_BRAIN: Final = "local-brain"
WEB: Final = "web"
BUILT_IN: Final = (LOCAL_BRAIN, WEB)
_PROGRAMS: Final = {
    LOCAL_BRAIN: "researchers.local_brain.main",
    WEB: "researchers.web.main",
}
_SEARCH_KEYS: Final = ("TAVILY_API_KEY", "BRAVE_API_KEY")
_NOTES_VARIABLE: Final = "MARCHWARDEN_NOTES"
NOT_ASKED: Final = "not asked: egress is none"


def local_brain(
    surroundings: "Surroundings", notes: Sequence[str] = (), *, keep_trace: bool = True
) -> Researcher:
    """The researcher of notes, as a child of this process. It reads the same settings itself;
    `notes` are folders that stand in for those of the settings."""
    flags = [part for folder in notes for part in ("--notes", folder)]
    flags += [] if keep_trace else ["--no-trace"]
    return Researcher(
        LOCAL_BRAIN,
        Command(
            program_of(LOCAL_BRAIN, flags),
            child_environment(surroundings.environ) | {"MARCHWARDEN_HOME": str(surroundings.home)},
        ),
    )


def web(
    surroundings: "Surroundings", flags: WebFlags | None = None, *, keep_trace: bool = True
) -> Researcher:
    """The researcher of the web, as a child of this process. It gets the keys of search engines,
    and does not learn where notes are."""
    arguments = [*(flags.arguments if flags else ()), *([] if keep_trace else ["--no-trace"])]
    inherited = child_environment(surroundings.environ)
    keys = {key: surroundings.environ[key] for key in _SEARCH_KEYS if key in surroundings.environ}
    environment = inherited | keys | {"MARCHWARDEN_HOME": str(surroundings.home)}
    environment.pop(_NOTES_VARIABLE, None)
    return Researcher(WEB, Command(program_of(WEB, arguments), environment))


def program_of(name: str, arguments: Sequence[str]) -> tuple[str, ...]:
    """The command that starts a researcher of this house."""
    return (sys.executable, "-m", _PROGRAMS[name], *arguments)


def member(
    name: str,
    surroundings: "Surroundings",
    notes: Sequence[str] = (),
    egress: str | None = None,
    *,
    web_flags: WebFlags | None = None,
    keep_trace: bool = True,
) -> Researcher:
    """The researcher of that name. Raises CommandError when nobody is called so, and when it is
    not to be asked because nothing may leave this machine."""
    if name == LOCAL_BRAIN:
        return local_brain(surroundings, notes, keep_trace=keep_trace)
    loaded = surroundings.configuration(egress=egress)
    settings = loaded.settings
    if name == WEB:
        if nothing_leaves(loaded):
            raise _kept_here("The web researcher sends questions out")
        return web(surroundings, web_flags, keep_trace=keep_trace)
    for one in settings.researchers:
        if one.name == name:
            return _from_settings(one, settings, surroundings.environ)
    known = ", ".join([*BUILT_IN, *(one.name for one in settings.researchers)])
    raise CommandError(
        f"There is no researcher called {name} (known: {known}).",
        code="not_found",
        exit_code=ExitCode.NOT_FOUND,
    )


def members(surroundings: "Surroundings") -> tuple[Researcher | Presence, ...]:
    """The whole network, local-brain first. A Presence stands for whoever may not be asked."""
    loaded = surroundings.configuration()
    settings = loaded.settings
    pages = (
        Presence(WEB, "stdio", None, None, NOT_ASKED)
        if nothing_leaves(loaded)
        else web(surroundings)
    )
    others = (
        Presence(one.name, one.url or "", None, None, NOT_ASKED)
        if _may_not_be_asked(one, settings)
        else _described(one, surroundings.environ)
        for one in settings.researchers
    )
    return (local_brain(surroundings), pages, *others)


def nothing_leaves(loaded: "Configuration") -> bool:
    """True when somebody has said that nothing leaves this machine. Where nobody has, asking the
    web by its name says that questions may."""
    return loaded.settings.egress == "none" and loaded.origins["egress"] != "default"


def _may_not_be_asked(one: "RemoteResearcher", settings: "Settings") -> bool:
    """True when it is on another machine and nothing is to leave this one."""
    if one.url is None or settings.egress != "none":
        return False
    return not is_loopback(urlsplit(one.url).hostname or "")


def _from_settings(
    one: "RemoteResearcher", settings: "Settings", environ: Mapping[str, str]
) -> Researcher:
    """Refuses to send a question off this machine unless the user allowed it."""
    if _may_not_be_asked(one, settings):
        raise _kept_here(f"{one.name} is at {one.url}")
    return _described(one, environ)


def _kept_here(why: str) -> CommandError:
    return CommandError(
        f"{why}, and egress is none: allow questions to leave this "
        'machine with --egress search, or egress = "search" in the settings.',
        code="egress",
        exit_code=ExitCode.USAGE,
    )


def _described(one: "RemoteResearcher", environ: Mapping[str, str]) -> Researcher:
    if one.url is not None:
        token = environ.get(one.token_env) if one.token_env else None
        return Researcher(one.name, Address(one.url, token))
    return Researcher(one.name, Command(one.command or (), child_environment(environ)))


def folders_given(notes: Sequence[str], cwd: Path) -> None:
    """Check folders that the user named. Raises CommandError with one sentence."""
    for folder in notes:
        path = cwd / Path(folder).expanduser()
        if not path.is_dir():
            what = "is not a folder" if path.exists() else "does not exist"
            raise CommandError(
                f"{folder} {what}: give a folder of notes.",
                code="not_found",
                exit_code=ExitCode.NOT_FOUND,
            )
