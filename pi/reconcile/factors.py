"""The factors of the PI's confidence, from those of the researchers that are cited."""

from collections.abc import Sequence
from typing import Final

from contract import ConfidenceFactors, Recency, ResearchResult, SourceAuthority
from evidence.analyze import Analyzer
from pi.meaning import meaning_of
from pi.model import SubQuestion
from pi.reconcile.admission import Report
from pi.reconcile.corroboration import independent_sources
from pi.reconcile.merging import Evidence

_AUTHORITY: Final = (SourceAuthority.LOW, SourceAuthority.MEDIUM, SourceAuthority.HIGH)
_RECENCY: Final = (Recency.DATED, Recency.RECENT, Recency.CURRENT)


def factors_of(
    sub_questions: Sequence[SubQuestion],
    cited: Sequence[Evidence],
    *,
    contradicted: bool,
    stopped_early: bool,
    analyzer: Analyzer,
) -> ConfidenceFactors:
    """What speaks for the answer, and against it.

    A researcher that ran out of its own budget costs confidence only where nobody who is cited
    had enough.
    """
    reports = _reports(cited)
    results = [report.result for report in reports if report.result is not None]
    theirs = [result.confidence_factors for result in results]
    known = [one.recency for one in theirs if one.recency is not None]
    return ConfidenceFactors(
        num_corroborating_sources=independent_sources(cited),
        source_authority=max(
            (one.source_authority for one in theirs),
            key=_AUTHORITY.index,
            default=SourceAuthority.LOW,
        ),
        contradiction_detected=contradicted,
        query_specificity_match=_specificity(sub_questions, reports, analyzer),
        budget_exhausted=stopped_early
        or (bool(theirs) and all(one.budget_exhausted for one in theirs)),
        recency=max(known, key=_RECENCY.index, default=None),
    )


def _reports(cited: Sequence[Evidence]) -> list[Report]:
    """The reports that are cited, each once."""
    reports = {found.report.place: found.report for one in cited for found in one.found}
    return [reports[place] for place in sorted(reports)]


def _specificity(
    sub_questions: Sequence[SubQuestion], reports: Sequence[Report], analyzer: Analyzer
) -> float:
    """The best fit with the whole question, or the mean over its parts where that is more. What
    answers to neither, because it was asked to follow a lead, says nothing of the fit."""
    whole, *parts = [_fit(one, reports, analyzer) for one in sub_questions] or [0.0]
    return round(max(whole, sum(parts) / len(parts) if parts else 0.0), 2)


def _fit(part: SubQuestion, reports: Sequence[Report], analyzer: Analyzer) -> float:
    wanted = meaning_of(part.text, analyzer)
    return max(
        (
            _of(report.result)
            for report in reports
            if report.result is not None
            and meaning_of(report.received.task.question, analyzer) == wanted
        ),
        default=0.0,
    )


def _of(result: ResearchResult) -> float:
    return result.confidence_factors.query_specificity_match
