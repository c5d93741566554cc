"""Turns, stops and failures of running calls."""

import anyio
import pytest

from serving.calls import CallStopped, RunningCalls

pytestmark = pytest.mark.anyio


async def test_calls_beyond_the_limit_wait_for_their_turn() -> None:
    calls = RunningCalls(most_at_once=2)
    running = most = 0

    async def call() -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await anyio.lowlevel.checkpoint()
        running -= 1

    async with anyio.create_task_group() as tasks:
        for _ in range(10):
            tasks.start_soon(calls.run, call)
    assert most == 2


async def test_stop_ends_running_and_waiting_calls() -> None:
    calls = RunningCalls(most_at_once=1)
    stopped = 0

    async def run() -> None:
        nonlocal stopped
        with pytest.raises(CallStopped):
            await calls.run(anyio.sleep_forever)
        stopped += 1

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(run)
            tasks.start_soon(run)
            await anyio.wait_all_tasks_blocked()
            await calls.stop(1)
    assert stopped == 2


async def test_stop_waits_no_longer_than_its_grace() -> None:
    calls = RunningCalls()
    release = anyio.Event()

    async def stubborn() -> None:
        with anyio.CancelScope(shield=True):
            await release.wait()

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(calls.run, stubborn)
            await anyio.wait_all_tasks_blocked()
            await calls.stop(0.01)
            release.set()


async def test_a_client_that_has_gone_ends_its_call_only() -> None:
    calls = RunningCalls()
    gone = anyio.Event()

    async def other() -> str:
        await gone.wait()
        return "answer"

    answers: list[str] = []

    async def stay() -> None:
        answers.append(await calls.run(other))

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(stay)
            await anyio.wait_all_tasks_blocked()
            gone.set()
            with pytest.raises(CallStopped):
                await calls.run(anyio.sleep_forever, gone.wait)
    assert answers == ["answer"]


async def test_what_a_call_raises_reaches_the_caller_as_it_is() -> None:
    async def fail() -> None:
        raise LookupError("as it is")

    with pytest.raises(LookupError, match="as it is"):
        await RunningCalls().run(fail)
