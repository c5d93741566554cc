"""What stayed open after everybody was asked: the researchers' gaps as one list.

A gap of one researcher that another one filled is no gap any more; it is kept for the record with
what filled it. One that several report is one, with all their names.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from contract import AnswerStatus, Disagreement, Gap, GapCategory, StopReason
from evidence.analyze import Analyzer
from evidence.expected import AnswerKind, holds_answer_kind
from pi.meaning import Meaning, meaning_of
from pi.reconcile.admission import Report
from pi.reconcile.merging import Evidence
from pi.reconcile.sources import document_of

MOST: Final = 10
_TOPIC_CHARS: Final = 200
_DETAIL_CHARS: Final = 500
_KINDS: Final = {kind.value: kind for kind in AnswerKind}
_RAN_OUT: Final = {
    StopReason.BUDGET_EXHAUSTED: "The budget ran out",
    StopReason.MAX_ITERATIONS_REACHED: "The rounds ran out",
    StopReason.TIMEOUT_EXCEEDED: "Time ran out",
}
_CUT_SHORT: Final = frozenset(
    {
        StopReason.BUDGET_EXHAUSTED,
        StopReason.MAX_ITERATIONS_REACHED,
        StopReason.TIMEOUT_EXCEEDED,
        StopReason.WEAK_EVIDENCE,
    }
)


@dataclass(frozen=True, slots=True)
class Filled:
    """A gap that one researcher reported, and what another one had for it."""

    researcher: str
    gap: Gap
    reason: str


@dataclass(frozen=True, slots=True)
class _Open:
    report: Report
    gap: Gap
    topic: Meaning

    @property
    def researcher(self) -> str:
        return self.report.researcher


def open_gaps(
    reports: Sequence[Report],
    cited: Sequence[Evidence],
    contradictions: Sequence[Disagreement],
    question: str,
    stopped_by: StopReason | None,
    analyzer: Analyzer,
) -> tuple[tuple[Gap, ...], tuple[Filled, ...]]:
    """The gaps that are left, most telling first, at most 10, and those that were filled.

    `stopped_by` is the limit that ended the run early. A run that cites nothing has a gap.
    """
    left: list[_Open] = []
    filled: list[Filled] = []
    for one in _reported(reports, analyzer):
        reason = _filled_by(one, reports, cited, analyzer)
        if reason is None:
            left.append(one)
        else:
            filled.append(Filled(one.researcher, one.gap, reason))
    gaps = [
        *(
            _gap(question, GapCategory.CONTRADICTORY_SOURCES, one.sentence)
            for one in contradictions
        ),
        *_of_limit(question, stopped_by),
        *_united(left),
    ]
    if not gaps and not cited:
        gaps = [_gap(question, GapCategory.SOURCE_NOT_FOUND, "Nobody who was asked has evidence.")]
    return _most_telling(gaps), tuple(filled)


def _reported(reports: Sequence[Report], analyzer: Analyzer) -> Iterator[_Open]:
    """All gaps but disagreements, which are looked for anew over everybody's evidence."""
    for report in reports:
        for gap in report.result.gaps if report.result is not None else ():
            if gap.category is not GapCategory.CONTRADICTORY_SOURCES:
                yield _Open(report, gap, meaning_of(gap.topic, analyzer))


def _filled_by(
    one: _Open, reports: Sequence[Report], cited: Sequence[Evidence], analyzer: Analyzer
) -> str | None:
    """What fills a gap, as a sentence; None when nothing does."""
    cites = {found.report.place for evidence in cited for found in evidence.found}
    for other in reports:
        if other.place in cites and other is not one.report and _answers(other, one, analyzer):
            return f"{other.researcher} answered this."
    for number, evidence in enumerate(cited, start=1):
        if any(found.report is one.report for found in evidence.found):
            continue
        if _holds(evidence, one, analyzer):
            return f"Citation [{number}], found by {' and '.join(evidence.researchers)}, has it."
    return None


def _answers(other: Report, one: _Open, analyzer: Analyzer) -> bool:
    """Whether another task asked for just this and was answered well. Nobody but the same
    researcher, asked again, makes up for what its own budget did not reach."""
    result = other.result
    if result is None or result.answer_status is not AnswerStatus.OK:
        return False
    if one.gap.category is GapCategory.BUDGET_EXHAUSTED and other.researcher != one.researcher:
        return False
    asked = other.received.task.question
    means = {meaning_of(asked, analyzer), meaning_of(asked[:_TOPIC_CHARS], analyzer)}
    return one.topic in means and result.stop_reason not in _CUT_SHORT


def _holds(evidence: Evidence, one: _Open, analyzer: Analyzer) -> bool:
    """Whether a citation is of the very document, or quotes what the topic names."""
    topic, citation = one.gap.topic, evidence.citation
    if "://" in topic:
        document = document_of(topic)
        return any(document_of(found.citation.locator) == document for found in evidence.found)
    if one.gap.category is not GapCategory.SOURCE_NOT_FOUND:
        return False
    if topic in _KINDS:
        return _is_of(evidence, one) and holds_answer_kind(citation.raw_excerpt, _KINDS[topic])
    held = frozenset(analyzer.terms(f"{citation.title or ''} {citation.raw_excerpt}"))
    wanted = frozenset(analyzer.content_terms(topic))
    asks_all = one.topic == meaning_of(one.report.received.task.question, analyzer)
    return bool(wanted) and wanted <= held and not asks_all


def _is_of(evidence: Evidence, one: _Open) -> bool:
    """Whether it was found for the same part of the question."""
    part = one.report.received.task.sub_question
    return any(found.report.received.task.sub_question == part for found in evidence.found)


def _of_limit(question: str, stopped_by: StopReason | None) -> Iterator[Gap]:
    """What the run itself did not get to."""
    if stopped_by in _RAN_OUT:
        detail = f"{_RAN_OUT[stopped_by]} before everything was asked."
        yield _gap(question, GapCategory.BUDGET_EXHAUSTED, detail)


def _gap(topic: str, category: GapCategory, detail: str) -> Gap:
    return Gap(topic=topic[:_TOPIC_CHARS], category=category, detail=detail[:_DETAIL_CHARS])


def _united(left: Sequence[_Open]) -> list[Gap]:
    """Gaps of one category and meaning as one, those that most researchers report first."""
    groups: dict[tuple[GapCategory, Meaning], list[_Open]] = {}
    for one in left:
        groups.setdefault((one.gap.category, one.topic), []).append(one)
    ordered = sorted(groups.values(), key=lambda group: -len(_names(group)))
    return [
        _gap(
            group[0].gap.topic,
            group[0].gap.category,
            f"{', '.join(_names(group))}: {group[0].gap.detail}",
        )
        for group in ordered
    ]


def _names(group: Sequence[_Open]) -> list[str]:
    return list(dict.fromkeys(one.researcher for one in group))


def _most_telling(gaps: Sequence[Gap]) -> tuple[Gap, ...]:
    """The first of each category before all others: a caller acts on categories."""
    firsts = {gap.category: place for place, gap in reversed(list(enumerate(gaps)))}
    order = sorted(range(len(gaps)), key=lambda place: firsts[gaps[place].category] != place)
    return tuple(gaps[place] for place in order[:MOST])
