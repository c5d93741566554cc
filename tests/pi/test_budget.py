"""A run's budget: reserved before anything is sent, settled after, never overspent."""

from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    MultipleResults,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
)

from contract import (
    CostMetadata,
    Depth,
    ResearchConstraints,
    ResearchRequest,
    StopReason,
    limits_of,
)
from pi.budget import MOST_DISPATCHES, RunBudget, RunLimits, Used, run_limits
from pi.failure import FailureKind
from pi.model import Failed, Member, Reach, Task
from pi.network import Command, Researcher
from pi.spending import Cost, Share, cost_of, request_of
from tests.pi.results import Quote, result_of

QUOTE = Quote("The oven heats for forty minutes.")


def member(name: str, reach: Reach = Reach.LOCAL, max_seconds: float | None = None) -> Member:
    return Member(Researcher(name, Command(("true",))), reach, (), max_seconds)


NOTES, WEB = member("notes"), member("web", Reach.SEARCH)


def task(key: str, researcher: str = "notes", **changes: int) -> Task:
    return replace(Task(key, 1, researcher, f"What of {key}?", "It is in the plan."), **changes)  # type: ignore[arg-type]  # fields of Task, by name


def shares(budget: RunBudget, *tasks: Task) -> tuple[RunBudget, tuple[Share, ...]]:
    opened, sent = budget.open_round(tasks, (NOTES, WEB))
    assert not sent.refused
    return opened, sent.shares


def test_tokens_are_divided_and_a_part_is_kept_for_the_next_round() -> None:
    budget, given = shares(RunBudget(RunLimits(tokens=1_000)), task("a"), task("b"))
    assert [share.tokens for share in given] == [375, 375]
    assert budget.left.tokens == 250


def test_the_last_round_gets_everything() -> None:
    _, given = shares(RunBudget(RunLimits(tokens=1_000, rounds=1)), task("a"), task("b"))
    assert [share.tokens for share in given] == [500, 500]


def test_a_task_that_is_asked_again_gets_twice_as_much() -> None:
    limits = RunLimits(tokens=900, rounds=1)
    _, given = shares(RunBudget(limits), task("a"), task("b", again=1))
    assert [share.tokens for share in given] == [300, 600]


def test_time_passes_for_all_at_once_and_some_is_kept() -> None:
    budget = RunBudget(RunLimits(seconds=41.0))
    _, given = shares(budget, task("a"), task("b"), task("c", again=1))
    assert [share.seconds for share in given] == [24.0, 24.0, 40.0]
    _, given = shares(budget.at(31.0), task("a"))
    assert given[0].seconds == pytest.approx(5.4)


def test_a_researcher_gets_no_more_time_than_its_own_limit() -> None:
    _, sent = RunBudget().open_round((task("a"),), (member("notes", Reach.LOCAL, 2.0),))
    assert sent.shares[0].seconds == 2.0


def test_money_is_for_those_who_leave_the_machine() -> None:
    budget = RunBudget(RunLimits(micro_cents=100))
    opened, given = shares(budget, task("a"), task("b", "web"), task("c", "web"))
    assert [share.micro_cents for share in given] == [0, 50, 50]
    assert opened.settle("b", None).used.micro_cents == 50
    assert opened.settle("b", Cost(micro_cents=10)).left.micro_cents == 40


def test_without_money_only_those_who_stay_are_asked() -> None:
    limits = RunLimits(micro_cents=0)
    _, sent = RunBudget(limits).open_round((task("a"), task("b", "web")), (NOTES, WEB))
    assert [one.key for one in sent.tasks] == ["a"]
    assert [one.task.key for one in sent.refused] == ["b"]


def test_what_was_not_used_is_there_again() -> None:
    budget, _ = shares(RunBudget(RunLimits(tokens=1_000)), task("a"))
    assert budget.settle("a", Cost(tokens=100)).left.tokens == 900


def test_what_nobody_knows_is_charged_as_reserved() -> None:
    budget, _ = shares(RunBudget(RunLimits(tokens=1_000)), task("a"))
    assert budget.settle("a", None).left.tokens == 250


def test_what_was_used_beyond_the_limit_is_told_apart() -> None:
    budget, _ = shares(RunBudget(RunLimits(tokens=1_000)), task("a"))
    used = budget.settle("a", Cost(tokens=1_400)).used
    assert (used.tokens, used.tokens_over) == (1_000, 400)


