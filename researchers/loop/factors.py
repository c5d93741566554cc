"""The factors of a result's confidence, from what is cited. Pure."""

from datetime import date, datetime
from typing import Final

from contract import ConfidenceFactors, Recency, SourceAuthority
from researchers.loop.admission import source_of
from researchers.loop.conclude import Conclusion
from researchers.loop.state import RunState

_CORROBORATES_FROM: Final = 0.5
_CURRENT_DAYS: Final = 365
_RECENT_DAYS: Final = 3 * 365
_ORDER: Final = (SourceAuthority.LOW, SourceAuthority.MEDIUM, SourceAuthority.HIGH)


def factors_of(state: RunState, conclusion: Conclusion, now: datetime) -> ConfidenceFactors:
    """What speaks for the answer, and against it."""
    cited = conclusion.synthesis.cited if conclusion.synthesis and conclusion.citations else ()
    best = max((row.row.score.coverage for row in cited), default=0.0)
    strong = {
        source_of(row.row.row.document)
        for row in cited
        if row.row.score.coverage >= _CORROBORATES_FROM * best
    }
    likelihood = state.judgement.likelihood if state.judgement and cited else 0.0
    authorities = [SourceAuthority(row.row.row.document.authority) for row in cited]
    dates = [d for row in cited if (d := _day(row.row.row.document.modified)) is not None]
    return ConfidenceFactors(
        num_corroborating_sources=len(strong),
        source_authority=max(authorities, key=_ORDER.index, default=SourceAuthority.LOW),
        contradiction_detected=bool(conclusion.contradictions),
        query_specificity_match=round(likelihood, 2),
        budget_exhausted=state.timed_out or state.stopped_by_passes or state.incomplete is not None,
        recency=_recency(max(dates), now) if dates else None,
    )


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text[:10]) if text else None
    except ValueError:
        return None


def _recency(newest: date, now: datetime) -> Recency:
    age = (now.date() - newest).days
    if age < _CURRENT_DAYS:
        return Recency.CURRENT
    return Recency.RECENT if age <= _RECENT_DAYS else Recency.DATED
