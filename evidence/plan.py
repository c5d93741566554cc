"""The query plan: what a question asks for, as values a source can search with."""

from dataclasses import dataclass
from enum import StrEnum


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
    """One thing the question is about: a name, a quoted phrase, or a content word.

    A row satisfies it with any of its `terms` groups: all terms of one group together.
    """

    label: str
    alternatives: tuple[tuple[str, ...], ...]
    required: bool


@dataclass(frozen=True, slots=True)
class QueryPlan:
    """The deterministic plan of a question."""

    question: str
    family: str
    terms: tuple[str, ...]
    concepts: tuple[Concept, ...]
    queries: tuple[Query, ...]
    tags: tuple[str, ...]
