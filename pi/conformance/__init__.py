"""The conformance calls against any MCP server, over any transport.

Here are only calls; the judging is `contract.conformance`, which is pure. A server that dies on
one call is started again for the next, so that each row stands for itself.
"""

from contract.conformance import Observation, Row, run_checks
from pi.conformance.calls import Waits
from pi.conformance.round import SAMPLE_QUESTION_KEY, Round
from pi.connection import connect
from pi.failure import ResearcherFailure
from pi.network import Researcher

__all__ = ["SAMPLE_QUESTION_KEY", "Waits", "check_conformance", "observe"]


async def check_conformance(
    researcher: Researcher, *, question: str | None = None, waits: Waits | None = None
) -> tuple[Row, ...]:
    """Meet a researcher, make the calls, judge them: one row a check.

    `question` is one it can answer with evidence; without, the sample question that its tool
    publishes. Raises ResearcherFailure when it can't be met at all.
    """
    return run_checks(await observe(researcher, question=question, waits=waits))


async def observe(
    researcher: Researcher, *, question: str | None = None, waits: Waits | None = None
) -> Observation:
    """Make all calls of one round. Raises ResearcherFailure when the first meeting fails."""
    round_ = Round(question, waits or Waits())
    met = False
    while not round_.is_over:
        try:
            async with connect(researcher) as connection:
                met = True
                await round_.go_on(connection)
        except ResearcherFailure as failure:
            if not met:
                raise
            round_.give_up(failure.sentence)
    return round_.observation()
