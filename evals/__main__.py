"""`python -m evals`: ask gold questions, keep every result, print what was reached."""

import os
import sys
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import anyio
import click

from evals.case import GoldSet
from evals.gold_rows import GoldUnreadable
from evals.layouts import LAYOUTS, examples
from evals.records import OutputFolder
from evals.report import SetReport, report_of, table
from evals.run import run
from pi.network import child_environment


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--data",
    type=click.Path(path_type=Path, exists=True, file_okay=False, resolve_path=True),
    metavar="FOLDER",
    help="Where the gold sets lie; without it, questions about the example notes are asked.",
)
@click.option("--set", "names", multiple=True, type=click.Choice(list(LAYOUTS)), metavar="NAME")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many questions of a kind.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Where results are kept; a run that was stopped goes on from what is there.",
)
def main(data: Path | None, names: tuple[str, ...], limit: int | None, out: Path | None) -> None:
    """Ask the questions of gold sets over MCP, with default settings and no model.

    Ends with 0 when every target is reached, else with 1.
    """
    place = OutputFolder((out or _fresh_folder()).resolve())
    reports: list[SetReport] = []
    for gold in _gold(data, names):
        if not gold.vault.is_dir():
            raise click.ClickException(f"The notes of {gold.name} are missing: {gold.vault}.")
        chosen = gold if limit is None else gold.first_of_each_kind(limit)
        records = anyio.run(partial(run, chosen, place, child_environment(os.environ), _tell))
        reports.append(report_of(chosen, records, place.home(chosen.name)))
    click.echo(table(reports))
    _tell(f"Results, traces and content are kept in {place.path}")
    sys.exit(0 if all(report.holds for report in reports) else 1)


def _gold(data: Path | None, names: tuple[str, ...]) -> list[GoldSet]:
    try:
        if data is None:
            return [examples()]
        wanted = names or [name for name in LAYOUTS if (data / name).is_dir()]
        if not wanted:
            raise click.UsageError(f"{data} holds none of the sets {', '.join(LAYOUTS)}.")
        return [LAYOUTS[name](data) for name in wanted]
    except GoldUnreadable as error:
        raise click.ClickException(str(error)) from error


def _fresh_folder() -> Path:
    return Path(".evals") / datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%SZ")


def _tell(sentence: str) -> None:
    click.echo(sentence, err=True)


if __name__ == "__main__":
    main()
