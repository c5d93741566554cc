"""`marchwarden notes index`: brings the index up to date, with a bar on a terminal."""

import sys
from typing import TYPE_CHECKING

import anyio
import click

from cli.output import print_document
from cli.progress import LiveLine
from cli.surroundings import Surroundings, look_around

if TYPE_CHECKING:
    from researchers.local_brain.coverage import RefreshReport


@click.command()
@click.option("--notes", multiple=True, metavar="FOLDER", help="This folder instead of yours.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def index(notes: tuple[str, ...], as_json: bool) -> None:
    """Read what is new or changed in your notes. Nothing in the folders is written."""
    surroundings = look_around()
    report = _refreshed(surroundings, notes)
    if as_json:
        print_document(
            {
                "added": report.added,
                "changed": report.changed,
                "renamed": report.renamed,
                "removed": report.removed,
                "unchanged": report.unchanged,
                "skipped": report.skipped,
                "seconds": round(report.seconds, 3),
                "notice": report.notice,
            }
        )
        return
    click.echo(_sentence(report))
    if report.notice:
        click.echo(report.notice)


def _refreshed(surroundings: Surroundings, notes: tuple[str, ...]) -> "RefreshReport":
    from cli.notes.forgetting import forget_unused
    from cli.notes.shelf import open_library

    with (
        open_library(surroundings, notes) as library,
        LiveLine(sys.stderr, surroundings.environ) as line,
    ):
        line.show("Looking at the notes")
        report = anyio.run(library.refresh, line.bar)
        forget_unused(library)
        return report


def _sentence(report: "RefreshReport") -> str:
    counts = {
        "added": report.added,
        "changed": report.changed,
        "renamed": report.renamed,
        "removed": report.removed,
        "unchanged": report.unchanged,
    }
    done = ", ".join(f"{number:,} {word}" for word, number in counts.items() if number)
    skipped = (
        f" {report.skipped:,} skipped: `marchwarden notes status` says why."
        if report.skipped
        else ""
    )
    return f"{done or 'No notes found'} in {report.seconds:.2f} s.{skipped}"
