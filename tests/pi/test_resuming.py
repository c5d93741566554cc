"""What a killed run had finished, as its trace tells it."""

import json
import os
from pathlib import Path

import pytest

from contract import ResearchRequest
from pi.model import Received
from pi.recording import record_decision, record_dispatch, record_open, record_receive
from pi.resuming import ResumeRefused, Spent, finished_steps
from tests.pi.investigations import (
    REQUEST,
    answered,
    failed,
    killed_run,
    plan_of,
    result_in,
    task_of,
)
from tests.traces.runs import write_run
from traces.clock import ScriptedClock
from traces.errors import TraceNotFound
from traces.home import Home
from traces.ids import new_run_id
from traces.memory import MemoryTrace
from traces.sink import Action, SealStatus
from traces.verification import VerifyStatus
from traces.verify import verify_trace
from traces.writer import TraceWriter

TASKS = (task_of(1), task_of(2), task_of(3, round_number=2))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def test_every_finished_step_comes_back_as_it_was(home: Home) -> None:
    received = (answered(TASKS[1]), failed(TASKS[0]))
    steps = finished_steps(home, killed_run(home, TASKS, received))
    assert steps.received == received
    assert steps.plan == plan_of(TASKS)
    assert steps.unanswered == (TASKS[2],)
    assert steps.by_key["task-2"] == received[0]
    assert (steps.egress, steps.settings, steps.sealed) == ("search", {"b": "2"}, None)


def test_the_request_comes_back_with_the_limits_that_were_set_and_no_others(home: Home) -> None:
    request = finished_steps(home, killed_run(home, TASKS, ())).request
    assert request == REQUEST
    assert request.constraints.model_fields_set == {"max_seconds", "token_budget"}


def test_what_was_spent_is_told(home: Home) -> None:
    received = (answered(TASKS[1]), failed(TASKS[0]))
    spent = finished_steps(home, killed_run(home, TASKS, received)).spent
    assert spent == Spent(0, 14, 2, 1, spent.seconds)
    assert 0 < spent.seconds < 1


def test_a_run_killed_before_its_plan_has_none(home: Home) -> None:
    with TraceWriter.create(home, run=new_run_id(), by="pi", clock=ScriptedClock()) as trace:
        record_open(trace, ResearchRequest(question="Why?"), egress="none")
    steps = finished_steps(home, trace.run)
    assert (steps.plan, steps.received, steps.unanswered) == (None, (), ())


def test_a_decision_is_no_plan(home: Home) -> None:
    with TraceWriter.create(home, run=new_run_id(), by="pi", clock=ScriptedClock()) as trace:
        record_open(trace, REQUEST, egress="none")
        record_decision(trace, "follow", "The lead is new.", round_number=2, task=TASKS[2])
    assert finished_steps(home, trace.run).plan is None


@pytest.mark.parametrize("cut", range(1, 400, 37))
def test_a_torn_last_line_takes_its_own_step_only(home: Home, cut: int) -> None:
    received = (answered(TASKS[0]), answered(TASKS[1]))
    path = home.trace(killed_run(home, TASKS, received))
    os.truncate(path, path.stat().st_size - cut)
    steps = finished_steps(home, path.stem)
    assert steps.received == received[:1]
    assert steps.unanswered == TASKS[1:]


def test_a_changed_bit_is_refused(home: Home) -> None:
    path = home.trace(killed_run(home, TASKS, (answered(TASKS[0]),)))
    data = bytearray(path.read_bytes())
    data[data.index(b"electric")] ^= 1
    path.write_bytes(data)
    with pytest.raises(ResumeRefused, match="not as it was written"):
        finished_steps(home, path.stem)


def test_a_sealed_run_whose_end_was_cut_off_is_refused(home: Home) -> None:
    run = killed_run(home, TASKS, ())
    path = home.trace(run)
    with TraceWriter.create(home, run=new_run_id(), by="pi", clock=ScriptedClock()) as trace:
        record_open(trace, REQUEST, egress="none")
        trace.seal(SealStatus.CANCELLED)
    assert finished_steps(home, trace.run).sealed is SealStatus.CANCELLED
    sealed = home.trace(trace.run)
    sealed.write_bytes(sealed.read_bytes().splitlines(keepends=True)[0])
    with pytest.raises(ResumeRefused, match="cut off"):
        finished_steps(home, trace.run)
    assert finished_steps(home, path.stem).plan


