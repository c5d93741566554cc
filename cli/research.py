"""`marchwarden research`: a question to one researcher by name."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from cli.asking import QuestionCommand, deliver, put, question_from
from cli.errors import CommandError
from cli.exit_codes import ExitCode
from cli.folders import refuse_empty, tell_absent, with_notes
from cli.limits import LimitFlags, limit_flags, no_trace_flag
from cli.network import BUILT_IN, LOCAL_BRAIN, WEB, folders_given, member
from cli.surroundings import look_around
from cli.web_flags import WebFlags, web_flags

if TYPE_CHECKING:
    from researchers.config import Configuration


@click.command(cls=QuestionCommand)
@click.argument("name")
@click.argument("question")
@click.option("--notes", multiple=True, metavar="FOLDER", help="Ask this folder instead of yours.")
@limit_flags
@no_trace_flag
@web_flags
@click.option(
    "--egress",
    type=click.Choice(["none", "search", "hosted"]),
    help="How far anything may travel: nowhere, a question, evidence.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def research(
    name: str,
    question: str,
    notes: tuple[str, ...],
    limits: LimitFlags,
    no_trace: bool,
    web: WebFlags,
    egress: str | None,
    as_json: bool,
) -> int:
    """Ask the researcher NAME a QUESTION ("-" reads it from stdin)."""
    surroundings = look_around()
    _refuse_foreign_flags(name, notes, web, no_trace=no_trace)
    folders_given(notes, surroundings.cwd)
    researcher = member(name, surroundings, notes, egress, web_flags=web, keep_trace=not no_trace)

    def load() -> "Configuration":
        flags = {"notes": notes or None, "egress": egress, **asdict(limits)}
        loaded = surroundings.configuration(**flags)
        if name == LOCAL_BRAIN:
            refuse_empty(with_notes(loaded))
        return loaded

    asked = put(question_from(question), researcher, load, surroundings)
    if name == LOCAL_BRAIN:
        tell_absent(asked.loaded)
    return deliver(asked, surroundings, as_json)


def _refuse_foreign_flags(
    name: str, notes: tuple[str, ...], web: WebFlags, *, no_trace: bool
) -> None:
    """A flag that the researcher has no use for is a mistake, and not ignored."""
    for flag, wanted, whose in (
        ("--notes", bool(notes) and name != LOCAL_BRAIN, LOCAL_BRAIN),
        (web.given, web.given is not None and name != WEB, WEB),
        ("--no-trace", no_trace and name not in BUILT_IN, " and ".join(BUILT_IN)),
    ):
        if wanted:
            raise CommandError(
                f"{flag} is for {whose}; {name} has its own sources and keeps its own traces.",
                code="usage",
                exit_code=ExitCode.USAGE,
            )
