"""Results and stored texts made up for the tests of the mirror."""

from collections.abc import Sequence

from contract import (
    AnswerStatus,
    Citation,
    ConfidenceFactors,
    CostMetadata,
    Gap,
    ResearchResult,
    SourceAuthority,
    StopReason,
)
from traces.digest import content_name

NOTE = "# Rye\n\nRye is sown in autumn. It stands the frost well."
HASH = content_name(NOTE.encode())


def stored(content_hash: str) -> str | None:
    """A store that holds NOTE alone."""
    return NOTE if content_hash == HASH else None


def citation(
    path: str, excerpt: str = "Rye is sown in autumn.", start: int | None = None
) -> Citation:
    """An excerpt of NOTE, found where it stands unless `start` says otherwise."""
    at = NOTE.find(excerpt) if start is None else start
    return Citation(
        source="note",
        locator=f"note://notes/{path}",
        raw_excerpt=excerpt,
        confidence=0.5,
        content_hash=HASH,
        char_start=max(at, 0),
        char_end=max(at, 0) + len(excerpt),
    )


def result(
    answer: str = "Rye is sown in autumn. [1]",
    citations: Sequence[Citation] = (),
    *,
    abstaining: bool = False,
    gaps: Sequence[Gap] = (),
) -> ResearchResult:
    """A result with the parts that the mirror looks at."""
    return ResearchResult(
        answer=answer,
        citations=tuple(citations),
        gaps=tuple(gaps),
        confidence=0.5,
        confidence_factors=ConfidenceFactors(
            num_corroborating_sources=1,
            source_authority=SourceAuthority.MEDIUM,
            contradiction_detected=False,
            query_specificity_match=0.5,
            budget_exhausted=False,
        ),
        cost_metadata=CostMetadata(
            tokens_used=0, iterations_run=1, wall_time_sec=0.1, budget_exhausted=False
        ),
        trace_id="0",
        stop_reason=StopReason.NO_EVIDENCE if abstaining else StopReason.ENOUGH_EVIDENCE,
        answer_status=AnswerStatus.NO_EVIDENCE if abstaining else AnswerStatus.OK,
    )
