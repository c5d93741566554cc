"""Puts one question to one researcher over MCP, with a live line while it works."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio
import click

from cli.errors import CommandError
from cli.exit_codes import ExitCode
from cli.limits import request_for
from cli.output import print_document
from cli.progress import LiveLine
from pi.dispatch import dispatch
from pi.failure import FailureKind, ResearcherFailure
from pi.network import Researcher

if TYPE_CHECKING:
    from cli.surroundings import Surroundings
    from contract import ResearchRequest, ResearchResult
    from pi.connection import ProgressUpdate
    from researchers.config import Configuration


def question_from(words: str) -> str:
    """The question as given, or all of stdin for `-`; bytes that are no UTF-8 stay as surrogates,
    as in arguments, and are refused with them."""
    return sys.stdin.buffer.read().decode("utf-8", "surrogateescape") if words == "-" else words


class QuestionCommand(click.Command):
    """A command that ends with a question, which is easily typed without its quotes."""

    allow_extra_args = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, args)
        if ctx.args and not ctx.resilient_parsing:
            raise click.UsageError("Put the question in quotes: it is one argument.", ctx)
        return rest


@dataclass(frozen=True, slots=True)
class Asked:
    """A result, and the settings it was asked with."""

    result: "ResearchResult"
    loaded: "Configuration"
    researcher: str


def put(
    question: str,
    researcher: Researcher,
    load: "Callable[[], Configuration]",
    surroundings: "Surroundings",
) -> Asked:
    """Ask, and wait for the result. `load` is called while the researcher starts.

    Raises CommandError with the researcher's failure, or what `load` raises.
    """
    loaded: list[Configuration] = []

    def make_request() -> "ResearchRequest":
        loaded.append(load())
        return request_for(question, loaded[0].settings)

    with LiveLine(sys.stderr, surroundings.environ) as line:

        async def show(update: "ProgressUpdate") -> None:
            line.show(f"{researcher.name}: {update.message}")

        line.show(f"{researcher.name}: starting")
        outcome = anyio.run(dispatch, researcher, make_request, show)
    if isinstance(outcome, ResearcherFailure):
        raise _failed(outcome)
    return Asked(outcome, loaded[0], researcher.name)


def _failed(failure: ResearcherFailure) -> CommandError:
    refused = failure.kind is FailureKind.REFUSED
    return CommandError(
        failure.sentence,
        code=failure.kind.value,
        exit_code=ExitCode.FAILURE if refused else ExitCode.UNREACHABLE,
    )


def deliver(asked: Asked, surroundings: "Surroundings", as_json: bool) -> int:
    """Print a result, and return the exit code it stands for."""
    if as_json:
        print_document(asked.result.model_dump(mode="json"))
    else:
        from cli.answer_page import answer_page

        roots = {root.name: root.path for root in asked.loaded.settings.notes}
        click.echo(
            answer_page(
                asked.result,
                surroundings.page(),
                roots,
                surroundings.cwd,
                surroundings.program,
                asked.researcher,
            )
        )
    return exit_code_of(asked.result)


def exit_code_of(result: "ResearchResult") -> ExitCode:
    """What a result means to a script: an answer, or why there is none."""
    from contract import AnswerStatus, StopReason

    match result.answer_status:
        case AnswerStatus.OK | AnswerStatus.OK_TRUNCATED:
            return ExitCode.ANSWERED
        case AnswerStatus.NO_EVIDENCE:
            ran_out = {StopReason.BUDGET_EXHAUSTED, StopReason.TIMEOUT_EXCEEDED}
            if result.stop_reason in ran_out:
                return ExitCode.BUDGET_EXHAUSTED
            return ExitCode.UNREACHABLE if _nothing_was_reached(result) else ExitCode.NO_EVIDENCE
        case AnswerStatus.UNAVAILABLE:
            return ExitCode.UNREACHABLE
        case AnswerStatus.ERROR:
            cancelled = result.stop_reason is StopReason.CANCELLED
            return ExitCode.INTERRUPTED if cancelled else ExitCode.FAILURE


def _nothing_was_reached(result: "ResearchResult") -> bool:
    """True when the answer is missing because no search was answered and no page came, and not
    because nothing was in them."""
    tried = any(gap.topic == "search" or "://" in gap.topic for gap in result.gaps)
    return tried and result.cost_metadata.sources_opened == 0
