"""What is asked first, and of whom: a pure function of the question and the network."""

from collections.abc import Collection, Sequence
from hashlib import blake2b

from evidence.analyze import Analyzer
from pi.division import divide
from pi.meaning import Meaning, meaning_of
from pi.model import InvestigationPlan, LeftOut, Member, Reach, SubQuestion, Task


class UnknownResearcher(LookupError):
    """A researcher was asked for that the network does not have; the message says who is there."""


def plan_investigation(
    question: str,
    members: Sequence[Member],
    analyzer: Analyzer,
    *,
    wanted: tuple[str, ...] | None = None,
    may_leave: Reach = Reach.LOCAL,
) -> InvestigationPlan:
    """The tasks of round 1: the whole question for everybody who may be told it, its parts for
    those who know about them.

    `wanted` are the researchers that the user named; None means all. Of a chat-shaped request only
    the question that is asked now is passed on. Raises UnknownResearcher.
    """
    kind, texts = divide(question, analyzer)
    parts = tuple(SubQuestion(number, text) for number, text in enumerate(texts))
    asked, left_out = who_is_asked(members, wanted, may_leave)
    tasks = tuple(
        _task(part, member, analyzer)
        for part in parts
        for member in _askable(part, asked, analyzer)
    )
    return InvestigationPlan(kind, parts, tasks, left_out)


def who_is_asked(
    members: Sequence[Member], wanted: tuple[str, ...] | None, may_leave: Reach
) -> tuple[tuple[Member, ...], tuple[LeftOut, ...]]:
    """The members that may take part in a run, in their order, and the others with the reason.

    Raises UnknownResearcher when one is wanted that is not there.
    """
    _require_known(members, wanted)
    asked: list[Member] = []
    left_out: list[LeftOut] = []
    for member in members:
        reason = _why_not(member, wanted, may_leave)
        if reason is None:
            asked.append(member)
        else:
            left_out.append(LeftOut(member.name, reason))
    return tuple(asked), tuple(left_out)


def task_key(round_number: int, researcher: str, meaning: Meaning) -> str:
    """The name of a task in its run: the same in every run in which the same is asked."""
    digest = blake2b("\n".join(sorted(meaning)).encode("utf-8", "replace"), digest_size=5)
    return f"{round_number}.{researcher}.{digest.hexdigest()}"


def covers(member: Member, terms: Collection[str], analyzer: Analyzer) -> bool:
    """Whether the settings say that the member knows about something with these content terms."""
    return any(term in terms for words in member.covers for term in analyzer.content_terms(words))


def _task(part: SubQuestion, member: Member, analyzer: Analyzer) -> Task:
    whole = part.number == 0
    return Task(
        key=task_key(1, member.name, meaning_of(part.text, analyzer)),
        round=1,
        researcher=member.name,
        question=part.text,
        why="The question itself." if whole else "A part of the question, asked by itself.",
        sub_question=part.number,
        priority=part.number,
    )


def _askable(
    part: SubQuestion, members: Sequence[Member], analyzer: Analyzer
) -> tuple[Member, ...]:
    """Everybody for the whole question; for a part those whose subjects it touches and those who
    name none, or everybody when that is nobody."""
    if part.number == 0:
        return tuple(members)
    terms = analyzer.content_terms(part.text)
    fitting = [m for m in members if not m.covers or covers(m, terms, analyzer)]
    return tuple(fitting or members)


def _why_not(member: Member, wanted: tuple[str, ...] | None, may_leave: Reach) -> str | None:
    if wanted is not None and member.name not in wanted:
        return f"{member.name} is not among the researchers that were named."
    if not may_leave.allows(member.reach):
        return f"{member.name} leaves this machine: it is asked with --egress {member.reach.value}."
    return None


def _require_known(members: Sequence[Member], wanted: tuple[str, ...] | None) -> None:
    names = [member.name for member in members]
    for name in wanted or ():
        if name not in names:
            there = ", ".join(names) or "nobody"
            raise UnknownResearcher(f"No researcher is called {name}; there is {there}.")
