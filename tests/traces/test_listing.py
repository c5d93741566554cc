"""The list of traces."""

from datetime import UTC, datetime
from pathlib import Path

from tests.traces.runs import QUESTION, record_run, write_run
from traces.clock import ScriptedClock
from traces.home import Home
from traces.ids import new_run_id
from traces.listing import RunState, list_traces
from traces.sink import Action, SealStatus
from traces.writer import TraceWriter


def test_the_newest_trace_comes_first(tmp_path: Path) -> None:
    home = Home(tmp_path)
    days = [datetime(2026, 1, day, tzinfo=UTC) for day in (2, 3, 1)]
    runs = [write_run(home, clock=ScriptedClock(day)) for day in days]
    assert [one.run for one in list_traces(home)] == [runs[1], runs[0], runs[2]]
    assert len(list_traces(home, limit=2)) == 2


def test_a_summary_says_who_what_and_how_it_ended(tmp_path: Path) -> None:
    home = Home(tmp_path)
    run = write_run(home)
    (one,) = list_traces(home)
    assert (one.run, one.by, one.question) == (run, "local-brain", QUESTION)
    assert (one.state, one.answer_status) == (RunState.COMPLETE, "ok")
    assert one.stop_reason == "enough_evidence"
    assert one.started < one.ended


def test_a_long_question_is_listed_from_the_store(tmp_path: Path) -> None:
    home, question = Home(tmp_path), "why " * 2_000
    with TraceWriter.create(home, run=new_run_id(), by="pi", clock=ScriptedClock()) as writer:
        writer.record(Action.OPEN, "A question came in.", {"question": question})
        writer.seal(SealStatus.CANCELLED)
    (one,) = list_traces(home)
    assert (one.question, one.state) == (question, RunState.CANCELLED)


def test_a_running_trace_is_told_from_one_that_was_left(tmp_path: Path) -> None:
    home = Home(tmp_path)
    writer = TraceWriter.create(home, run=new_run_id(), by="pi", clock=ScriptedClock())
    record_run(writer)
    assert list_traces(home)[0].state is RunState.RUNNING
    writer.close()
    assert list_traces(home)[0].state is RunState.UNSEALED


def test_a_damaged_trace_is_listed_and_a_stray_file_is_not(tmp_path: Path) -> None:
    home = Home(tmp_path)
    run = write_run(home)
    home.trace(run).write_bytes(b"\x00" * 100)
    (home.traces / "notes.jsonl").write_text("stray")
    (one,) = list_traces(home)
    assert (one.run, one.state, one.size) == (run, RunState.UNREADABLE, 100)


def test_a_home_without_traces_has_an_empty_list(tmp_path: Path) -> None:
    assert list_traces(Home(tmp_path / "none")) == []
