"""Sentences as they are compared with each other: their words, values, negations and names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from evidence.analyze import STOP_WORDS, Analyzer, fold
from evidence.conflicts.quoted import Quoted
from evidence.conflicts.said import Said, said_in
from evidence.documents import Span
from evidence.measures import Measures, measures_of
from evidence.plan import QueryPlan
from evidence.sentences import UnitKind

WORD: Final = re.compile(r"[^\W_]+")
NEGATIONS: Final = frozenset({"not", "never", "no", "cannot", "without", "nor", "neither", "t"})
_SUPERLATIVE: Final = re.compile(
    r"\b(?:the )?(?P<word>(?:most|least) [a-z]+|[a-z]{2,}est|first|last|only)\b", re.I
)
_NO_SUPERLATIVE: Final = frozenset(
    "rest test nest guest forest interest request harvest west northwest southwest invest protest"
    " contest digest manifest arrest chest modest honest priest quest suggest latest best-of zest"
    " earnest tempest conquest".split()
)


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of a quote. `words` are stemmed content words without numbers, `asked` the
    question's terms among its terms, `superlatives` stand for what it puts first of its kind."""

    quoted: Quoted
    span: Span
    text: str
    words: frozenset[str]
    measures: Measures
    is_negated: bool
    asked: frozenset[str]
    superlatives: frozenset[str]


def statements_of(quoted: Quoted, plan: QueryPlan, analyzer: Analyzer) -> Iterator[Statement]:
    """The sentences and list items that hold a term of the question."""
    wanted = frozenset(plan.terms)
    for said in said_in(quoted):
        asked = wanted.intersection(analyzer.terms(said.text))
        if said.kind in (UnitKind.PROSE, UnitKind.ITEM) and asked:
            yield _statement(quoted, said, asked, analyzer)


def _statement(quoted: Quoted, said: Said, asked: frozenset[str], analyzer: Analyzer) -> Statement:
    folded = [fold(word) for word in WORD.findall(said.text)]
    content = (w for w in folded if w not in STOP_WORDS and not w[0].isdigit() and len(w) > 1)
    return Statement(
        quoted=quoted,
        span=said.span,
        text=said.text,
        words=frozenset(analyzer.word(word)[0] for word in content),
        measures=measures_of(said.text, analyzer),
        is_negated=any(word in NEGATIONS for word in folded),
        asked=asked,
        superlatives=frozenset(_superlatives(said.text)),
    )


def _superlatives(text: str) -> Iterator[str]:
    for match in _SUPERLATIVE.finditer(text):
        word = match.group("word").lower()
        if word not in _NO_SUPERLATIVE:
            yield word
