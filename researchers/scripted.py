"""Researchers that follow a script, for tests of servers, callers and hosts."""

from collections.abc import Mapping, Sequence

import anyio

from contract import (
    AnswerStatus,
    ConfidenceFactors,
    CostMetadata,
    Gap,
    GapCategory,
    ResearchRequest,
    ResearchResult,
    SourceAuthority,
    StopReason,
)
from serving.progress import Progress, ProgressEvent


class ScriptedResearch:
    """Answers each question with the result that the script holds for it, and any other question
    with an honest result without evidence. Implements `serving.shell.ResearchCall`.

    `steps` are reported as progress before each answer. With `waits`, a call stays open after its
    steps until it is cancelled or `release` is set. `started` and `cancelled` let a test wait for
    what it wants to see; `requests` are the calls so far.
    """

    def __init__(
        self,
        answers: Mapping[str, ResearchResult] | None = None,
        *,
        steps: Sequence[str] = ("Planning", "Searching", "Answering"),
        waits: bool = False,
        failure: Exception | None = None,
    ) -> None:
        self._answers = dict(answers or {})
        self._steps = tuple(steps)
        self._waits = waits
        self._failure = failure
        self.requests: list[ResearchRequest] = []
        self.started = anyio.Event()
        self.cancelled = anyio.Event()
        self.release = anyio.Event()

    async def __call__(self, request: ResearchRequest, progress: Progress) -> ResearchResult:
        self.requests.append(request)
        self.started.set()
        try:
            for step, message in enumerate(self._steps, start=1):
                await progress(ProgressEvent(step, message, len(self._steps)))
            if self._waits:
                await self.release.wait()
        except anyio.get_cancelled_exc_class():
            self.cancelled.set()
            raise
        if self._failure:
            raise self._failure
        return self._answers.get(request.question) or no_evidence(request.question)


def no_evidence(
    question: str, trace_id: str = "00000000-0000-4000-8000-000000000000"
) -> ResearchResult:
    """The honest result of a researcher that found nothing."""
    return ResearchResult(
        answer="No evidence was found for this question.",
        gaps=(
            Gap(
                topic=question[:80],
                category=GapCategory.SOURCE_NOT_FOUND,
                detail="The script holds no answer to this question.",
            ),
        ),
        confidence=0.0,
        confidence_factors=ConfidenceFactors(
            num_corroborating_sources=0,
            source_authority=SourceAuthority.LOW,
            contradiction_detected=False,
            query_specificity_match=0.0,
            budget_exhausted=False,
        ),
        cost_metadata=CostMetadata(
            tokens_used=0, iterations_run=1, wall_time_sec=0.0, budget_exhausted=False
        ),
        trace_id=trace_id,
        stop_reason=StopReason.NO_EVIDENCE,
        answer_status=AnswerStatus.NO_EVIDENCE,
    )
