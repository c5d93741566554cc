"""`marchwarden trace export`: a run and its sources, to be checked elsewhere."""

from pathlib import Path

import click

from cli.output import print_document
from cli.surroundings import look_around
from cli.terminal import visible
from cli.trace.identify import found_trace, trace_named
from traces.export import Exported, export_trace
from traces.home import Home
from traces.verification import EXIT_CODES, VerifyStatus, doubts
from traces.warc import WarcExported, export_warc
from traces.warc_record import is_warc


@click.command()
@click.argument("trace_id", metavar="ID")
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--warc", is_flag=True, help="Write a WARC file, as a name in .warc.gz does.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def export(trace_id: str, target: Path, warc: bool, as_json: bool) -> int:
    """Write a run and all its sources to TARGET: a new folder, or a new .tar.gz or .zip file.

    Whoever gets it can check it with sha256sum alone, or with `marchwarden trace verify TARGET`.

    A TARGET in .warc.gz or .warc takes what the run fetched from the web, for the tools of web
    archives: no question, no answer, no note.

    Exit code: 0 written, 4 written without what the store has lost.
    """
    surroundings = look_around()
    home = Home(surroundings.home)
    run = trace_named(trace_id, home)
    place = surroundings.cwd / target
    with found_trace():
        done = _exported(home, run, place, warc)
    if as_json:
        print_document(
            {
                "path": str(done.path),
                "traces": list(done.runs),
                **_counts(done),
                "missing": list(done.missing),
                "status": done.verification.status.value,
            }
        )
    else:
        click.echo(_sentence(done))
        click.echo("".join(f"Lost: {row}\n" for row in done.missing), nl=False, err=True)
    for row in doubts(done.verification):
        click.echo(visible(row), err=True)
    return EXIT_CODES[VerifyStatus.BLOB_MISSING] if done.missing else 0


def _exported(home: Home, run: str, place: Path, warc: bool) -> Exported | WarcExported:
    return (export_warc if warc or is_warc(place) else export_trace)(home, run, place)


def _counts(done: Exported | WarcExported) -> dict[str, int]:
    if isinstance(done, Exported):
        return {"contents": done.contents}
    return {"fetches": done.fetches, "records": done.records, "without_response": done.unkept}


def _sentence(done: Exported | WarcExported) -> str:
    traces = f"{len(done.runs)} {'trace' if len(done.runs) == 1 else 'traces'}"
    if isinstance(done, Exported):
        lost = f"; {len(done.missing)} were not in the store" if done.missing else ""
        return f"{done.path}: {traces}, {done.contents} pieces of content{lost}."
    fetches = f"{done.fetches} {'fetch' if done.fetches == 1 else 'fetches'}"
    unkept = f"; {done.unkept} had no response kept" if done.unkept else ""
    lost = f"; {_pieces(len(done.missing))} not in the store" if done.missing else ""
    return f"{done.path}: {traces}, {fetches} in {done.records} records{unkept}{lost}."


def _pieces(count: int) -> str:
    return "1 piece of content is" if count == 1 else f"{count} pieces of content are"
