"""The shape of research_pack.v1. Field names are public and stay as they are."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

PACK_VERSION: Final = "research_pack.v1"

ParamValue = str | tuple[str, ...]


class PackPart(BaseModel):
    """Base of all parts: frozen."""

    model_config = ConfigDict(frozen=True)


class StepAction(StrEnum):
    """What a reader may do next; the action is named, not a tool."""

    INSPECT_TOP_EVIDENCE = "inspect_top_evidence"
    EXPAND_RELATED = "expand_related"
    OPEN_LOOKUP = "open_lookup"
    REFINE_SEARCH = "refine_search"


class PackConcept(PackPart):
    """One thing the question is about."""

    label: str
    terms: tuple[str, ...]
    is_name: bool


class PackQueryPlan(PackPart):
    """What was searched for."""

    text_query: str
    query_terms: tuple[str, ...]
    tag_queries: tuple[str, ...] = Field(description="Tags of the notes that the question names.")
    query_variants: tuple[str, ...]
    concepts: tuple[PackConcept, ...]
    family: str
    planner: Literal["deterministic"] = "deterministic"
    filters: Mapping[str, tuple[str, ...]]
    limit: int
    related_limit: int


class TagMatch(PackPart):
    """A tag and how many notes carry it."""

    tag: str
    notes: int


class PackCoverage(PackPart):
    """How much of what the notes hold stands in the pack."""

    evidence_count: int
    related_count: int
    kind_buckets: Mapping[str, int] = Field(description="Rows by file format.")
    role_buckets: Mapping[str, int] = Field(description="Rows by kind of text.")
    top_user_tags: tuple[TagMatch, ...] = Field(description="Tags of the notes in the pack.")
    exact_tag_matches: tuple[TagMatch, ...] = Field(
        description="Tags that the question names, with the notes of the whole corpus."
    )
    corpus_term_matches: Mapping[str, int] = Field(
        description="For each searched word, the passages of the whole corpus that hold it."
    )
    corpus_notes: int
    recall_note: str


class PackEvidence(PackPart):
    """One row of evidence; `excerpt` stands verbatim at its offsets in the stored content."""

    rank: int
    source_key: str = Field(description="The note's key; a lookup for get and related.")
    locator: str
    title: str
    source_type: str
    note_path: str
    user_tags: tuple[str, ...]
    lanes: tuple[str, ...]
    score: float
    retrieval_signals: Mapping[str, float]
    matched_terms: tuple[str, ...]
    missing_terms: tuple[str, ...]
    excerpt: str
    excerpt_kind: str
    char_start: int
    char_end: int
    content_hash: str
    truncated: bool
    related_to: str | None = None
    relationship: str | None = None


class NextStep(PackPart):
    """A step that is worth taking, with its parameters."""

    action: StepAction
    label: str
    params: Mapping[str, ParamValue]


class ResearchPack(PackPart):
    """The whole pack."""

    schema_version: Literal["research_pack.v1"] = PACK_VERSION
    question: str
    mode: Literal["evidence_only"] = "evidence_only"
    query_plan: PackQueryPlan
    coverage: PackCoverage
    evidence: tuple[PackEvidence, ...]
    exact_tag_evidence: tuple[PackEvidence, ...]
    next_steps: tuple[NextStep, ...]
    warnings: tuple[str, ...] = ()
