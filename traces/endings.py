"""How a run of research ends in its trace, whoever ran it: what stayed open, and the seals of runs
that did not come to a result. Blocks on the disk.
"""

from contract import ResearchResult
from traces.sink import Action, SealStatus, TraceSink


def record_open_ends(trace: TraceSink, result: ResearchResult) -> None:
    """A line for each gap and each lead."""
    for gap in result.gaps:
        trace.record(
            Action.GAP,
            f"Open: {gap.topic[:120]}",
            {"topic": gap.topic, "category": gap.category.value, "detail": gap.detail},
        )
    for event in result.discovery_events:
        trace.record(
            Action.DISCOVERY,
            event.reason,
            {
                "type": event.type.value,
                "query": event.query,
                "reason": event.reason,
                "suggested_researcher": event.suggested_researcher,
                "source_locator": event.source_locator,
                "citations": list(event.citations),
            },
        )


def seal_cancelled(trace: TraceSink) -> None:
    """A run that its caller gave up."""
    trace.record(Action.CANCEL, "The caller cancelled the call.", {"reason": "cancelled by caller"})
    trace.seal(SealStatus.CANCELLED)


def seal_failed(trace: TraceSink, error: Exception) -> None:
    """A run that a bug of ours ended."""
    message = f"{type(error).__name__}: {error}"[:500]
    trace.record(Action.ERROR, "The run failed.", {"message": message, "stage": "run"})
    trace.seal(SealStatus.FAILED)


def unwrapped(error: Exception) -> Exception:
    """The first error of a group: what failed, and not how its task was run."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error
