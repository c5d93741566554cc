"""`marchwarden trace diff`: what differs between two runs, and which sources have changed."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from enum import IntEnum
from pathlib import Path

import click

from cli.errors import CommandError
from cli.output import JsonDocument, print_document
from cli.surroundings import look_around
from cli.terminal import visible
from cli.trace.difference_page import difference_page
from cli.trace.identify import export_named, found_trace, trace_named
from traces.difference import Difference, compare
from traces.export_check import exported_run, opened_export, verify_folder
from traces.facts_reader import read_facts
from traces.home import Home
from traces.run_facts import RunFacts
from traces.verification import Verification, VerifyStatus, doubts
from traces.verify import verify_trace


class DiffCode(IntEnum):
    """As `diff` has them: 2 is for trouble, here also for two records that look the same and of
    which one is not whole. A run that is not found has the code that it has everywhere."""

    SAME = 0
    DIFFERENT = 1
    TROUBLE = 2


@dataclass(frozen=True, slots=True)
class _Read:
    """One of the two runs, and whether its record is whole."""

    facts: RunFacts
    verification: Verification

    @property
    def is_whole(self) -> bool:
        return self.verification.status is VerifyStatus.OK


@click.command()
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def diff(before: str, after: str, as_json: bool) -> int:
    """Show what differs between two runs: the question, settings, plan, leads, evidence,
    citations, answer and gaps, and which sources held another text when B opened them.

    A and B are traces (an id, the first letters of it, or `last`) or exports.

    Exit code: 0 no difference, 1 they differ, 2 trouble, also when no difference is found and a
    record is not whole.
    """
    surroundings = look_around()
    home = Home(surroundings.home)
    one = _read(before, home, surroundings.cwd)
    other = _read(after, home, surroundings.cwd)
    difference = compare(one.facts, other.facts)
    if as_json:
        print_document(_document(one, other, difference))
    else:
        click.echo("\n".join(difference_page(one.facts, other.facts, difference)))
    for read in (one, other):
        for row in doubts(read.verification):
            click.echo(visible(row), err=True)
    if not difference.same:
        return DiffCode.DIFFERENT
    return DiffCode.SAME if one.is_whole and other.is_whole else DiffCode.TROUBLE


def _read(words: str, home: Home, cwd: Path) -> _Read:
    """Raises CommandError."""
    export = export_named(words, cwd)
    with _trouble():
        if export is None:
            run = trace_named(words, home)
            return _Read(read_facts(home, run), verify_trace(home, run))
        with opened_export(export) as folder:
            facts = read_facts(Home(folder), exported_run(folder))
            return _Read(facts, verify_folder(folder))


@contextmanager
def _trouble() -> Iterator[None]:
    """What can't be read must not look like a difference."""
    try:
        with found_trace():
            yield
    except CommandError as error:
        if error.exit_code != DiffCode.DIFFERENT:
            raise
        code = DiffCode.TROUBLE
        raise CommandError(error.message, code=error.code, exit_code=code) from error.__cause__


def _document(one: _Read, other: _Read, difference: Difference) -> JsonDocument:
    plain = {
        "before": {"trace_id": one.facts.run, "status": one.verification.status.value},
        "after": {"trace_id": other.facts.run, "status": other.verification.status.value},
        "same": difference.same,
        **asdict(difference),
    }
    document: JsonDocument = json.loads(json.dumps(plain))
    return document
