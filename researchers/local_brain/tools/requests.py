"""What the corpus tools take. Every field is described, because a model reads it."""

from enum import StrEnum
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from contract.version import QUESTION_MAX_CHARS

Words = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=QUESTION_MAX_CHARS)
]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
Lookup = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4_000)]

_LOOKUP = "A note's key (ROOT/path), its note:// locator, or a title or file name that is unique."
_TAGS = "Only notes that carry one of these tags; with or without #."


class ToolRequest(BaseModel):
    """Base of all requests: frozen, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ContentMode(StrEnum):
    """How much of a note to return."""

    BRIEF = "brief"
    EVIDENCE = "evidence"
    RAW = "raw"


class SearchRequest(ToolRequest):
    query: Words = Field(description="Words or a question; operators are plain text.")
    limit: int = Field(default=10, ge=1, le=50, description="Passages to return.")
    tags: tuple[Name, ...] = Field(default=(), max_length=20, description=_TAGS)
    roots: tuple[Name, ...] = Field(
        default=(), max_length=20, description="Only notes of these roots, by name."
    )


class ReadingRequest(ToolRequest):
    """What `get` and `get_many` share."""

    content_mode: ContentMode = Field(
        default=ContentMode.BRIEF,
        description="brief: headings and the first passage. evidence: the text around the query's "
        "words. raw: the stored text from `start` on. All verbatim, with offsets.",
    )
    query: Words | None = Field(
        default=None, description="What to look for; required by content_mode evidence."
    )

    @model_validator(mode="after")
    def _evidence_has_a_query(self) -> Self:
        if self.content_mode is ContentMode.EVIDENCE and self.query is None:
            raise ValueError("query is required by content_mode evidence.")
        return self


class GetRequest(ReadingRequest):
    lookup: Lookup = Field(description=_LOOKUP)
    max_chars: int = Field(
        default=4_000, ge=100, le=50_000, description="Characters of text to return at most."
    )
    start: int = Field(
        default=0, ge=0, description="Where raw text starts; next_start of the call before."
    )


class GetManyRequest(ReadingRequest):
    lookups: tuple[Lookup, ...] = Field(
        min_length=1, max_length=20, description="Notes to read. " + _LOOKUP
    )
    max_chars: int = Field(
        default=700, ge=100, le=10_000, description="Characters of text for each note at most."
    )


class RelatedRequest(ToolRequest):
    lookup: Lookup = Field(description=_LOOKUP)
    limit: int = Field(default=10, ge=1, le=50, description="Notes to return.")


class TagsRequest(ToolRequest):
    prefix: Name | None = Field(default=None, description="Only tags that start so.")
    limit: int = Field(default=50, ge=1, le=500, description="Tags to return, most used first.")


class StatsRequest(ToolRequest):
    """Takes nothing."""


class PackRequest(ToolRequest):
    question: Words = Field(description="The question to gather evidence for.")
    limit: int = Field(default=8, ge=1, le=30, description="Rows of evidence to return.")
    include_related: bool = Field(
        default=True, description="Add rows from notes linked with the strongest ones."
    )
    related_limit: int = Field(default=2, ge=0, le=10, description="Related rows to add.")
    max_chars_per_doc: int = Field(
        default=700, ge=100, le=10_000, description="Characters of text for each row at most."
    )
    tags: tuple[Name, ...] = Field(default=(), max_length=20, description=_TAGS)
