"""Quotes of made-up sources, and the conflicts among them."""

from evidence.analyze import default_analyzer
from evidence.conflicts import Conflict, Quoted, find_conflicts
from evidence.plan import plan_question

OFFSET = 100
"""Where every quote stands in its stored content."""


def quotes(*texts: str) -> list[Quoted]:
    """One source for each text."""
    return [Quoted(n, f"{n}.md", text, OFFSET) for n, text in enumerate(texts, start=1)]


def conflicts(question: str, *texts: str) -> tuple[Conflict, ...]:
    """What is found among texts of different sources."""
    return conflicts_of(question, *quotes(*texts))


def conflicts_of(question: str, *quoted: Quoted) -> tuple[Conflict, ...]:
    """What is found among quotes, every term weighing the same."""
    analyzer = default_analyzer()
    return find_conflicts(plan_question(question, analyzer), quoted, {}, analyzer)


def kinds(question: str, *texts: str) -> list[str]:
    """In what the texts disagree."""
    return [found.kind.value for found in conflicts(question, *texts)]
