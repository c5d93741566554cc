"""Refreshes that meet, wait, are killed, or find a damaged index."""

import sys
from pathlib import Path

import anyio
import pytest

from researchers.local_brain.coverage import RefreshReport
from researchers.local_brain.library import Library
from tests.researchers.local_brain.vault.hostile import write
from tests.researchers.local_brain.vault.libraries import found, opened

pytestmark = pytest.mark.anyio


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    write(tmp_path / "vault", one="Rhubarb", two="Custard", three="Zeppelin")
    return tmp_path / "vault"


async def test_two_refreshes_at_once_do_the_work_once(vault: Path, tmp_path: Path) -> None:
    write(vault, **{f"n{number}": f"Note {number}" for number in range(200)})
    reports: list[RefreshReport] = []
    with opened(vault, tmp_path) as first, opened(vault, tmp_path) as second:

        async def refresh(library: Library) -> None:
            reports.append(await library.refresh())

        async with anyio.create_task_group() as group:
            group.start_soon(refresh, first)
            group.start_soon(refresh, second)
            group.start_soon(refresh, first)
    assert sorted(report.added for report in reports) == [0, 0, 203]


async def test_a_refresh_that_waits_too_long_reads_what_is_there(
    vault: Path, tmp_path: Path
) -> None:
    with opened(vault, tmp_path) as library:
        await library.refresh()
    code = (
        "import fcntl, os, sys\n"
        f"lock = open({str(tmp_path / 'index' / 'notes.sqlite.lock')!r}, 'w')\n"
        "fcntl.flock(lock, fcntl.LOCK_EX)\nos.write(1, b'held')\nsys.stdin.read()\n"
    )
    async with await anyio.open_process([sys.executable, "-c", code]) as holder:
        assert holder.stdout is not None
        assert await holder.stdout.receive() == b"held"
        with opened(vault, tmp_path, lock_wait_seconds=0.1) as other:
            report = await other.refresh()
            assert found(other, "rhubarb") == ["one.md"]
        holder.kill()
    assert report.notice is not None
    assert "Another process" in report.notice


async def test_a_refresh_that_is_killed_leaves_a_sound_index(vault: Path, tmp_path: Path) -> None:
    write(vault, **{f"n{number}": f"Note {number} rhubarb" for number in range(400)})
    code = (
        "import os, anyio\nfrom pathlib import Path\n"
        "from researchers.local_brain.library import Library\n"
        "from researchers.local_brain.roots import make_roots\n"
        f"library = Library(Path({str(tmp_path)!r}) / 'index' / 'notes.sqlite', "
        f"make_roots([(None, Path({str(vault)!r}))]))\n"
        "def die(done, total, path):\n"
        "    if done == 250: os.kill(os.getpid(), 9)\n"
        "anyio.run(library.refresh, die)\n"
    )
    with anyio.fail_after(60):
        died = await anyio.run_process([sys.executable, "-c", code], check=False)
    assert died.returncode == -9
    with opened(vault, tmp_path) as library:
        report = await library.refresh()
        assert report.notice is None
        assert report.added + report.unchanged == 403
        assert library.index.statistics().notes == 403


async def test_a_damaged_index_is_built_anew_and_said(vault: Path, tmp_path: Path) -> None:
    with opened(vault, tmp_path) as library:
        await library.refresh()
    (tmp_path / "index" / "notes.sqlite").write_bytes(b"no database" * 500)
    with opened(vault, tmp_path) as library:
        report = await library.refresh()
        assert (report.added, found(library, "rhubarb")) == (3, ["one.md"])
        assert report.notice == "The index was built anew: the old file was damaged."
