"""Where the evidence disagrees: between what two citations quote, whoever found them.

Excerpts are compared, never what a researcher makes of them. What a researcher reports of its own
accord is taken over where its words stand in the excerpts that it names.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from contract import (
    Citation,
    Disagreement,
    DisagreementKind,
    DiscoveryType,
    ResearchResult,
    Side,
)
from contract.version import CUT_MARK
from evidence.analyze import Analyzer
from evidence.conflicts import Conflict, Quoted, find_conflicts
from evidence.documents import Document, Passage, Span
from evidence.plan import QueryPlan
from evidence.weights import weights_by_documents
from pi.reconcile.admission import Report
from pi.reconcile.merging import Evidence

MOST: Final = 12
_QUOTED_CHARS: Final = 160


def disagreements(
    plan: QueryPlan,
    cited: Sequence[Evidence],
    reports: Sequence[Report],
    numbers: Mapping[tuple[int, int], int],
    analyzer: Analyzer,
) -> tuple[Disagreement, ...]:
    """Each pair of citations that disagrees, once. `cited` is in citation order; `numbers` lead
    from a report's place and its citation's number to the citation here."""
    own = find_conflicts(plan, list(_quoted(cited)), _weights(plan, cited, analyzer), analyzer)
    found = {
        frozenset((one.left, one.right)): _disagreement(one, cited)
        for one in sorted(own, key=lambda one: (one.left, one.right, one.kind))
    }
    for report in reports:
        for pair, reported in _reported(report, cited, numbers):
            found.setdefault(pair, reported)
    return tuple(found.values())[:MOST]


def _quoted(cited: Sequence[Evidence]) -> Iterator[Quoted]:
    for number, one in enumerate(cited, start=1):
        citation = one.citation
        yield Quoted(
            citation=number,
            source=str(one.source),
            text=citation.raw_excerpt.removesuffix(CUT_MARK),
            start=citation.char_start or 0,
            published=citation.published,
        )


def _weights(plan: QueryPlan, cited: Sequence[Evidence], analyzer: Analyzer) -> Mapping[str, float]:
    """How rare the question's words are among what is quoted."""
    quotes = (one.citation.raw_excerpt for one in cited)
    documents = (
        Document(str(n), "", "", text, "", (Passage(Span(0, len(text))),))
        for n, text in enumerate(quotes)
    )
    return weights_by_documents(documents, plan.terms, analyzer)


def _disagreement(conflict: Conflict, cited: Sequence[Evidence]) -> Disagreement:
    return Disagreement(
        kind=conflict.kind,
        left=_side(conflict.left, conflict.left_text, conflict.left_span, cited),
        right=_side(conflict.right, conflict.right_text, conflict.right_span, cited),
        sentence=conflict.sentence,
    )


def _side(number: int, text: str, span: Span, cited: Sequence[Evidence]) -> Side:
    return Side(
        citation=number,
        excerpt=text,
        char_start=span.start,
        char_end=span.end,
        published=cited[number - 1].citation.published,
    )


_Pair = tuple[frozenset[int], Disagreement]
_Told = tuple[DisagreementKind, int, str, int, str]


def _reported(
    report: Report, cited: Sequence[Evidence], numbers: Mapping[tuple[int, int], int]
) -> Iterator[_Pair]:
    """A researcher's own disagreements, with its citations' numbers changed to ours. The sentence
    is ours too: its own would name other numbers."""
    if not report.answered or report.result is None:
        return
    for kind, left, left_text, right, right_text in _told(report.result):
        one = numbers.get((report.place, left))
        two = numbers.get((report.place, right))
        if one is None or two is None or cited[one - 1].source == cited[two - 1].source:
            continue
        sides = sorted(((one, left_text), (two, right_text)))
        placed = [_found(number, text, cited[number - 1].citation) for number, text in sides]
        if placed[0] is not None and placed[1] is not None:
            yield (
                frozenset((one, two)),
                Disagreement(
                    kind=kind,
                    left=placed[0],
                    right=placed[1],
                    sentence=" ".join(
                        f"[{side.citation}] says \u201c{_short(side.excerpt)}\u201d{end}"
                        for side, end in ((placed[0], ","), (placed[1], "."))
                    ),
                ),
            )


def _told(result: ResearchResult) -> Iterator[_Told]:
    for one in result.contradictions:
        left, right = one.left, one.right
        yield one.kind, left.citation, left.excerpt, right.citation, right.excerpt
    for event in result.discovery_events:
        both = event.type is DiscoveryType.CONTRADICTION and len(event.citations) == 2
        kind = _kind_in(event.reason)
        if both and kind is not None and len(event.excerpts) == 2:
            yield kind, event.citations[0], event.excerpts[0], event.citations[1], event.excerpts[1]


def _kind_in(reason: str) -> DisagreementKind | None:
    return next((kind for kind in DisagreementKind if kind.value in reason.lower()), None)


def _found(number: int, text: str, citation: Citation) -> Side | None:
    """The side, if its words stand in the excerpt."""
    at = citation.raw_excerpt.find(text) if text.strip() else -1
    if at < 0 or citation.char_start is None:
        return None
    start = citation.char_start + at
    return Side(
        citation=number,
        excerpt=text,
        char_start=start,
        char_end=start + len(text),
        published=citation.published,
    )


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _QUOTED_CHARS else f"{words[: _QUOTED_CHARS - 1]}\u2026"
