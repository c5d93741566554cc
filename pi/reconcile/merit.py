"""In which order the evidence of several researchers counts.

Each researcher orders its own findings, but its confidence is measured against its own best one.
So what is quoted is weighed anew against the question, with the words around it, and that weight
is multiplied by the researcher's confidence. Of a source that is met again, later pieces fall back.
What each choice gave is in `docs/lab-notes.md`.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from evidence.analyze import Analyzer
from evidence.plan import QueryPlan
from evidence.scoring import score_passage
from pi.reconcile.merging import Evidence

_AROUND_CHARS: Final = 600
"""Text on each side of an excerpt that is weighed with it: its subject is often named before."""
_REPEAT_PLACES: Final = 5


def by_merit(
    evidence: Sequence[Evidence], plan: QueryPlan, analyzer: Analyzer
) -> tuple[Evidence, ...]:
    """The evidence, best first. What one report alone brought stays in its own order."""
    if len({found.report.place for one in evidence for found in one.found}) < 2:
        return tuple(sorted(evidence, key=lambda one: one.found[0].number))
    bodies = [analyzer.terms(_around(one)) for one in evidence]
    weights = _weights(bodies, plan.terms)
    merits = [
        one.citation.confidence
        * score_passage(body, _head(one, analyzer), plan.terms, weights).saturation
        for one, body in zip(evidence, bodies, strict=True)
    ]
    order = sorted(range(len(evidence)), key=lambda place: (-merits[place], evidence[place].rank))
    return tuple(evidence[place] for place in _spread(order, evidence))


def _around(evidence: Evidence) -> str:
    start, end = evidence.citation.char_start or 0, evidence.citation.char_end or 0
    return evidence.text[max(0, start - _AROUND_CHARS) : end + _AROUND_CHARS]


def _head(evidence: Evidence, analyzer: Analyzer) -> list[str]:
    """The terms of its title and its place, which name what the text itself may only call `it`."""
    place = evidence.citation.locator.replace("-", " ")
    return analyzer.terms(f"{evidence.citation.title or ''} {place}")


def _weights(bodies: Sequence[Sequence[str]], terms: Sequence[str]) -> Mapping[str, float]:
    """Inverse document frequency, as in BM25, among what was found: nobody knows more of a term
    than how often it is met there."""
    held = [frozenset(body) for body in bodies]
    counts = {term: sum(term in body for body in held) for term in terms}
    return {
        term: math.log(1 + (len(held) - count + 0.5) / (count + 0.5))
        for term, count in counts.items()
    }


def _spread(order: Sequence[int], evidence: Sequence[Evidence]) -> list[int]:
    met: Counter[int] = Counter()
    places: list[tuple[int, int, int]] = []
    for at, place in enumerate(order):
        source = evidence[place].source
        places.append((at + _REPEAT_PLACES * met[source], at, place))
        met[source] += 1
    return [place for _, _, place in sorted(places)]
