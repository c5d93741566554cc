"""From all that was received to the PI's verified answer, with everything of its result but the
trace's id and the clock. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from contract import (
    AnswerStatus,
    Citation,
    ConfidenceFactors,
    Disagreement,
    DiscoveryEvent,
    Dispatch,
    Gap,
    ResearchResult,
    ResultWarning,
    StopReason,
)
from evidence.analyze import Analyzer
from evidence.confidence import confidence_of
from evidence.plan import plan_question
from evidence.verification import Finding, verify
from pi.model import InvestigationPlan, Received
from pi.reconcile.admission import Omitted, Report, admit, in_order
from pi.reconcile.choosing import chosen
from pi.reconcile.claims import claims_of
from pi.reconcile.disagreements import disagreements
from pi.reconcile.ending import Course, failed_check, with_answer, without_answer
from pi.reconcile.factors import factors_of
from pi.reconcile.gaps import Filled, open_gaps
from pi.reconcile.leads import Followed, open_leads
from pi.reconcile.merging import Evidence, merge, places_of
from pi.reconcile.merit import by_merit
from pi.reconcile.told import cost_of, dispatches_of, warnings_of
from pi.writing import Written, write


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What an investigation came to. The fields up to `rounds` are those of the result; the rest
    is for the record: what was left out, filled and followed, and the answer that was rejected."""

    stop_reason: StopReason
    answer_status: AnswerStatus
    answer: str
    citations: tuple[Citation, ...]
    gaps: tuple[Gap, ...]
    discovery_events: tuple[DiscoveryEvent, ...]
    contradictions: tuple[Disagreement, ...]
    factors: ConfidenceFactors
    dispatches: tuple[Dispatch, ...]
    warnings: tuple[ResultWarning, ...]
    rounds: int
    reports: tuple[Report, ...]
    sentences: int
    omitted: tuple[Omitted, ...]
    filled: tuple[Filled, ...]
    followed: tuple[Followed, ...]
    findings: tuple[Finding, ...] = ()
    rejected: str | None = None

    def result(self, trace_id: str, wall_time_sec: float) -> ResearchResult:
        """In the words of the contract."""
        return ResearchResult(
            answer=self.answer,
            citations=self.citations,
            gaps=self.gaps,
            discovery_events=self.discovery_events,
            confidence=confidence_of(self.factors),
            confidence_factors=self.factors,
            cost_metadata=cost_of(
                self.reports,
                rounds=self.rounds,
                wall_time_sec=wall_time_sec,
                budget_exhausted=self.factors.budget_exhausted,
            ),
            trace_id=trace_id,
            stop_reason=self.stop_reason,
            answer_status=self.answer_status,
            warnings=self.warnings,
            dispatches=self.dispatches,
            contradictions=self.contradictions,
            rounds=self.rounds,
        )


def conclude(
    question: str,
    plan: InvestigationPlan,
    received: Sequence[Received],
    course: Course,
    max_sources: int,
    analyzer: Analyzer,
) -> Conclusion:
    """Reconcile what came back, write the answer and check it. The order in which results arrived
    makes no difference."""
    reports = in_order(received)
    found, refused = admit(reports)
    query = plan_question(question, analyzer)
    evidence = by_merit(merge(found), query, analyzer)
    claims, unsaid = claims_of(reports, evidence, places_of(evidence))
    may_cite = chosen(evidence, claims, max_sources)
    drafted = write(plan.sub_questions, claims, evidence, may_cite, analyzer)
    omitted = (*refused, *unsaid)
    findings = _check(drafted, evidence)
    cited = () if findings else tuple(evidence[place] for place in drafted.evidence)
    ending = (
        failed_check()
        if findings
        else with_answer(drafted.answer, _leaned_on(cited), course)
        if cited
        else without_answer(reports, omitted, course)
    )
    compared = disagreements(query, cited, reports, _numbers(cited), analyzer)
    gaps, filled = open_gaps(reports, cited, compared, question, course.stopped_by, analyzer)
    leads, followed = open_leads(
        reports, cited, compared, _numbers(cited), course.why_not, question, analyzer
    )
    return Conclusion(
        stop_reason=ending.stop_reason,
        answer_status=ending.answer_status,
        answer=ending.answer,
        citations=tuple(one.citation for one in cited),
        gaps=gaps,
        discovery_events=leads,
        contradictions=compared,
        factors=factors_of(
            plan.sub_questions,
            cited,
            contradicted=bool(compared),
            stopped_early=course.stopped_by is not None,
            analyzer=analyzer,
        ),
        dispatches=dispatches_of(reports),
        warnings=warnings_of(reports, omitted, ending.stop_reason),
        rounds=course.rounds,
        reports=reports,
        sentences=len(drafted.sentences),
        omitted=omitted,
        filled=filled,
        followed=followed,
        findings=findings,
        rejected=drafted.answer if findings else None,
    )


def _check(drafted: Written, evidence: Sequence[Evidence]) -> tuple[Finding, ...]:
    stored = {one.found[0].content_hash: one.text for one in evidence}
    return verify(drafted.answer, drafted.sentences, drafted.citations, stored)


def _leaned_on(cited: Sequence[Evidence]) -> list[Report]:
    """The reports that an answer leans on, each once."""
    reports = {found.report.place: found.report for one in cited for found in one.found}
    return [reports[place] for place in sorted(reports)]


def _numbers(cited: Sequence[Evidence]) -> Mapping[tuple[int, int], int]:
    """From a report's place and the number of a citation there to its number here."""
    return {at: place + 1 for at, place in places_of(cited).items()}
