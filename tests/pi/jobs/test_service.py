"""Jobs: they outlive their callers and their server's end is told; each ends in one way."""

import os
import stat
from datetime import timedelta
from pathlib import Path

import anyio
import pytest

from contract import ResearchConstraints, ResearchRequest
from pi.jobs.errors import JobRefused, NoSuchJob
from pi.jobs.findings import findings_in
from pi.jobs.record import MOST_STEPS, JobRecord, JobState
from pi.jobs.service import JobService
from pi.jobs.store import JobStore
from pi.resuming import finished_steps
from researchers.scripted import ScriptedResearch, no_evidence
from tests.pi.investigations import answered, failed, task_of
from tests.pi.investigators import TracedResearch
from traces.clock import ScriptedClock
from traces.errors import TraceWriteError
from traces.faulty import After, Fault, FaultyFileSystem
from traces.home import Home
from traces.sink import SealStatus
from traces.verification import VerifyStatus
from traces.verify import verify_trace

pytestmark = pytest.mark.anyio
REQUEST = ResearchRequest(question="Why?", constraints=ResearchConstraints(max_sources=3))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


async def over(service: JobService, job_id: str) -> JobRecord:
    """Wait until a job is over."""
    with anyio.fail_after(10):
        while (record := await service.status(job_id)).state.is_open:
            await anyio.lowlevel.checkpoint()
    return record


async def test_a_job_is_answered_as_the_question_would_have_been(home: Home) -> None:
    research = ScriptedResearch()
    async with JobService(research, home) as service:
        job = await service.submit(REQUEST)
        assert job.state is JobState.WAITING
        record = await over(service, job.id)
        assert record.state is JobState.DONE
        assert [step.message for step in record.steps] == ["Planning", "Searching", "Answering"]
        assert await service.result(job.id) == no_evidence("Why?")
    assert research.requests == [REQUEST]
    assert research.requests[0].constraints.model_fields_set == {"max_sources"}


async def test_a_server_that_starts_anew_still_has_the_answers(home: Home) -> None:
    async with JobService(ScriptedResearch(), home) as service:
        job = await service.submit(REQUEST)
        await over(service, job.id)
    async with JobService(ScriptedResearch(), home) as later:
        record = await later.status(job.id)
        assert record.state is JobState.DONE
        assert record.request == REQUEST
        assert await later.result(job.id) == no_evidence("Why?")


async def test_a_job_whose_server_stops_is_interrupted_and_says_how_to_go_on(home: Home) -> None:
    received = answered(task_of(1))
    research = TracedResearch(home, [received], waits=True)
    async with JobService(research, home) as service:
        job = await service.submit(REQUEST)
        await research.received.wait()
    record = await JobService(ScriptedResearch(), home).status(job.id)
    assert record.state is JobState.INTERRUPTED
    assert record.failure == (
        "The server ended before the answer was there; "
        f"go on with `marchwarden ask --resume {record.trace_id}`."
    )
    assert record.trace_id is not None
    steps = finished_steps(home, record.trace_id)
    assert steps.received == (received,)
    assert steps.sealed is SealStatus.CANCELLED


async def test_what_a_running_job_found_so_far_can_be_seen(home: Home) -> None:
    research = TracedResearch(home, [answered(task_of(1)), failed(task_of(2))], waits=True)
    async with JobService(research, home) as service:
        job = await service.submit(REQUEST)
        await research.received.wait()
        record = await service.status(job.id)
        assert [step.message for step in record.steps][-1] == "notes-2 answered"
        found, lost = findings_in(home, record.trace_id)
        research.release.set()
        assert (await over(service, job.id)).state is JobState.DONE
    assert (found.researcher, found.citations, found.status.value) == ("notes-1", 1, "answered")
    assert found.sources == ("note://kitchen/bread/sourdough.md#Sourdough",)
    assert lost.failure == "It died on the way."


