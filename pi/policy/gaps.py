"""What follows from a gap, by its category."""

from dataclasses import dataclass
from typing import Final, assert_never

from contract import DiscoveryType, Gap, GapCategory, ResearchResult, StopReason
from evidence.expected import AnswerKind
from pi.model import Member, Received
from pi.policy.candidates import farther, named_in, nearest_first
from pi.policy.decisions import (
    AskAgainWithMore,
    AskAnother,
    Cause,
    Decision,
    Follow,
    Ignore,
    LayOut,
    TellReader,
    Urgency,
)
from pi.policy.follow_up import follow_up
from pi.policy.lead_text import Unusable
from pi.policy.ledger import Asking, Ledger
from pi.policy.sending import ask_one_of, not_sent

_OF_THE_WHOLE: Final = frozenset({"search", "question", "answer"} | set(AnswerKind))
"""Topics by which a researcher means the question itself, or the kind of answer it wants."""


@dataclass(frozen=True, slots=True)
class GapCase:
    """One gap with where it was met."""

    cause: Cause
    gap: Gap
    received: Received
    result: ResearchResult


def urgency_of(case: GapCase, ledger: Ledger) -> Urgency:
    """How pressing it is."""
    match case.gap.category:
        case GapCategory.SOURCE_NOT_FOUND:
            return Urgency.NOT_FOUND if _is_whole(case, ledger) else Urgency.ASPECT
        case GapCategory.BUDGET_EXHAUSTED:
            return Urgency.CUT_SHORT
        case GapCategory.SCOPE_EXCEEDED:
            return Urgency.OUT_OF_SCOPE
        case GapCategory.CONTRADICTORY_SOURCES:
            return Urgency.CONTRADICTION
        case GapCategory.ACCESS_DENIED:
            return Urgency.DENIED
        case never:
            assert_never(never)


def on_gap(case: GapCase, ledger: Ledger) -> Decision:
    """What the table says. Tasks are noted in the ledger."""
    match case.gap.category:
        case GapCategory.SOURCE_NOT_FOUND:
            return _not_found(case, ledger)
        case GapCategory.BUDGET_EXHAUSTED:
            return _cut_short(case, ledger)
        case GapCategory.SCOPE_EXCEEDED:
            return _out_of_scope(case, ledger)
        case GapCategory.CONTRADICTORY_SOURCES:
            return _contradictory(case)
        case GapCategory.ACCESS_DENIED:
            return _denied(case, ledger)
        case never:
            assert_never(never)


def _not_found(case: GapCase, ledger: Ledger) -> Decision:
    reporter = case.received.task.researcher
    whole = _is_whole(case, ledger)
    asked = case.received.task.question
    filled = ledger.answered(asked, reporter) if whole else None
    filled = filled or (None if whole else ledger.mentions(case.gap.topic, reporter))
    priority = urgency_of(case, ledger)
    if filled is not None:
        return Ignore(case.cause, f"{filled} found what {reporter} did not.", priority, told=False)
    why = f"{reporter} found nothing on \u201c{case.cause.about}\u201d."
    itself = Asking(asked, case.received.task.taint, case.received, why, priority)
    others = nearest_first(asked, ledger.view.members, ledger.view.analyzer)
    if whole:
        return ask_one_of(ledger, case.cause, others, itself, AskAnother)
    aspect = follow_up(case.gap.topic, case.received, ledger, why, priority)
    if isinstance(aspect, Unusable):
        return _unusable(case, aspect, priority)
    return _first_that_goes(case, ledger, others, (aspect, itself))


def _first_that_goes(
    case: GapCase, ledger: Ledger, others: tuple[Member, ...], askings: tuple[Asking, ...]
) -> Decision:
    """The missing part by itself, or else the question that it is missing from."""
    bars = []
    for asking in askings:
        member, bar = ledger.first_who_may(others, asking)
        if member is not None:
            return ask_one_of(ledger, case.cause, others, asking, AskAnother)
        bars.append(bar)
    return not_sent(ledger, case.cause, others, max(bars), askings[0].priority)


