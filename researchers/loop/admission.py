"""Which opened documents may stand in the answer: no near copy of another, none below the floor of
credibility. What is kept out stays in the trace, with its reason. Pure."""

from collections.abc import Mapping, Sequence

from evidence.credibility import credibility_of
from evidence.documents import Document
from evidence.near_copies import near_copies
from evidence.rows import ScoredRow

_ANSWERS_FROM = 0.5
"""Share of the best row's coverage from which a row counts as answering too."""


def kept_out(rows: Sequence[ScoredRow]) -> dict[str, str]:
    """Keys of documents that may not be quoted, each with the reason. Rows are best first; of near
    copies the most credible one stays, or the best placed of equals."""
    documents = list({row.row.document.key: row.row.document for row in rows}.values())
    ranked = sorted(documents, key=lambda document: -_own_points(document))
    places = {document.key: document.locator for document in documents}
    reasons = {
        key: f"a near copy of {places[original]}" for key, original in near_copies(ranked).items()
    }
    answering = _answering_sites(rows, reasons)
    for document in documents:
        if document.standing is None or document.key in reasons:
            continue
        others = answering - {document.standing.site}
        credibility = credibility_of(document.standing, len(others))
        if not credibility.passes:
            reasons[document.key] = credibility.sentence
    return reasons


def source_of(document: Document) -> str:
    """Who speaks: a stranger's site, or the user's own document itself."""
    return document.standing.site if document.standing is not None else document.key


def _own_points(document: Document) -> int:
    return credibility_of(document.standing).points if document.standing is not None else 0


def _answering_sites(rows: Sequence[ScoredRow], copies: Mapping[str, str]) -> frozenset[str]:
    best = max((row.score.coverage for row in rows), default=0.0)
    return frozenset(
        row.row.document.standing.site
        for row in rows
        if row.row.document.standing is not None
        and row.row.document.key not in copies
        and best
        and row.score.coverage >= _ANSWERS_FROM * best
    )
