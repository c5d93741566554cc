"""Who can be asked from the command line, and how each one is reached. Light to import."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cli.errors import CommandError
from cli.exit_codes import ExitCode
from cli.reach import effective_egress, why_kept_here
from cli.web_flags import WebFlags
from pi.network import (
    Address,
    Command,
    Presence,
    Researcher,
    child_environment,
    least_environment,
)

if TYPE_CHECKING:
    from cli.surroundings import Surroundings
    from researchers.config import Configuration
    from researchers.settings import Egress, RemoteResearcher

LOCAL_BRAIN: Final = "local-brain"
WEB: Final = "web"
BUILT_IN: Final = (LOCAL_BRAIN, WEB)
PI: Final = "pi"
_PROGRAMS: Final = {
    PI: "cli.serve_pi",
    LOCAL_BRAIN: "researchers.local_brain.main",
    WEB: "researchers.web.main",
}
SEARCH_KEYS: Final = ("TAVILY_API_KEY", "BRAVE_API_KEY")
_NOTES_VARIABLE: Final = "MARCHWARDEN_NOTES"
NOT_ASKED: Final = "not asked: egress is "
WEB_KEPT_HERE: Final = (
    "The web researcher sends questions out, and egress is none: allow questions to leave this "
    'machine with --egress search, or egress = "search" in the settings'
)


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
    does not learn where notes are, and is only started by who has seen that it may be asked."""
    arguments = [*(flags.arguments if flags else ()), *([] if keep_trace else ["--no-trace"])]
    inherited = child_environment(surroundings.environ)
    keys = {key: surroundings.environ[key] for key in SEARCH_KEYS if key in surroundings.environ}
    decided = {"MARCHWARDEN_HOME": str(surroundings.home), "MARCHWARDEN_EGRESS": "search"}
    environment = inherited | keys | decided
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
            raise kept_here(WEB_KEPT_HERE)
        return web(surroundings, web_flags, keep_trace=keep_trace)
    for one in settings.researchers:
        if one.name == name:
            if why := why_kept_here(one, effective_egress(loaded, everybody=False)):
                raise kept_here(why)
            return described(one, surroundings.environ)
    known = ", ".join([*BUILT_IN, *(one.name for one in settings.researchers)])
    raise CommandError(
        f"There is no researcher called {name} (known: {known}).",
        code="not_found",
        exit_code=ExitCode.NOT_FOUND,
    )


def members(surroundings: "Surroundings") -> tuple[Researcher | Presence, ...]:
    """The whole network, local-brain first. A Presence stands for whoever may not be asked."""
    loaded = surroundings.configuration()
    settings, egress = loaded.settings, effective_egress(loaded)
    pages = (
        Presence(WEB, "stdio", None, None, not_asked(settings.egress))
        if nothing_leaves(loaded)
        else web(surroundings)
    )
    others = (
        Presence(one.name, one.url or "stdio", None, None, not_asked(egress))
        if why_kept_here(one, egress)
        else described(one, surroundings.environ)
        for one in settings.researchers
    )
    return (local_brain(surroundings), pages, *others)


def not_asked(egress: "Egress") -> str:
    """Stands in the network's table for the health of whoever may not be asked."""
    return f"{NOT_ASKED}{egress}"


def nothing_leaves(loaded: "Configuration") -> bool:
    """True when somebody has said that nothing leaves this machine. Where nobody has, asking the
    web by its name says that questions may."""
    return loaded.settings.egress == "none" and loaded.origins["egress"] != "default"


def kept_here(why: str) -> CommandError:
    """The refusal to ask somebody who may not be asked; `why` says what to do about it."""
    return CommandError(f"{why}.", code="egress", exit_code=ExitCode.USAGE)


def described(one: "RemoteResearcher", environ: Mapping[str, str]) -> Researcher:
    """A researcher of the settings as it is reached. A command gets the least that it needs to
    run, and what its entry gives it."""
    if one.url is not None:
        token = environ.get(one.token_env) if one.token_env else None
        return Researcher(one.name, Address(one.url, token))
    taken = {name: environ[name] for name in one.env_from if name in environ}
    environment = least_environment(environ) | one.env | taken
    return Researcher(one.name, Command(one.command or (), environment))


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
