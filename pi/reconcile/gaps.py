"""What stayed open after everybody was asked: the researchers' gaps as one list.

A gap of one researcher that another one filled is no gap any more; it is kept for the record with
what filled it. One that several report is one, with all their names.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from contract import Disagreement, Gap, GapCategory, StopReason
from contract.markers import without_look_alikes
from evidence.analyze import Analyzer
from pi.meaning import Meaning, meaning_of
from pi.reconcile.admission import Report
from pi.reconcile.filling import TOPIC_CHARS, Fillings
from pi.reconcile.merging import Evidence
from pi.reconcile.wording import UNREPEATED, plain

MOST: Final = 10
_MOST_OF_ONE: Final = 50
_DETAIL_CHARS: Final = 500
_RAN_OUT: Final = {
    StopReason.BUDGET_EXHAUSTED: "The budget ran out",
    StopReason.MAX_ITERATIONS_REACHED: "The rounds ran out",
    StopReason.TIMEOUT_EXCEEDED: "Time ran out",
}


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
    fillings = Fillings(reports, cited, analyzer)
    for one in _reported(reports, _who_disagree(contradictions, cited), analyzer):
        reason = fillings.reason(one.report, one.gap, one.topic)
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


def _who_disagree(
    contradictions: Sequence[Disagreement], cited: Sequence[Evidence]
) -> frozenset[int]:
    """Places of the reports whose evidence is set against other evidence."""
    sides = (side for one in contradictions for side in (one.left, one.right))
    return frozenset(f.report.place for side in sides for f in cited[side.citation - 1].found)


def _reported(
    reports: Sequence[Report], disagreeing: frozenset[int], analyzer: Analyzer
) -> Iterator[_Open]:
    """All gaps but those disagreements that are shown with our own numbers."""
    for report in reports:
        gaps = report.result.gaps if report.result is not None else ()
        for gap in gaps[:_MOST_OF_ONE]:
            is_shown = gap.category is GapCategory.CONTRADICTORY_SOURCES
            if not (is_shown and report.place in disagreeing):
                yield _Open(report, gap, meaning_of(gap.topic[:TOPIC_CHARS], analyzer))


def _of_limit(question: str, stopped_by: StopReason | None) -> Iterator[Gap]:
    """What the run itself did not get to."""
    if stopped_by in _RAN_OUT:
        detail = f"{_RAN_OUT[stopped_by]} before everything was asked."
        yield _gap(question, GapCategory.BUDGET_EXHAUSTED, detail)


def _gap(topic: str, category: GapCategory, detail: str) -> Gap:
    return Gap(topic=topic[:TOPIC_CHARS], category=category, detail=detail[:_DETAIL_CHARS])


def _united(left: Sequence[_Open]) -> list[Gap]:
    """Gaps of one category and meaning as one, those that most researchers report first."""
    groups: dict[tuple[GapCategory, Meaning], list[_Open]] = {}
    for one in left:
        groups.setdefault((one.gap.category, one.topic), []).append(one)
    ordered = sorted(groups.values(), key=lambda group: -len(_names(group)))
    return [_gap_of(group) for group in ordered]


def _gap_of(group: Sequence[_Open]) -> Gap:
    """In the words of the first who reports it."""
    first = group[0]
    topic = plain(first.gap.topic, TOPIC_CHARS) or first.report.received.task.question
    detail = without_look_alikes(plain(first.gap.detail, _DETAIL_CHARS)) or UNREPEATED
    return _gap(topic, first.gap.category, f"{', '.join(_names(group))}: {detail}")


def _names(group: Sequence[_Open]) -> list[str]:
    return list(dict.fromkeys(one.researcher for one in group))


def _most_telling(gaps: Sequence[Gap]) -> tuple[Gap, ...]:
    """The first of each category before all others: a caller acts on categories."""
    firsts = {gap.category: place for place, gap in reversed(list(enumerate(gaps)))}
    order = sorted(range(len(gaps)), key=lambda place: firsts[gaps[place].category] != place)
    return tuple(gaps[place] for place in order[:MOST])
