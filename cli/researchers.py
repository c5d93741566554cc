"""`marchwarden researchers`: the network and its health."""

import anyio
import click

from cli.exit_codes import ExitCode
from cli.importing import import_from
from cli.network import NOT_ASKED, members
from cli.output import print_document
from cli.surroundings import look_around
from cli.tables import table
from pi.network import Presence, Researcher


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_context
def researchers(context: click.Context, as_json: bool) -> int:
    """Show who can be asked: name, transport, contract version, health.

    Nobody on another machine is contacted while egress is none.
    """
    return ExitCode.ANSWERED if context.invoked_subcommand else _show(as_json)


researchers.add_command(import_from)


def _show(as_json: bool) -> int:
    found = _met(members(look_around()))
    if as_json:
        print_document({"researchers": [_row(one) for one in found]})
    else:
        head = ("name", "transport", "contract", "answers in", "health")
        click.echo(table(head, [_cells(one) for one in found]))
    well = all(one.failure is None or one.failure.startswith(NOT_ASKED) for one in found)
    return ExitCode.ANSWERED if well else ExitCode.UNREACHABLE


def _met(known: tuple[Researcher | Presence, ...]) -> tuple[Presence, ...]:
    """Probe whoever may be asked, and keep everybody's place."""
    from pi.probe import probe_all

    asked = tuple(one for one in known if isinstance(one, Researcher))
    probed = iter(anyio.run(probe_all, asked))
    return tuple(next(probed) if isinstance(one, Researcher) else one for one in known)


def _row(one: Presence) -> dict[str, str | float | None]:
    return {
        "name": one.name,
        "transport": one.transport,
        "contract_version": one.contract_version,
        "latency_seconds": one.latency_seconds,
        "failure": one.failure,
    }


def _cells(one: Presence) -> tuple[str, ...]:
    latency = "-" if one.latency_seconds is None else f"{1000 * one.latency_seconds:.0f} ms"
    return (one.name, one.transport, one.contract_version or "-", latency, one.failure or "well")
