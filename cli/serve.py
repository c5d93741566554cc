"""`marchwarden serve`: becomes the researcher's own server program."""

import os
import sys

import click

from cli.errors import CommandError
from cli.exit_codes import ExitCode
from cli.network import LOCAL_BRAIN, folders_given
from cli.surroundings import look_around


@click.command()
@click.argument("name")
@click.option("--notes", multiple=True, metavar="FOLDER", help="Serve this folder, not yours.")
@click.option("--http", metavar="HOST:PORT", help="Serve streamable HTTP instead of stdio.")
@click.option("--accept-host", multiple=True, metavar="HOST", help="Accept this Host header too.")
def serve(
    name: str, notes: tuple[str, ...], http: str | None, accept_host: tuple[str, ...]
) -> None:
    """Offer the researcher NAME as an MCP server, on stdio or over HTTP.

    Any address but loopback needs a bearer token in MARCHWARDEN_TOKEN.
    """
    surroundings = look_around()
    if name != LOCAL_BRAIN:
        raise CommandError(
            f"There is no researcher called {name} to serve (known: {LOCAL_BRAIN}).",
            code="not_found",
            exit_code=ExitCode.NOT_FOUND,
        )
    folders_given(notes, surroundings.cwd)
    flags = [part for folder in notes for part in ("--notes", folder)]
    flags += [part for host in accept_host for part in ("--accept-host", host)]
    flags += ["--http", http] if http else []
    program = [sys.executable, "-m", "researchers.local_brain.main", *flags]
    sys.stdout.flush()
    os.execve(program[0], program, dict(surroundings.environ))  # noqa: S606 - our own program
