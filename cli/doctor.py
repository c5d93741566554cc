"""`marchwarden doctor`: what works here, and what to do about the rest."""

from collections.abc import Iterator, Sequence

import click

from cli.doctor_checks import (
    Finding,
    Health,
    check_home,
    check_index,
    check_notes,
    check_python,
    check_researchers,
    check_scripts,
    check_search_engine,
    check_web,
)
from cli.errors import CommandError
from cli.exit_codes import ExitCode
from cli.output import print_document
from cli.surroundings import Surroundings, look_around
from cli.tables import table


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def doctor(as_json: bool) -> int:
    """Check the installation, and say what to repair. Changes nothing."""
    findings = _examine(look_around())
    if as_json:
        print_document({"findings": [_row(one) for one in findings]})
    else:
        click.echo(_page(findings))
    broken = any(one.health is Health.BROKEN for one in findings)
    return ExitCode.FAILURE if broken else ExitCode.ANSWERED


def _examine(surroundings: Surroundings) -> list[Finding]:
    return [
        check_python(),
        check_search_engine(),
        *check_scripts(),
        *check_home(surroundings.home),
        *_examine_settings(surroundings),
    ]


def _examine_settings(surroundings: Surroundings) -> Iterator[Finding]:
    """Wrong settings are a finding here, and nothing behind them can be looked at."""
    try:
        loaded = surroundings.configuration()
    except CommandError as error:
        yield Finding("settings", Health.BROKEN, error.message)
        return
    yield Finding("settings", Health.WELL, "can be read")
    yield from check_notes(loaded)
    yield from check_index(surroundings.home, loaded.settings)
    yield from check_web(loaded.settings, surroundings.environ)
    yield from check_researchers(loaded.settings, surroundings.environ)


def _page(findings: Sequence[Finding]) -> str:
    rows = [
        (one.health.value, one.subject, one.detail + (f": {one.remedy}" if one.remedy else ""))
        for one in findings
    ]
    return table(("", "what", "found"), rows)


def _row(one: Finding) -> dict[str, str]:
    return {
        "subject": one.subject,
        "health": one.health.value,
        "detail": one.detail,
        "remedy": one.remedy,
    }
