"""A network that stays warm: started at once, looked after, restarted, closed together."""

import os
import signal
from contextlib import suppress
from pathlib import Path

import anyio
import pytest

from contract import ResearchRequest
from pi.connection import ResearcherConnection
from pi.failure import FailureKind, ResearcherFailure
from pi.model import Failed, Member
from pi.network import Address, Researcher
from pi.pins import MemoryPins, PinFile
from pi.pool import Pool
from pi.warmth import Warmth
from tests.pi.asking import ANSWER
from tests.pi.rude import marked_processes, member, new_mark, run
from tests.pi.rude_http import RudeHttp

pytestmark = pytest.mark.anyio

QUESTION = ResearchRequest(question="When is rye sown?")


async def connection_of(pool: Pool, name: str) -> ResearcherConnection:
    connection = await pool.use(name)
    assert isinstance(connection, ResearcherConnection), connection
    return connection


async def failure_of(pool: Pool, name: str, seconds: float | None = None) -> Failed:
    failed = await pool.use(name, seconds)
    assert isinstance(failed, Failed), failed
    return failed


async def tried_again(pool: Pool, name: str) -> ResearcherConnection:
    """Ask until it is there again."""
    with anyio.fail_after(10):
        while isinstance(found := await pool.use(name), Failed):
            pass
    return found


async def lost(connection: ResearcherConnection) -> None:
    """Wait until it is no longer to be spoken with."""
    with anyio.fail_after(10), suppress(ResearcherFailure):
        while True:
            await connection.list_tools()


async def kill(connection: ResearcherConnection) -> None:
    """Ask the program that dies on a call."""
    with pytest.raises(ResearcherFailure):
        await connection.research(QUESTION)


async def test_one_process_answers_many_questions() -> None:
    async with Pool([member("environment")]) as pool:
        first = await connection_of(pool, "environment")
        await first.research(QUESTION)
        assert await connection_of(pool, "environment") is first


async def test_everybody_is_started_at_once_and_the_sick_hold_nobody_up() -> None:
    mark = new_mark()
    sick = [Member(run("no-such-program", name="missing")), member("mute"), member("dead-at-start")]
    async with Pool([*sick, *(member("good", name=f"good-{n}", mark=mark) for n in range(4))]) as p:
        for number in range(4):
            result = await (await connection_of(p, f"good-{number}")).research(QUESTION)
            assert result.answer == ANSWER
        assert len(marked_processes(mark)) in (0, 4)  # 0 where there is no /proc
        assert (await failure_of(p, "missing")).kind is FailureKind.START_FAILED
        assert (await failure_of(p, "dead-at-start")).kind is FailureKind.DIED
        assert (await failure_of(p, "mute", 0.2)).kind is FailureKind.TIMEOUT
    assert marked_processes(mark) == []


async def test_one_that_died_is_there_again_for_the_next_question() -> None:
    async with Pool([member("die")]) as pool:
        first = await connection_of(pool, "die")
        await kill(first)
        second = await connection_of(pool, "die")
        assert second is not first
        assert second.is_usable


async def test_one_that_dies_while_nobody_asks_is_started_again() -> None:
    mark = new_mark()
    async with Pool([member("good", mark=mark)], warmth=Warmth(look=0.05)) as pool:
        first = await connection_of(pool, "good")
        child = first.process_id
        assert child is not None
        os.kill(child, signal.SIGKILL)
        await lost(first)
        second = await connection_of(pool, "good")
        assert second.process_id != child
        assert (await second.research(QUESTION)).answer == ANSWER


async def test_one_that_dies_again_and_again_is_left_alone_and_tried_again_later() -> None:
    warmth = Warmth(first_pause=0.01, most_restarts=2, retry=0.3)
    async with Pool([member("die")], warmth=warmth) as pool:
        for _ in range(3):
            await kill(await connection_of(pool, "die"))
        failed = await failure_of(pool, "die")
        assert "ended 3 times within 60 s" in failed.sentence
        assert (await tried_again(pool, "die")).is_usable


async def test_one_that_was_never_met_is_tried_again_when_it_is_wanted_later() -> None:
    server = RudeHttp()
    async with server.running():
        pass
    away = Member(Researcher("web", Address(server.url)))
    async with Pool([away], warmth=Warmth(retry=0.1)) as pool:
        assert (await failure_of(pool, "web")).kind is FailureKind.UNREACHABLE
        async with server.running():
            await (await tried_again(pool, "web")).research(QUESTION)


async def test_one_that_falls_silent_is_replaced_before_it_is_used() -> None:
    warmth = Warmth(trusted=0.0, health=0.2, look=0.05)
    async with Pool([member("hang")], warmth=warmth) as pool:
        first = await connection_of(pool, "hang")
        assert first.process_id is not None
        os.kill(first.process_id, signal.SIGSTOP)
        pool.doubt("hang")
        second = await connection_of(pool, "hang")
        assert second.process_id != first.process_id


async def test_a_name_that_is_not_in_the_network_is_a_failure() -> None:
    async with Pool([]) as pool:
        assert (await failure_of(pool, "nobody")).sentence.startswith("There is no researcher")


async def test_presence_tells_of_everybody_in_the_order_given() -> None:
    names = ["version", "good", "dead-at-start"]
    async with Pool([member(name) for name in names]) as pool:
        found = await pool.presence()
    assert [one.name for one in found] == names
    assert [one.failure is None for one in found] == [False, True, False]
    assert found[1].contract_version == "v1"
    assert found[1].latency_seconds is not None


async def test_what_the_block_raises_comes_out_as_it_is() -> None:
    with pytest.raises(KeyError, match="mine"):
        async with Pool([member("good")]):
            raise KeyError("mine")


async def test_a_cancelled_block_leaves_no_process() -> None:
    mark = new_mark()
    with anyio.move_on_after(1.0) as scope:
        async with Pool([member("good", mark=mark), member("mute", mark=mark)]):
            await anyio.sleep_forever()
    assert scope.cancelled_caught
    assert marked_processes(mark) == []


async def test_a_stubborn_one_is_ended_within_the_bound() -> None:
    mark = new_mark()
    async with Pool([member("stubborn", mark=mark)]) as pool:
        await connection_of(pool, "stubborn")
        began = anyio.current_time()
    assert anyio.current_time() - began < 8
    assert marked_processes(mark) == []


async def test_tools_that_change_are_noticed_and_what_they_say_goes_no_further(
    tmp_path: Path,
) -> None:
    pins = PinFile(tmp_path / "pins.json")
    notices: list[tuple[str, ...]] = []
    for _ in range(2):
        async with Pool([member("changing-tools"), member("good")], pins) as pool:
            await connection_of(pool, "changing-tools")
            await connection_of(pool, "good")
            notices.append(pool.notices)
    assert notices[0] == ()
    (sentence,) = notices[1]
    assert sentence.startswith("changing-tools lists other tools than when it was last met")
    assert "ignore" not in sentence


async def test_tools_that_change_on_a_warm_connection_are_noticed() -> None:
    warmth = Warmth(trusted=0.0)
    async with Pool([member("changing-tools")], MemoryPins(), warmth) as pool:
        await connection_of(pool, "changing-tools")
        assert len(pool.notices) == 1