async def test_a_cancelled_job_seals_its_trace(home: Home) -> None:
    research = TracedResearch(home, waits=True)
    async with JobService(research, home) as service:
        job = await service.submit(REQUEST)
        await research.received.wait()
        record = await service.cancel(job.id)
        assert record.state is JobState.CANCELLED
        with pytest.raises(JobRefused, match="cancelled"):
            await service.result(job.id)
        assert (await service.cancel(job.id)) == record
    assert record.trace_id is not None
    assert verify_trace(home, record.trace_id).status is VerifyStatus.OK
    assert finished_steps(home, record.trace_id).sealed is SealStatus.CANCELLED


async def test_a_job_that_waits_for_its_turn_can_be_cancelled(home: Home) -> None:
    research = TracedResearch(home, waits=True)
    async with JobService(research, home, most_at_once=1) as service:
        await service.submit(REQUEST)
        await research.received.wait()
        second = await service.submit(REQUEST)
        assert (await service.cancel(second.id)).state is JobState.CANCELLED
        research.release.set()
    assert len(research.requests) == 1


async def test_only_so_many_jobs_run_at_once_and_only_so_many_are_taken_in(home: Home) -> None:
    research = TracedResearch(home, waits=True)
    async with JobService(research, home, most_at_once=2, most_open=4) as service:
        jobs = [await service.submit(REQUEST) for _ in range(4)]
        with pytest.raises(JobRefused, match="4 questions are being worked on"):
            await service.submit(REQUEST)
        research.release.set()
        for job in jobs:
            assert (await over(service, job.id)).state is JobState.DONE
        await service.submit(REQUEST)
    assert research.most_running == 2


async def test_the_same_key_gives_the_same_job_and_asks_once(home: Home) -> None:
    research = ScriptedResearch()
    async with JobService(research, home) as service:
        first = await service.submit(REQUEST, "mine")
        await over(service, first.id)
        assert (await service.submit(REQUEST, "mine")).id == first.id
        assert (await service.submit(REQUEST, "other")).id != first.id
        with pytest.raises(JobRefused, match="another question"):
            await service.submit(ResearchRequest(question="Why not?"), "mine")
    assert len(research.requests) == 2


async def test_a_key_whose_job_was_interrupted_may_be_used_again(home: Home) -> None:
    waiting = TracedResearch(home, waits=True)
    async with JobService(waiting, home) as service:
        first = await service.submit(REQUEST, "mine")
        await waiting.received.wait()
    async with JobService(ScriptedResearch(), home) as later:
        again = await later.submit(REQUEST, "mine")
        assert again.id != first.id
        assert (await over(later, again.id)).state is JobState.DONE


async def test_two_servers_over_one_home_know_each_others_jobs(home: Home) -> None:
    research = TracedResearch(home, waits=True)
    async with JobService(research, home) as one, JobService(ScriptedResearch(), home) as two:
        job = await one.submit(REQUEST, "mine")
        await research.received.wait()
        assert (await two.status(job.id)).state is JobState.RUNNING
        assert (await two.submit(REQUEST, "mine")).id == job.id
        assert (await two.cancel(job.id)).state is JobState.CANCELLED
        assert research.cancelled.is_set()
        assert (await one.status(job.id)).state is JobState.CANCELLED


async def test_many_who_hand_in_the_same_key_at_once_get_one_job(home: Home) -> None:
    research = ScriptedResearch()
    ids: set[str] = set()
    async with JobService(research, home) as one, JobService(research, home) as two:

        async def hand_in(service: JobService) -> None:
            ids.add((await service.submit(REQUEST, "mine")).id)

        async with anyio.create_task_group() as tasks:
            for service in (one, two) * 5:
                tasks.start_soon(hand_in, service)
        await over(one, ids.copy().pop())
    assert len(ids) == 1
    assert len(research.requests) == 1


