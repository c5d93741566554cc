"""A server that was killed, and the one that comes after it."""

import signal
import sys
from pathlib import Path

import anyio
import pytest
from mcp import Client

from pi.jobs.record import JobState
from pi.resuming import finished_steps
from researchers.scripted import ScriptedResearch
from tests.house.checkout import ROOT
from tests.pi.serving import over, serving, status
from tests.serving.processes import ToldLines
from traces.home import Home
from traces.sink import SealStatus

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("how", "sealed"), [(signal.SIGKILL, None), (signal.SIGTERM, SealStatus.CANCELLED)]
)
async def test_the_next_server_tells_how_far_a_job_came_and_how_to_go_on(
    tmp_path: Path, how: signal.Signals, sealed: SealStatus | None
) -> None:
    home = Home(tmp_path / "home")
    command = [sys.executable, "-m", "tests.pi.serving_process", str(home.path)]
    with anyio.fail_after(60):
        process = await anyio.open_process(command, cwd=ROOT)
        try:
            told = ToldLines(process)
            async with Client(await told.until("URL ")) as client:
                job = await status(client, "submit", {"question": "Why?", "key": "mine"})
                await told.until("RECEIVED")
        finally:
            process.send_signal(how)
            await process.wait()
            await process.aclose()
        async with serving(ScriptedResearch(), home) as server, Client(server) as client:
            found = await status(client, "poll", {"id": job.id})
            again = await status(client, "submit", {"question": "Why?", "key": "mine"})
            assert (await over(client, again.id)).state is JobState.DONE
    assert found.state is JobState.INTERRUPTED
    assert found.findings[0].citations == 1
    assert found.trace_id is not None
    assert f"--resume {found.trace_id}" in (found.failure or "")
    steps = finished_steps(home, found.trace_id)
    assert len(steps.received) == 1
    assert steps.sealed is sealed
