"""Who can be asked from the command line, and how each one is reached. Light to import."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from cli.errors import CommandError
from cli.exit_codes import ExitCode
from pi.network import Address, Command, Presence, Researcher, child_environment, is_loopback

if TYPE_CHECKING:
    from cli.surroundings import Surroundings
    from researchers.settings import RemoteResearcher, Settings

LOCAL_BRAIN: Final = "local-brain"
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
            (sys.executable, "-m", "researchers.local_brain.main", *flags),
            child_environment(surroundings.environ) | {"MARCHWARDEN_HOME": str(surroundings.home)},
        ),
    )


def member(
    name: str,
    surroundings: "Surroundings",
    notes: Sequence[str] = (),
    egress: str | None = None,
    *,
    keep_trace: bool = True,
) -> Researcher:
    """The researcher of that name. Raises CommandError when nobody is called so."""
    if name == LOCAL_BRAIN:
        return local_brain(surroundings, notes, keep_trace=keep_trace)
    settings = surroundings.configuration(egress=egress).settings
    for one in settings.researchers:
        if one.name == name:
            return _from_settings(one, settings, surroundings.environ)
    known = ", ".join([LOCAL_BRAIN, *(one.name for one in settings.researchers)])
    raise CommandError(
        f"There is no researcher called {name} (known: {known}).",
        code="not_found",
        exit_code=ExitCode.NOT_FOUND,
    )


def members(surroundings: "Surroundings") -> tuple[Researcher | Presence, ...]:
    """The whole network, local-brain first. A Presence stands for whoever may not be asked."""
    settings = surroundings.configuration().settings
    others = (
        Presence(one.name, one.url or "", None, None, NOT_ASKED)
        if _may_not_be_asked(one, settings)
        else _described(one, surroundings.environ)
        for one in settings.researchers
    )
    return (local_brain(surroundings), *others)


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
        raise CommandError(
            f"{one.name} is at {one.url}, and egress is none: allow questions to leave this "
            'machine with --egress search, or egress = "search" in the settings.',
            code="egress",
            exit_code=ExitCode.USAGE,
        )
    return _described(one, environ)


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
