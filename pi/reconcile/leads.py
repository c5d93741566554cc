"""The leads that nobody followed, each once, and why they were not followed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from contract import Citation, Disagreement, DiscoveryEvent, DiscoveryType
from evidence.analyze import Analyzer
from pi.meaning import Meaning, meaning_of
from pi.reconcile.admission import Report
from pi.reconcile.merging import Evidence
from pi.reconcile.sources import document_of, is_page
from pi.reconcile.wording import UNREPEATED, plain

MOST: Final = 12
_MOST_OF_ONE: Final = 50
_QUERY_CHARS: Final = 500
_REASON_CHARS: Final = 500


@dataclass(frozen=True, slots=True)
class Followed:
    """A lead that was followed, or that somebody had found already, and by whom."""

    researcher: str
    event: DiscoveryEvent
    reason: str


def open_leads(
    reports: Sequence[Report],
    cited: Sequence[Evidence],
    contradictions: Sequence[Disagreement],
    numbers: Mapping[tuple[int, int], int],
    why_not: Mapping[str, str],
    question: str,
    analyzer: Analyzer,
) -> tuple[tuple[DiscoveryEvent, ...], tuple[Followed, ...]]:
    """What is left as leads, disagreements first, at most 12, and what was followed.

    `why_not` gives by a lead's query the sentence on why it was not followed.
    """
    left: dict[tuple[DiscoveryType, str | None, Meaning], DiscoveryEvent] = {}
    followed: list[Followed] = []
    pairs = {frozenset((one.left.citation, one.right.citation)) for one in contradictions}
    for report, event in _reported(reports):
        if (
            event.type is DiscoveryType.CONTRADICTION
            and set(_ours(report, event, numbers)) in pairs
        ):
            continue
        means = meaning_of(event.query, analyzer)
        by = _followed_by(report, event, means, reports, cited, analyzer)
        if by is not None:
            followed.append(Followed(report.researcher, event, by))
            continue
        kept = _kept(report, event, cited, numbers, why_not)
        if kept is not None:
            left.setdefault((event.type, event.suggested_researcher, means), kept)
    events = [*(_of_disagreement(one, cited, question) for one in contradictions), *left.values()]
    return tuple(events[:MOST]), tuple(followed)


def _reported(reports: Sequence[Report]) -> Iterator[tuple[Report, DiscoveryEvent]]:
    for report in reports:
        events = report.result.discovery_events if report.result is not None else ()
        for event in events[:_MOST_OF_ONE]:
            yield report, event


def _ours(
    report: Report, event: DiscoveryEvent, numbers: Mapping[tuple[int, int], int]
) -> tuple[int, ...]:
    """The citations where a lead was met, as far as they are cited here."""
    met = ((report.place, number) for number in event.citations)
    return tuple(numbers[place] for place in met if place in numbers)


def _followed_by(
    report: Report,
    event: DiscoveryEvent,
    means: Meaning,
    reports: Sequence[Report],
    cited: Sequence[Evidence],
    analyzer: Analyzer,
) -> str | None:
    """Who was asked for a lead, or cites what it points to; None when nobody."""
    for other in reports:
        task = other.received.task
        meant = event.suggested_researcher in (None, task.researcher)
        if not meant and report.researcher not in task.via:
            continue
        if other is not report and meaning_of(task.question, analyzer) == means:
            return f"{other.researcher} was asked."
    if is_page(event.query):
        wanted = document_of(event.query)
        for evidence in cited:
            if any(document_of(found.citation.locator) == wanted for found in evidence.found):
                return f"{' and '.join(evidence.researchers)} cited it."
    return None


def _kept(
    report: Report,
    event: DiscoveryEvent,
    cited: Sequence[Evidence],
    numbers: Mapping[tuple[int, int], int],
    why_not: Mapping[str, str],
) -> DiscoveryEvent | None:
    """The lead in our numbers; None when nothing says where it was met, or when it is an order."""
    where = _ours(report, event, numbers)
    locator = event.source_locator or _locator(report, event)
    query = plain(event.query, _QUERY_CHARS)
    if not query or (locator is None and not where):
        return None
    reason = plain(event.reason, _REASON_CHARS) or UNREPEATED
    if event.query in why_not:
        reason = f"{reason.rstrip('. ')}. Not followed: {why_not[event.query]}"
    return DiscoveryEvent(
        type=event.type,
        suggested_researcher=event.suggested_researcher,
        query=query,
        reason=reason,
        source_locator=locator or cited[where[0] - 1].citation.locator,
        citations=where,
    )


def _locator(report: Report, event: DiscoveryEvent) -> str | None:
    citations: tuple[Citation, ...] = report.result.citations if report.result else ()
    known = [n for n in event.citations if 1 <= n <= len(citations)]
    return citations[known[0] - 1].locator if known else None


def _of_disagreement(
    found: Disagreement, cited: Sequence[Evidence], question: str
) -> DiscoveryEvent:
    left, right = found.left, found.right
    return DiscoveryEvent(
        type=DiscoveryType.CONTRADICTION,
        query=question[:_QUERY_CHARS],
        reason=f"Two sources differ in a {found.kind.value}.",
        source_locator=cited[left.citation - 1].citation.locator,
        citations=(left.citation, right.citation),
        excerpts=(left.excerpt, right.excerpt),
    )
