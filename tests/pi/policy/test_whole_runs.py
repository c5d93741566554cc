"""Whole runs with researchers that report anything: they end, and nobody is asked the same twice.

The researchers, the policy and the budget are driven as an investigation drives them.
"""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from contract import DiscoveryType, GapCategory, ResearchRequest, ResearchResult
from evidence.analyze import default_analyzer
from pi.budget import RunBudget, run_limits
from pi.failure import FailureKind
from pi.meaning import meaning_of
from pi.model import Failed, Member, Reach, Received, Taint, Task
from pi.planning import plan_investigation
from pi.policy import View, next_actions, task_of
from pi.spending import cost_of
from tests.pi.policy.situations import (
    LOCAL_BRAIN,
    PAPERS,
    QUESTION,
    WEB,
    gap,
    lead,
    member,
    reporting,
)

MEMBERS = (LOCAL_BRAIN, WEB, PAPERS, member("archive", Reach.LOCAL, "old maps"))
NAMES = [one.name for one in MEMBERS]
SUBJECTS = [
    QUESTION,
    "public domain dedication",
    "old maps of the seas",
    "license",
    "doi:10.1000/182",
    "https://maps.example/atlas",
    "projections",
    "the wedding in Aarau",
]
GAPS = st.builds(gap, st.sampled_from(GapCategory), st.sampled_from(SUBJECTS))
LEADS = st.builds(
    lead,
    st.sampled_from(DiscoveryType),
    st.sampled_from(SUBJECTS),
    st.sampled_from([*NAMES, "nobody", None]),
    st.sampled_from([(), (1, 2)]),
)
RESULTS = st.builds(
    reporting, st.lists(GAPS, max_size=3).map(tuple), st.lists(LEADS, max_size=3).map(tuple)
)
FAILURES = st.sampled_from(FailureKind).map(lambda kind: Failed(kind, "It failed."))
OUTCOMES = st.one_of(RESULTS, RESULTS, FAILURES)
Outcome = ResearchResult | Failed


def run_to_its_end(data: st.DataObject, may_leave: Reach) -> tuple[list[Received], RunBudget]:
    """Every round until nothing is left to be done or to spend."""
    analyzer = default_analyzer()
    plan = plan_investigation(QUESTION, MEMBERS, analyzer, may_leave=may_leave)
    members = tuple(one for one in MEMBERS if may_leave.allows(one.reach))
    budget = RunBudget(run_limits(ResearchRequest(question=QUESTION)))
    tasks: tuple[Task, ...] = plan.tasks
    received: list[Received] = []
    for number in range(1, 100):
        budget, sent = budget.open_round(tasks, members)
        if not sent.tasks:
            return received, budget
        for task in sent.tasks:
            outcome: Outcome = data.draw(OUTCOMES)
            received.append(Received(task, outcome, 1.0, reach=_reach_of(task, members)))
            budget = budget.settle(task.key, cost_of(outcome))
        budget = budget.at(number * 2.0)
        view = View(plan, tuple(received), members, budget.left, number, analyzer, may_leave)
        decided = (task_of(decision) for decision in next_actions(view))
        tasks = tuple(task for task in decided if task is not None)
        assert len(tasks) <= budget.left.dispatches
    raise AssertionError("the run does not end")


def _reach_of(task: Task, members: tuple[Member, ...]) -> Reach:
    return next(one.reach for one in members if one.name == task.researcher)


@settings(deadline=None, max_examples=60)
@given(st.data(), st.sampled_from(Reach))
def test_any_run_ends_within_its_budget_and_repeats_nothing(
    data: st.DataObject, may_leave: Reach
) -> None:
    received, budget = run_to_its_end(data, may_leave)
    analyzer = default_analyzer()
    asked = Counter(
        (one.task.researcher, meaning_of(one.task.question, analyzer), one.task.again > 0)
        for one in received
    )
    assert max(asked.values()) == 1
    assert len({one.task.key for one in received}) == len(received)
    assert budget.used.rounds <= 3
    assert len(received) <= 12
    assert not budget.reserved
    assert all(one.task.via.count(one.task.researcher) <= 1 for one in received)


@settings(deadline=None, max_examples=60)
@given(st.data(), st.sampled_from([Reach.LOCAL, Reach.SEARCH]))
def test_no_run_carries_private_words_off_the_machine(
    data: st.DataObject, may_leave: Reach
) -> None:
    received, _ = run_to_its_end(data, may_leave)
    heard_on_the_web: set[str] = set(QUESTION.split())
    for one in received:
        if one.reach is Reach.LOCAL:
            continue
        assert may_leave.allows(one.reach)
        assert one.task.taint is not Taint.PRIVATE
        if "Aarau" in one.task.question:
            assert "Aarau" in heard_on_the_web
        if isinstance(one.outcome, ResearchResult):
            told = [*(g.topic for g in one.outcome.gaps)]
            told += [event.query for event in one.outcome.discovery_events]
            heard_on_the_web.update(word for text in told for word in text.split())
