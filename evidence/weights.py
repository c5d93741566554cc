"""Term weights for a source that can't tell how rare a word is: by the passages that were opened.

The passages are taken for a part of a larger stock that holds none of the question's terms, so a
term that stands in each of them, because it is what was searched for, still has some weight.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from evidence.analyze import Analyzer
from evidence.documents import Document

STOCK_PASSAGES: Final = 1_000
_PASSAGES_PER_DOCUMENT: Final = 100


def weights_by_documents(
    documents: Iterable[Document], terms: Sequence[str], analyzer: Analyzer
) -> dict[str, float]:
    """Inverse document frequency of each term: ln(1 + (N - n + 0.5) / (n + 0.5)), as in BM25, where
    n of N passages hold it. A term in none counts as if it stood in one: a handful of pages does
    not tell how rare it is."""
    wanted = frozenset(terms)
    counts: Counter[str] = Counter()
    seen = 0
    for document in documents:
        for passage in document.passages[:_PASSAGES_PER_DOCUMENT]:
            seen += 1
            text = document.text[passage.span.start : passage.span.end]
            counts.update(wanted.intersection(analyzer.terms(text)))
    stock = max(STOCK_PASSAGES, 2 * seen)
    return {term: _idf(counts[term], stock) for term in terms}


def _idf(held: int, stock: int) -> float:
    known = max(held, 1)
    return math.log(1 + (stock - known + 0.5) / (known + 0.5))