async def test_a_bug_is_masked_and_ends_its_own_job_only(
    home: Home, caplog: pytest.LogCaptureFixture
) -> None:
    async with JobService(ScriptedResearch(failure=KeyError("secret")), home) as service:
        job = await service.submit(REQUEST)
        record = await over(service, job.id)
        assert record.state is JobState.FAILED
        assert "fault of its own" in (record.failure or "")
        assert "secret" not in record.model_dump_json()
        assert (await over(service, (await service.submit(REQUEST)).id)).state is JobState.FAILED
    assert "secret" in caplog.text


async def test_a_disk_that_is_full_is_said_in_one_sentence(home: Home) -> None:
    disk = FaultyFileSystem(Fault(call=0, after=After.FULL))
    async with JobService(ScriptedResearch(), home, filesystem=disk) as service:
        with pytest.raises(TraceWriteError, match="free some space and ask again"):
            await service.submit(REQUEST)


async def test_a_disk_that_fills_up_while_a_job_runs_fails_that_job(home: Home) -> None:
    disk = FaultyFileSystem()
    research = TracedResearch(home, waits=True)
    async with JobService(research, home, filesystem=disk) as service:
        job = await service.submit(REQUEST)
        await research.received.wait()
        disk.strike(Fault(call=len(disk.calls), after=After.FULL))
        research.release.set()
        record = await over(service, job.id)
        assert record.state is JobState.FAILED
        assert "free some space" in (record.failure or "")
    later = await JobService(ScriptedResearch(), home).status(job.id)
    assert later.state is JobState.INTERRUPTED


async def test_nobody_else_can_read_the_jobs_and_ids_cannot_be_guessed(home: Home) -> None:
    async with JobService(ScriptedResearch(), home) as service:
        jobs = {(await service.submit(REQUEST)).id for _ in range(5)}
        assert len(jobs) == 5
        assert all(len(job) == 32 for job in jobs)
        for path in (home.jobs, *home.jobs.rglob("*")):
            mode = stat.S_IMODE(os.stat(path).st_mode)
            assert mode == (0o700 if path.is_dir() else 0o600), path
    assert list(home.jobs.glob(".*.tmp")) == []


@pytest.mark.parametrize("job_id", ["", "x", "../config", "A" * 32, "0" * 32, "\x1b[31m" * 30])
async def test_an_id_that_is_none_is_refused_in_one_plain_line(home: Home, job_id: str) -> None:
    with pytest.raises(NoSuchJob) as refusal:
        await JobService(ScriptedResearch(), home).status(job_id)
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 200


async def test_old_jobs_make_room_and_running_ones_do_not(home: Home) -> None:
    clock = ScriptedClock()
    research = TracedResearch(home, waits=True)
    async with JobService(research, home, clock=clock) as one:
        running = await one.submit(REQUEST)
        await research.received.wait()
        store = JobStore(home, clock, most_kept=5)
        done = [store.finish(store.add(REQUEST, None)[0], no_evidence("Why?")) for _ in range(3)]
        clock.advance(timedelta(days=7, seconds=1).total_seconds())
        store.add(REQUEST, None)
        for record in done:
            with pytest.raises(NoSuchJob):
                store.read(record.id)
        assert (await one.status(running.id)).state is JobState.RUNNING
        for _ in range(8):
            store.finish(store.add(REQUEST, None)[0], no_evidence("Why?"))
        store.add(REQUEST, None)
        states = [store.read(path.stem).state for path in home.jobs.glob("*.json")]
        assert states.count(JobState.DONE) == 5 - 1  # with room for the newest
        assert store.read(running.id).state is JobState.RUNNING
        store.close()


async def test_of_a_long_run_the_newest_steps_are_kept(home: Home) -> None:
    research = ScriptedResearch(steps=[f"step {number}" for number in range(MOST_STEPS + 30)])
    async with JobService(research, home) as service:
        record = await over(service, (await service.submit(REQUEST)).id)
    assert len(record.steps) == MOST_STEPS
    assert record.steps[-1].message == f"step {MOST_STEPS + 29}"
    assert record.steps_reported == MOST_STEPS + 30