def test_an_answer_whose_bytes_are_gone_has_to_be_asked_for_again(home: Home) -> None:
    received = (answered(TASKS[0]), answered(TASKS[1]))
    run = killed_run(home, TASKS, received)
    line = next(line for line in values_of_unsealed(home, run) if line["action"] == "receive")
    data = line["data"]
    assert isinstance(data, dict)
    name = str(data["result"]).removeprefix("sha256:")
    (home.cas / "sha256" / name[:2] / name[2:]).unlink()
    steps = finished_steps(home, run)
    assert steps.received == received[1:]
    assert TASKS[0] in steps.unanswered
    assert "can't be read back" in steps.notices[0]


def values_of_unsealed(home: Home, run: str) -> list[dict[str, object]]:
    return [json.loads(text) for text in home.trace(run).read_bytes().splitlines()]


def test_a_run_that_went_on_from_another_has_the_steps_of_both(home: Home) -> None:
    first = killed_run(home, TASKS, (answered(TASKS[0]),))
    kept = finished_steps(home, first)
    with TraceWriter.create(home, run=new_run_id(), by="pi", clock=ScriptedClock()) as trace:
        record_open(trace, kept.request, egress=kept.egress, resumes=first)
        record_dispatch(trace, TASKS[0], REQUEST, kept_from=first)
        record_receive(trace, kept.received[0], kept_from=first)
        second = answered(TASKS[1])
        record_dispatch(trace, TASKS[1], REQUEST)
        record_receive(trace, second)
    steps = finished_steps(home, trace.run)
    assert steps.received == (*kept.received, second)
    assert steps.plan == kept.plan
    assert steps.spent.dispatches == 2
    assert steps.spent.seconds > kept.spent.seconds


def test_runs_that_go_on_from_each_other_are_refused(home: Home) -> None:
    one, two = new_run_id(), new_run_id()
    killed_run(home, TASKS, (), run=one, resumes=two)
    killed_run(home, TASKS, (), run=two, resumes=one)
    with pytest.raises(ResumeRefused, match="without end"):
        finished_steps(home, one)


def test_a_run_that_is_still_going_on_is_left_alone(home: Home) -> None:
    with TraceWriter.create(home, run=new_run_id(), by="pi", clock=ScriptedClock()) as trace:
        record_open(trace, REQUEST, egress="none")
        with pytest.raises(ResumeRefused, match="still going on"):
            finished_steps(home, trace.run)
    assert finished_steps(home, trace.run).request == REQUEST


def test_only_an_investigation_can_go_on(home: Home) -> None:
    with pytest.raises(ResumeRefused, match="a run of local-brain"):
        finished_steps(home, write_run(home))
    with pytest.raises(TraceNotFound):
        finished_steps(home, new_run_id())
    with pytest.raises(TraceNotFound):
        finished_steps(home, "../heads")


def test_a_result_that_names_the_run_itself_is_no_child_of_it(home: Home) -> None:
    run = new_run_id()
    honest = answered(TASKS[0])
    lying = result_in(honest).model_copy(update={"trace_id": run})
    killed_run(home, TASKS, (Received(TASKS[0], lying, 0.1),), run=run)
    assert verify_trace(home, run).status is VerifyStatus.UNSEALED


def test_a_task_without_a_line_of_its_own_is_not_made_up(home: Home) -> None:
    trace = MemoryTrace(by="pi", clock=ScriptedClock())
    record_open(trace, REQUEST, egress="none")
    record_receive(trace, answered(TASKS[0]))
    assert trace.recorded[-1].action is Action.RECEIVE
    home.ensure()
    home.trace(trace.run).write_bytes(trace.jsonl)
    steps = finished_steps(home, trace.run)
    assert steps.received == ()
    assert "belongs to no question" in steps.notices[0]
