"""Who was asked what so far, and whether one more question may be sent to somebody."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from contract import AnswerStatus, ResearchResult, StopReason
from pi.failure import FailureKind
from pi.meaning import Meaning, meaning_of
from pi.model import Failed, Member, Received, Taint, Task
from pi.planning import task_key
from pi.policy.origin import may_be_told
from pi.policy.view import View

_GONE: Final = frozenset(
    {
        FailureKind.START_FAILED,
        FailureKind.UNREACHABLE,
        FailureKind.UNAUTHORIZED,
        FailureKind.CONTRACT,
        FailureKind.TIMEOUT,
    }
)
"""Failures after which the next question would fail as well."""


class Bar(IntEnum):
    """Why somebody can't be asked something; the larger tells a reader more."""

    ITSELF = 1
    ASKED = 2
    CAME_FROM = 3
    GONE = 4
    STAYS_HERE = 5
    NOTHING_LEFT = 6


@dataclass(frozen=True, slots=True)
class Asking:
    """A question on its way to somebody: its text, whose words they are, and what led to it."""

    text: str
    taint: Taint
    received: Received
    why: str
    priority: int
    to_itself: bool = False


@dataclass(slots=True)
class Ledger:
    """A view, with what is decided while it is looked at."""

    view: View
    members: dict[str, Member] = field(init=False)
    followed: Counter[str] = field(default_factory=Counter)
    """Leads that are followed, by the key of the task whose result told of them."""
    history: tuple[Received, ...] = field(init=False)
    """Everything received, in an order that does not depend on who was faster."""
    _meanings: dict[str, Meaning] = field(default_factory=dict)
    _said: dict[str, frozenset[str]] = field(default_factory=dict)
    _asked: set[tuple[str, Meaning]] = field(init=False)
    _gone: frozenset[str] = field(init=False)
    _room: int = field(init=False)

    def __post_init__(self) -> None:
        view = self.view
        self.history = tuple(sorted(view.received, key=lambda one: one.task.key))
        sent = (*(one.task for one in view.received), *view.underway)
        self.members = {member.name: member for member in view.members}
        self._asked = {(task.researcher, self.meaning(task.question)) for task in sent}
        self._gone = frozenset(
            one.task.researcher
            for one in view.received
            if isinstance(one.outcome, Failed) and one.outcome.kind in _GONE
        )
        can_send = view.left.rounds > 0 and view.left.seconds > 0
        self._room = max(0, view.left.dispatches) if can_send else 0

    def meaning(self, text: str) -> Meaning:
        """The meaning of a question or topic. Each text is looked at once."""
        known = self._meanings.get(text)
        if known is None:
            known = self._meanings[text] = meaning_of(text, self.view.analyzer)
        return known

    def users_words(self, received: Received) -> str:
        """The part of the user's question that led to a task; follow-ups keep its number."""
        parts = self.view.plan.sub_questions
        number = received.task.sub_question
        return parts[number].text if number < len(parts) else received.task.question

    @property
    def has_room(self) -> bool:
        """Whether one more task can be sent."""
        return self._room > 0

    def first_who_may(
        self, candidates: Sequence[Member], asking: Asking
    ) -> tuple[Member | None, Bar]:
        """The first candidate that may be asked, or None and the bar that tells most."""
        worst = Bar.ITSELF
        for member in candidates:
            bar = self._bar(member, asking)
            if bar is None:
                return member, worst
            worst = max(worst, bar)
        return None, worst

    def send(self, member: Member, asking: Asking, *, again: int = 0) -> Task:
        """The task, noted as asked."""
        meaning = self.meaning(asking.text)
        came_from = asking.received.task
        self._asked.add((member.name, meaning))
        self._room -= 1
        number = self.view.round + 1
        return Task(
            key=task_key(number, member.name, meaning),
            round=number,
            researcher=member.name,
            question=asking.text,
            why=asking.why,
            sub_question=came_from.sub_question,
            taint=asking.taint,
            via=came_from.via if again else (*came_from.via, came_from.researcher),
            priority=asking.priority,
            again=again,
        )

    def answered(self, question: str, without: str) -> str | None:
        """Who else answered a question of the same meaning well, if anybody did."""
        meaning = self.meaning(question)
        for one in self.history:
            if (
                one.task.researcher != without
                and isinstance(one.outcome, ResearchResult)
                and answers_well(one.outcome)
                and self.meaning(one.task.question) == meaning
            ):
                return one.task.researcher
        return None

    def mentions(self, topic: str, without: str) -> str | None:
        """Who else cites an excerpt with all the terms of a topic."""
        terms = frozenset(self.view.analyzer.content_terms(topic))
        for one in self.history:
            if one.task.researcher == without or isinstance(one.outcome, Failed) or not terms:
                continue
            for citation in one.outcome.citations:
                if terms <= self._terms_of(f"{citation.title or ''} {citation.raw_excerpt}"):
                    return one.task.researcher
        return None

    def _terms_of(self, text: str) -> frozenset[str]:
        known = self._said.get(text)
        if known is None:
            known = self._said[text] = frozenset(self.view.analyzer.terms(text))
        return known

    def _bar(self, member: Member, asking: Asking) -> Bar | None:
        task = asking.received.task
        if member.name == task.researcher and not asking.to_itself:
            return Bar.ITSELF
        if (member.name, self.meaning(asking.text)) in self._asked:
            return Bar.ASKED
        if member.name in task.via:
            return Bar.CAME_FROM
        if member.name in self._gone:
            return Bar.GONE
        if not may_be_told(member, asking.taint, self.view.may_leave):
            return Bar.STAYS_HERE
        return None if self.has_room else Bar.NOTHING_LEFT


def answers_well(result: ResearchResult) -> bool:
    """Whether a result has an answer with enough evidence."""
    good = (AnswerStatus.OK, AnswerStatus.OK_TRUNCATED)
    return result.answer_status in good and result.stop_reason is not StopReason.WEAK_EVIDENCE
