"""Who was asked what, round by round, and what came of it: the part of the page that only the
answer of several researchers has."""

from collections.abc import Iterator
from itertools import groupby

from cli.terminal import Page, one_line
from cli.wording import STATUS_WORDS, counted, spent
from contract import Dispatch, ResearchResult

_LONGEST_NAME = 40


def who_was_asked(result: ResearchResult, page: Page) -> Iterator[str]:
    """One line for each question, below it one for each researcher. Nothing where nobody else was
    asked, or one researcher once and it came to an answer: the page says all that already."""
    if len(result.dispatches) == 1 and result.dispatches[0].failure is None:
        return
    width = max((len(one.researcher) for one in result.dispatches), default=0)
    several = any(one.round > 1 for one in result.dispatches)
    ordered = sorted(result.dispatches, key=lambda one: one.round)
    for (number, question), group in groupby(ordered, lambda one: (one.round, one.question)):
        asked = list(group)
        when = f"round {number}: " if several else ""
        why = f" ({asked[0].why.removesuffix('.')})" if number > 1 and asked[0].why else ""
        yield page.wrapped(f"{when}{question}{why}", "    ", "  ")
        for dispatch in asked:
            name = one_line(dispatch.researcher, _LONGEST_NAME).ljust(min(width, _LONGEST_NAME))
            yield page.wrapped(f"{name}  {_came(dispatch)}", "        ", "    ")


def _came(dispatch: Dispatch) -> str:
    brought = f", {counted(dispatch.citations, 'citation')}" if dispatch.citations else ""
    sure = "" if dispatch.confidence is None else f", confidence {dispatch.confidence:.2f}"
    failure = f": {dispatch.failure.removesuffix('.')}" if dispatch.failure else ""
    return f"{STATUS_WORDS[dispatch.status]}{failure}{brought}{sure}; {spent(dispatch)}"
