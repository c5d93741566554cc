"""Results of researchers made by hand, with stored texts in which their excerpts really stand."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from contract import (
    AnswerStatus,
    Citation,
    ConfidenceFactors,
    CostMetadata,
    DiscoveryEvent,
    Gap,
    Recency,
    ResearchResult,
    ResultWarning,
    SourceAuthority,
    StopReason,
)
from contract.markers import with_markers
from evidence.analyze import default_analyzer
from pi.conclude import Conclusion, conclude
from pi.failure import FailureKind
from pi.model import Failed, InvestigationPlan, QuestionKind, Received, SubQuestion, Task
from pi.reconcile.ending import Course
from researchers.scripted import no_evidence

QUESTION = "How long does the deck oven need to heat up?"
TRACE = "00000000-0000-4000-8000-000000000000"


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence of an answer, which stands to the letter in a stored text. `excerpt` is what is
    quoted, where that is more than the sentence."""

    sentence: str
    locator: str = "note://notes/oven.md"
    text: str | None = None
    excerpt: str | None = None
    confidence: float = 0.8
    published: str | None = None
    role: str = "raw_text"

    @property
    def stored(self) -> str:
        """The whole stored text."""
        return self.text if self.text is not None else self.quoted

    @property
    def quoted(self) -> str:
        """The excerpt."""
        return self.excerpt if self.excerpt is not None else self.sentence


def hash_of(text: str) -> str:
    """The name of a stored text."""
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def citation_of(quote: Quote) -> Citation:
    """The citation of a quote."""
    start = quote.stored.index(quote.quoted)
    return Citation(
        source="web" if quote.locator.startswith("http") else "note",
        locator=quote.locator,
        raw_excerpt=quote.quoted,
        confidence=quote.confidence,
        content_hash=hash_of(quote.stored),
        char_start=start,
        char_end=start + len(quote.quoted),
        evidence_role=quote.role,
        published=quote.published,
    )


def task_of(
    researcher: str, question: str = QUESTION, *, round_number: int = 1, sub_question: int = 0
) -> Task:
    """What is asked of one researcher."""
    return Task(
        key=f"{round_number}/{researcher}/{question}",
        round=round_number,
        researcher=researcher,
        question=question,
        why="It is in the plan.",
        sub_question=sub_question,
    )


def result_of(
    quotes: Sequence[Quote],
    *,
    answer: str | None = None,
    specificity: float = 0.8,
    authority: SourceAuthority = SourceAuthority.MEDIUM,
    recency: Recency | None = None,
    stop: StopReason = StopReason.ENOUGH_EVIDENCE,
    status: AnswerStatus = AnswerStatus.OK,
    gaps: Sequence[Gap] = (),
    leads: Sequence[DiscoveryEvent] = (),
    warnings: Sequence[ResultWarning] = (),
) -> ResearchResult:
    """An answer of one sentence for each quote, in order."""
    said = " ".join(with_markers(q.sentence, (n,)) for n, q in enumerate(quotes, start=1))
    exhausted = stop in (StopReason.BUDGET_EXHAUSTED, StopReason.TIMEOUT_EXCEEDED)
    return ResearchResult(
        answer=said if answer is None else answer,
        citations=tuple(map(citation_of, quotes)),
        gaps=tuple(gaps),
        discovery_events=tuple(leads),
        confidence=0.7,
        confidence_factors=ConfidenceFactors(
            num_corroborating_sources=len(quotes),
            source_authority=authority,
            contradiction_detected=False,
            query_specificity_match=specificity,
            budget_exhausted=exhausted,
            recency=recency,
        ),
        cost_metadata=CostMetadata(
            tokens_used=100,
            iterations_run=2,
            wall_time_sec=0.5,
            budget_exhausted=exhausted,
            model_calls=1,
            sources_opened=3,
        ),
        trace_id=TRACE,
        stop_reason=stop,
        answer_status=status,
        warnings=tuple(warnings),
    )


def received(
    task: Task,
    quotes: Sequence[Quote] = (),
    result: ResearchResult | None = None,
    notices: tuple[str, ...] = (),
) -> Received:
    """A result with the stored texts of its quotes."""
    return Received(
        task=task,
        outcome=result if result is not None else result_of(quotes),
        seconds=0.25,
        contents={hash_of(quote.stored): quote.stored for quote in quotes},
        notices=notices,
    )


def answered(researcher: str, *quotes: Quote) -> Received:
    """A researcher's answer to the whole question."""
    return received(task_of(researcher), quotes)


def empty_handed(researcher: str, question: str = QUESTION) -> Received:
    """A researcher that looked and found nothing."""
    return received(task_of(researcher, question), result=no_evidence(question))


def failed(researcher: str, sentence: str, question: str = QUESTION) -> Received:
    """A researcher that could not be asked."""
    return Received(task_of(researcher, question), Failed(FailureKind.DIED, sentence), 0.1)


def plan_of(*parts: str, question: str = QUESTION) -> InvestigationPlan:
    """The whole question, and the parts that are asked by themselves."""
    texts = (question, *parts)
    subs = tuple(SubQuestion(number, text) for number, text in enumerate(texts))
    return InvestigationPlan(QuestionKind.LOOKUP, subs, ())


def concluded(
    *received: Received,
    parts: Sequence[str] = (),
    question: str = QUESTION,
    course: Course | None = None,
    max_sources: int = 10,
) -> Conclusion:
    """What the PI makes of them."""
    return conclude(
        question,
        plan_of(*parts, question=question),
        received,
        course or Course(rounds=1),
        max_sources,
        default_analyzer(),
    )
