"""`marchwarden researchers`: the network and its health."""

from typing import TYPE_CHECKING

import anyio
import click

from cli.exit_codes import ExitCode
from cli.network import members
from cli.output import print_document
from cli.surroundings import look_around
from cli.tables import table

if TYPE_CHECKING:
    from pi.network import Presence


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def researchers(as_json: bool) -> int:
    """Show who can be asked: name, transport, contract version, health."""
    from pi.probe import probe_all

    surroundings = look_around()
    found = anyio.run(probe_all, members(surroundings))
    if as_json:
        print_document({"researchers": [_row(one) for one in found]})
    else:
        head = ("name", "transport", "contract", "answers in", "health")
        click.echo(table(head, [_cells(one) for one in found]))
    well = all(one.failure is None for one in found)
    return ExitCode.ANSWERED if well else ExitCode.UNREACHABLE


def _row(one: "Presence") -> dict[str, str | float | None]:
    return {
        "name": one.name,
        "transport": one.transport,
        "contract_version": one.contract_version,
        "latency_seconds": one.latency_seconds,
        "failure": one.failure,
    }


def _cells(one: "Presence") -> tuple[str, ...]:
    latency = "-" if one.latency_seconds is None else f"{1000 * one.latency_seconds:.0f} ms"
    return (one.name, one.transport, one.contract_version or "-", latency, one.failure or "well")
