"""When the index is refreshed, and what a call is told about it."""

from collections.abc import Callable

import anyio
import pytest

from contract import (
    GapCategory,
    ResearchConstraints,
    ResearchRequest,
    StopReason,
    WarningCode,
)
from evidence.analyze import default_analyzer
from evidence.plan import plan_question
from researchers.local_brain.coverage import RefreshReport
from researchers.local_brain.freshness import Freshness, FreshResearch, FreshSource
from researchers.loop.testing import MemorySource
from researchers.scripted import ScriptedResearch
from serving.progress import ProgressEvent, no_progress
from tests.researchers.loop.asking import OVEN_QUESTION, Desk, memory
from traces.clock import ScriptedClock

pytestmark = pytest.mark.anyio
Note = Callable[[int, int, str], None]


class ScriptedRefresh:
    """Counts refreshes; a scripted one may take its time, fail, or report."""

    def __init__(self, *, waits: bool = False, failure: Exception | None = None) -> None:
        self.runs = 0
        self._waits = waits
        self._failure = failure
        self.reported = anyio.Event()

    async def __call__(self, progress: Note | None = None) -> RefreshReport:
        self.runs += 1
        if self._failure:
            raise self._failure
        if progress:
            progress(3, 9, "a.md")
        if self._waits:
            await self.reported.wait()
        return RefreshReport()


async def test_a_refresh_is_due_after_a_few_seconds_and_not_before() -> None:
    refresh, clock = ScriptedRefresh(), ScriptedClock()
    freshness = Freshness(refresh, clock)
    await freshness.ensure(no_progress, 5)
    clock.advance(4.9)
    await freshness.ensure(no_progress, 5)
    assert refresh.runs == 1
    clock.advance(0.2)
    await freshness.ensure(no_progress, 5)
    assert refresh.runs == 2


async def test_calls_at_once_share_a_refresh() -> None:
    refresh = ScriptedRefresh()
    freshness = Freshness(refresh, ScriptedClock())
    async with anyio.create_task_group() as tasks:
        for _ in range(5):
            tasks.start_soon(freshness.ensure, no_progress, 5)
    assert refresh.runs == 1


async def test_progress_of_the_refresh_reaches_the_caller() -> None:
    refresh = ScriptedRefresh(waits=True)
    seen: list[ProgressEvent] = []

    async def note(event: ProgressEvent) -> None:
        seen.append(event)
        refresh.reported.set()

    with anyio.fail_after(5):
        await Freshness(refresh, ScriptedClock()).ensure(note, 5)
    assert seen == [ProgressEvent(3, "Indexing notes: 3 of 9", 9)]


async def test_an_index_that_is_not_whole_is_said_with_the_evidence() -> None:
    freshness = Freshness(ScriptedRefresh(waits=True), ScriptedClock())
    analyzer = default_analyzer()
    source = FreshSource(MemorySource([], analyzer), freshness)
    query = plan_question("When does the bakery open?", analyzer).queries[0]
    await freshness.ensure(no_progress, 0.01)
    outcome = await source.search(query, 5)
    assert outcome.failures == ()
    assert "not all indexed" in (outcome.incomplete or "")


async def test_an_index_that_is_not_whole_is_a_matter_of_time_and_not_of_the_question() -> None:
    clock, refresh = ScriptedClock(), ScriptedRefresh(waits=True)
    freshness = Freshness(refresh, clock)
    desk = Desk(FreshSource(memory(), freshness), clock)
    await freshness.ensure(no_progress, 0.01)
    result = await desk.ask("Who won the chess championship in Uppsala?")
    assert result.stop_reason is StopReason.TIMEOUT_EXCEEDED
    assert GapCategory.BUDGET_EXHAUSTED in {gap.category for gap in result.gaps}
    assert [one.code for one in result.warnings] == [WarningCode.INDEX_INCOMPLETE]
    assert "not all indexed" in result.answer
    assert "other words" not in result.answer
    refresh.reported.set()
    await freshness.ensure(no_progress, 5)
    result = await desk.ask("Who won the chess championship in Uppsala?")
    assert (result.stop_reason, result.warnings) == (StopReason.NO_EVIDENCE, ())


async def test_an_answer_from_half_an_index_says_so() -> None:
    freshness = Freshness(ScriptedRefresh(waits=True), ScriptedClock())
    await freshness.ensure(no_progress, 0.01)
    result = await Desk(FreshSource(memory(), freshness)).ask(OVEN_QUESTION)
    assert result.citations
    assert WarningCode.INDEX_INCOMPLETE in {one.code for one in result.warnings}
    assert result.confidence_factors.budget_exhausted


async def test_a_call_in_a_hurry_does_not_wait_for_the_refresh_of_another() -> None:
    refresh = ScriptedRefresh(waits=True)
    freshness = Freshness(refresh, ScriptedClock())
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(freshness.ensure, no_progress, 60)
            await anyio.wait_all_tasks_blocked()
            await freshness.ensure(no_progress, 0.01)
            assert freshness.incomplete is not None
            refresh.reported.set()
    assert refresh.runs == 1
    assert freshness.incomplete is None


async def test_a_later_refresh_does_not_make_a_whole_index_look_broken() -> None:
    refresh, clock = ScriptedRefresh(waits=True), ScriptedClock()
    freshness = Freshness(refresh, clock)
    refresh.reported.set()
    await freshness.ensure(no_progress, 5)
    refresh.reported = anyio.Event()
    clock.advance(60)
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(freshness.ensure, no_progress, 60)
            await anyio.wait_all_tasks_blocked()
            assert freshness.incomplete is None
            refresh.reported.set()


async def test_a_refresh_that_fails_costs_the_call_a_sentence_only() -> None:
    refresh = ScriptedRefresh(failure=OSError("disk full"))
    freshness = Freshness(refresh, ScriptedClock())
    await freshness.ensure(no_progress, 5)
    assert freshness.notice is not None
    assert "disk full" in freshness.notice


async def test_the_time_of_a_refresh_counts_against_the_call() -> None:
    clock = ScriptedClock()

    async def refresh(progress: Note | None = None) -> RefreshReport:
        clock.advance(2.0)
        return RefreshReport()

    research = ScriptedResearch()
    call = FreshResearch(research, Freshness(refresh, clock), clock)
    constraints = ResearchConstraints(max_seconds=6, max_sources=2)
    await call(ResearchRequest(question="q", constraints=constraints), no_progress)
    seen = research.requests[0].constraints
    assert seen.max_seconds == pytest.approx(4.0)
    assert seen.max_sources == 2
    assert "max_iterations" not in seen.model_fields_set


async def test_a_refresh_that_used_up_the_time_leaves_a_call_that_can_say_so() -> None:
    clock = ScriptedClock()

    async def refresh(progress: Note | None = None) -> RefreshReport:
        clock.advance(9.0)
        return RefreshReport()

    research = ScriptedResearch()
    constraints = ResearchConstraints(max_seconds=2)
    await FreshResearch(research, Freshness(refresh, clock), clock)(
        ResearchRequest(question="q", constraints=constraints), no_progress
    )
    left = research.requests[0].constraints.max_seconds
    assert left is not None
    assert 0 < left < 0.1


async def test_a_call_over_a_fresh_index_is_passed_on_unchanged() -> None:
    research, clock = ScriptedResearch(), ScriptedClock()
    request = ResearchRequest(question="q")
    await FreshResearch(research, Freshness(ScriptedRefresh(), clock), clock)(request, no_progress)
    assert research.requests == [request]
