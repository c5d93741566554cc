"""Who might be asked something: by name, by what the settings say it knows, by how far it goes."""

from collections.abc import Iterable

from evidence.analyze import Analyzer, fold
from pi.model import Member, Reach
from pi.planning import covers


def called(name: str, members: Iterable[Member]) -> Member | None:
    """The member of that name, or else the first one whose settings list it as a subject."""
    wanted = _as_name(name)
    everybody = tuple(members)
    for member in everybody:
        if _as_name(member.name) == wanted:
            return member
    for member in everybody:
        if any(_as_name(words) == wanted for words in member.covers):
            return member
    return None


def named_in(text: str, members: Iterable[Member], analyzer: Analyzer) -> tuple[Member, ...]:
    """Those whose name stands in a text, then those whose subjects it touches."""
    words = {fold(word) for word in analyzer.words(text)}
    everybody = tuple(members)
    named = [m for m in everybody if {fold(w) for w in analyzer.words(m.name)} <= words]
    terms = frozenset(analyzer.content_terms(text))
    knowing = [m for m in everybody if m not in named and covers(m, terms, analyzer)]
    return (*named, *knowing)


def nearest_first(
    question: str, members: Iterable[Member], analyzer: Analyzer
) -> tuple[Member, ...]:
    """Those who know about it first, and of equals those who stay on this machine."""
    order = list(Reach)
    terms = frozenset(analyzer.content_terms(question))
    return tuple(
        sorted(
            members,
            key=lambda member: (
                not covers(member, terms, analyzer),
                order.index(member.reach),
            ),
        )
    )


def farther(members: Iterable[Member], reach: Reach) -> tuple[Member, ...]:
    """Those who go farther than that; they may reach what it could not."""
    return tuple(m for m in members if not reach.allows(m.reach))


def _as_name(text: str) -> str:
    return "-".join(fold(text).replace("_", " ").replace("-", " ").split())
