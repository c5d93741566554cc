"""Which of the reported citations hold: those whose excerpt stands at its offsets in a stored text
that the PI itself has seen. The others may be true, but nobody could check them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from contract import AnswerStatus, Citation, ResearchResult
from contract.version import CUT_MARK
from pi.model import Received

_ANSWERED = (AnswerStatus.OK, AnswerStatus.OK_TRUNCATED)


@dataclass(frozen=True, slots=True)
class Report:
    """What one task brought, at its place among all of them, and the result where there is one."""

    place: int
    received: Received
    result: ResearchResult | None

    @property
    def researcher(self) -> str:
        """Who was asked."""
        return self.received.task.researcher

    @property
    def answered(self) -> bool:
        """Whether it carries an answer with evidence."""
        result = self.result
        return result is not None and result.answer_status in _ANSWERED and bool(result.citations)


@dataclass(frozen=True, slots=True)
class Found:
    """A citation that holds: the `number`-th of a report, and the stored text it stands in."""

    report: Report
    number: int
    citation: Citation
    content_hash: str
    start: int
    end: int
    text: str

    @property
    def rank(self) -> tuple[float, int, int]:
        """Best first: the researcher's own confidence in it, then its place there."""
        return (-self.citation.confidence, self.number, self.report.place)


@dataclass(frozen=True, slots=True)
class Omitted:
    """What a researcher reported that is not in the answer, and why: a source by its locator, or
    the head of a sentence."""

    researcher: str
    what: str
    reason: str
    is_source: bool = False


def in_order(received: Sequence[Received]) -> tuple[Report, ...]:
    """The reports in an order that does not depend on when each one came."""
    ordered = sorted(received, key=lambda one: _place(one))
    return tuple(
        Report(place, one, one.outcome if isinstance(one.outcome, ResearchResult) else None)
        for place, one in enumerate(ordered)
    )


def admit(reports: Sequence[Report]) -> tuple[tuple[Found, ...], tuple[Omitted, ...]]:
    """The citations of answered reports that hold, and the others with the reason."""
    found: list[Found] = []
    left_out: list[Omitted] = []
    for one in (_examined(report) for report in reports if report.answered):
        for item in one:
            if isinstance(item, Found):
                found.append(item)
            else:
                left_out.append(item)
    return tuple(found), tuple(left_out)


def _place(received: Received) -> tuple[int, int, str, str]:
    task = received.task
    return (task.round, task.sub_question, task.researcher, task.key)


def _examined(report: Report) -> Iterator[Found | Omitted]:
    assert report.result is not None
    for number, citation in enumerate(report.result.citations, start=1):
        held = _held(report, number, citation)
        yield (
            held
            if isinstance(held, Found)
            else Omitted(report.researcher, citation.locator, held, is_source=True)
        )


def _held(report: Report, number: int, citation: Citation) -> Found | str:
    name, start, end = citation.content_hash, citation.char_start, citation.char_end
    if name is None or start is None or end is None:
        return "it does not say where its excerpt stands in which stored text"
    text = report.received.contents.get(name)
    if text is None:
        return "the stored text behind it could not be had"
    quoted = text[start:end]
    if not quoted.strip() or citation.raw_excerpt not in (quoted, quoted + CUT_MARK):
        return "its excerpt is not what stands at its offsets"
    return Found(report, number, citation, name, start, end, text)
