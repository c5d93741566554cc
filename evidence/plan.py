"""The query plan: what a question asks for, as values a source can search with.

The plan is a pure function of the question, with no model and no corpus: the same question gives
the same plan on every machine.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from evidence.analyze import STOP_WORDS, Analyzer, fold
from evidence.expected import AnswerKind, expected_answer
from evidence.families import Family, family_of, searchable
from evidence.names import names_in

_LONGEST_SEARCH = 2_000
"""Characters of a question that are searched with; the rest of a longer one repeats its words."""
_MOST_TERMS = 48
_MOST_CLAUSES = 4
_SHORTEST_CLAUSE = 3
_MOST_TAGS = 40


class QueryKind(StrEnum):
    """Why a query is in a plan."""

    QUESTION = "question"
    VARIANT = "variant"
    FOCUSED = "focused"


@dataclass(frozen=True, slots=True)
class Query:
    """One search to make. `text` is for sources that search in words (the web), `terms` are
    analysed terms for sources that share our analyser, `tags` are exact tags to look up."""

    text: str
    terms: tuple[str, ...]
    tags: tuple[str, ...] = ()
    kind: QueryKind = QueryKind.QUESTION


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing the question is about: a name or a content word, and the terms that stand for it.

    A row satisfies it when it holds all of `terms`, in its text or in a structured field.
    """

    label: str
    terms: tuple[str, ...]
    is_name: bool


@dataclass(frozen=True, slots=True)
class QueryPlan:
    """What will be searched for, and what an answer would look like.

    `queries[0]` is the question itself; the others are variants of it. `terms` are the analysed
    content words of the question, each once, in order; `name_terms` the ones that stand for names.
    """

    question: str
    family: Family
    expected: AnswerKind
    terms: tuple[str, ...]
    name_terms: tuple[str, ...]
    concepts: tuple[Concept, ...]
    queries: tuple[Query, ...]
    tags: tuple[str, ...]

    def words(self, terms: Iterable[str]) -> tuple[str, ...]:
        """Terms as the question spells them, in the question's order."""
        wanted = frozenset(terms)
        return tuple(c.label for c in self.concepts if wanted.intersection(c.terms))


def plan_question(question: str, analyzer: Analyzer) -> QueryPlan:
    """Turn a question into a plan; one of function words alone gives a plan without terms."""
    text = searchable(question)[:_LONGEST_SEARCH]
    family = family_of(question)
    terms = tuple(analyzer.content_terms(text)[:_MOST_TERMS])
    names = names_in(text)
    tags = _tag_candidates(text)
    return QueryPlan(
        question=question,
        family=family,
        expected=expected_answer(question),
        terms=terms,
        name_terms=_name_terms(names, analyzer),
        concepts=_concepts(text, names, analyzer),
        queries=_queries(text, terms, tags, analyzer),
        tags=tags,
    )


def focused_query(plan: QueryPlan, missing: tuple[Concept, ...]) -> Query | None:
    """A query for what is missing: those concepts, held to the question by its other names."""
    labels = [concept.label for concept in missing]
    terms = list(dict.fromkeys(t for concept in missing for t in concept.terms))
    if not terms or set(terms) == set(plan.terms):
        return None
    anchors = [c for c in plan.concepts if c.is_name and c not in missing][:2]
    for anchor in anchors:
        terms.extend(t for t in anchor.terms if t not in terms)
    words = " ".join(labels + [anchor.label for anchor in anchors])
    return Query(words, tuple(terms), (), QueryKind.FOCUSED)


def _name_terms(names: tuple[str, ...], analyzer: Analyzer) -> tuple[str, ...]:
    """The whole form of each word of each name; parts of an identifier are not names."""
    return tuple(dict.fromkeys(analyzer.word(word)[0] for name in names for word in name.split()))


def _concepts(text: str, names: tuple[str, ...], analyzer: Analyzer) -> tuple[Concept, ...]:
    found: dict[tuple[str, ...], Concept] = {}
    covered: set[str] = set()
    for name in names:
        terms = tuple(analyzer.word(word)[0] for word in name.split())
        covered.update(terms)
        found.setdefault(terms, Concept(name, terms, is_name=True))
    for word in analyzer.words(text):
        whole = analyzer.word(word)[:1]
        if fold(word) not in STOP_WORDS and whole[0] not in covered:
            found.setdefault(whole, Concept(fold(word), whole, is_name=False))
    return tuple(found.values())


def _queries(
    text: str, terms: tuple[str, ...], tags: tuple[str, ...], analyzer: Analyzer
) -> tuple[Query, ...]:
    queries = [Query(text, terms, tags)]
    known = {frozenset(terms)}
    for clause in _clauses(text):
        clause_terms = tuple(analyzer.content_terms(clause))
        if len(clause_terms) >= _SHORTEST_CLAUSE and frozenset(clause_terms) not in known:
            known.add(frozenset(clause_terms))
            queries.append(Query(clause, clause_terms, (), QueryKind.VARIANT))
    return tuple(queries[: 1 + _MOST_CLAUSES])


_CLAUSE_WORDS = ("while", "whereas", "but", "although", "and", "compared", "versus", "vs", "or")


def _clauses(text: str) -> list[str]:
    """The parts of a long question that can be asked alone; none for a short one."""
    words = text.split()
    if len(words) < 12:
        return []
    clauses: list[list[str]] = [[]]
    for word in words:
        if fold(word.strip(",;")) in _CLAUSE_WORDS or word.startswith("("):
            clauses.append([])
        clauses[-1].append(word)
        if word.endswith((",", ";", ":", ")", "?")):
            clauses.append([])
    return [" ".join(clause).strip(" ,;:?") for clause in clauses if clause]


def _tag_candidates(text: str) -> tuple[str, ...]:
    """Spellings under which the question's words may stand as tags: `agent`, `agent-memory`."""
    words = [w for w in (fold(part.strip("#?,.;:!\"'()")) for part in text.split()) if w]
    content = [w for w in words if w not in STOP_WORDS and len(w) > 1]
    found = dict.fromkeys(content)
    found.update(dict.fromkeys(w.removesuffix("s") for w in content if len(w) > 3))
    for left, right in pairwise(words):
        if left not in STOP_WORDS and right not in STOP_WORDS:
            found.update(dict.fromkeys((f"{left}-{right}", f"{left}_{right}", f"{left}{right}")))
    return tuple(found)[:_MOST_TAGS]