def _cut_short(case: GapCase, ledger: Ledger) -> Decision:
    task, view = case.received.task, ledger.view
    member = ledger.members.get(task.researcher)
    cut = f"{task.researcher} ran out of its budget"
    if task.again or member is None:
        reason = f"{cut} a second time." if task.again else f"{cut}."
        return TellReader(case.cause, reason, Urgency.CUT_SHORT)
    if not _has_more(case, ledger):
        reason = f"{cut}, and there is no more for it in this run: ask again with higher limits."
        return TellReader(case.cause, reason, Urgency.CUT_SHORT)
    why = f"{cut} and is asked again with more."
    asking = Asking(task.question, task.taint, case.received, why, Urgency.CUT_SHORT)
    assert view.left.dispatches > 0
    again = ledger.send(member, asking, again=task.again + 1)
    return AskAgainWithMore(case.cause, why, Urgency.CUT_SHORT, again)


def _has_more(case: GapCase, ledger: Ledger) -> bool:
    """Whether the run has more left than the call took, of what it may have run out of."""
    left, cost = ledger.view.left, case.result.cost_metadata
    if not ledger.has_room or left.seconds <= case.received.seconds:
        return False
    if case.result.stop_reason is StopReason.MAX_ITERATIONS_REACHED:
        return not ledger.view.passes_are_set
    return cost.tokens_used == 0 or left.tokens > cost.tokens_used


def _out_of_scope(case: GapCase, ledger: Ledger) -> Decision:
    reporter = case.received.task.researcher
    why = f"{reporter} can't see \u201c{case.cause.about}\u201d from where it stands."
    asking = follow_up(case.gap.topic, case.received, ledger, why, Urgency.OUT_OF_SCOPE)
    if isinstance(asking, Unusable):
        return _unusable(case, asking, Urgency.OUT_OF_SCOPE)
    candidates = _named_by_gap(case, ledger)
    if not candidates:
        reason = f"{why.rstrip('.')}, and nobody here is set up for it."
        return TellReader(case.cause, reason, Urgency.OUT_OF_SCOPE)
    return ask_one_of(ledger, case.cause, candidates, asking, Follow)


def _contradictory(case: GapCase) -> Decision:
    events = (e for e in case.result.discovery_events if e.type is DiscoveryType.CONTRADICTION)
    if case.result.contradictions or any(len(event.citations) > 1 for event in events):
        reason = "The excerpts that disagree are laid out already."
        return Ignore(case.cause, reason, Urgency.CONTRADICTION, told=False)
    reason = f"Sources disagree about \u201c{case.cause.about}\u201d: shown side by side."
    return LayOut(case.cause, reason, Urgency.CONTRADICTION, ())


def _denied(case: GapCase, ledger: Ledger) -> Decision:
    reporter = case.received.task.researcher
    why = f"{reporter} was not let in at \u201c{case.cause.about}\u201d."
    asking = follow_up(case.gap.topic, case.received, ledger, why, Urgency.DENIED)
    if isinstance(asking, Unusable):
        return _unusable(case, asking, Urgency.DENIED)
    candidates = _named_by_gap(case, ledger)
    if not candidates and case.gap.topic.lower().startswith(("http://", "https://")):
        candidates = farther(ledger.view.members, case.received.reach)
    if not candidates:
        reason = f"{why.rstrip('.')}, and nobody here can do more: open it yourself if you may."
        return TellReader(case.cause, reason, Urgency.DENIED)
    return ask_one_of(ledger, case.cause, candidates, asking, AskAnother)


def _named_by_gap(case: GapCase, ledger: Ledger) -> tuple[Member, ...]:
    reporter = case.received.task.researcher
    text = f"{case.gap.topic} {case.gap.detail}"[:2_000]
    found = named_in(text, ledger.view.members, ledger.view.analyzer)
    return tuple(member for member in found if member.name != reporter)


def _is_whole(case: GapCase, ledger: Ledger) -> bool:
    """Whether a gap is about all that was asked, and not about a part of it."""
    topic = " ".join(case.gap.topic.split()).casefold()
    question = " ".join(case.received.task.question.split()).casefold()
    if topic in _OF_THE_WHOLE or question.startswith(topic):
        return True
    return ledger.meaning(case.gap.topic) == ledger.meaning(case.received.task.question)


def _unusable(case: GapCase, unusable: Unusable, priority: int) -> Ignore:
    reason = f"A gap of {case.received.task.researcher} is no question: it {unusable.why}."
    return Ignore(case.cause, reason, priority, told=True)
