"""The words for what a result says in codes. Pure; used by every page and file."""

from typing import Final

from contract import (
    Citation,
    ConfidenceFactors,
    DisagreementKind,
    DiscoveryEvent,
    Dispatch,
    DispatchStatus,
    GapCategory,
    ResearchResult,
)

GAP_WORDS: Final = {
    GapCategory.SOURCE_NOT_FOUND: "not found",
    GapCategory.ACCESS_DENIED: "could not be read",
    GapCategory.BUDGET_EXHAUSTED: "the budget ran out",
    GapCategory.CONTRADICTORY_SOURCES: "the sources disagree",
    GapCategory.SCOPE_EXCEEDED: "belongs to another researcher",
}
STATUS_WORDS: Final = {
    DispatchStatus.ANSWERED: "answered",
    DispatchStatus.NO_EVIDENCE: "found nothing",
    DispatchStatus.FAILED: "failed",
    DispatchStatus.CANCELLED: "stopped",
}
DISAGREEMENT_WORDS: Final = {
    DisagreementKind.NUMBER: "numbers differ",
    DisagreementKind.DATE: "dates differ",
    DisagreementKind.NAME: "names differ",
    DisagreementKind.NEGATION: "one says what the other denies",
    DisagreementKind.SUPERLATIVE: "both can't be first",
}


def counted(number: int, one: str, many: str = "") -> str:
    """`1 source`, `2 sources`, `20,000 tokens`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def factors(of: ConfidenceFactors) -> str:
    """What the confidence is computed from."""
    parts = [
        counted(of.num_corroborating_sources, "corroborating source"),
        f"authority {of.source_authority.value}",
        f"fit with the question {of.query_specificity_match:.2f}",
    ]
    if of.contradiction_detected:
        parts.append("the sources disagree")
    if of.budget_exhausted:
        parts.append("the budget ran out")
    if of.recency is not None:
        parts.append(f"newest source {of.recency.value}")
    return ", ".join(parts)


def confidence(result: ResearchResult) -> str:
    """One sentence."""
    return f"Confidence {result.confidence:.2f}: {factors(result.confidence_factors)}."


def ending(result: ResearchResult) -> str:
    """Why and after what the run ended, in one sentence."""
    cost = result.cost_metadata
    if result.rounds is not None:
        turns = counted(result.rounds, "round")
    else:
        turns = counted(cost.iterations_run, "pass", "passes")
    tokens = f"{counted(cost.tokens_used, 'token')}, " if cost.tokens_used else ""
    return (
        f"Ended with {result.stop_reason.value.replace('_', ' ')} after {turns}, "
        f"{counted(cost.sources_opened, 'source')} opened, {tokens}{cost.wall_time_sec:.2f} s."
    )


def spent(dispatch: Dispatch) -> str:
    """What one question to one researcher used: `3 sources, 1.20 s`, and tokens if there were."""
    parts = []
    if dispatch.cost is not None:
        parts.append(counted(dispatch.cost.sources_opened, "source"))
    parts.append(f"{dispatch.seconds:.2f} s")
    if dispatch.cost is not None and dispatch.cost.tokens_used:
        parts.append(counted(dispatch.cost.tokens_used, "token"))
    return ", ".join(parts)


def finders(citation: Citation, result: ResearchResult) -> str:
    """Who cited it, where several were asked: `local-brain and web`; else nothing."""
    asked = {one.researcher for one in result.dispatches}
    return " and ".join(citation.found_by) if len(asked) > 1 else ""


def span(start: int | None, end: int | None) -> str:
    """Where an excerpt stands in its stored content; nothing where that is not known."""
    return "" if start is None or end is None else f"characters {start} to {end}"


def lead(event: DiscoveryEvent, place: str) -> str:
    """A lead that was not followed, why, and where it was met; `place` spells the locator."""
    whose = f" (for {event.suggested_researcher})" if event.suggested_researcher else ""
    met = f" (met in {place})" if place else ""
    return f"{event.query}{whose}: {event.reason.removesuffix('.')}{met}"
