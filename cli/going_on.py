"""Finding the run that `ask --resume` goes on from."""

from typing import TYPE_CHECKING

import click

from cli.errors import CommandError
from cli.exit_codes import ExitCode
from cli.surroundings import Surroundings
from cli.trace.identify import found_trace, trace_named

if TYPE_CHECKING:
    from pi.resuming import Steps


def steps_of(resume: str, question: str | None, surroundings: Surroundings) -> "Steps":
    """What that run has done. Its question and limits are asked again as they were.

    Raises CommandError when it can't be gone on with, or when another question is put.
    """
    from pi.resuming import ResumeRefused, finished_steps
    from traces.home import Home

    home = Home(surroundings.home)
    run = trace_named(resume, home)
    try:
        with found_trace():
            steps = finished_steps(home, run)
    except ResumeRefused as refused:
        raise CommandError(str(refused), code="resume", exit_code=ExitCode.USAGE) from refused
    if question is not None and question.strip() != steps.request.question:
        raise CommandError(
            f"{run} asked another question; leave the question out, or ask without --resume.",
            code="usage",
            exit_code=ExitCode.USAGE,
        )
    for notice in steps.notices:
        click.echo(f"Note: {notice}", err=True)
    return steps
