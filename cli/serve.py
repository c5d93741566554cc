"""`marchwarden serve`: becomes the researcher's own server program."""

import os
import sys

import click

from cli.errors import CommandError
from cli.exit_codes import ExitCode
from cli.network import BUILT_IN, LOCAL_BRAIN, PI, WEB, folders_given, program_of
from cli.surroundings import look_around
from cli.web_flags import WebFlags, web_flags


@click.command()
@click.argument("name")
@click.option(
    "--notes", multiple=True, metavar="FOLDER", help="For local-brain: serve this folder."
)
@web_flags
@click.option("--http", metavar="HOST:PORT", help="Serve streamable HTTP instead of stdio.")
@click.option("--accept-host", multiple=True, metavar="HOST", help="Accept this Host header too.")
@click.option("--no-trace", is_flag=True, help="Keep no trace and no content of what is asked.")
def serve(
    name: str,
    notes: tuple[str, ...],
    web: WebFlags,
    http: str | None,
    accept_host: tuple[str, ...],
    no_trace: bool,
) -> None:
    """Offer the researcher NAME as an MCP server, on stdio or over HTTP.

    Any address but loopback needs a bearer token in MARCHWARDEN_TOKEN.
    """
    surroundings = look_around()
    served = (*BUILT_IN, PI)
    if name not in served:
        raise CommandError(
            f"There is no researcher called {name} to serve (known: {', '.join(served)}).",
            code="not_found",
            exit_code=ExitCode.NOT_FOUND,
        )
    folders_given(notes, surroundings.cwd)
    foreign = _not_for(name, notes, web)
    if foreign:
        raise CommandError(
            f"{foreign} is not for {name}: leave it out.", code="usage", exit_code=ExitCode.USAGE
        )
    flags = [part for folder in notes for part in ("--notes", folder)]
    flags += web.arguments
    flags += [part for host in accept_host for part in ("--accept-host", host)]
    flags += ["--http", http] if http else []
    flags += ["--no-trace"] if no_trace else []
    program = program_of(name, flags)
    environment = dict(surroundings.environ)
    if name == WEB:
        environment.pop("MARCHWARDEN_NOTES", None)
    sys.stdout.flush()
    os.execve(program[0], list(program), environment)  # noqa: S606 - our own program


def _not_for(name: str, notes: tuple[str, ...], web: WebFlags) -> str | None:
    """A flag that the researcher has no use for; the investigator hands all of them on."""
    if notes and name == WEB:
        return "--notes"
    return web.given if name == LOCAL_BRAIN else None
