"""Whether what one researcher lacked was brought by another, or by itself when asked again."""

from collections.abc import Sequence
from typing import Final

from contract import AnswerStatus, Gap, GapCategory, StopReason
from evidence.analyze import Analyzer
from evidence.expected import AnswerKind, holds_answer_kind
from pi.meaning import Meaning, meaning_of
from pi.reconcile.admission import Report
from pi.reconcile.merging import Evidence
from pi.reconcile.sources import document_of, is_page

TOPIC_CHARS: Final = 200
"""A topic is that long at most; researchers name a longer question by its head."""
_KINDS: Final = {kind.value: kind for kind in AnswerKind}
_CUT_SHORT: Final = frozenset(
    {
        StopReason.BUDGET_EXHAUSTED,
        StopReason.MAX_ITERATIONS_REACHED,
        StopReason.TIMEOUT_EXCEEDED,
        StopReason.WEAK_EVIDENCE,
    }
)


class Fillings:
    """What all reports brought, prepared for one look per gap. `cited` is in citation order."""

    def __init__(
        self, reports: Sequence[Report], cited: Sequence[Evidence], analyzer: Analyzer
    ) -> None:
        self._cited = cited
        self._analyzer = analyzer
        self._asked = {report.place: self._meanings(report) for report in reports}
        self._held = [
            frozenset(analyzer.terms(f"{one.citation.title or ''} {one.citation.raw_excerpt}"))
            for one in cited
        ]
        places = {found.report.place for one in cited for found in one.found}
        self._answers = [report for report in reports if report.place in places]

    def reason(self, report: Report, gap: Gap, topic: Meaning) -> str | None:
        """What fills a gap of a report, in one sentence; None when nothing does."""
        if gap.category is GapCategory.CONTRADICTORY_SOURCES:
            return None
        for other in self._answers:
            if other is not report and self._answered(other, report, gap, topic):
                return f"{other.researcher} answered this."
        for place, one in enumerate(self._cited):
            others = all(found.report is not report for found in one.found)
            if others and self._holds(place, report, gap, topic):
                names = " and ".join(one.researchers)
                return f"Citation [{place + 1}], found by {names}, has it."
        return None

    def _meanings(self, report: Report) -> frozenset[Meaning]:
        asked = report.received.task.question
        return frozenset(meaning_of(text, self._analyzer) for text in {asked, asked[:TOPIC_CHARS]})

    def _answered(self, other: Report, report: Report, gap: Gap, topic: Meaning) -> bool:
        """Whether another task asked for just this and was answered well. Nobody but the same
        researcher, asked again, makes up for what its own budget did not reach."""
        result = other.result
        if result is None or result.answer_status is not AnswerStatus.OK:
            return False
        is_own = gap.category is GapCategory.BUDGET_EXHAUSTED
        if is_own and other.researcher != report.researcher:
            return False
        return topic in self._asked[other.place] and result.stop_reason not in _CUT_SHORT

    def _holds(self, place: int, report: Report, gap: Gap, topic: Meaning) -> bool:
        """Whether a citation is of the very page, or quotes what the topic names."""
        one = self._cited[place]
        if "://" in gap.topic:
            page = document_of(gap.topic) if is_page(gap.topic) else None
            return any(document_of(found.citation.locator) == page for found in one.found)
        if gap.category is not GapCategory.SOURCE_NOT_FOUND:
            return False
        kind = _KINDS.get(gap.topic)
        if kind is not None:
            return _same_part(one, report) and holds_answer_kind(one.citation.raw_excerpt, kind)
        wanted = frozenset(self._analyzer.content_terms(gap.topic[:TOPIC_CHARS]))
        is_whole = topic in self._asked[report.place]
        return bool(wanted) and wanted <= self._held[place] and not is_whole


def _same_part(evidence: Evidence, report: Report) -> bool:
    """Whether it was found for the same part of the question."""
    part = report.received.task.sub_question
    return any(found.report.received.task.sub_question == part for found in evidence.found)
