"""A cancelled call ends at once, wherever it is, and its trace says so."""

import anyio
import pytest
from anyio.lowlevel import checkpoint

from evidence.documents import Document, Hit, Refusal
from evidence.plan import Query
from researchers.loop.testing import MemorySource
from researchers.source import SearchOutcome
from serving.progress import ProgressEvent
from tests.researchers.loop.asking import OVEN, WEAK_QUESTION, Desk, WatchedSource, memory
from traces.sink import Action, TraceSink

pytestmark = pytest.mark.anyio


def assert_sealed_as_cancelled(desk: Desk) -> None:
    assert desk.actions()[-2:] == [Action.CANCEL, Action.SEAL]
    assert desk.seal_status() == "cancelled"
    assert Action.ANSWER not in desk.actions()


@pytest.mark.parametrize("step", range(1, 10))
async def test_a_call_can_be_cancelled_at_each_of_its_steps(step: int) -> None:
    desk = Desk(memory([OVEN]))
    with anyio.fail_after(5), anyio.CancelScope() as scope:

        async def cancel_there(event: ProgressEvent) -> None:
            if event.step == step:
                scope.cancel()

        await desk.ask(WEAK_QUESTION, progress=cancel_there)
    assert scope.cancelled_caught
    assert_sealed_as_cancelled(desk)


class Hanging(WatchedSource):
    """Never comes back from one of its calls; `reached` is set when it is there."""

    def __init__(self, source: MemorySource, call: str) -> None:
        super().__init__(source)
        self._call = call
        self.reached = anyio.Event()
        self.left = False

    async def search(
        self, query: Query, limit: int, trace: TraceSink | None = None
    ) -> SearchOutcome:
        await self._hang_in("search")
        return await super().search(query, limit, trace)

    async def open(self, hit: Hit, trace: TraceSink) -> Document | Refusal:
        await self._hang_in("open")
        return await super().open(hit, trace)

    async def related(self, document: Document, limit: int) -> tuple[Hit, ...]:
        await self._hang_in("related")
        return await super().related(document, limit)

    async def _hang_in(self, call: str) -> None:
        if call != self._call:
            return
        self.reached.set()
        try:
            await anyio.sleep_forever()
        finally:
            self.left = True


@pytest.mark.parametrize("call", ["search", "open", "related"])
async def test_a_cancellation_reaches_what_the_source_is_doing(call: str) -> None:
    source = Hanging(memory([OVEN]), call)
    desk = Desk(source)
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(desk.ask, WEAK_QUESTION)
            await source.reached.wait()
            tasks.cancel_scope.cancel()
    assert source.left
    assert_sealed_as_cancelled(desk)


@pytest.mark.parametrize("turns", [*range(0, 40), 60, 90, 140])
async def test_a_call_that_is_cancelled_after_some_turns_is_sealed_once(turns: int) -> None:
    desk = Desk(memory([OVEN]))
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(desk.ask, WEAK_QUESTION)
            for _ in range(turns):
                await checkpoint()
            tasks.cancel_scope.cancel()
    if desk.traces:
        assert desk.actions().count(Action.SEAL) == 1
        assert desk.seal_status() in ("cancelled", "complete")


async def test_one_cancelled_call_does_not_disturb_another() -> None:
    source = Hanging(memory([OVEN]), "related")
    cancelled, other = Desk(source), Desk(memory([OVEN]))
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(cancelled.ask, WEAK_QUESTION)
            await source.reached.wait()
            result = await other.ask(WEAK_QUESTION)
            tasks.cancel_scope.cancel()
    assert result.citations
    assert other.seal_status() == "complete"
    assert_sealed_as_cancelled(cancelled)
