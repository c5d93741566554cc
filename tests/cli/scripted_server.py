"""A researcher with a script, as a program that speaks MCP on stdio: `python -m … [--waits MARK]`.

With `--waits` a call stays open until it is cancelled; the file MARK is then made.
"""

import sys
from pathlib import Path

import anyio

from contract import (
    AnswerStatus,
    Citation,
    ConfidenceFactors,
    CostMetadata,
    DiscoveryEvent,
    DiscoveryType,
    Gap,
    GapCategory,
    ResearchRequest,
    ResearchResult,
    SourceAuthority,
    StopReason,
)
from researchers.scripted import ScriptedResearch
from serving.progress import Progress
from serving.shell import create_server
from serving.stdio import serve_stdio
from traces.home import Home

QUESTION = "How much salt?"
TRACE = "11111111-1111-4111-8111-111111111111"


def _citation(path: str, excerpt: str) -> Citation:
    return Citation(
        source="note",
        locator=f"note://kitchen/{path}",
        title="Loaf",
        raw_excerpt=excerpt,
        confidence=0.8,
        content_hash="sha256:" + "a" * 64,
        char_start=0,
        char_end=len(excerpt),
    )


ANSWERED = ResearchResult(
    answer="It takes 20 g of salt. [1] An older card says 24 g. [2]",
    citations=(
        _citation("bread/loaf.md#Formula", "It takes 20 g of salt.\x1b[31m"),
        _citation("old%20cards.pdf#page=3", "24 g"),
    ),
    gaps=(Gap(topic="pepper", category=GapCategory.SOURCE_NOT_FOUND, detail="No note has it."),),
    discovery_events=(
        DiscoveryEvent(
            type=DiscoveryType.CONTRADICTION, query="salt", reason="20 g or 24 g", citations=(1, 2)
        ),
        DiscoveryEvent(
            type=DiscoveryType.NEW_SOURCE,
            suggested_researcher="web",
            query="https://salt.example.org",
            reason="a dead link",
            source_locator="note://kitchen/bread/loaf.md",
        ),
    ),
    confidence=0.62,
    confidence_factors=ConfidenceFactors(
        num_corroborating_sources=2,
        source_authority=SourceAuthority.MEDIUM,
        contradiction_detected=True,
        query_specificity_match=1.0,
        budget_exhausted=False,
    ),
    cost_metadata=CostMetadata(
        tokens_used=0, iterations_run=1, wall_time_sec=0.02, budget_exhausted=False
    ),
    trace_id=TRACE,
    stop_reason=StopReason.ENOUGH_EVIDENCE,
    answer_status=AnswerStatus.OK,
)


class MarkedResearch(ScriptedResearch):
    """Says that it was cancelled by making a file."""

    def __init__(self, mark: Path | None) -> None:
        super().__init__({QUESTION: ANSWERED}, waits=mark is not None)
        self._mark = mark

    async def __call__(self, request: ResearchRequest, progress: Progress) -> ResearchResult:
        try:
            return await super().__call__(request, progress)
        finally:
            if self.cancelled.is_set() and self._mark is not None:
                self._mark.touch()


def main(arguments: list[str]) -> None:
    """Serve until stdin closes."""
    mark = Path(arguments[1]) if arguments[:1] == ["--waits"] else None
    server = create_server(
        name="scripted",
        title="Scripted",
        description="Answers from a script.",
        instructions="For tests.",
        version="1",
        research=MarkedResearch(mark),
        home=Home(Path("nowhere")),
        leaves_machine=False,
    )
    anyio.run(serve_stdio, server)


if __name__ == "__main__":
    main(sys.argv[1:])
