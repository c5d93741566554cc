"""An investigator is a researcher like any other: three of them over each other."""

from pathlib import Path

import anyio
import pytest

from contract import AnswerStatus, ResearchConstraints, ResearchRequest, StopReason
from researchers.scripted import ScriptedResearch
from serving.progress import ProgressEvent
from tests.pi.networks import network
from traces.home import Home
from traces.listing import list_traces
from traces.verification import VerifyStatus
from traces.verify import verify_trace

pytestmark = pytest.mark.anyio
REQUEST = ResearchRequest(
    question="When is rye sown?",
    constraints=ResearchConstraints(max_seconds=20, token_budget=8_000, max_iterations=2),
)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


async def test_a_question_reaches_the_bottom_and_its_answer_comes_back(home: Home) -> None:
    research = ScriptedResearch()
    steps: list[ProgressEvent] = []

    async def progress(event: ProgressEvent) -> None:
        steps.append(event)

    async with network(research, home, depth=3) as top:
        result = await top(REQUEST, progress)
    assert result.answer_status is AnswerStatus.NO_EVIDENCE
    assert [one.researcher for one in result.dispatches][:1] == ["level-2"]
    assert research.requests[0].question == REQUEST.question
    assert steps[0].trace_id == result.trace_id
    assert any("Searching" in step.message for step in steps)


async def test_limits_shrink_on_the_way_down(home: Home) -> None:
    research = ScriptedResearch()
    async with network(research, home, depth=3) as top:
        await top(REQUEST)
    for asked in research.requests:
        limits = asked.constraints
        assert limits.max_seconds is not None
        assert 0 < limits.max_seconds < 20
        assert 0 < limits.token_budget < 8_000
        assert limits.max_iterations <= 2


async def test_the_whole_tree_of_traces_is_named_from_the_top(home: Home) -> None:
    async with network(ScriptedResearch(), home, depth=3) as top:
        result = await top(REQUEST)
    verdict = verify_trace(home, result.trace_id, read_data=True)
    assert verdict.status is VerifyStatus.OK
    below = verdict.children[0].children
    assert below
    assert {one.status for one in (*verdict.children, *below)} == {VerifyStatus.OK}


async def test_a_cancelled_call_ends_the_work_at_the_bottom_within_a_second(home: Home) -> None:
    research = ScriptedResearch(waits=True)
    async with network(research, home, depth=3) as top:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(top, REQUEST)
            with anyio.fail_after(10):
                await research.started.wait()
            began = anyio.current_time()
            tasks.cancel_scope.cancel()
            with anyio.fail_after(1, shield=True):
                await research.cancelled.wait()
        assert anyio.current_time() - began < 2  # with every seal on the way
    states = [one.state.value for one in list_traces(home)]
    assert states == ["cancelled"] * 3


async def test_time_that_is_up_at_the_top_ends_the_work_at_the_bottom(home: Home) -> None:
    research = ScriptedResearch(waits=True)
    short = ResearchRequest(
        question=REQUEST.question, constraints=ResearchConstraints(max_seconds=1.5)
    )
    async with network(research, home, depth=3) as top:
        with anyio.fail_after(1.5 + 5):
            result = await top(short)
            await research.cancelled.wait()
    assert result.stop_reason in (StopReason.TIMEOUT_EXCEEDED, StopReason.FAILED)
    assert not result.citations
