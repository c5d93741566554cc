"""Names are looked up without anybody having to wait for a dead name server."""

import subprocess
import sys
import threading
from functools import partial

import anyio
import pytest

from researchers.web.fetching.abandonable import run_abandonable
from researchers.web.fetching.resolving import system_resolver
from tests.house.checkout import ROOT

pytestmark = pytest.mark.anyio

STUCK = """
import threading, anyio
from researchers.web.fetching.abandonable import run_abandonable

async def main():
    with anyio.move_on_after(0.1):
        await run_abandonable(threading.Event().wait)

anyio.run(main)
print("ended")
"""


async def test_the_machine_knows_itself() -> None:
    assert "127.0.0.1" in {str(address) for address in await system_resolver("127.0.0.1", 80)}
    assert all(address.is_loopback for address in await system_resolver("localhost", 80))


@pytest.mark.parametrize("host", ["nobody.invalid", "a" * 64 + ".example", "a..b"])
async def test_a_name_without_an_address_is_an_os_error(host: str) -> None:
    with pytest.raises(OSError, match=r"name|known|address"):
        await system_resolver(host, 80)


async def test_work_gives_its_result_or_its_error() -> None:
    assert await run_abandonable(partial(max, 1, 2)) == 2
    with pytest.raises(KeyError):
        await run_abandonable(partial({"b": 1}.__getitem__, "a"))


async def test_stuck_work_stops_neither_its_caller_nor_other_work() -> None:
    release = threading.Event()
    async with anyio.create_task_group() as tasks:
        for _ in range(40):
            tasks.start_soon(run_abandonable, partial(release.wait, 30))
        with anyio.fail_after(5):
            await anyio.wait_all_tasks_blocked()
            assert await run_abandonable(partial(sum, (1, 2))) == 3
        begun = anyio.current_time()
        tasks.cancel_scope.cancel()
    assert anyio.current_time() - begun < 1
    release.set()


def test_stuck_work_does_not_hold_the_process() -> None:
    run = subprocess.run(
        (sys.executable, "-W", "error", "-c", STUCK), cwd=ROOT, capture_output=True, timeout=20
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, b"ended\n", b"")
