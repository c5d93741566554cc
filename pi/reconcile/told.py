"""What the reader is told of the others: each question and its end, each warning with its name."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from contract import (
    CostMetadata,
    Dispatch,
    DispatchStatus,
    ResultWarning,
    StopReason,
    WarningCode,
)
from pi.events import dispatch_status
from pi.model import Failed, Received
from pi.reconcile.admission import Omitted, Report
from pi.reconcile.wording import UNREPEATED, named, plain

MOST_WARNINGS: Final = 20
_DETAIL_CHARS: Final = 500


def dispatches_of(reports: Sequence[Report]) -> tuple[Dispatch, ...]:
    """Every question that was sent, in the order of the plan."""
    return tuple(_dispatch(report.received) for report in reports)


def warnings_of(
    reports: Sequence[Report], omitted: Sequence[Omitted], stop_reason: StopReason
) -> tuple[ResultWarning, ...]:
    """Each researcher's own warnings, its failure, and what of it was left out: each once, with
    its name, at most 20. That one had little is no news where another had enough."""
    found = (
        ResultWarning(code=code, detail=detail[:_DETAIL_CHARS])
        for code, detail in _all_warnings(reports, omitted)
        if code is not WarningCode.WEAK_EVIDENCE or stop_reason is StopReason.WEAK_EVIDENCE
    )
    distinct = list({(one.code, one.detail): one for one in found}.values())
    if len(distinct) <= MOST_WARNINGS:
        return tuple(distinct)
    more = len(distinct) - MOST_WARNINGS + 1
    last = ResultWarning(
        code=WarningCode.SOURCE_LEFT_OUT,
        detail=f"{more} more warnings are in the traces of the researchers.",
    )
    return (*distinct[: MOST_WARNINGS - 1], last)


def cost_of(
    reports: Sequence[Report], *, rounds: int, wall_time_sec: float, budget_exhausted: bool
) -> CostMetadata:
    """What the run used, with all that the researchers used for it."""
    costs = [report.result.cost_metadata for report in reports if report.result is not None]
    return CostMetadata(
        tokens_used=sum(cost.tokens_used for cost in costs),
        iterations_run=rounds,
        wall_time_sec=round(wall_time_sec, 3),
        budget_exhausted=budget_exhausted,
        model_calls=sum(cost.model_calls for cost in costs),
        sources_opened=sum(cost.sources_opened for cost in costs),
    )


def _dispatch(received: Received) -> Dispatch:
    task, outcome = received.task, received.outcome
    if isinstance(outcome, Failed):
        return Dispatch(
            round=task.round,
            researcher=task.researcher,
            question=task.question,
            why=task.why,
            status=DispatchStatus.FAILED,
            failure=_failure(outcome.sentence),
            seconds=round(received.seconds, 3),
        )
    status = dispatch_status(outcome)
    return Dispatch(
        round=task.round,
        researcher=task.researcher,
        question=task.question,
        why=task.why,
        status=status,
        failure=_failure(outcome.answer) if status is DispatchStatus.FAILED else None,
        trace_id=outcome.trace_id,
        citations=len(outcome.citations),
        confidence=outcome.confidence,
        cost=outcome.cost_metadata,
        seconds=round(received.seconds, 3),
    )


def _failure(words: str) -> str:
    return plain(words, _DETAIL_CHARS) or UNREPEATED


def _all_warnings(
    reports: Sequence[Report], omitted: Sequence[Omitted]
) -> Iterator[tuple[WarningCode, str]]:
    for report in reports:
        if isinstance(report.received.outcome, Failed):
            sentence = _failure(report.received.outcome.sentence)
            yield WarningCode.SOURCE_FAILED, named(report.researcher, sentence)
        for notice in report.received.notices:
            yield WarningCode.SOURCE_LEFT_OUT, named(report.researcher, notice)
    yield from _left_out(omitted)
    for report in reports:
        for warning in report.result.warnings if report.result is not None else ():
            words = plain(warning.detail, _DETAIL_CHARS) or UNREPEATED
            yield warning.code, named(report.researcher, words)


def _left_out(omitted: Sequence[Omitted]) -> Iterator[tuple[WarningCode, str]]:
    """Citations by their locator, sentences by their number and reason."""
    sentences = Counter((one.researcher, one.reason) for one in omitted if not one.is_source)
    for one in omitted:
        if one.is_source:
            detail = f"{one.what} was left out of the answer: {one.reason}."
            yield WarningCode.SOURCE_LEFT_OUT, named(one.researcher, detail)
    for (researcher, reason), count in sentences.items():
        said = "1 sentence was" if count == 1 else f"{count} sentences were"
        detail = f"{said} left out of the answer: {reason}."
        yield WarningCode.UNCITED_CLAIM, named(researcher, detail)
