"""What a run may use, as a value: tokens, seconds, money, dispatches and rounds.

Everything is reserved before it is sent and settled after, so that what is used and what is
promised never exceed a limit together. A budget is never changed; each step gives a new one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from contract import ResearchRequest, StopReason, limits_of
from pi.model import Member, Reach, Task
from pi.spending import Cost, Share, shares_of

MOST_ROUNDS: Final = 3
MOST_DISPATCHES: Final = 12
FOLLOW_UPS: Final = 4
"""Dispatches beyond one for each researcher, where the network is larger than the usual limit."""
CLOSING_SECONDS: Final = 1.0
"""Kept for putting the answer together; of a short limit, a twentieth."""


@dataclass(frozen=True, slots=True)
class RunLimits:
    """The limits of a run and everything below it. `micro_cents` are millionths of a cent; None
    sets no limit on money."""

    tokens: int = 20_000
    seconds: float = 45.0
    dispatches: int = MOST_DISPATCHES
    rounds: int = MOST_ROUNDS
    micro_cents: int | None = None

    @property
    def closing_seconds(self) -> float:
        """What no researcher gets."""
        return min(CLOSING_SECONDS, self.seconds / 20)


def run_limits(
    request: ResearchRequest, *, members: int = 0, micro_cents: int | None = None
) -> RunLimits:
    """The limits that a request sets. `max_iterations` bounds the rounds, with 3 as the most; a
    network of more than 8 may ask each of its `members` once and follow up four times."""
    limits = limits_of(request)
    return RunLimits(
        tokens=limits.token_budget,
        seconds=limits.max_seconds,
        dispatches=max(MOST_DISPATCHES, members + FOLLOW_UPS),
        rounds=min(MOST_ROUNDS, request.constraints.max_iterations),
        micro_cents=micro_cents,
    )


@dataclass(frozen=True, slots=True)
class Used:
    """What a run has used. `tokens_over` is what researchers report to have used beyond their
    share, as far as the limit did not cover it."""

    tokens: int = 0
    micro_cents: int = 0
    dispatches: int = 0
    rounds: int = 0
    seconds: float = 0.0
    tokens_over: int = 0
    micro_cents_over: int = 0


@dataclass(frozen=True, slots=True)
class Left:
    """What is neither used nor promised. `seconds` are those that a researcher could get."""

    tokens: int
    seconds: float
    dispatches: int
    rounds: int
    micro_cents: int | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """A task that is not sent, and what ran out."""

    task: Task
    reason: StopReason


@dataclass(frozen=True, slots=True)
class Round:
    """What may be sent at once: a share for each task, in the tasks' order, and what may not."""

    tasks: tuple[Task, ...] = ()
    shares: tuple[Share, ...] = ()
    refused: tuple[Refused, ...] = ()


@dataclass(frozen=True, slots=True)
class RunBudget:
    """A run's budget at one moment. `used` carries over when a run is resumed."""

    limits: RunLimits = RunLimits()
    used: Used = Used()
    reserved: tuple[Share, ...] = ()

    @property
    def left(self) -> Left:
        """What can still be promised."""
        limits, used = self.limits, self.used
        held = sum(share.micro_cents or 0 for share in self.reserved)
        money = limits.micro_cents
        return Left(
            tokens=limits.tokens - used.tokens - sum(share.tokens for share in self.reserved),
            seconds=max(0.0, limits.seconds - limits.closing_seconds - used.seconds),
            dispatches=limits.dispatches - used.dispatches - len(self.reserved),
            rounds=limits.rounds - used.rounds,
            micro_cents=None if money is None else money - used.micro_cents - held,
        )

    @property
    def ran_out(self) -> StopReason | None:
        """The limit that has been reached. It is why a run ended only if more was to be done."""
        left, limits = self.left, self.limits
        if left.seconds <= 0:
            return StopReason.TIMEOUT_EXCEEDED
        if left.dispatches <= 0 or (limits.tokens > 0 and left.tokens <= 0):
            return StopReason.BUDGET_EXHAUSTED
        return StopReason.MAX_ITERATIONS_REACHED if left.rounds <= 0 else None

    def at(self, seconds: float) -> "RunBudget":
        """The same, `seconds` after the run's beginning. Time never goes back."""
        passed = max(self.used.seconds, seconds)
        return replace(self, used=replace(self.used, seconds=passed))

    def open_round(
        self, tasks: Sequence[Task], members: Sequence[Member]
    ) -> tuple["RunBudget", Round]:
        """Reserve for the tasks of one round, the most pressing first; a round without a task that
        can be sent is none. Where a further round may follow, part of the tokens and the time is
        kept for it, and a quarter of the dispatches is not spent on parts of the question."""
        stopped = self.ran_out
        if stopped is not None or not tasks:
            return self, Round(refused=tuple(Refused(task, stopped) for task in tasks if stopped))
        granted, refused = self._sort_out(tasks, members)
        left = self.left
        shares = shares_of(
            granted, members, left.tokens, left.seconds, left.micro_cents, left.rounds > 1
        )
        if not granted:
            return self, Round(refused=refused)
        used = replace(self.used, rounds=self.used.rounds + 1)
        budget = replace(self, used=used, reserved=(*self.reserved, *shares))
        return budget, Round(granted, shares, refused)

    def settle(self, key: str, cost: Cost | None) -> "RunBudget":
        """Charge what a task came to; None, or a part that is not known, is charged as reserved.
        Raises KeyError when nothing is reserved under the key."""
        share = next((one for one in self.reserved if one.key == key), None)
        if share is None:
            raise KeyError(f"nothing is reserved for {key}")
        freed = replace(self, reserved=tuple(one for one in self.reserved if one is not share))
        cost = cost or Cost()
        tokens = share.tokens if cost.tokens is None else cost.tokens
        money = (share.micro_cents or 0) if cost.micro_cents is None else cost.micro_cents
        return replace(freed, used=_charged(freed.used, freed.left, tokens, money, cost.below))

    def _sort_out(
        self, tasks: Sequence[Task], members: Sequence[Member]
    ) -> tuple[tuple[Task, ...], tuple[Refused, ...]]:
        """Which tasks can be sent, in their own order, and which can't."""
        left = self.left
        free = {member.name for member in members if member.reach is Reach.LOCAL}
        kept_back = left.dispatches // 4 if left.rounds > 1 else 0
        granted: set[str] = set()
        for task in sorted(tasks, key=lambda one: one.priority):
            room = left.dispatches - (kept_back if _is_part(task) else 0)
            affordable = left.micro_cents != 0 or task.researcher in free
            if len(granted) < room and affordable:
                granted.add(task.key)
        return (
            tuple(task for task in tasks if task.key in granted),
            tuple(
                Refused(task, StopReason.BUDGET_EXHAUSTED)
                for task in tasks
                if task.key not in granted
            ),
        )


def _is_part(task: Task) -> bool:
    return task.round == 1 and task.sub_question > 0


def _charged(used: Used, left: Left, tokens: int, micro_cents: int, below: int) -> Used:
    """Never more than the limit: what a researcher took beyond it is told apart."""
    money = micro_cents if left.micro_cents is None else min(micro_cents, left.micro_cents)
    return replace(
        used,
        tokens=used.tokens + min(tokens, left.tokens),
        tokens_over=used.tokens_over + max(0, tokens - left.tokens),
        micro_cents=used.micro_cents + money,
        micro_cents_over=used.micro_cents_over + micro_cents - money,
        dispatches=used.dispatches + min(1 + below, left.dispatches),
    )
