"""How a server program ends: with one sentence, and an exit code that a shell understands."""

import sys
from typing import Any, Final, NoReturn

import click

_INTERRUPTED: Final = 130


class ServerProgram(click.Command):
    """A command that says what went wrong without a prefix, and ends Ctrl-C with 130."""

    def main(self, *arguments: Any, **extra: Any) -> NoReturn:
        """Run as a program of its own; takes what `click.Command.main` takes."""
        extra["standalone_mode"] = False
        try:
            done = super().main(*arguments, **extra)
        except click.ClickException as error:
            where = getattr(error, "ctx", None)
            help_hint = f" (see `{where.command_path} --help`)" if where else ""
            click.echo(f"{error.format_message()}{help_hint}", err=True)
            sys.exit(error.exit_code)
        except click.Abort:
            click.echo("Interrupted.", err=True)
            sys.exit(_INTERRUPTED)
        sys.exit(done if isinstance(done, int) else 0)
