"""What follows from a discovery event: the lead goes to the researcher that it names."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from contract import DiscoveryEvent, DiscoveryType, ResearchResult
from pi.model import Received
from pi.policy.candidates import called
from pi.policy.decisions import (
    Cause,
    Decision,
    Follow,
    Ignore,
    LayOut,
    TellReader,
    Urgency,
)
from pi.policy.follow_up import follow_up
from pi.policy.lead_text import Unusable, is_address, one_line, shown
from pi.policy.ledger import Ledger
from pi.policy.sending import ask_one_of


@dataclass(frozen=True, slots=True)
class LeadCase:
    """One discovery event with where it was met."""

    cause: Cause
    event: DiscoveryEvent
    received: Received
    result: ResearchResult


MOST_FOLLOWED: Final = 3
"""Leads of one result, so that one researcher's leave room for the others'."""
URGENCY: Final = {
    DiscoveryType.CONTRADICTION: Urgency.CONTRADICTION,
    DiscoveryType.RELATED_RESEARCH: Urgency.RELATED,
    DiscoveryType.NEW_SOURCE: Urgency.NEW_SOURCE,
}


def on_event(case: LeadCase, ledger: Ledger) -> Iterator[Decision]:
    """One decision, or two for a contradiction that names somebody: it is shown and followed."""
    is_contradiction = case.event.type is DiscoveryType.CONTRADICTION
    if is_contradiction:
        yield _laid_out(case)
    if case.event.suggested_researcher is not None:
        yield _followed(case, case.event.suggested_researcher, ledger)
    elif not is_contradiction:
        reason = f"\u201c{case.cause.about}\u201d was not followed: the lead names nobody for it."
        yield TellReader(case.cause, reason, URGENCY[case.event.type])


def _laid_out(case: LeadCase) -> Decision:
    known = len(case.result.citations)
    sides = tuple(dict.fromkeys(n for n in case.event.citations if 1 <= n <= known))
    reporter = case.received.task.researcher
    if len(sides) > 1:
        reason = f"Two sources of {reporter} disagree about \u201c{case.cause.about}\u201d."
        return LayOut(case.cause, reason, Urgency.CONTRADICTION, sides)
    reason = (
        f"{reporter} says that sources disagree about \u201c{case.cause.about}\u201d, and does not "
        "show both of them."
    )
    return TellReader(case.cause, reason, Urgency.CONTRADICTION)


def _followed(case: LeadCase, named: str, ledger: Ledger) -> Decision:
    priority = URGENCY[case.event.type]
    member = called(named, ledger.view.members)
    if member is None:
        reason = f"\u201c{case.cause.about}\u201d was not followed: {_not_here(named, ledger)}."
        return TellReader(case.cause, reason, priority)
    reporter = case.received.task.researcher
    why = f"{reporter} met a lead to \u201c{case.cause.about}\u201d."
    asking = follow_up(case.event.query, case.received, ledger, why, priority)
    if isinstance(asking, Unusable):
        reason = f"A lead of {reporter} was not followed: it {asking.why}."
        return Ignore(case.cause, reason, priority, told=True)
    if _is_read(case.event.query, ledger):
        reason = f"\u201c{case.cause.about}\u201d is cited already."
        return Ignore(case.cause, reason, priority, told=False)
    if ledger.followed[case.cause.task_key] >= MOST_FOLLOWED:
        reason = (
            f"\u201c{case.cause.about}\u201d was not followed: of one answer, "
            f"{MOST_FOLLOWED} leads are."
        )
        return Ignore(case.cause, reason, priority, told=True)
    asking = replace(asking, to_itself=member.name == reporter)
    decision = ask_one_of(ledger, case.cause, (member,), asking, Follow)
    ledger.followed[case.cause.task_key] += isinstance(decision, Follow)
    return decision


def _not_here(named: str, ledger: Ledger) -> str:
    name = shown(named)[:40]
    for left_out in ledger.view.plan.left_out:
        if left_out.researcher == name:
            return left_out.reason.rstrip(".")
    return f"nobody here is called {name}"


def _is_read(address: str, ledger: Ledger) -> bool:
    wanted = one_line(address).rstrip("/")
    if not is_address(wanted):
        return False
    return any(
        citation.locator.rstrip("/") == wanted
        for received in ledger.view.received
        if isinstance(received.outcome, ResearchResult)
        for citation in received.outcome.citations
    )
