"""How much of an article was read out of its page, and how little else: the metric of the public
article extraction benchmark.

Texts are compared by their runs of four words. Each page's shares are scaled to one, so that long
articles don't weigh more; precision and recall are means over pages, F1 is made of the two.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import mean
from typing import Final

_WORD: Final = re.compile(r"\w+")
_RUN: Final = 4


@dataclass(frozen=True, slots=True)
class Match:
    """Shares of the runs of one page that are right, too much, and missing; they sum to 1, or to
    0 where neither side has a word."""

    right: float
    surplus: float
    missing: float

    @property
    def precision(self) -> float | None:
        """None for a page of which nothing was read."""
        read = self.right + self.surplus
        return self.right / read if read else None

    @property
    def recall(self) -> float | None:
        """None for a page that has no article."""
        true = self.right + self.missing
        return self.right / true if true else None


@dataclass(frozen=True, slots=True)
class ExtractionScore:
    """Means over the pages of a set."""

    precision: float
    recall: float
    pages: int

    @property
    def f1(self) -> float:
        """The harmonic mean of the two means."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def match_article(true: str, read: str) -> Match:
    """Compare the text that was read with the article as a person has typed it out."""
    expected, found = _runs(true), _runs(read)
    right = (expected & found).total()
    surplus = (found - expected).total()
    missing = (expected - found).total()
    whole = right + surplus + missing or 1
    return Match(right / whole, surplus / whole, missing / whole)


def score_extraction(matches: Iterable[Match]) -> ExtractionScore:
    """The score of a set. A page of which nothing was read counts in the recall alone."""
    pages = list(matches)
    precisions = [page.precision for page in pages if page.precision is not None]
    recalls = [page.recall for page in pages if page.recall is not None]
    return ExtractionScore(
        precision=mean(precisions) if precisions else 0.0,
        recall=mean(recalls) if recalls else 0.0,
        pages=len(pages),
    )


def _runs(text: str) -> Counter[tuple[str, ...]]:
    words = _WORD.findall(text)
    starts = range(max(1, len(words) - _RUN + 1)) if words else range(0)
    return Counter(tuple(words[start : start + _RUN]) for start in starts)
