"""How well a passage answers to a plan's terms, as numbers that do not depend on the source.

BM25 with k1 0.9 and b 0.4: better than 1.2 and 0.75 on multi-hop questions, level on chats, a
little worse on an encyclopedia's paragraphs (`docs/lab-notes.md`); the term
weights are inverse document frequencies that the source reports, or 1 where it can't.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

Key = TypeVar("Key", str, int)

K1: Final = 0.9
B: Final = 0.4
TYPICAL_TERMS: Final = 130
"""Length of a typical passage in terms; passages are cut to about 1,000 characters."""
WINDOW_TERMS: Final = 30


@dataclass(frozen=True, slots=True)
class PassageScore:
    """Signals of one passage. `saturation` is its BM25 as a share of the most it could be,
    `window` the weight share of the terms that stand within 30 terms of each other; both 0 to 1.
    """

    saturation: float
    coverage: float
    window: float
    matched: tuple[str, ...]
    missing: tuple[str, ...]


def weight_of(term: str, weights: Mapping[str, float]) -> float:
    """The weight of a term; a source that does not weigh terms weighs them all alike."""
    return weights.get(term, 1.0)


def score_passage(
    body: Sequence[str], head: Sequence[str], terms: Sequence[str], weights: Mapping[str, float]
) -> PassageScore:
    """Score a passage's analysed text and its structured fields (title, headings, tags, path)."""
    total = sum(weight_of(term, weights) for term in terms)
    counts = Counter(body)
    counts.update(head)
    matched = tuple(term for term in terms if term in counts)
    if not total or not matched:
        return PassageScore(0.0, 0.0, 0.0, matched, tuple(t for t in terms if t not in counts))
    norm = K1 * (1 - B + B * (len(body) + len(head)) / TYPICAL_TERMS)
    saturation = sum(
        weight_of(term, weights) * counts[term] / (counts[term] + norm) for term in matched
    )
    return PassageScore(
        saturation=saturation / total,
        coverage=sum(weight_of(term, weights) for term in matched) / total,
        window=best_window(body, matched, weights) / total,
        matched=matched,
        missing=tuple(term for term in terms if term not in counts),
    )


def best_window(body: Sequence[str], terms: Sequence[str], weights: Mapping[str, float]) -> float:
    """The largest weight of distinct terms within any `WINDOW_TERMS` consecutive terms."""
    wanted = frozenset(terms)
    places = [(place, term) for place, term in enumerate(body) if term in wanted]
    return heaviest_window(places, {term: weight_of(term, weights) for term in wanted})


def heaviest_window(places: Sequence[tuple[int, Key]], weights: Mapping[Key, float]) -> float:
    """As `best_window`, from the places of the terms in ascending order."""
    inside: Counter[Key] = Counter()
    weight = best = 0.0
    first = 0
    for place, term in places:
        if not inside[term]:
            weight += weights[term]
        inside[term] += 1
        while places[first][0] <= place - WINDOW_TERMS:
            gone = places[first][1]
            inside[gone] -= 1
            if not inside[gone]:
                weight -= weights[gone]
            first += 1
        best = max(best, weight)
    return best
