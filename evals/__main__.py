"""`python -m evals`: ask gold questions, keep every result, print what was reached."""

import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

import anyio
import click

from evals import contradictions
from evals.case import GoldSet
from evals.gold_rows import GoldUnreadable
from evals.layouts import EXAMPLES, LAYOUTS, examples
from evals.network import documents_apart, split_notes
from evals.records import OutputFolder
from evals.report import SetReport, report_of, table
from evals.run import run
from evals.web.sets import WEB_SETS, Measuring
from pi.network import child_environment

_NETWORK: Final = {split_notes.NAME: "multihoprag", documents_apart.NAME: contradictions.NAME}
"""Sets that are asked of a network, by the folder that they lie in."""
_KNOWN: Final = (*LAYOUTS, *WEB_SETS, contradictions.NAME, *_NETWORK)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--data",
    type=click.Path(path_type=Path, exists=True, file_okay=False, resolve_path=True),
    metavar="FOLDER",
    help="Where the gold sets lie; without it, questions about the example notes are asked.",
)
@click.option("--set", "names", multiple=True, type=click.Choice(_KNOWN), metavar="NAME")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many questions of a kind.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Where results are kept; a run that was stopped goes on from what is there.",
)
def main(data: Path | None, names: tuple[str, ...], limit: int | None, out: Path | None) -> None:
    """Ask the questions of gold sets over MCP, with default settings and no model; measure the
    researcher of the web on sets of its own.

    Ends with 0 when every target is reached, else with 1.
    """
    place = OutputFolder((out or _fresh_folder()).resolve())
    reports: list[SetReport] = []
    try:
        for name in _chosen(data, names):
            reports += _reports(name, data, limit, place)
    except GoldUnreadable as error:
        raise click.ClickException(str(error)) from error
    click.echo(table(reports))
    _tell(f"Results, traces and content are kept in {place.path}")
    sys.exit(0 if all(report.holds for report in reports) else 1)


def _chosen(data: Path | None, names: tuple[str, ...]) -> Sequence[str]:
    if data is None:
        return [EXAMPLES]
    wanted = names or [name for name in _KNOWN if (data / _NETWORK.get(name, name)).is_dir()]
    if not wanted:
        raise click.UsageError(f"{data} holds none of the sets {', '.join(_KNOWN)}.")
    return wanted


def _reports(
    name: str, data: Path | None, limit: int | None, place: OutputFolder
) -> list[SetReport]:
    if data is not None and name == contradictions.NAME:
        return [contradictions.measure_contradictions(data, limit)]
    environment = child_environment(os.environ)
    if data is not None and name in WEB_SETS:
        return anyio.run(WEB_SETS[name], Measuring(data, place, environment, limit, _tell))
    if data is not None and name == documents_apart.NAME:
        apart = documents_apart.measure_documents_apart
        return [anyio.run(apart, data, place, limit, _tell)]
    if data is not None and name == split_notes.NAME:
        return [_split(LAYOUTS[_NETWORK[name]](data), place, environment, limit)]
    gold = examples() if data is None else LAYOUTS[name](data)
    if not gold.vault.is_dir():
        raise click.ClickException(f"The notes of {gold.name} are missing: {gold.vault}.")
    chosen = gold if limit is None else gold.first_of_each_kind(limit)
    records = anyio.run(partial(run, chosen, place, environment, _tell))
    return [report_of(chosen, records, place.home(chosen.name))]


def _split(
    gold: GoldSet, place: OutputFolder, environment: dict[str, str], limit: int | None
) -> SetReport:
    """The one server is asked too, unless this run has done so before."""
    chosen = gold if limit is None else gold.first_of_each_kind(limit)
    one_server = anyio.run(partial(run, chosen, place, environment, _tell))
    return anyio.run(split_notes.measure_split, chosen, place, environment, one_server, _tell)


def _fresh_folder() -> Path:
    return Path(".evals") / datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%SZ")


def _tell(sentence: str) -> None:
    click.echo(sentence, err=True)


if __name__ == "__main__":
    main()
