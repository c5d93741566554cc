"""`marchwarden-pi`: the principal investigator as an MCP server. A composition root."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.errors import CommandError
from cli.invited import Invited, Wishes, members_for_ask
from cli.network import folders_given
from cli.surroundings import look_around
from cli.web_flags import WebFlags, web_flags
from serving.program import ServerProgram
from serving.starting import StartError, home_ready, http_address, serve_at, server_flags

if TYPE_CHECKING:
    from pi.investigate import Investigator
    from pi.pool import Pool
    from pi.server import InvestigatorServer
    from traces.home import Home


@click.command(cls=ServerProgram, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--notes", multiple=True, metavar="FOLDER", help="Ask this folder instead of yours.")
@click.option(
    "--researcher",
    "names",
    multiple=True,
    metavar="NAME",
    help="Ask this one only; may be given several times. Without it, everybody is asked.",
)
@web_flags
@click.option(
    "--egress",
    type=click.Choice(["none", "search", "hosted"]),
    help="How far anything may travel: nowhere, a question, evidence.",
)
@server_flags
def main(
    notes: tuple[str, ...],
    names: tuple[str, ...],
    web: WebFlags,
    egress: str | None,
    http: str | None,
    accept_host: tuple[str, ...],
    home: Path | None,
    no_trace: bool,
) -> None:
    """Offer the whole network as one researcher, on stdio or over HTTP.

    It asks the researchers that `marchwarden ask` would ask, and keeps them warm.
    """
    if no_trace:
        raise StartError("The principal investigator needs a record to hold answers against.")
    try:
        surroundings = look_around()
        surroundings = surroundings if home is None else replace(surroundings, home=home.absolute())
        folders_given(notes, surroundings.cwd)
        loaded = surroundings.configuration(notes=notes or None, egress=egress)
        invited = members_for_ask(surroundings, loaded, Wishes(names, notes, web))
    except CommandError as error:
        raise StartError(error.message) from error
    address = http_address(http, accept_host, surroundings.environ) if http else None
    ready = home_ready(surroundings.home)
    pool, server = _assembled(invited, ready)
    serve_at(server, address, _held(pool, server))


def _assembled(invited: Invited, home: "Home") -> "tuple[Pool, InvestigatorServer]":
    from pi.model import Reach
    from pi.pins import PinFile
    from pi.pool import Pool
    from pi.server import pi_server
    from serving.logs import log_to_stderr

    log_to_stderr()
    pool = Pool(invited.members, PinFile(home.path / "pins.json"))
    server = pi_server(
        _investigator(pool, invited, home),
        home,
        version=version("marchwarden"),
        leaves_machine=any(member.reach is not Reach.LOCAL for member in invited.members),
    )
    return pool, server


def _investigator(pool: "Pool", invited: Invited, home: "Home") -> "Investigator":
    from evidence.analyze import default_analyzer
    from pi.investigate import NAME, Investigator, Terms
    from traces.clock import SystemClock
    from traces.ids import new_run_id
    from traces.redact import Redactor
    from traces.sink import TraceSink
    from traces.writer import TraceWriter

    clock, redactor = SystemClock(), Redactor(secrets=invited.secrets)

    def open_trace() -> TraceSink:
        return TraceWriter.create(home, run=new_run_id(), by=NAME, clock=clock, redactor=redactor)

    return Investigator(pool, open_trace, home, clock, default_analyzer(), Terms(invited.may_leave))


@asynccontextmanager
async def _held(pool: "Pool", server: "InvestigatorServer") -> AsyncIterator[None]:
    """The researchers live as long as the server, and its jobs end before them."""
    async with pool, server.jobs:
        yield


if __name__ == "__main__":
    main()
