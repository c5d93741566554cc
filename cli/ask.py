"""`marchwarden ask`: a question to the network, and one answer."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from cli.asking import Asked, QuestionCommand, deliver, exit_code_of, put, question_from
from cli.errors import CommandError
from cli.exit_codes import ExitCode
from cli.folders import tell_absent
from cli.going_on import steps_of
from cli.investigation import Question, investigate, print_last_line
from cli.invited import Invited, Wishes, members_for_ask
from cli.limits import LimitFlags, limit_flags, no_trace_flag, request_for
from cli.network import folders_given
from cli.outputs.formats import renderer_for
from cli.outputs.writing import target, write_new
from cli.surroundings import Surroundings, look_around
from cli.web_flags import WebFlags, web_flags

if TYPE_CHECKING:
    from contract import ResearchRequest, ResearchResult
    from pi.resuming import Steps
    from researchers.config import Configuration


@click.command(cls=QuestionCommand)
@click.argument("question", required=False)
@click.option("--notes", multiple=True, metavar="FOLDER", help="Ask this folder instead of yours.")
@click.option(
    "--researcher",
    "names",
    multiple=True,
    metavar="NAME",
    help="Ask this one only; may be given several times. Without it, everybody is asked.",
)
@web_flags
@limit_flags
@no_trace_flag
@click.option(
    "--egress",
    type=click.Choice(["none", "search", "hosted"]),
    help="How far anything may travel: nowhere, a question, evidence.",
)
@click.option(
    "--resume",
    metavar="ID",
    help="Go on with a run that was killed: nothing that it has is asked again.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--jsonl", "as_lines", is_flag=True, help="Print every event as a line of JSON.")
@click.option(
    "--output",
    metavar="FILE",
    help="Write the answer too, by the file's ending: .md .html .json .bib .ris",
)
def ask(
    question: str | None,
    notes: tuple[str, ...],
    names: tuple[str, ...],
    web: WebFlags,
    limits: LimitFlags,
    no_trace: bool,
    egress: str | None,
    resume: str | None,
    as_json: bool,
    as_lines: bool,
    output: str | None,
) -> int:
    """Ask everybody QUESTION ("-" reads it from stdin), and get one answer with its sources.

    Your notes are asked where there are some, the web where a search engine is set up or a page is
    named, and the researchers of your settings.
    """
    if as_json and as_lines:
        raise click.UsageError("Give one of --json and --jsonl: both go to stdout.")
    if question is None and resume is None:
        raise click.UsageError("Missing argument 'QUESTION'.", click.get_current_context())
    surroundings = look_around()
    folders_given(notes, surroundings.cwd)
    path = target(output, surroundings.cwd) if output is not None else None
    loaded = surroundings.configuration(notes=notes or None, egress=egress, **asdict(limits))
    wishes = Wishes(names, notes, web, keep_trace=not no_trace)
    invited = members_for_ask(surroundings, loaded, wishes)
    for notice in invited.notices:
        click.echo(f"Note: {notice}", err=True)
    steps = steps_of(resume, question, surroundings) if resume is not None else None
    words = steps.request.question if steps else question_from(question or "")
    if no_trace:
        asked = _without_trace(words, invited, loaded, surroundings, as_lines=as_lines)
    else:
        asked = _asked(words, invited, loaded, surroundings, steps, as_lines=as_lines)
    tell_absent(loaded)
    if path is not None:
        write_new(path, renderer_for(path)(asked.result, words))
    return exit_code_of(asked.result) if as_lines else deliver(asked, surroundings, as_json)


def _asked(
    question: str,
    invited: Invited,
    loaded: "Configuration",
    surroundings: Surroundings,
    steps: "Steps | None",
    *,
    as_lines: bool,
) -> Asked:
    def make_request() -> "ResearchRequest":
        return steps.request if steps else request_for(question, loaded.settings)

    asking = Question(make_request, invited, _told(invited), steps, as_lines)
    result: ResearchResult = investigate(asking, surroundings)
    return Asked(result, loaded, _who(result))


def _who(result: "ResearchResult") -> str:
    """The one researcher that was asked, or that it was several."""
    names = {one.researcher for one in result.dispatches}
    return names.pop() if len(names) == 1 else "ask"


def _without_trace(
    question: str,
    invited: Invited,
    loaded: "Configuration",
    surroundings: Surroundings,
    *,
    as_lines: bool,
) -> Asked:
    """Whoever puts several answers together has to hold them against what they quote, and nobody
    keeps that."""
    if len(invited.members) > 1:
        raise CommandError(
            "--no-trace is for one researcher at a time: name it with --researcher.",
            code="usage",
            exit_code=ExitCode.USAGE,
        )
    asked = put(question, invited.members[0].researcher, lambda: loaded, surroundings)
    if as_lines:
        print_last_line(asked.result)
    return asked


def _told(invited: Invited) -> dict[str, str]:
    """What the trace says of who was asked."""
    members = ", ".join(member.name for member in invited.members)
    left_out = "; ".join(f"{one.name}: {one.why}" for one in invited.left_out)
    return {"members": members, "left_out": left_out} if left_out else {"members": members}
