"""`marchwarden trace verify`: is the record whole, and does every citation stand where it says?"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from cli.output import JsonPart, print_document
from cli.surroundings import look_around
from cli.terminal import visible
from cli.trace.identify import export_named, trace_named
from traces.export_check import verify_export
from traces.home import Home
from traces.verification import EXIT_CODES, Verification, VerifyStatus
from traces.verify import verify_trace

NOT_FOUND: Final = EXIT_CODES[VerifyStatus.NOT_FOUND]


@click.command()
@click.argument("trace_id", metavar="ID_OR_EXPORT")
@click.option("--read-data", is_flag=True, help="Hash every stored piece of content again.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def verify(trace_id: str, read_data: bool, as_json: bool) -> int:
    """Check a run's record and sources to the byte.

    Give a trace's id, the first letters of it, `last`, or an export (folder or archive).

    Exit code: 0 ok, 1 tampered, 3 unsealed or torn, 4 content missing or corrupt, 10 no such trace.
    """
    surroundings = look_around()
    verdict = _verdict(trace_id, Home(surroundings.home), surroundings.cwd, read_data)
    if as_json:
        print_document(_document(verdict))
    else:
        click.echo("\n".join(_lines(verdict, verdict.run or trace_id)))
    return verdict.exit_code


def _verdict(words: str, home: Home, cwd: Path, read_data: bool) -> Verification:
    export = export_named(words, cwd, not_found=NOT_FOUND)
    if export is not None:
        return verify_export(export)
    run = trace_named(words, home, not_found=NOT_FOUND)
    return verify_trace(home, run, read_data=read_data)


def _lines(verdict: Verification, name: str) -> Iterator[str]:
    yield f"{visible(name)}: {verdict.status.value.replace('_', ' ')}"
    yield (
        f"  {verdict.lines} lines, {verdict.contents} pieces of content, "
        f"{verdict.citations} citations checked"
    )
    for finding in verdict.findings:
        step = "" if finding.step is None else f" (step {finding.step})"
        yield f"  - {visible(finding.sentence)}{step}"
    yield from (f"  note: {visible(note)}" for note in verdict.notes)
    for child in verdict.children:
        yield from (f"  {line}" for line in _lines(child, child.run))


def _document(verdict: Verification) -> dict[str, JsonPart]:
    return {
        "trace_id": verdict.run,
        "status": verdict.status.value,
        "lines": verdict.lines,
        "contents": verdict.contents,
        "citations": verdict.citations,
        "end": verdict.end,
        "findings": [
            {"status": one.status.value, "sentence": one.sentence, "step": one.step}
            for one in verdict.findings
        ],
        "notes": list(verdict.notes),
        "children": [_document(child) for child in verdict.children],
    }
