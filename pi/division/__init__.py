"""How a question is divided into parts that can be asked by themselves."""

from collections.abc import Callable
from typing import Final

from evidence.analyze import Analyzer
from evidence.families import current_question
from pi.division.clauses import one_for_each_clause, one_for_each_item
from pi.division.hops import what_comes_first
from pi.division.moments import one_for_each_moment
from pi.division.sides import one_for_each_side
from pi.kinds import kind_of
from pi.meaning import meaning_of
from pi.model import QuestionKind

__all__ = ["MOST_QUESTIONS", "divide"]

MOST_QUESTIONS: Final = 4
"""The whole question and its parts."""
_LONGEST_DIVIDED: Final = 500
"""Characters. A longer text is an essay with a question in it; no rule here fits it."""

_Rule = Callable[[str], tuple[str, ...]]
_RULES: Final[tuple[tuple[QuestionKind, _Rule], ...]] = (
    (QuestionKind.TIMELINE, one_for_each_moment),
    (QuestionKind.MULTI_HOP, one_for_each_clause),
    (QuestionKind.COMPARISON, one_for_each_side),
    (QuestionKind.LIST, one_for_each_item),
    (QuestionKind.MULTI_HOP, what_comes_first),
)


def divide(question: str, analyzer: Analyzer) -> tuple[QuestionKind, tuple[str, ...]]:
    """Its kind, and what to ask: the whole question as it is asked now, then up to three parts,
    none of which means the same as another. A question that can't be divided has one."""
    asked = current_question(question).strip()
    text = " ".join(asked.split())
    kind, parts = _first_that_fits(text if len(text) <= _LONGEST_DIVIDED else "", kind_of(asked))
    known = {meaning_of(asked, analyzer)}
    kept = [asked]
    for part in parts:
        meaning = meaning_of(part, analyzer)
        if meaning not in known and analyzer.content_terms(part):
            known.add(meaning)
            kept.append(part)
    return kind, tuple(kept[:MOST_QUESTIONS])


def _first_that_fits(text: str, kind: QuestionKind) -> tuple[QuestionKind, tuple[str, ...]]:
    for made_of, rule in _RULES:
        parts = rule(text)
        if len(parts) > 1 or (parts and made_of is QuestionKind.MULTI_HOP):
            return made_of, parts
    return kind, ()
