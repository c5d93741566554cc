"""A researcher's trace comes home with all that it rests on, or stays out with the reason."""

import os
import sys
from pathlib import Path

import anyio
import pytest

from contract import ResearchRequest, ResearchResult
from pi.collecting import Collected, collect_all, collect_trace
from pi.connection import connect
from pi.failure import FailureKind, ResearcherFailure
from pi.model import Member, Received
from pi.network import Command, InProcess, Researcher, child_environment
from pi.pool import Pool
from tests.contract.broken.catalogue import CATALOGUE
from tests.contract.broken.good import QUESTION, GoodResearcher
from tests.contract.broken.server import serve
from tests.pi.asking import ask, task
from tests.pi.rude import member
from traces.home import Home
from traces.store import ContentStore
from traces.verify import verify_trace

pytestmark = pytest.mark.anyio

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def here(tmp_path: Path) -> Home:
    home = Home(tmp_path / "here")
    home.ensure()
    return home


def received(result: ResearchResult, notices: tuple[str, ...] = ()) -> Received:
    return Received(task("notes"), result, 0.1, notices=notices)


async def brought(researcher: GoodResearcher, here: Home, seconds: float = 10.0) -> Collected:
    """Ask a researcher that keeps its records in a home of its own, and bring its trace home."""
    async with connect(Researcher("notes", InProcess(serve(researcher)))) as connection:
        result = await connection.research(ResearchRequest(question=QUESTION))
        return await collect_trace(connection, here, received(result), result, seconds)


async def test_a_trace_verifies_here_when_its_home_is_gone(tmp_path: Path, here: Home) -> None:
    there = Home(tmp_path / "there")
    found = await brought(GoodResearcher(there), here)
    assert found.problem is None
    assert found.end == verify_trace(there, found.run).end
    there.path.rename(tmp_path / "gone")
    assert verify_trace(here, found.run, read_data=True).exit_code == 0


async def test_a_trace_that_is_kept_here_already_stays_as_it_is(here: Home) -> None:
    found = await brought(GoodResearcher(here), here)
    heads = here.heads.read_bytes()
    assert (found.problem, heads.count(found.run.encode())) == (None, 1)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("HidesItsTraces", "can't be had"),
        ("NeverSeals", "has no seal"),
        ("RewritesHistory", "does not follow the line before it"),
        ("DeliversSomethingElse", "ends in another result than the one that came"),
        ("ReadsInSecret", "cites content that was never opened"),
    ],
)
async def test_a_trace_that_does_not_hold_stays_outside(
    kind: str, reason: str, tmp_path: Path, here: Home
) -> None:
    found = await brought(CATALOGUE[kind](Home(tmp_path / "there")), here)
    assert found.end is None
    assert found.problem is not None
    assert reason in found.problem
    assert list(here.traces.iterdir()) == []
    assert not here.heads.exists()


async def test_another_trace_of_that_id_is_not_touched(tmp_path: Path, here: Home) -> None:
    there = Home(tmp_path / "there")
    async with connect(Researcher("notes", InProcess(serve(GoodResearcher(there))))) as connection:
        result = await connection.research(ResearchRequest(question=QUESTION))
        here.trace(result.trace_id).write_bytes(b"mine\n")
        found = await collect_trace(connection, here, received(result), result)
    assert found.problem is not None
    assert "has the id of another trace that is here already" in found.problem
    assert here.trace(result.trace_id).read_bytes() == b"mine\n"


async def test_a_result_of_which_a_part_was_left_out_is_not_held_against_the_trace(
    tmp_path: Path, here: Home
) -> None:
    there = Home(tmp_path / "there")
    async with connect(Researcher("notes", InProcess(serve(GoodResearcher(there))))) as connection:
        result = await connection.research(ResearchRequest(question=QUESTION))
        less = result.model_copy(update={"citations": result.citations[:1]})
        whole = await collect_trace(connection, here, received(less), less)
        parted = await collect_trace(connection, here, received(less, ("One left out.",)), less)
    assert (whole.end is None, parted.end is None) == (True, False)


class SilentRecords:
    """Records that are asked for and never come."""

    async def read_trace(self, trace_id: str, max_bytes: int) -> bytes:
        await anyio.sleep_forever()
        raise AssertionError

    async def read_blob(self, content_hash: str, max_bytes: int) -> bytes:
        raise ResearcherFailure("notes", FailureKind.TIMEOUT, "It is silent.")


async def test_records_that_never_come_are_not_waited_for(tmp_path: Path, here: Home) -> None:
    there = Home(tmp_path / "there")
    async with connect(Researcher("notes", InProcess(serve(GoodResearcher(there))))) as connection:
        result = await connection.research(ResearchRequest(question=QUESTION))
    began = anyio.current_time()
    found = await collect_trace(SilentRecords(), here, received(result), result, 0.1)
    assert anyio.current_time() - began < 2
    assert found.problem is not None
    assert "did not come within 0.1 s" in found.problem


async def test_the_traces_of_a_round_come_home_from_other_processes(
    tmp_path: Path, here: Home
) -> None:
    command = (sys.executable, "-m", "tests.contract.broken", "GoodResearcher")
    place = str(tmp_path / "there")
    environment = child_environment(os.environ)
    other = Researcher("notes", Command((*command, place), environment, REPOSITORY))
    members = [Member(other), member("forge-trace"), member("good"), member("die")]
    tasks = ["notes", "forge-trace", "good", "die"]
    async with Pool(members) as pool:
        came = await ask(pool, tasks, 20, ContentStore(here.cas))
        found = await collect_all(pool, here, tuple(came.values()))
    assert [one.problem is None for one in found] == [True, False, True]
    for one in found:
        if one.end is not None:
            assert verify_trace(here, one.run, read_data=True).exit_code == 0
