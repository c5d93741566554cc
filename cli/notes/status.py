"""`marchwarden notes status`: how much is indexed, and why not the rest."""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Final

import anyio
import click

from cli.output import JsonPart, print_document
from cli.surroundings import look_around
from cli.tables import table
from cli.terminal import visible

if TYPE_CHECKING:
    from researchers.local_brain.coverage import Coverage, RootCoverage

_SHOWN_PER_REASON: Final = 10


@click.command()
@click.option("--notes", multiple=True, metavar="FOLDER", help="This folder instead of yours.")
@click.option("--all", "show_all", is_flag=True, help="List every skipped file.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def status(notes: tuple[str, ...], show_all: bool, as_json: bool) -> None:
    """Show how much of your notes is indexed, and why the rest is not, file by file.

    As of the last time that the notes were looked at.
    """
    from cli.notes.shelf import open_library

    with open_library(look_around(), notes) as library:
        coverage = anyio.run(library.coverage)
    if as_json:
        print_document({"roots": [_row(root) for root in coverage.roots]})
    else:
        shown = None if show_all else _SHOWN_PER_REASON
        click.echo("\n".join(_page(coverage, shown)))


def _page(coverage: "Coverage", shown: int | None) -> Iterator[str]:
    if not coverage.files_seen:
        yield "No file is indexed. If there are files in these folders: marchwarden notes index"
        return
    yield f"{coverage.indexed:,} of {coverage.files_seen:,} files are indexed."
    yield ""
    head = ("name", "files", "indexed", "skipped", "folder")
    yield table(head, map(_cells, coverage.roots))
    for root in coverage.roots:
        yield from _skipped(root, shown)


def _cells(root: "RootCoverage") -> tuple[str, ...]:
    counts = (root.files_seen, root.indexed, len(root.skipped))
    return (root.name, *(f"{count:,}" for count in counts), str(root.path))


def _skipped(root: "RootCoverage", shown: int | None) -> Iterator[str]:
    by_reason = sorted(root.skipped, key=lambda one: (one.reason, one.path))
    for reason, group in groupby(by_reason, key=lambda one: one.reason):
        paths = [one.path for one in group]
        yield f"\nSkipped in {root.name}: {visible(reason)} ({len(paths):,})"
        yield from (f"  {visible(path)}" for path in paths[:shown])
        if shown is not None and len(paths) > shown:
            yield f"  and {len(paths) - shown:,} more (--all lists them)"


def _row(root: "RootCoverage") -> JsonPart:
    return {
        "name": root.name,
        "path": str(root.path),
        "files": root.files_seen,
        "indexed": root.indexed,
        "skipped": [{"path": one.path, "reason": one.reason} for one in root.skipped],
    }
