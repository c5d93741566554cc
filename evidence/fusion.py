"""Fusing ranked lists by rank. Scores of different searches are never compared."""

from collections.abc import Hashable, Sequence
from typing import Final, TypeVar

Key = TypeVar("Key", bound=Hashable)

DAMPING: Final = 60
"""The k of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009)."""


def fuse(
    lists: Sequence[Sequence[Key]],
    weights: Sequence[float] | None = None,
    damping: float = DAMPING,
) -> list[Key]:
    """Reciprocal rank fusion: each list gives weight / (damping + rank); ties keep the order in
    which they were met. A small damping lets the first list's order stand."""
    shares = weights if weights is not None else [1.0] * len(lists)
    scores: dict[Key, float] = {}
    for ranked, share in zip(lists, shares, strict=True):
        for rank, key in enumerate(dict.fromkeys(ranked), start=1):
            scores[key] = scores.get(key, 0.0) + share / (damping + rank)
    return sorted(scores, key=lambda key: -scores[key])
