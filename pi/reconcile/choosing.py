"""Which evidence the answer may cite, when a request allows only so many sources."""

from collections.abc import Iterator, Sequence
from typing import Final

from pi.reconcile.claims import Claim
from pi.reconcile.merging import Evidence
from pi.reconcile.sources import document_of

_MOST_CITATIONS: Final = 10


def chosen(
    evidence: Sequence[Evidence], claims: Sequence[Claim], max_sources: int
) -> frozenset[int]:
    """Places of the evidence that may be cited: at most `max_sources` distinct documents, and at
    most 10 citations, or as many as sources where that is more.

    Of two copies of one text at two places each takes a place, since a reader counts two.

    The best piece of each researcher comes first, then the best of each sub-question, then the
    best of all; evidence that no sentence leans on is never chosen.
    """
    room = max(_MOST_CITATIONS, max_sources)
    taken: set[int] = set()
    sources: set[int] = set()
    places: set[str] = set()
    for place in _by_merit(evidence, claims):
        one = evidence[place]
        document = document_of(one.citation.locator)
        fits = len(sources | {one.source}) <= max_sources
        if fits and len(taken) < room and len(places | {document}) <= max_sources:
            taken.add(place)
            sources.add(one.source)
            places.add(document)
    return frozenset(taken)


def _by_merit(evidence: Sequence[Evidence], claims: Sequence[Claim]) -> Iterator[int]:
    """Evidence best first, but the firsts of each researcher and each sub-question before all."""
    used = {place for claim in claims for place in claim.evidence}
    ranked = [place for place in range(len(evidence)) if place in used]
    asked = {
        place: {claim.sub_question for claim in claims if place in claim.evidence}
        for place in ranked
    }
    yield from _firsts(ranked, [set(evidence[place].researchers) for place in ranked])
    yield from _firsts(ranked, [{str(number) for number in asked[place]} for place in ranked])
    yield from ranked


def _firsts(ranked: Sequence[int], owners: Sequence[set[str]]) -> Iterator[int]:
    met: set[str] = set()
    for place, names in zip(ranked, owners, strict=True):
        if not names <= met:
            yield place
            met |= names