def test_one_that_uses_too_much_does_not_take_what_another_was_promised() -> None:
    budget, given = shares(RunBudget(RunLimits(tokens=1_000)), task("a"), task("b"))
    used = budget.settle("a", Cost(tokens=5_000))
    assert used.used.tokens == 1_000 - given[1].tokens
    assert used.settle("b", None).used.tokens == 1_000


def test_dispatches_further_down_count() -> None:
    budget, _ = shares(RunBudget(), task("a"))
    assert budget.settle("a", Cost(below=5)).left.dispatches == MOST_DISPATCHES - 6
    assert budget.settle("a", Cost(below=500)).left.dispatches == 0


def test_nothing_is_settled_twice() -> None:
    budget, _ = shares(RunBudget(), task("a"))
    with pytest.raises(KeyError, match="nothing is reserved for a"):
        budget.settle("a", None).settle("a", None)


def test_the_most_pressing_are_sent_and_the_others_have_a_reason() -> None:
    budget = RunBudget(RunLimits(dispatches=1))
    _, sent = budget.open_round((task("a", priority=5), task("b", priority=1)), (NOTES,))
    assert [one.key for one in sent.tasks] == ["b"]
    assert [(one.task.key, one.reason) for one in sent.refused] == [
        ("a", StopReason.BUDGET_EXHAUSTED)
    ]


def test_parts_of_the_question_leave_dispatches_for_follow_ups() -> None:
    tasks = [task(f"whole{n}") for n in range(4)]
    tasks += [task(f"part{n}", sub_question=1, priority=1) for n in range(8)]
    _, sent = RunBudget().open_round(tasks, (NOTES,))
    assert len(sent.tasks) == 9
    assert {one.key for one in sent.tasks} >= {f"whole{n}" for n in range(4)}
    _, sent = RunBudget(RunLimits(rounds=1)).open_round(tasks, (NOTES,))
    assert len(sent.tasks) == 12


@pytest.mark.parametrize(
    ("budget", "reason"),
    [
        (RunBudget(), None),
        (RunBudget().at(44.5), StopReason.TIMEOUT_EXCEEDED),
        (RunBudget(used=Used(rounds=3)), StopReason.MAX_ITERATIONS_REACHED),
        (RunBudget(used=Used(dispatches=12)), StopReason.BUDGET_EXHAUSTED),
        (RunBudget(used=Used(tokens=20_000)), StopReason.BUDGET_EXHAUSTED),
        (RunBudget(RunLimits(tokens=0)), None),
    ],
)
def test_what_ran_out_has_a_type_and_nothing_is_sent_then(
    budget: RunBudget, reason: StopReason | None
) -> None:
    assert budget.ran_out is reason
    after, sent = budget.open_round((task("a"),), (NOTES,))
    assert [one.reason for one in sent.refused] == ([reason] if reason else [])
    assert len(sent.tasks) == (reason is None)
    assert (after == budget) is (reason is not None)


def test_rounds_are_counted_and_a_round_without_tasks_is_none() -> None:
    budget = RunBudget()
    assert budget.open_round((), (NOTES,))[0] == budget
    for number in range(3):
        assert budget.left.rounds == 3 - number
        budget, _ = shares(budget, task(f"t{number}"))
        budget = budget.settle(f"t{number}", Cost(tokens=0))
    assert budget.ran_out is StopReason.MAX_ITERATIONS_REACHED


def test_time_does_not_go_back() -> None:
    assert RunBudget().at(30.0).at(10.0).used.seconds == 30.0


def test_the_limits_of_a_request_bound_the_run() -> None:
    asked = ResearchRequest(
        question="How hot?",
        constraints=ResearchConstraints(max_iterations=2, token_budget=500, max_seconds=9.0),
    )
    assert run_limits(asked) == RunLimits(tokens=500, seconds=9.0, rounds=2)
    plain = run_limits(ResearchRequest(question="How hot?", depth=Depth.DEEP))
    assert (plain.rounds, plain.dispatches, plain.seconds) == (3, 12, 120.0)
    assert run_limits(asked, members=64).dispatches == 68


def test_a_request_below_asks_for_no_more_than_its_share_and_the_users_limits() -> None:
    share = Share("a", 300, 12.5)
    limits = ResearchConstraints(max_iterations=2, max_sources=4)
    asked = ResearchRequest(question="How hot?", context="I know.", constraints=limits)
    request = request_of(task("a"), share, asked)
    assert request.question == "What of a?"
    assert request.context is None
    got = limits_of(request)
    assert (got.token_budget, got.max_seconds, got.passes, got.max_sources) == (300, 12.5, 2, 4)


