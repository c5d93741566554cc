"""The conformance checks: a good researcher passes all of them over every transport, and each
broken one is caught by exactly the check that is meant for it."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import PIPE, STDOUT

import anyio
import pytest
from anyio.streams.buffered import BufferedByteReceiveStream

from contract.conformance import Row, Status, conforms, render_table
from contract.conformance.chain import read_chain
from contract.conformance.rows import ALL_CHECKS
from pi.conformance import Waits, check_conformance
from pi.failure import ResearcherFailure
from pi.network import Address, Command, InProcess, Researcher, Transport, child_environment
from tests.contract.broken.catalogue import BROKEN, CATALOGUE, NEEDS_ITS_OWN_PROCESS
from tests.contract.broken.server import serve
from tests.pi.rude import rude, run
from traces.home import Home

pytestmark = pytest.mark.anyio

WAITS = Waits(call=20.0, prompt=1.5)
REPOSITORY = Path(__file__).parents[2]


def command_for(name: str, home: Path, *flags: str) -> Command:
    """The command that serves one researcher of the catalogue."""
    arguments = (sys.executable, "-m", "tests.contract.broken", name, str(home), *flags)
    return Command(arguments, child_environment(os.environ), REPOSITORY)


@asynccontextmanager
async def transport_to(name: str, kind: str, home: Path) -> AsyncIterator[Transport]:
    """One researcher of the catalogue, reachable over the transport named."""
    if kind == "in process":
        yield InProcess(serve(CATALOGUE[name](Home(home))))
    elif kind == "stdio":
        yield command_for(name, home)
    else:
        async with served(command_for(name, home, "--http")) as address:
            yield address


@asynccontextmanager
async def served(command: Command) -> AsyncIterator[Address]:
    """A process that serves HTTP and says on one line where."""
    process = await anyio.open_process(
        command.arguments, stdout=PIPE, stderr=STDOUT, cwd=command.folder, env=command.environment
    )
    try:
        assert process.stdout is not None
        with anyio.fail_after(20):
            line = await BufferedByteReceiveStream(process.stdout).receive_until(b"\n", 2_000)
        yield Address(line.decode().split()[-1])
    finally:
        process.terminate()
        with anyio.CancelScope(shield=True):
            await process.aclose()


@asynccontextmanager
async def local_brain(kind: str, folder: Path) -> AsyncIterator[Transport]:
    """local-brain over two notes of its own."""
    notes = folder / "notes"
    notes.mkdir()
    (notes / "starter.md").write_text("# Starter\n\nThe starter is fed every morning at six.\n")
    (notes / "loaf.md").write_text("# Loaf\n\nThe loaf rests for a day before it is cut.\n")
    home = ("--home", str(folder / "home"), "--notes", str(notes))
    arguments = (sys.executable, "-m", "researchers.local_brain.main", *home)
    if kind == "stdio":
        yield Command(arguments, child_environment(os.environ), REPOSITORY)
        return
    command = (*arguments, "--http", "127.0.0.1:0")
    async with served(Command(command, child_environment(os.environ), REPOSITORY)) as address:
        yield address


async def rows_of(name: str, kind: str, home: Path) -> tuple[Row, ...]:
    async with transport_to(name, kind, home) as transport:
        return await check_conformance(Researcher("two-notes", transport), waits=WAITS)


@pytest.mark.parametrize("kind", ["in process", "stdio", "http"])
async def test_a_good_researcher_passes_every_check_over_every_transport(
    kind: str, tmp_path: Path
) -> None:
    rows = await rows_of("GoodResearcher", kind, tmp_path)
    expected = {"pass"} if kind == "stdio" else {"pass", "not applicable"}
    assert {row.status.value for row in rows} == expected, render_table(rows)
    assert conforms(rows)


@pytest.mark.parametrize("name", BROKEN)
async def test_a_broken_researcher_is_caught_by_the_check_meant_for_it(
    name: str, tmp_path: Path
) -> None:
    kind = "stdio" if name in NEEDS_ITS_OWN_PROCESS else "in process"
    rows = await rows_of(name, kind, tmp_path)
    failing = {row.id for row in rows if row.status is Status.FAIL}
    assert failing == {BROKEN[name].caught_by}, render_table(rows)
    assert not conforms(rows)


@pytest.mark.parametrize("kind", ["stdio", "http"])
async def test_local_brain_keeps_the_whole_contract_over_every_transport(
    kind: str, tmp_path: Path
) -> None:
    question = "When is the starter fed?"
    async with local_brain(kind, tmp_path) as transport:
        rows = await check_conformance(Researcher("local-brain", transport), question=question)
    assert conforms(rows), render_table(rows)
    assert every_status(Home(tmp_path / "home")) <= {"complete", "cancelled"}


def every_status(home: Home) -> set[str]:
    """How the traces of a home are sealed; each of them has to be whole."""
    return {read_chain(path.read_bytes()).status for path in home.traces.glob("*.jsonl")}


async def test_a_good_researcher_seals_every_trace_the_cancelled_one_too(tmp_path: Path) -> None:
    async with transport_to("TakesItsTime", "stdio", tmp_path) as transport:
        rows = await check_conformance(Researcher("two-notes", transport), waits=WAITS)
    assert conforms(rows), render_table(rows)
    assert every_status(Home(tmp_path)) == {"complete", "cancelled"}


@pytest.mark.parametrize("mode", ["die", "hang", "bad-bytes", "error", "not-a-result", "no-tool"])
async def test_checking_a_rude_server_ends_with_a_table(mode: str) -> None:
    with anyio.fail_after(25):
        rows = await check_conformance(rude(mode), waits=Waits(call=0.5, prompt=0.3))
    assert [row.id for row in rows] == [check.id for check in ALL_CHECKS]
    assert not conforms(rows)


async def test_what_is_not_there_can_not_be_checked() -> None:
    with pytest.raises(ResearcherFailure, match="could not be started"):
        await check_conformance(run("no-such-program"))


def test_every_check_catches_a_broken_researcher() -> None:
    caught = {broken.caught_by for broken in BROKEN.values()}
    assert caught == {check.id for check in ALL_CHECKS}


async def test_what_was_not_seen_is_not_a_pass(tmp_path: Path) -> None:
    async with transport_to("GoodResearcher", "in process", tmp_path) as transport:
        researcher = Researcher("two-notes", transport)
        rows = await check_conformance(researcher, question="Who grows hops?", waits=WAITS)
    unseen = {row.id for row in rows if row.status is Status.NOT_OBSERVED}
    assert {"excerpt-verbatim", "sentences-marked", "trace-evidence"} <= unseen
    assert not conforms(rows)
