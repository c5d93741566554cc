"""What a researcher answers: the answer, its evidence, what is missing, and what it cost.

Unknown fields are kept, so that a result of a later v1 minor survives a round trip unchanged.
"""

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from contract.version import CONTRACT_VERSION, EXCERPT_MAX_CHARS

ContentHash = Annotated[str, StringConstraints(pattern=r"^sha256:[0-9a-f]{64}$")]
Share = Annotated[float, Field(ge=0.0, le=1.0)]


class ResultPart(BaseModel):
    """Base of all parts of a result: frozen, unknown fields kept."""

    model_config = ConfigDict(frozen=True, extra="allow")


class StopReason(StrEnum):
    """Why the research loop ended."""

    ENOUGH_EVIDENCE = "enough_evidence"
    NO_EVIDENCE = "no_evidence"
    WEAK_EVIDENCE = "weak_evidence"
    BUDGET_EXHAUSTED = "budget_exhausted"
    MAX_ITERATIONS_REACHED = "max_iterations_reached"
    TIMEOUT_EXCEEDED = "timeout_exceeded"
    SYNTHESIS_UNAVAILABLE = "synthesis_unavailable"
    VERIFICATION_FAILED = "verification_failed"
    CANCELLED = "cancelled"
    FAILED = "failed"


class AnswerStatus(StrEnum):
    """What kind of answer the result carries."""

    OK = "ok"
    OK_TRUNCATED = "ok_truncated"
    NO_EVIDENCE = "no_evidence"
    UNAVAILABLE = "unavailable"
    ERROR = "error"


class GapCategory(StrEnum):
    """Why an aspect of the question stayed open; a caller acts on the category."""

    SOURCE_NOT_FOUND = "source_not_found"
    ACCESS_DENIED = "access_denied"
    BUDGET_EXHAUSTED = "budget_exhausted"
    CONTRADICTORY_SOURCES = "contradictory_sources"
    SCOPE_EXCEEDED = "scope_exceeded"


class DiscoveryType(StrEnum):
    """What kind of lead a discovery event is."""

    RELATED_RESEARCH = "related_research"
    NEW_SOURCE = "new_source"
    CONTRADICTION = "contradiction"


class EvidenceRole(StrEnum):
    """What kind of text an excerpt is. A reader tolerates roles it does not know."""

    RAW_TEXT = "raw_text"
    SUMMARY = "summary"
    OCR = "ocr"
    TRANSCRIPT = "transcript"
    BACKLINK = "backlink"
    TAG = "tag"
    TABLE = "table"
    CODE = "code"
    FRONT_MATTER = "front_matter"


class WarningCode(StrEnum):
    """The closed set of warnings a researcher may attach to a result."""

    EVIDENCE_TRUNCATED = "evidence_truncated"
    MODEL_UNAVAILABLE = "model_unavailable"
    MODEL_ERROR = "model_error"
    UNCITED_CLAIM = "uncited_claim"
    WEAK_EVIDENCE = "weak_evidence"
    SOURCE_FAILED = "source_failed"
    INDEX_INCOMPLETE = "index_incomplete"
    TRACE_UNAVAILABLE = "trace_unavailable"
    SOURCE_LEFT_OUT = "source_left_out"
    GIVES_ORDERS = "gives_orders"
    FROM_CACHE = "from_cache"