def test_asked_again_a_researcher_may_take_twice_the_passes_unless_the_user_set_them() -> None:
    share, again = Share("a", 300, 12.5), task("a", again=1)
    free = request_of(again, share, ResearchRequest(question="How hot?"))
    assert limits_of(free).passes == 4
    set_by_user = ResearchRequest(
        question="How hot?", constraints=ResearchConstraints(max_iterations=1)
    )
    assert limits_of(request_of(again, share, set_by_user)).passes == 1


def test_a_result_tells_its_cost_and_a_failure_may_not() -> None:
    result = result_of((QUOTE,))
    assert cost_of(result) == Cost(tokens=100, micro_cents=None, below=0)
    costs = result.cost_metadata.model_dump() | {"micro_cents": 7}
    told = result.model_copy(update={"cost_metadata": CostMetadata.model_validate(costs)})
    assert cost_of(told).micro_cents == 7
    assert cost_of(Failed(FailureKind.START_FAILED, "No.")) == Cost(0, 0)
    assert cost_of(Failed(FailureKind.DIED, "No.")) == Cost()


class AnyRun(RuleBasedStateMachine):
    """Rounds are opened and tasks settled in any order, with any costs."""

    open_tasks: Bundle[str] = Bundle("open_tasks")

    def __init__(self) -> None:
        super().__init__()
        self.budget = RunBudget()
        self.count = 0

    @initialize(
        tokens=st.integers(0, 5_000),
        seconds=st.floats(0.5, 100.0),
        dispatches=st.integers(1, 12),
        rounds=st.integers(1, 5),
        money=st.one_of(st.none(), st.integers(0, 1_000)),
    )
    def limit(
        self, tokens: int, seconds: float, dispatches: int, rounds: int, money: int | None
    ) -> None:
        self.budget = RunBudget(RunLimits(tokens, seconds, dispatches, rounds, money))

    @rule(
        target=open_tasks,
        wanted=st.lists(
            st.tuples(
                st.sampled_from(("notes", "web", "stranger")),
                st.integers(0, 3),
                st.integers(0, 2),
                st.integers(0, 1),
            ),
            max_size=8,
        ),
    )
    def open_round(self, wanted: list[tuple[str, int, int, int]]) -> MultipleResults[str]:
        tasks = []
        for name, priority, again, part in wanted:
            self.count += 1
            changes = {"priority": priority, "again": again, "sub_question": part}
            tasks.append(task(f"t{self.count}", name, **changes))
        before = self.budget
        self.budget, sent = before.open_round(tasks, (NOTES, WEB))
        assert [one.key for one in sent.tasks] == [share.key for share in sent.shares]
        assert len(sent.tasks) + len(sent.refused) == len(tasks)
        for share in sent.shares:
            assert 0 <= share.tokens <= before.left.tokens
            assert 0 < share.seconds <= before.left.seconds
        return multiple(*(share.key for share in sent.shares))

    @rule(
        key=consumes(open_tasks),
        tokens=st.one_of(st.none(), st.integers(0, 10_000)),
        money=st.one_of(st.none(), st.integers(0, 2_000)),
        below=st.integers(0, 20),
    )
    def settle(self, key: str, tokens: int | None, money: int | None, below: int) -> None:
        known = tokens is not None or money is not None
        cost = Cost(tokens, money, below) if known else None
        self.budget = self.budget.settle(key, cost)

    @rule(seconds=st.floats(0.0, 120.0))
    def time_passes(self, seconds: float) -> None:
        self.budget = self.budget.at(seconds)

    @invariant()
    def nothing_is_overspent(self) -> None:
        left, used, limits = self.budget.left, self.budget.used, self.budget.limits
        assert min(left.tokens, left.seconds, left.dispatches, left.rounds) >= 0
        assert used.tokens + sum(one.tokens for one in self.budget.reserved) <= limits.tokens
        assert used.dispatches + len(self.budget.reserved) <= limits.dispatches
        assert used.rounds <= limits.rounds
        assert min(used.tokens, used.micro_cents, used.tokens_over, used.micro_cents_over) >= 0
        if limits.micro_cents is not None:
            assert left.micro_cents is not None
            assert left.micro_cents >= 0
            assert used.micro_cents <= limits.micro_cents

    def teardown(self) -> None:
        for share in self.budget.reserved:
            self.budget = self.budget.settle(share.key, None)
        assert self.budget.reserved == ()
        self.nothing_is_overspent()


TestAnyRun = AnyRun.TestCase
TestAnyRun.settings = settings(max_examples=50, stateful_step_count=25, deadline=None)
