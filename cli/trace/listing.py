"""`marchwarden trace list`: past runs, the newest first."""

import click

from cli.output import print_document
from cli.surroundings import look_around
from cli.tables import table
from traces.home import Home
from traces.listing import Summary, list_traces

_QUESTION_CHARS = 60


@click.command("list")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def list_all(limit: int, as_json: bool) -> None:
    """List past runs, the newest first."""
    home = Home(look_around().home)
    runs = list_traces(home, limit)
    if as_json:
        print_document({"traces": [_row(one) for one in runs]})
    elif runs:
        click.echo(table(("id", "started", "state", "answer", "question"), map(_cells, runs)))
    else:
        click.echo(f"There are no traces in {home.traces} yet.")


def _cells(one: Summary) -> tuple[str, ...]:
    question = " ".join(one.question.split())
    short = question if len(question) <= _QUESTION_CHARS else question[:_QUESTION_CHARS] + " ..."
    started = one.started[:19].replace("T", " ")
    return (one.run, started, one.state.value, one.answer_status or "-", short)


def _row(one: Summary) -> dict[str, str | int]:
    return {
        "trace_id": one.run,
        "state": one.state.value,
        "started": one.started,
        "ended": one.ended,
        "by": one.by,
        "question": one.question,
        "answer_status": one.answer_status,
        "stop_reason": one.stop_reason,
        "bytes": one.size,
    }
