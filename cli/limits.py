"""The flags that bound a call, and the request they make together with the settings."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

import click

from cli.errors import CommandError
from cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from contract import ResearchRequest
    from researchers.settings import Settings

_FLAGS = (
    click.option(
        "--depth",
        type=click.Choice(["shallow", "balanced", "deep"]),
        help="How far to go when no other limit says so.",
    ),
    click.option("--max-iterations", type=click.IntRange(min=1), help="Passes of the loop."),
    click.option("--max-sources", type=click.IntRange(min=1), help="Sources that may be cited."),
    click.option(
        "--max-seconds",
        type=click.FloatRange(min=0, min_open=True),
        help="Wall clock for the whole call.",
    ),
    click.option("--token-budget", type=click.IntRange(min=0), help="All tokens of models."),
)

LIMITS: Final = ("max_iterations", "max_sources", "max_seconds", "token_budget")
"""The settings for which None leaves the choice to the depth."""

no_trace_flag = click.option(
    "--no-trace", is_flag=True, help="Keep no trace: the answer can't be checked later."
)


@dataclass(frozen=True, slots=True)
class LimitFlags:
    """Limits given on the command line; None where the settings decide."""

    depth: str | None = None
    max_iterations: int | None = None
    max_sources: int | None = None
    max_seconds: float | None = None
    token_budget: int | None = None


def limit_flags(command: Callable[..., int]) -> Callable[..., int]:
    """Add the flags to a command, which gets them as one `limits: LimitFlags`."""
    names = [field.name for field in fields(LimitFlags)]

    @wraps(command)
    def with_limits(**parameters: Any) -> int:
        limits = LimitFlags(**{name: parameters.pop(name) for name in names})
        return command(limits=limits, **parameters)

    flagged: Callable[..., int] = with_limits
    for flag in reversed(_FLAGS):
        flagged = flag(flagged)
    return flagged


def request_for(question: str, settings: "Settings") -> "ResearchRequest":
    """The request to send: the question and only those limits that somebody set.

    Raises CommandError for a question that the contract does not allow.
    """
    from pydantic import ValidationError

    from contract import ResearchConstraints, ResearchRequest

    limits = {name: value for name in LIMITS if (value := getattr(settings, name)) is not None}
    if any("\ud800" <= letter <= "\udfff" for letter in question):
        raise _refused("The question is not UTF-8 text: check the terminal's encoding.")
    try:
        return ResearchRequest(
            question=question,
            depth=settings.depth,
            constraints=ResearchConstraints.model_validate(limits),
        )
    except ValidationError as error:
        raise _refused(
            f"A question has 1 to 8,000 characters; this one has {len(question.strip()):,}."
        ) from error


def _refused(message: str) -> CommandError:
    return CommandError(message, code="usage", exit_code=ExitCode.USAGE)
