"""A result read without judging it, so that one defect hides no other check's view."""

from pydantic import BaseModel, ConfigDict, ValidationError


class _Loose(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class LooseCitation(_Loose):
    """A citation; every field may be missing."""

    source: str = ""
    locator: str = ""
    title: str | None = None
    snippet: str | None = None
    raw_excerpt: str = ""
    content_hash: str | None = None
    char_start: int | None = None
    char_end: int | None = None


class LooseGap(_Loose):
    """A gap; the category may be any word."""

    topic: str = ""
    category: str = ""
    detail: str = ""


class LooseEvent(_Loose):
    """A discovery event."""

    type: str = ""
    query: str = ""
    reason: str = ""
    source_locator: str | None = None
    citations: tuple[int, ...] = ()


class LooseCost(_Loose):
    """What a call says that it used; None where it does not say."""

    tokens_used: int | None = None
    iterations_run: int | None = None


class LooseResult(_Loose):
    """A result, as far as it can be read."""

    answer: str = ""
    citations: tuple[LooseCitation, ...] = ()
    gaps: tuple[LooseGap, ...] = ()
    discovery_events: tuple[LooseEvent, ...] = ()
    confidence: object = None
    confidence_factors: object = None
    cost_metadata: LooseCost = LooseCost()
    trace_id: str = ""
    answer_status: str = ""


def loosely(structured: object) -> LooseResult | None:
    """Read structured content; None when its parts have other types than the contract's."""
    try:
        return LooseResult.model_validate(structured)
    except ValidationError:
        return None
