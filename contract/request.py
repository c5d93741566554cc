"""What a caller sends: the question, what it knows already, and hard limits."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from contract.version import QUESTION_MAX_CHARS

Question = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=QUESTION_MAX_CHARS)
]


class Depth(StrEnum):
    """How far a researcher goes when no explicit constraint says otherwise."""

    SHALLOW = "shallow"
    BALANCED = "balanced"
    DEEP = "deep"


class ResearchConstraints(BaseModel):
    """Hard limits of one call. A limit that the caller sets wins over the depth's preset."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_iterations: int = Field(default=5, ge=1, description="Passes of the research loop.")
    token_budget: int = Field(
        default=20_000, ge=0, description="All model tokens, in and out, charged before a call."
    )
    max_sources: int = Field(default=10, ge=1, description="Distinct sources that may be cited.")
    max_seconds: float | None = Field(
        default=None, gt=0, description="Wall clock for the whole call, in seconds."
    )


class ResearchRequest(BaseModel):
    """One call of research(). Unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: Question = Field(description="1 to 8,000 characters after trimming.")
    context: str | None = Field(
        default=None, description="What the caller already knows; never evidence, never cited."
    )
    depth: Depth = Field(
        default=Depth.BALANCED, description="How far to go where no constraint says otherwise."
    )
    constraints: ResearchConstraints = Field(
        default=ResearchConstraints(), description="Hard limits of this call."
    )


@dataclass(frozen=True, slots=True)
class Preset:
    """What a depth stands for. Counts are per call unless they say otherwise."""

    passes: int
    documents_per_pass: int
    expansions: int
    related_rows: int
    max_sources: int
    max_seconds: float


PRESETS: Final[dict[Depth, Preset]] = {
    Depth.SHALLOW: Preset(1, 3, 0, 0, 5, 15.0),
    Depth.BALANCED: Preset(2, 5, 1, 8, 10, 45.0),
    Depth.DEEP: Preset(3, 10, 1, 8, 15, 120.0),
}
"""45 s keeps a balanced call under the 60 s at which common MCP hosts give up."""


LARGEST_COUNT: Final = 10**9
LONGEST_SECONDS: Final = 86_400.0
"""A larger limit is no limit, so it counts as this one: a trace holds whole numbers up to 2**53."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits in force for one call, after presets and explicit constraints are merged."""

    passes: int
    documents_per_pass: int
    expansions: int
    related_rows: int
    max_sources: int
    max_seconds: float
    token_budget: int


def limits_of(request: ResearchRequest) -> Limits:
    """Merge a request's depth preset with the constraints that the caller set explicitly."""
    preset = PRESETS[request.depth]
    asked = request.constraints
    explicit = asked.model_fields_set
    passes = asked.max_iterations if "max_iterations" in explicit else preset.passes
    max_sources = asked.max_sources if "max_sources" in explicit else preset.max_sources
    max_seconds = asked.max_seconds if asked.max_seconds is not None else preset.max_seconds
    return Limits(
        passes=min(passes, LARGEST_COUNT),
        documents_per_pass=preset.documents_per_pass,
        expansions=preset.expansions,
        related_rows=preset.related_rows,
        max_sources=min(max_sources, LARGEST_COUNT),
        max_seconds=min(max_seconds, LONGEST_SECONDS),
        token_budget=min(asked.token_budget, LARGEST_COUNT),
    )
