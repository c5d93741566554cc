"""A round of questions: all at once, each within the deadline, watched without being held up."""

import time
from pathlib import Path

import anyio
import pytest

from contract import ResearchRequest
from pi.dispatching import dispatch_all
from pi.events import Progressed, RunEvent
from pi.failure import FailureKind
from pi.model import Failed, Member, Reach, Received, Task
from pi.pool import Pool
from pi.testing.field_notes import NOTE
from tests.pi.asking import ANSWER, answer_of, ask, failure_of, patient, task
from tests.pi.rude import member, rude
from traces.digest import content_name
from traces.home import Home
from traces.store import ContentStore

pytestmark = pytest.mark.anyio


def soon(seconds: float = 10.0) -> float:
    return anyio.current_time() + seconds


async def test_results_come_in_the_order_of_the_tasks_with_the_texts_behind_them() -> None:
    slow = Member(rude("sleep", "0.2", name="slow"), Reach.SEARCH)
    tasks = [task("slow"), task("good"), task("slow", 2)]
    async with Pool([member("good"), slow]) as pool:
        came = await dispatch_all(pool, tasks, patient, deadline=soon())
    assert [one.task for one in came] == tasks
    assert [answer_of(one) for one in came] == [ANSWER] * 3
    assert [one.reach for one in came] == [Reach.SEARCH, Reach.LOCAL, Reach.SEARCH]
    assert came[0].contents == {content_name(NOTE.encode()): NOTE}
    assert came[0].seconds >= 0.2


async def test_each_result_is_handed_over_as_soon_as_it_is_there() -> None:
    order: list[str] = []

    async def note(received: Received) -> None:
        order.append(received.task.researcher)

    async with Pool([member("sleep", "0.5"), member("good")]) as pool:
        await pool.presence()
        tasks = [task("sleep"), task("good")]
        await dispatch_all(pool, tasks, patient, deadline=soon(), on_received=note)
    assert order == ["good", "sleep"]


async def test_what_is_cited_is_kept_in_the_store_once(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.ensure()
    store = ContentStore(home.cas)
    async with Pool([member("good"), member("sleep", "0")]) as pool:
        await ask(pool, ["good", "sleep"], store=store)
    assert list(store.iter()) == [content_name(NOTE.encode())]


async def test_content_that_is_here_need_not_be_given_again(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.ensure()
    store = ContentStore(home.cas)
    store.put(NOTE.encode())
    async with Pool([member("hide-content")]) as pool:
        came = await ask(pool, ["hide-content"], store=store)
    assert answer_of(came["hide-content"]) == ANSWER


async def test_a_deadline_that_is_past_asks_nobody() -> None:
    async with Pool([member("good")]) as pool:
        (came,) = await dispatch_all(pool, [task("good")], patient, deadline=soon(-1))
    assert failure_of(came).kind is FailureKind.TIMEOUT


async def test_somebody_who_is_not_in_the_network_is_a_failure_like_any_other() -> None:
    async with Pool([member("good")]) as pool:
        came = await ask(pool, ["good", "nobody"])
    assert answer_of(came["good"]) == ANSWER
    assert failure_of(came["nobody"]).kind is FailureKind.UNREACHABLE


async def test_nothing_to_ask_is_nothing_received() -> None:
    async with Pool([]) as pool:
        assert await dispatch_all(pool, [], patient, deadline=soon()) == ()


async def test_a_request_that_can_not_be_made_is_told_before_anything_is_sent() -> None:
    def refuse(one: Task) -> ResearchRequest:
        raise LookupError(one.key)

    async with Pool([member("good")]) as pool:
        with pytest.raises(LookupError, match="good 0"):
            await dispatch_all(pool, [task("good")], refuse, deadline=soon())


async def test_progress_is_forwarded_under_the_name_of_the_member() -> None:
    seen: list[RunEvent] = []

    async def watch(event: RunEvent) -> None:
        seen.append(event)

    async with Pool([Member(rude("flood", name="busy")), member("good")]) as pool:
        tasks = [task("busy"), task("good")]
        await dispatch_all(pool, tasks, patient, deadline=soon(30), on_event=watch)
    steps = [event for event in seen if isinstance(event, Progressed)]
    assert {step.researcher for step in steps} == {"busy"}
    assert steps[-1].progress == 5_000
    assert [step.progress for step in steps] == sorted(step.progress for step in steps)


async def test_a_watcher_that_never_returns_holds_nobody_up() -> None:
    async def watch(event: RunEvent) -> None:
        await anyio.sleep_forever()

    async with Pool([member("flood")]) as pool:
        tasks = [task("flood")]
        with anyio.fail_after(30):
            (came,) = await dispatch_all(pool, tasks, patient, deadline=soon(20), on_event=watch)
    assert answer_of(came) == ANSWER


async def test_a_cancelled_round_stops_the_work_over_there(tmp_path: Path) -> None:
    diary = tmp_path / "diary"
    working = anyio.Event()

    async def note(event: RunEvent) -> None:
        working.set()

    async with Pool([member("work", str(diary))]) as pool:
        async with anyio.create_task_group() as group:

            async def ask_it() -> None:
                await dispatch_all(pool, [task("work")], patient, deadline=soon(30), on_event=note)

            group.start_soon(ask_it)
            with anyio.fail_after(10):
                await working.wait()
            group.cancel_scope.cancel()
        ended = time.time()
        assert not isinstance(await pool.use("work"), Failed)
    last = float(diary.read_text().splitlines()[-1])
    assert last - ended < 1.0
