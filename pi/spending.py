"""A task's share of a budget, what it comes to as limits of a request, and what it cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from contract import PRESETS, ResearchConstraints, ResearchRequest, ResearchResult
from pi.failure import FailureKind
from pi.model import Failed, Member, Reach, Task

TOKENS_NOW: Final = 0.75
SECONDS_NOW: Final = 0.6
"""What a round may use of what is left when another may follow."""
_NEVER_SENT: Final = frozenset(
    {FailureKind.START_FAILED, FailureKind.UNREACHABLE, FailureKind.UNAUTHORIZED}
)


@dataclass(frozen=True, slots=True)
class Share:
    """What one task may use. `micro_cents` is None where money has no limit, and 0 for a
    researcher that never leaves the machine."""

    key: str
    tokens: int
    seconds: float
    micro_cents: int | None = None


@dataclass(frozen=True, slots=True)
class Cost:
    """What a task did use; None where nobody knows. `below` are the dispatches that its
    researcher made in its turn."""

    tokens: int | None = None
    micro_cents: int | None = None
    below: int = 0


def shares_of(
    tasks: Sequence[Task],
    members: Sequence[Member],
    tokens: int,
    seconds: float,
    micro_cents: int | None,
    another_round: bool,
) -> tuple[Share, ...]:
    """One for each task, in order. Tokens and money are divided, twice as much for a task that is
    asked again; time passes for all at once."""
    by_name = {member.name: member for member in members}
    spendable = int(tokens * TOKENS_NOW) if another_round else tokens
    everybody = sum(map(_weight, tasks))
    payers = sum(_weight(task) for task in tasks if _pays(by_name.get(task.researcher)))
    return tuple(
        Share(
            key=task.key,
            tokens=spendable * _weight(task) // everybody,
            seconds=_seconds(task, by_name.get(task.researcher), seconds, another_round),
            micro_cents=_money(task, by_name.get(task.researcher), micro_cents, payers),
        )
        for task in tasks
    )


def request_of(task: Task, share: Share, asked: ResearchRequest) -> ResearchRequest:
    """The request for a task: never more than its share, nor than the user's own limits. Asked
    again, a researcher may take twice the passes, unless the user set them."""
    limits: dict[str, int | float] = {"token_budget": share.tokens, "max_seconds": share.seconds}
    set_by_user = asked.constraints.model_fields_set
    if "max_sources" in set_by_user:
        limits["max_sources"] = asked.constraints.max_sources
    if "max_iterations" in set_by_user:
        limits["max_iterations"] = asked.constraints.max_iterations
    elif task.again:
        limits["max_iterations"] = PRESETS[asked.depth].passes * (1 + task.again)
    return ResearchRequest(
        question=task.question,
        depth=asked.depth,
        constraints=ResearchConstraints.model_validate(limits),
    )


def cost_of(outcome: ResearchResult | Failed) -> Cost:
    """What a task cost, as its result tells. A researcher that was never reached cost nothing;
    nobody knows what one used that failed on the way."""
    if isinstance(outcome, Failed):
        return Cost(0, 0) if outcome.kind in _NEVER_SENT else Cost()
    return Cost(outcome.cost_metadata.tokens_used, _told_price(outcome), len(outcome.dispatches))


def _told_price(result: ResearchResult) -> int | None:
    """The contract has no field for money; a researcher may add `micro_cents` to its costs."""
    told = (result.cost_metadata.model_extra or {}).get("micro_cents")
    return told if type(told) is int and told >= 0 else None


def _weight(task: Task) -> int:
    return 1 + task.again


def _pays(member: Member | None) -> bool:
    return member is None or member.reach is not Reach.LOCAL


def _money(task: Task, member: Member | None, micro_cents: int | None, payers: int) -> int | None:
    if micro_cents is None:
        return None
    return micro_cents * _weight(task) // payers if _pays(member) else 0


def _seconds(task: Task, member: Member | None, seconds: float, another_round: bool) -> float:
    share = seconds * SECONDS_NOW if another_round and not task.again else seconds
    limit = member.max_seconds if member else None
    return share if limit is None else min(share, limit)
