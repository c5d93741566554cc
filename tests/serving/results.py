"""Results that the shell's tests send through it."""

from contract import (
    AnswerStatus,
    Citation,
    ConfidenceFactors,
    CostMetadata,
    DiscoveryEvent,
    DiscoveryType,
    Gap,
    GapCategory,
    ResearchResult,
    SourceAuthority,
    StopReason,
)

TRACE_ID = "0b54c9a2-6f3e-4a43-8f0a-2f6f7a3f1c11"
QUESTION = "When does the bakery open?"


def answered(*, answer: str = "The bakery opens at seven. [1]", sources: int = 1) -> ResearchResult:
    """A result with citations, a gap and a lead."""
    return ResearchResult(
        answer=answer,
        citations=tuple(_citation(number) for number in range(sources)),
        gaps=(Gap(topic="Sundays", category=GapCategory.SOURCE_NOT_FOUND, detail="No note says."),),
        discovery_events=(
            DiscoveryEvent(
                type=DiscoveryType.NEW_SOURCE,
                suggested_researcher="web",
                query="bakery opening hours",
                reason="the note links to a page",
                source_locator="note://notes/bakery.md",
            ),
        ),
        confidence=0.5,
        confidence_factors=ConfidenceFactors(
            num_corroborating_sources=1,
            source_authority=SourceAuthority.MEDIUM,
            contradiction_detected=False,
            query_specificity_match=1.0,
            budget_exhausted=False,
        ),
        cost_metadata=CostMetadata(
            tokens_used=0, iterations_run=1, wall_time_sec=0.25, budget_exhausted=False
        ),
        trace_id=TRACE_ID,
        stop_reason=StopReason.ENOUGH_EVIDENCE,
        answer_status=AnswerStatus.OK,
    )


def _citation(number: int) -> Citation:
    excerpt = "The bakery opens at seven."
    return Citation(
        source="note",
        locator=f"note://notes/bakery-{number}.md#Hours",
        title="Bakery",
        raw_excerpt=excerpt,
        confidence=0.5,
        content_hash="sha256:" + "ab" * 32,
        char_start=10,
        char_end=10 + len(excerpt),
    )
