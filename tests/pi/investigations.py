"""Recorded investigations for tests: tasks, what came of them, and runs that were killed."""

from collections.abc import Sequence

from contract import ResearchConstraints, ResearchRequest, ResearchResult
from pi.failure import FailureKind
from pi.model import (
    Failed,
    InvestigationPlan,
    LeftOut,
    QuestionKind,
    Reach,
    Received,
    SubQuestion,
    Taint,
    Task,
)
from pi.recording import record_dispatch, record_open, record_plan, record_receive
from tests.traces.runs import NOTE, result_of
from traces.clock import ScriptedClock
from traces.digest import content_name
from traces.home import Home
from traces.ids import new_run_id
from traces.writer import TraceWriter

REQUEST = ResearchRequest(
    question="How hot is the oven, and who says so?",
    context="The oven is electric.",
    constraints=ResearchConstraints(max_seconds=12.5, token_budget=300),
)


def task_of(number: int, *, round_number: int = 1) -> Task:
    """A task with every field set."""
    return Task(
        key=f"task-{number}",
        round=round_number,
        researcher=f"notes-{number}",
        question=f"Question number {number}, of /etc/hosts too?",
        why="It covers ovens.",
        sub_question=number % 2,
        taint=Taint.WEB,
        via=("web", "notes-1"),
        priority=-number,
        again=number % 3,
    )


def plan_of(tasks: Sequence[Task]) -> InvestigationPlan:
    return InvestigationPlan(
        kind=QuestionKind.MULTI_HOP,
        sub_questions=(SubQuestion(0, REQUEST.question), SubQuestion(1, "Who says so?")),
        tasks=tuple(tasks),
        left_out=(LeftOut("web", "Nothing may leave this machine."),),
    )


def answered(task: Task) -> Received:
    """A result with one citation, and the text behind it."""
    note = content_name(NOTE.encode())
    return Received(
        task=task,
        outcome=result_of(new_run_id(), note),
        seconds=0.25,
        contents={note: NOTE},
        reach=Reach.SEARCH,
        notices=("One citation was dropped: /etc/hosts is not there.",),
    )


def failed(task: Task) -> Received:
    return Received(task, Failed(FailureKind.DIED, "It died on the way."), 1.5)


def result_in(received: Received) -> ResearchResult:
    assert isinstance(received.outcome, ResearchResult)
    return received.outcome


def killed_run(
    home: Home,
    tasks: Sequence[Task],
    received: Sequence[Received],
    *,
    resumes: str | None = None,
    run: str | None = None,
) -> str:
    """A run that stops after its last answer, without a seal."""
    with TraceWriter.create(home, run=run or new_run_id(), by="pi", clock=ScriptedClock()) as trace:
        record_open(trace, REQUEST, egress="search", settings={"b": "2"}, resumes=resumes)
        record_plan(trace, plan_of(tasks))
        for task in tasks:
            record_dispatch(trace, task, REQUEST)
        for one in received:
            record_receive(trace, one, micro_cents=7)
    return trace.run
