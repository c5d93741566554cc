"""The conformance checks: a good researcher passes all of them over every transport, and each
broken one is caught by exactly the check that is meant for it."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import PIPE

import anyio
import pytest
from anyio.streams.buffered import BufferedByteReceiveStream

from contract.conformance import Row, Status, conforms, render_table
from contract.conformance.rows import ALL_CHECKS
from pi.conformance import Waits, check_conformance
from pi.network import Address, Command, InProcess, Researcher, Transport, child_environment
from tests.contract.broken.catalogue import BROKEN, CATALOGUE, NEEDS_ITS_OWN_PROCESS
from tests.contract.broken.server import serve
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
        command = command_for(name, home, "--http")
        process = await anyio.open_process(
            command.arguments, stdout=PIPE, cwd=command.folder, env=command.environment
        )
        try:
            assert process.stdout is not None
            with anyio.fail_after(20):
                line = await BufferedByteReceiveStream(process.stdout).receive_until(b"\n", 200)
            yield Address(line.decode())
        finally:
            process.terminate()
            with anyio.CancelScope(shield=True):
                await process.aclose()


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
