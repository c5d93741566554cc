"""What a run came to: why it ended, and what kind of answer there is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from contract import AnswerStatus, ResearchResult, StopReason
from contract.markers import without_look_alikes
from pi.model import Failed
from pi.reconcile.admission import Omitted, Report
from pi.reconcile.wording import UNREPEATED, named, plain

_REASONS: Final = (
    StopReason.ENOUGH_EVIDENCE,
    StopReason.WEAK_EVIDENCE,
    StopReason.SYNTHESIS_UNAVAILABLE,
    StopReason.MAX_ITERATIONS_REACHED,
    StopReason.BUDGET_EXHAUSTED,
    StopReason.TIMEOUT_EXCEEDED,
)
"""Of several researchers the one that got furthest tells how far the run got."""
_TRIED_CHARS: Final = 400


@dataclass(frozen=True, slots=True)
class Course:
    """How a run went. `stopped_by` is what ended it while something about the question itself was
    still to be asked: a budget, the clock, the rounds, or the caller. `why_not` gives by a lead's
    query, in one sentence, why it was not followed."""

    rounds: int
    stopped_by: StopReason | None = None
    why_not: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ending:
    """Why the run ended, and what it says."""

    stop_reason: StopReason
    answer_status: AnswerStatus
    answer: str


def with_answer(answer: str, leans_on: Sequence[Report], course: Course) -> Ending:
    """The end of a run that has an answer, with the reports that it leans on."""
    results = [report.result for report in leans_on if report.result is not None]
    whole = any(one.answer_status is AnswerStatus.OK for one in results)
    reached = [one for one in _REASONS if any(result.stop_reason is one for result in results)]
    reason = reached[0] if reached else StopReason.ENOUGH_EVIDENCE
    cut_short = course.stopped_by not in (None, StopReason.MAX_ITERATIONS_REACHED)
    status = AnswerStatus.OK if whole and not cut_short else AnswerStatus.OK_TRUNCATED
    return Ending(course.stopped_by or reason, status, answer)


def without_answer(
    reports: Sequence[Report], left_out: Sequence[Omitted], course: Course
) -> Ending:
    """The end of a run in which nothing can be cited, with what was tried by whom."""
    told = " ".join(_tried(reports))
    if any(report.answered for report in reports):
        reasons = "; ".join(dict.fromkeys(f"{one.researcher}: {one.reason}" for one in left_out))
        words = f"No answer: what the researchers reported failed its check. {reasons}."
        return Ending(StopReason.VERIFICATION_FAILED, AnswerStatus.ERROR, words)
    if any(_searched(report) for report in reports):
        words = f"No evidence for this question was found. {told}"
        reason = course.stopped_by or StopReason.NO_EVIDENCE
        return Ending(reason, AnswerStatus.NO_EVIDENCE, words)
    words = (
        f"No answer: no researcher could be asked. {told}"
        if told
        else ("No answer: nobody was asked. Set up notes or the web, or name a researcher.")
    )
    reason = course.stopped_by or StopReason.FAILED
    return Ending(reason, AnswerStatus.UNAVAILABLE, words)


def failed_check() -> Ending:
    """The end of a run whose answer does not hold against its own citations."""
    words = (
        "No answer: the one that was put together failed its check against the sources. "
        "The rejected answer and what failed are in the trace."
    )
    return Ending(StopReason.VERIFICATION_FAILED, AnswerStatus.ERROR, words)


def _searched(report: Report) -> bool:
    result = report.result
    return result is not None and result.answer_status is AnswerStatus.NO_EVIDENCE


def _tried(reports: Sequence[Report]) -> list[str]:
    """One piece for each researcher and what became of its question, without repetition."""
    pieces = (named(report.researcher, _words(report.received.outcome)) for report in reports)
    return list(dict.fromkeys(pieces))


def _words(outcome: ResearchResult | Failed) -> str:
    """What it says itself; without markers, for no citation of it is here."""
    words = outcome.sentence if isinstance(outcome, Failed) else outcome.answer
    return without_look_alikes(plain(words, _TRIED_CHARS)) or UNREPEATED
