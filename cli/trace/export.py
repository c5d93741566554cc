"""`marchwarden trace export`: a run and its sources, to be checked elsewhere."""

from pathlib import Path

import click

from cli.output import print_document
from cli.surroundings import look_around
from cli.terminal import visible
from cli.trace.identify import found_trace, trace_named
from traces.export import Exported, export_trace
from traces.home import Home
from traces.verification import doubts


@click.command()
@click.argument("trace_id", metavar="ID")
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def export(trace_id: str, target: Path, as_json: bool) -> None:
    """Write a run and all its sources to TARGET: a new folder, or a new .tar.gz or .zip file.

    Whoever gets it can check it with sha256sum alone, or with `marchwarden trace verify TARGET`.
    """
    surroundings = look_around()
    home = Home(surroundings.home)
    run = trace_named(trace_id, home)
    with found_trace():
        exported = export_trace(home, run, surroundings.cwd / target)
    if as_json:
        print_document(
            {
                "path": str(exported.path),
                "traces": list(exported.runs),
                "contents": exported.contents,
                "missing": list(exported.missing),
                "status": exported.verification.status.value,
            }
        )
    else:
        click.echo(_sentence(exported))
    for row in doubts(exported.verification):
        click.echo(visible(row), err=True)


def _sentence(exported: Exported) -> str:
    traces = f"{len(exported.runs)} {'trace' if len(exported.runs) == 1 else 'traces'}"
    missing = f"; {len(exported.missing)} were not in the store" if exported.missing else ""
    return f"{exported.path}: {traces}, {exported.contents} pieces of content{missing}."
