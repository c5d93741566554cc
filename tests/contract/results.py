"""A whole result, for tests that need one."""

from contract import (
    AnswerStatus,
    Citation,
    ConfidenceFactors,
    CostMetadata,
    DiscoveryEvent,
    DiscoveryType,
    Gap,
    GapCategory,
    Recency,
    ResearchResult,
    ResultWarning,
    SourceAuthority,
    StopReason,
    WarningCode,
)


def a_result() -> ResearchResult:
    """A result that uses every part of the contract."""
    return ResearchResult(
        answer="Rye is sown in September. [1]",
        citations=(
            Citation(
                source="note",
                locator="note://field/rye.md#Sowing",
                title="Rye",
                raw_excerpt="Rye is sown in September.",
                confidence=0.8,
                content_hash="sha256:" + "0" * 64,
                char_start=10,
                char_end=35,
            ),
        ),
        gaps=(Gap(topic="yield", category=GapCategory.SOURCE_NOT_FOUND, detail="No note."),),
        discovery_events=(
            DiscoveryEvent(
                type=DiscoveryType.NEW_SOURCE,
                suggested_researcher="web",
                query="rye sowing dates",
                reason="A dead link.",
                source_locator="note://field/rye.md",
            ),
        ),
        confidence=0.7,
        confidence_factors=ConfidenceFactors(
            num_corroborating_sources=1,
            source_authority=SourceAuthority.MEDIUM,
            contradiction_detected=False,
            query_specificity_match=1.0,
            budget_exhausted=False,
            recency=Recency.RECENT,
        ),
        cost_metadata=CostMetadata(
            tokens_used=0, iterations_run=1, wall_time_sec=0.2, budget_exhausted=False
        ),
        trace_id="00000000-0000-4000-8000-000000000000",
        stop_reason=StopReason.ENOUGH_EVIDENCE,
        answer_status=AnswerStatus.OK,
        warnings=(ResultWarning(code=WarningCode.INDEX_INCOMPLETE, detail="One note."),),
    )
