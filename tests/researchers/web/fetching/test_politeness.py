"""Turns at a host."""

import random

import anyio
import pytest

from researchers.web.fetching.politeness import Pace, TooLate, Turns, WhoDelays
from tests.researchers.web.fetching.sites_in_memory import ManualTime

pytestmark = pytest.mark.anyio

A, B = "http://a.example", "http://b.example"


async def visit(turns: Turns, time: ManualTime, host: str, pause: float = 0.0) -> float | TooLate:
    """Take a turn and end it one second later; when it began."""
    turn = turns.turn(time.pace)
    late = await turn.take(host, pause)
    if late is not None:
        return late
    begun = time.seconds
    time.pass_by(1.0)
    turn.release()
    return begun


async def test_requests_at_a_host_are_a_pause_apart_from_end_to_start() -> None:
    turns, time = Turns(delay=0.5), ManualTime()
    assert [await visit(turns, time, A) for _ in range(3)] == [0.0, 1.5, 3.0]


async def test_another_host_needs_no_pause() -> None:
    turns, time = Turns(delay=0.5), ManualTime()
    assert [await visit(turns, time, host) for host in (A, B, A)] == [0.0, 1.0, 2.0]


async def test_a_longer_crawl_delay_wins_and_a_shorter_one_does_not() -> None:
    turns, time = Turns(delay=0.5), ManualTime()
    assert [await visit(turns, time, A, pause=4.0) for _ in range(2)] == [0.0, 5.0]
    assert [await visit(turns, time, B, pause=0.1) for _ in range(2)] == [6.0, 7.5]


async def test_a_pause_that_is_too_long_is_said_and_not_waited_for() -> None:
    turns, time = Turns(), ManualTime()
    assert await visit(turns, time, A, pause=30.0) == 0.0
    assert await visit(turns, time, A, pause=30.0) == TooLate(30.0, WhoDelays.PAUSE)
    assert time.slept == []
    time.pass_by(30.0)
    assert await visit(turns, time, A, pause=30.0) == 31.0


async def test_a_pause_that_the_user_asked_for_may_be_longer() -> None:
    turns, time = Turns(delay=20.0), ManualTime()
    assert [await visit(turns, time, A) for _ in range(2)] == [0.0, 21.0]


async def test_a_turn_that_comes_after_the_deadline_is_not_waited_for() -> None:
    turns, time = Turns(delay=3.0), ManualTime()
    await visit(turns, time, A)
    time.left = 2.0
    assert await visit(turns, time, A) == TooLate(3.0, WhoDelays.PAUSE)


async def test_those_before_us_count_when_time_is_short() -> None:
    turns, time = Turns(delay=2.0), ManualTime()
    holder = turns.turn(time.pace)
    await holder.take(A)
    time.left = 1.5
    assert await visit(turns, time, A) == TooLate(2.0, WhoDelays.PAUSE)
    holder.release()


async def test_those_who_gave_up_before_us_do_not_count() -> None:
    turns, time = Turns(delay=2.0), ManualTime()
    holder = turns.turn(time.pace)
    await holder.take(A)
    with anyio.fail_after(1):
        async with anyio.create_task_group() as tasks:
            for _ in range(5):
                tasks.start_soon(visit, turns, time, A)
            await anyio.wait_all_tasks_blocked()
            tasks.cancel_scope.cancel()
    holder.release()
    time.left = 2.5
    assert await visit(turns, time, A) == 2.0


async def test_a_host_that_wants_peace_gets_it() -> None:
    turns, time = Turns(delay=0.1), ManualTime()
    turn = turns.turn(time.pace)
    await turn.take(A)
    turn.leave_alone(60.0)
    turn.release()
    assert await visit(turns, time, A) == TooLate(60.0, WhoDelays.SERVER)
    assert await visit(turns, time, B) == 0.0
    time.pass_by(56.0)
    assert await visit(turns, time, A) == 60.0


async def test_the_deadline_around_the_caller_is_the_time_left() -> None:
    turns = Turns(delay=3.0)
    with anyio.fail_after(1.0):
        turn = turns.turn(Pace())
        await turn.take(A)
        turn.release()
        late = await turns.turn(Pace()).take(A)
    assert isinstance(late, TooLate)
    assert 2.5 < late.seconds <= 3.0


async def test_a_host_has_one_request_at_a_time_and_all_hosts_together_a_few() -> None:
    turns = Turns(delay=0.0, at_once=3)
    running: list[str] = []
    most: list[int] = []
    most_at_a: list[int] = []

    async def stay(host: str) -> None:
        turn = turns.turn(Pace())
        assert await turn.take(host) is None
        running.append(host)
        most.append(len(running))
        most_at_a.append(running.count(A))
        await anyio.sleep(0.002)
        running.remove(host)
        turn.release()

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for host in [A, A, A, *(f"http://{number}.example" for number in range(9))]:
                tasks.start_soon(stay, host)
    assert (max(most), max(most_at_a), len(most)) == (3, 1, 12)


@pytest.mark.parametrize("holding", [True, False])
async def test_a_cancelled_turn_frees_its_host_at_once(holding: bool) -> None:
    turns = Turns(delay=0.0, at_once=1)
    first = turns.turn(Pace())
    taken = anyio.Event()

    async def take_and_stay() -> None:
        turn = turns.turn(Pace())
        try:
            await turn.take(A)
            taken.set()
            await anyio.sleep_forever()
        finally:
            turn.release()

    if not holding:
        await first.take(A)
    with anyio.fail_after(2):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(take_and_stay)
            if holding:
                await taken.wait()
            else:
                await anyio.wait_all_tasks_blocked()
            tasks.cancel_scope.cancel()
        first.release()
        last = turns.turn(Pace())
        assert await last.take(A) is None


async def test_a_host_that_waits_for_a_place_can_be_cancelled() -> None:
    turns = Turns(delay=0.0, at_once=1)
    holder = turns.turn(Pace())
    await holder.take(A)
    with anyio.move_on_after(0.01) as scope:
        await turns.turn(Pace()).take(B)
    assert scope.cancelled_caught
    holder.release()
    with anyio.fail_after(1):
        assert await turns.turn(Pace()).take(B) is None


@pytest.mark.parametrize("seed", range(5))
async def test_whatever_is_cancelled_and_wherever_one_moves_nothing_stays_taken(seed: int) -> None:
    chance = random.Random(seed)
    turns, hosts = Turns(delay=0.0, at_once=3), [f"http://{n}.example" for n in range(5)]
    running: list[str] = []

    async def wander() -> None:
        turn = turns.turn(Pace())
        try:
            for _ in range(chance.randrange(1, 4)):
                host = chance.choice(hosts)
                assert await turn.take(host) is None
                running.append(host)
                try:
                    assert running.count(host) == 1
                    assert len(running) <= 3
                    await anyio.sleep(chance.choice((0.0, 0.0001)))
                finally:
                    running.remove(host)
                turn.release()
        finally:
            turn.release()

    async def wander_for_a_while() -> None:
        with anyio.move_on_after(chance.choice((0.0001, 0.002, 5.0))):
            await wander()

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for _ in range(60):
                tasks.start_soon(wander_for_a_while)
        last = [turns.turn(Pace()) for _ in range(3)]
        for turn, host in zip(last, hosts[:3], strict=True):
            assert await turn.take(host) is None


async def test_thousands_of_hosts_are_not_remembered_for_ever() -> None:
    turns, time = Turns(delay=0.0), ManualTime()
    for number in range(2_500):
        await visit(turns, time, f"http://{number}.example")
    assert turns.remembered <= 1_001
