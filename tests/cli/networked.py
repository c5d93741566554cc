"""What a network answered: two researchers, two rounds, a contradiction, one failure."""

from contract import (
    AnswerStatus,
    Citation,
    ConfidenceFactors,
    CostMetadata,
    Disagreement,
    DisagreementKind,
    DiscoveryEvent,
    DiscoveryType,
    Dispatch,
    DispatchStatus,
    Gap,
    GapCategory,
    ResearchResult,
    Side,
    SourceAuthority,
    StopReason,
)

QUESTION = "When does the mill open?"
TRACE = "22222222-2222-4222-8222-222222222222"
NOTE = "The mill opens at 11:00."
PAGE = "Our mill opens at 10:00 in summer."

COST = CostMetadata(
    tokens_used=1200, iterations_run=2, wall_time_sec=1.5, budget_exhausted=False, sources_opened=3
)


def cited(excerpt: str, locator: str, **more: object) -> Citation:
    """A citation whose offsets are those of its whole excerpt."""
    fields = {
        "source": "web" if locator.startswith("http") else "note",
        "locator": locator,
        "raw_excerpt": excerpt,
        "confidence": 0.8,
        "content_hash": "sha256:" + "b" * 64,
        "char_start": 0,
        "char_end": len(excerpt),
        **more,
    }
    return Citation.model_validate(fields)


ANSWER = ResearchResult(
    answer=f"{NOTE} [1] {PAGE} [2]",
    citations=(
        cited(NOTE, "note://trips/mill.md#Hours", title="Mill", found_by=("local-brain",)),
        cited(
            PAGE,
            "https://mill.example.org/visit?day=1&lang=en",
            title="Visit the mill",
            published="2025-05-02",
            found_by=("web", "local-brain"),
        ),
    ),
    gaps=(
        Gap(
            topic="winter hours",
            category=GapCategory.SOURCE_NOT_FOUND,
            detail="local-brain and web were asked.",
        ),
        Gap(topic="hours", category=GapCategory.CONTRADICTORY_SOURCES, detail="11:00 or 10:00"),
    ),
    discovery_events=(
        DiscoveryEvent(
            type=DiscoveryType.RELATED_RESEARCH,
            suggested_researcher="academic",
            query="history of the mill",
            reason="Nobody here is called academic.",
            source_locator="https://mill.example.org/visit",
        ),
    ),
    contradictions=(
        Disagreement(
            kind=DisagreementKind.NUMBER,
            left=Side(citation=1, excerpt="opens at 11:00", char_start=9, char_end=23),
            right=Side(
                citation=2,
                excerpt="opens at 10:00",
                char_start=9,
                char_end=23,
                published="2025-05-02",
            ),
            sentence="[1] says 11:00, [2] says 10:00.",
        ),
    ),
    dispatches=(
        Dispatch(
            round=1,
            researcher="local-brain",
            question=QUESTION,
            why="It knows the notes.",
            status=DispatchStatus.ANSWERED,
            trace_id="33333333-3333-4333-8333-333333333333",
            citations=1,
            confidence=0.7,
            cost=COST,
            seconds=0.25,
        ),
        Dispatch(
            round=1,
            researcher="papers",
            question=QUESTION,
            why="It covers all.",
            status=DispatchStatus.FAILED,
            failure="papers ended with exit code 3.",
            seconds=0.5,
        ),
        Dispatch(
            round=2,
            researcher="web",
            question="mill winter hours",
            why="local-brain found no winter hours.",
            status=DispatchStatus.NO_EVIDENCE,
            cost=COST.model_copy(update={"tokens_used": 0, "sources_opened": 1}),
            seconds=2.0,
        ),
    ),
    rounds=2,
    confidence=0.55,
    confidence_factors=ConfidenceFactors(
        num_corroborating_sources=1,
        source_authority=SourceAuthority.MEDIUM,
        contradiction_detected=True,
        query_specificity_match=0.9,
        budget_exhausted=False,
    ),
    cost_metadata=COST,
    trace_id=TRACE,
    stop_reason=StopReason.ENOUGH_EVIDENCE,
    answer_status=AnswerStatus.OK,
)
