"""`marchwarden ask`: a question to your notes."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from cli.asking import QuestionCommand, deliver, put, question_from
from cli.folders import refuse_empty, tell_absent, with_notes
from cli.limits import LimitFlags, limit_flags, no_trace_flag
from cli.network import folders_given, local_brain
from cli.surroundings import look_around

if TYPE_CHECKING:
    from researchers.config import Configuration


@click.command(cls=QuestionCommand)
@click.argument("question")
@click.option("--notes", multiple=True, metavar="FOLDER", help="Ask this folder instead of yours.")
@limit_flags
@no_trace_flag
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def ask(
    question: str, notes: tuple[str, ...], limits: LimitFlags, no_trace: bool, as_json: bool
) -> int:
    """Ask your notes QUESTION ("-" reads it from stdin), and get an answer with its sources."""
    surroundings = look_around()
    folders_given(notes, surroundings.cwd)

    def load() -> "Configuration":
        flags = {"notes": notes or None, **asdict(limits)}
        loaded = with_notes(surroundings.configuration(**flags))
        refuse_empty(loaded)
        return loaded

    researcher = local_brain(surroundings, notes, keep_trace=not no_trace)
    asked = put(question_from(question), researcher, load, surroundings)
    tell_absent(asked.loaded)
    return deliver(asked, surroundings, as_json)
