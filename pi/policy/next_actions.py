"""From everything received to what is done next: pure, and in the same order on every machine."""

from collections.abc import Iterator
from typing import Final

from contract import DiscoveryType, GapCategory, ResearchResult
from pi.model import Failed, Received
from pi.policy.candidates import nearest_first
from pi.policy.decisions import AskAnother, Cause, Decision, Ignore, Urgency
from pi.policy.discoveries import URGENCY, LeadCase, on_event
from pi.policy.gaps import GapCase, on_gap, urgency_of
from pi.policy.lead_text import shown
from pi.policy.ledger import Asking, Ledger
from pi.policy.sending import ask_one_of
from pi.policy.view import View

MOST_LOOKED_AT: Final = 24
"""Gaps, and as many discovery events, of one result; a researcher may send thousands."""

_Case = GapCase | LeadCase | Received


def next_actions(view: View) -> tuple[Decision, ...]:
    """What to do about each gap, each discovery event and each failure of the last round, the most
    urgent first. Nobody is asked the same twice, and no more is decided than the budget reaches
    for; what is not done has its reason. The same reason is given once."""
    ledger = Ledger(view)
    decided: dict[str, Decision] = {}
    for case in _cases(ledger):
        for decision in _decide(case, ledger):
            decided.setdefault(decision.reason, decision)
    for decision in _not_looked_at(view):
        decided.setdefault(decision.reason, decision)
    return tuple(sorted(decided.values(), key=lambda decision: decision.priority))


def _cases(ledger: Ledger) -> list[_Case]:
    """The most urgent first; of equals the first of each result before any second one, whatever
    the order in which the results came in."""
    found: list[tuple[int, int, str, _Case]] = []
    for received in _of_this_round(ledger.view):
        task, outcome = received.task, received.outcome
        if isinstance(outcome, Failed):
            found.append((Urgency.NOT_FOUND, 0, task.key, received))
            continue
        for gap_case in _gap_cases(received, outcome):
            place = gap_case.cause.position
            found.append((urgency_of(gap_case, ledger), place, task.key, gap_case))
        for lead_case in _lead_cases(received, outcome):
            place = lead_case.cause.position
            found.append((URGENCY[lead_case.event.type], place, task.key, lead_case))
    return [case for *_, case in sorted(found, key=lambda one: one[:3])]


def _of_this_round(view: View) -> Iterator[Received]:
    yield from (one for one in view.received if one.task.round == view.round)


def _gap_cases(received: Received, result: ResearchResult) -> Iterator[GapCase]:
    for position, gap in enumerate(result.gaps[:MOST_LOOKED_AT]):
        cause = _cause(received, gap.category, position, gap.topic)
        yield GapCase(cause, gap, received, result)


def _lead_cases(received: Received, result: ResearchResult) -> Iterator[LeadCase]:
    for position, event in enumerate(result.discovery_events[:MOST_LOOKED_AT]):
        cause = _cause(received, event.type, position, event.query)
        yield LeadCase(cause, event, received, result)


def _cause(
    received: Received, kind: GapCategory | DiscoveryType | None, position: int, about: str
) -> Cause:
    task = received.task
    return Cause(task.key, task.researcher, kind, position, shown(about), about)


def _decide(case: _Case, ledger: Ledger) -> Iterator[Decision]:
    match case:
        case GapCase():
            yield on_gap(case, ledger)
        case LeadCase():
            yield from on_event(case, ledger)
        case Received():
            yield _on_failure(case, ledger)


def _on_failure(received: Received, ledger: Ledger) -> Decision:
    """Somebody else is asked what a researcher failed at, unless they were asked anyway."""
    task = received.task
    cause = _cause(received, None, 0, task.question)
    answered = ledger.answered(task.question, task.researcher)
    if answered is not None:
        reason = f"{answered} answered what {task.researcher} failed at."
        return Ignore(cause, reason, Urgency.NOT_FOUND, told=False)
    why = f"{task.researcher} failed at \u201c{cause.about}\u201d."
    asking = Asking(task.question, task.taint, received, why, Urgency.NOT_FOUND)
    others = nearest_first(task.question, ledger.view.members, ledger.view.analyzer)
    return ask_one_of(ledger, cause, others, asking, AskAnother)


def _not_looked_at(view: View) -> Iterator[Ignore]:
    for received in _of_this_round(view):
        if isinstance(received.outcome, Failed):
            continue
        counts = (len(received.outcome.gaps), len(received.outcome.discovery_events))
        more = sum(max(0, count - MOST_LOOKED_AT) for count in counts)
        if more:
            name = received.task.researcher
            cause = _cause(received, None, MOST_LOOKED_AT, received.task.question)
            reason = f"{more} more gaps and leads of {name} were not looked at."
            yield Ignore(cause, reason, Urgency.LEFT_OVER, told=True)