class SourceAuthority(StrEnum):
    """How much weight the cited sources carry by their kind."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Recency(StrEnum):
    """Age of the newest dated source: under 1 year, 1 to 3 years, over 3 years."""

    CURRENT = "current"
    RECENT = "recent"
    DATED = "dated"


class Citation(ResultPart):
    """One piece of evidence: where it stands, and its text to the letter."""

    source: str = Field(description="Kind of source: note, web, …")
    locator: str = Field(description="Where a person or a machine finds the source.")
    title: str | None = None
    snippet: str | None = Field(
        default=None, description="50 to 200 characters in the researcher's words, or null."
    )
    raw_excerpt: str = Field(
        max_length=EXCERPT_MAX_CHARS,
        description="Verbatim from the stored content; a cut one ends with ' [...]'.",
    )
    confidence: Share
    content_hash: ContentHash | None = Field(
        default=None, description="Hash of the stored content the excerpt was taken from."
    )
    char_start: int | None = Field(default=None, ge=0, description="Code points, inclusive.")
    char_end: int | None = Field(default=None, ge=0, description="Code points, exclusive.")
    evidence_role: str = EvidenceRole.RAW_TEXT.value
    published: str | None = Field(
        default=None, description="RFC 3339 date or time of the source itself, where it is known."
    )
    found_by: tuple[str, ...] = Field(
        default=(), description="Researchers that cited it, where several were asked."
    )


class Gap(ResultPart):
    """An aspect of the question that stayed open."""

    topic: str
    category: GapCategory
    detail: str


class DiscoveryEvent(ResultPart):
    """A grounded lead for another researcher; reported, never acted on."""

    type: DiscoveryType
    suggested_researcher: str | None = None
    query: str
    reason: str
    source_locator: str | None = None
    citations: tuple[int, ...] = Field(
        default=(), description="1-based positions in the result's citations, where met."
    )
    excerpts: tuple[str, ...] = Field(
        default=(),
        description="What was met, verbatim, one for each of `citations`: the parts of two "
        "excerpts that contradict each other.",
    )


class ConfidenceFactors(ResultPart):
    """The inputs of the confidence score."""

    num_corroborating_sources: int = Field(ge=0)
    source_authority: SourceAuthority
    contradiction_detected: bool
    query_specificity_match: Share
    budget_exhausted: bool
    recency: Recency | None = None


class CostMetadata(ResultPart):
    """What the call used."""

    tokens_used: int = Field(ge=0)
    iterations_run: int = Field(ge=0)
    wall_time_sec: float = Field(ge=0)
    budget_exhausted: bool
    model_calls: int = Field(default=0, ge=0)
    sources_opened: int = Field(default=0, ge=0)


class ResultWarning(ResultPart):
    """Something the reader should know about how the answer came to be."""

    code: WarningCode
    detail: str


class DispatchStatus(StrEnum):
    """What became of one question to one researcher."""

    ANSWERED = "answered"
    NO_EVIDENCE = "no_evidence"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Dispatch(ResultPart):
    """One question that was sent to one researcher, and what came back."""

    round: int = Field(ge=1)
    researcher: str
    question: str
    why: str = Field(description="Why it was asked, in one sentence.")
    status: DispatchStatus
    failure: str | None = Field(default=None, description="One sentence when it failed.")
    trace_id: str | None = None
    citations: int = Field(default=0, ge=0, description="How many it brought.")
    confidence: Share | None = None
    cost: CostMetadata | None = None
    seconds: float = Field(default=0.0, ge=0)


class DisagreementKind(StrEnum):
    """In what two excerpts disagree."""

    NUMBER = "number"
    DATE = "date"
    NAME = "name"
    NEGATION = "negation"
    SUPERLATIVE = "superlative"


class Side(ResultPart):
    """One side of a disagreement: the words of one citation, to the letter."""

    citation: int = Field(ge=1, description="1-based position in the result's citations.")
    excerpt: str
    char_start: int | None = Field(default=None, ge=0)
    char_end: int | None = Field(default=None, ge=0)
    published: str | None = None


class Disagreement(ResultPart):
    """Two citations that say different things of the same subject."""

    kind: DisagreementKind
    left: Side
    right: Side
    sentence: str = Field(description="How they differ, in one sentence.")


class ResearchResult(ResultPart):
    """The answer to one research() call."""

    contract_version: str = CONTRACT_VERSION
    answer: str
    citations: tuple[Citation, ...] = ()
    gaps: tuple[Gap, ...] = ()
    discovery_events: tuple[DiscoveryEvent, ...] = ()
    confidence: Share
    confidence_factors: ConfidenceFactors
    cost_metadata: CostMetadata
    trace_id: str
    stop_reason: StopReason
    answer_status: AnswerStatus
    warnings: tuple[ResultWarning, ...] = ()
    dispatches: tuple[Dispatch, ...] = Field(
        default=(), description="What was asked of other researchers; empty for one that asks none."
    )
    contradictions: tuple[Disagreement, ...] = ()
    rounds: int | None = Field(default=None, ge=0, description="Rounds of dispatches, if any.")
