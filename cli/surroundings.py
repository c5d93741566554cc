"""The one place of the command line that looks at the environment."""

import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.errors import CommandError
from cli.exit_codes import ExitCode
from cli.terminal import Page, page_for
from researchers.home_folder import ConfigError, home_of

if TYPE_CHECKING:
    from researchers.config import Configuration, Raw


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a command runs: the environment, the current folder, and marchwarden's home."""

    environ: Mapping[str, str]
    cwd: Path
    home: Path
    program: str = "marchwarden"
    """What to type to start it again, ready for a shell."""

    def configuration(self, **flags: "Raw") -> "Configuration":
        """The settings in force. Raises CommandError with one sentence."""
        from researchers.config import load_settings

        try:
            loaded = load_settings(self.environ, self.home, self.cwd, flags)
        except ConfigError as error:
            raise _usage(str(error)) from error
        for notice in loaded.notices:
            click.echo(f"Note: {notice}", err=True)
        return loaded

    def page(self) -> Page:
        """The page that stdout is."""
        return page_for(sys.stdout, self.environ)


def look_around() -> Surroundings:
    """Read the environment once. Raises CommandError when there is no home or no folder."""
    environ = dict(os.environ)
    try:
        program = _program(sys.argv[0], environ)
        return Surroundings(environ, Path.cwd(), home_of(environ), program)
    except ConfigError as error:
        raise _usage(str(error)) from error
    except FileNotFoundError as error:
        raise _usage("The current folder is gone: change to one that exists.") from error


def _program(started: str, environ: Mapping[str, str]) -> str:
    """The bare name where PATH leads to the program that runs, else its path as it was typed."""
    name = "marchwarden"
    if Path(started).name != name or not Path(started).exists():
        return name
    found = shutil.which(name, path=environ.get("PATH", ""))
    same = found is not None and Path(found).resolve() == Path(started).resolve()
    return name if same else shlex.quote(started)


def _usage(message: str) -> CommandError:
    return CommandError(message, code="config", exit_code=ExitCode.USAGE)
