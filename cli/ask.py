"""`marchwarden ask`: a question to your notes."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from cli.asking import deliver, put, question_from
from cli.errors import CommandError
from cli.exit_codes import ExitCode
from cli.limits import LimitFlags, limit_flags, no_trace_flag
from cli.network import folders_given, local_brain
from cli.surroundings import look_around

if TYPE_CHECKING:
    from researchers.settings import Settings


@click.command()
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

    def load() -> "Settings":
        flags = {"notes": notes or None, **asdict(limits)}
        return with_notes(surroundings.configuration(**flags).settings)

    researcher = local_brain(surroundings, notes, keep_trace=not no_trace)
    asked = put(question_from(question), researcher, load, surroundings)
    return deliver(asked, surroundings, as_json)


def with_notes(settings: "Settings") -> "Settings":
    """The settings, if they name notes that are there. Raises CommandError when not."""
    from researchers.local_brain.roots import RootError, make_roots

    if not settings.notes:
        raise _unusable(
            "There are no notes to ask yet: add a folder with `marchwarden notes add FOLDER`."
        )
    for root in settings.notes:
        if not root.path.is_dir():
            raise _unusable(
                f"{root.path} is not there: bring it back, or forget it with "
                f"`marchwarden notes remove {root.name}`."
            )
    try:
        make_roots((root.name, root.path) for root in settings.notes)
    except RootError as error:
        raise _unusable(f"{error}.") from error
    return settings


def _unusable(message: str) -> CommandError:
    return CommandError(message, code="no_notes", exit_code=ExitCode.USAGE)
