"""Merging the leads of several queries and lanes into one list, by rank."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from evidence.documents import Hit, Lane, Span
from evidence.families import Family
from evidence.fusion import fuse
from researchers.source import SearchOutcome

_QUESTION: Final = 1.0
_VARIANT: Final = 0.01
_TAG: Final = 0.05
_TAG_IN_OVERVIEW: Final = 0.8
_DAMPING: Final = 5.0
"""Small, so that the question's own order stands and the other lists only lift."""

_Identity = tuple[str, Span | None]


@dataclass(frozen=True, slots=True)
class Lead:
    """A hit with every lane by which the place it points to was found."""

    hit: Hit
    lanes: tuple[Lane, ...]


def leads_of(hits: Sequence[Hit]) -> list[Lead]:
    """Leads of one list, in its order."""
    return [Lead(hit, (hit.lane,)) for hit in hits]


def merge_hits(outcomes: Sequence[SearchOutcome], family: Family) -> list[Lead]:
    """Best first. The first outcome is the question's own, the others are its variants'.

    A lead to a whole document (a tag's, say) lifts the document's best passage among the leads;
    it stands for itself only where no passage of it was found.
    """
    best: dict[str, Span] = {}
    for outcome in outcomes:
        for hit in outcome.hits:
            if hit.span is not None:
                best.setdefault(hit.key, hit.span)
    known: dict[_Identity, Hit] = {}
    lanes: dict[_Identity, dict[Lane, None]] = {}
    lists: list[list[_Identity]] = []
    weights: list[float] = []
    for place, outcome in enumerate(outcomes):
        for lane in dict.fromkeys(hit.lane for hit in outcome.hits):
            ranked: list[_Identity] = []
            for hit in (hit for hit in outcome.hits if hit.lane is lane):
                identity = (hit.key, hit.span if hit.span is not None else best.get(hit.key))
                if identity not in known or known[identity].span is None:
                    known[identity] = hit
                lanes.setdefault(identity, {})[lane] = None
                ranked.append(identity)
            lists.append(ranked)
            weights.append(_weight(lane, place, family))
    return [
        Lead(known[identity], tuple(lanes[identity])) for identity in fuse(lists, weights, _DAMPING)
    ]


def _weight(lane: Lane, place: int, family: Family) -> float:
    if lane in (Lane.TAG, Lane.LINKED_TAG):
        return _TAG_IN_OVERVIEW if family is Family.OVERVIEW else _TAG
    return _QUESTION if place == 0 else _VARIANT
