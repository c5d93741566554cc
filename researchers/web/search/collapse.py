"""From several result lists to one: fused by rank, each page once. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from evidence.analyze import default_analyzer
from evidence.fusion import fuse
from researchers.web.search.canonical import canonical_url
from researchers.web.search.model import WebResult
from researchers.web.search.sites import site_of

NEAR_EQUAL: Final = 0.85
"""Share of word pairs (Jaccard) from which on two results of one site show the same page: the
print and the mobile version, http and https. Related articles share far fewer."""

_TOO_SHORT: Final = 8
"""Words of title and snippet below which equal words prove nothing (`Home`, `Untitled`)."""


def fuse_results(
    lists: Sequence[Sequence[WebResult]], weights: Sequence[float] | None = None
) -> tuple[WebResult, ...]:
    """One list of the results of several queries or engines, by reciprocal rank, each page once.

    A page is known by its canonical address, and within a site by its title and snippet. The
    version that was met first stands, at the best place any version has, and takes over what only
    others told (a snippet, a date).
    """
    met: dict[str, WebResult] = {}
    keyed: list[list[str]] = []
    for results in lists:
        keyed.append([_remember(met, result) for result in results])
    return collapse_near_equal([met[key] for key in fuse(keyed, weights)])


def collapse_near_equal(results: Iterable[WebResult]) -> tuple[WebResult, ...]:
    """The results in order, without those that show a page of their site that stands before."""
    kept: list[WebResult] = []
    by_site: dict[str, list[tuple[int, _Look]]] = {}
    for result in results:
        look = _Look(result)
        same = by_site.setdefault(site_of(result.url), [])
        place = next((at for at, other in same if look.is_near(other)), None)
        if place is None:
            same.append((len(kept), look))
            kept.append(result)
        else:
            kept[place] = _completed(kept[place], result)
    return tuple(kept)


def _remember(met: dict[str, WebResult], result: WebResult) -> str:
    key = canonical_url(result.url)
    met[key] = _completed(met[key], result) if key in met else result
    return key


def _completed(kept: WebResult, other: WebResult) -> WebResult:
    return replace(kept, snippet=kept.snippet or other.snippet, date=kept.date or other.date)


class _Look:
    """What a result shows of its page, for comparing."""

    def __init__(self, result: WebResult) -> None:
        words = default_analyzer().terms(f"{result.title} {result.snippet}")
        self._pairs = frozenset(pairwise(words))
        self._numbers = frozenset(word for word in words if word.isdigit())
        self._telling = bool(result.snippet) and len(words) >= _TOO_SHORT

    def is_near(self, other: "_Look") -> bool:
        """Whether both show one page. Different numbers are different pages: versions, years and
        page numbers are all that tells some apart."""
        if not (self._telling and other._telling) or self._numbers != other._numbers:
            return False
        shared = len(self._pairs & other._pairs)
        return shared >= NEAR_EQUAL * len(self._pairs | other._pairs)
