"""How many independent sources stand behind an answer: near copies count once, and so does
whatever comes from one site. A person's own notes are a source each."""

from collections.abc import Sequence
from typing import Final

from evidence.documents import Document
from evidence.near_copies import near_copies
from pi.reconcile.merging import Evidence
from pi.reconcile.sources import site_of

_CORROBORATES_FROM: Final = 0.5
"""Share of the best citation's confidence from which another one counts, as in the loop, where
the confidence of a citation is its share of the question's weight."""
_COMPARED_CHARS: Final = 200_000
"""Of a longer text the head says well enough whether it is a copy."""


def independent_sources(cited: Sequence[Evidence]) -> int:
    """The number of independent sources among the citations that carry weight."""
    best = max((one.citation.confidence for one in cited), default=0.0)
    strong = [one for one in cited if one.citation.confidence >= _CORROBORATES_FROM * best]
    copies = _copies(strong)
    voices = [
        {f"document {one.source}", *_site(one), *copies.get(one.source, ())} for one in strong
    ]
    return len(_joined(voices))


def _site(evidence: Evidence) -> set[str]:
    sites = {site_of(found.citation.locator) for found in evidence.found}
    return {f"site {site}" for site in sites if site is not None}


def _copies(cited: Sequence[Evidence]) -> dict[int, tuple[str]]:
    """By source, what it shares with the documents that it is a near copy of, or they of it. One
    researcher alone has looked for copies among its own sources before it answered."""
    if len({name for one in cited for name in one.researchers}) < 2:
        return {}
    documents = {one.source: _document(one) for one in reversed(cited)}
    copies = near_copies([documents[source] for source in sorted(documents)])
    return {int(copy): (f"document {original}",) for copy, original in copies.items()}


def _document(evidence: Evidence) -> Document:
    return Document(
        key=str(evidence.source),
        locator=evidence.citation.locator,
        title="",
        text=evidence.text[:_COMPARED_CHARS],
        content_hash=evidence.found[0].content_hash,
        passages=(),
    )


def _joined(voices: Sequence[set[str]]) -> list[set[str]]:
    """Sets that share a name are one."""
    joined: list[set[str]] = []
    for names in voices:
        apart = [one for one in joined if not one & names]
        joined = [*apart, names.union(*(one for one in joined if one & names))]
    return joined
