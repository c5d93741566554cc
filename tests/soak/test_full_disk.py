"""A disk that refuses at each single call: a clear error, no corrupt trace, no dangling line."""

import errno
import os
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.soak.conftest import Report
from tests.traces.runs import write_run
from traces.errors import TraceWriteError
from traces.faulty import After, Fault, FaultyFileSystem
from traces.filesystem import FileSystem, RealFileSystem
from traces.home import Home
from traces.ids import is_run_id
from traces.reader import read_trace
from traces.verification import VerifyStatus
from traces.verify import verify_trace

RUN = "6b1ba3a6-6a33-4b54-9a0a-0d9c2c1f6d11"


def calls_of_a_run(home: Home) -> int:
    disk = FaultyFileSystem()
    write_run(home, filesystem=disk)
    return len(disk.calls)


def check_home(home: Home, acknowledged: bool, gone: bool) -> str:
    """Judge what a failed run left. A disk that is gone may leave a torn line; any other state
    has whole lines only."""
    if not home.trace(RUN).exists():
        assert not acknowledged
        return "not_found"
    verdict = verify_trace(home, RUN, read_data=True)
    allowed = {VerifyStatus.OK, VerifyStatus.UNSEALED}
    if gone:
        allowed.add(VerifyStatus.TORN)
    assert verdict.status in allowed, verdict
    assert verdict.status is VerifyStatus.OK or not acknowledged, verdict
    assert read_trace(home, RUN).unreadable == 0
    return verdict.status.value


def refusal_of(home: Home, disk: FileSystem) -> str | None:
    """Write a run; what the writer says when it can't, or None."""
    try:
        write_run(home, RUN, filesystem=disk)
    except TraceWriteError as error:
        return str(error)
    return None


def run_with(home: Home, fault: Fault) -> str:
    """Write a run on a disk with one fault, hold the outcome to the promise, and then see that
    the same home serves the next run."""
    disk = FaultyFileSystem(fault)
    refusal = refusal_of(home, disk)
    assert disk.struck
    if refusal is not None:
        assert os.strerror(fault.number) in refusal
        assert refusal.endswith("ask again.")
    outcome = check_home(home, refusal is None, fault.after is After.GONE)
    assert verify_trace(home, write_run(home)).status is VerifyStatus.OK
    return outcome


def fail_everywhere(tmp_path: Path, after: After, short: bool) -> Counter[str]:
    """Write runs, each on a disk that fails at another call. Returns what was left, counted."""
    outcomes: Counter[str] = Counter()
    tmp_path.mkdir(exist_ok=True)
    for call in range(calls_of_a_run(Home(tmp_path / "whole"))):
        outcomes[run_with(Home(tmp_path / str(call)), Fault(call, after, short))] += 1
    assert outcomes["unsealed"] > 10
    if after is not After.WELL:
        assert outcomes["ok"] <= 2  # the head stands; only making it durable was refused
    return outcomes


@pytest.mark.parametrize(("after", "short"), [(After.FULL, True), (After.GONE, False)])
def test_a_fault_at_any_call_of_a_run_is_clear_and_harmless(
    tmp_path: Path, after: After, short: bool
) -> None:
    fail_everywhere(tmp_path, after, short)


@pytest.mark.soak
def test_every_kind_of_fault_at_every_call(tmp_path: Path, report: Report) -> None:
    for after in After:
        for short in (False, True):
            outcomes = fail_everywhere(tmp_path / f"{after}{short}", after, short)
            kind = "cut short" if short else "refused"
            report(f"one call {kind}, the disk then {after}: {dict(outcomes)}")


def test_an_unreadable_disk_is_told_as_such(tmp_path: Path) -> None:
    with pytest.raises(TraceWriteError, match="check the disk"):
        write_run(Home(tmp_path), RUN, filesystem=FaultyFileSystem(Fault(0, number=errno.EIO)))


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """A real file system of its own, of a few pages."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k,mode=0700", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("only root can mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def fill(folder: Path, leave: int) -> None:
    """Fill a disk up to `leave` bytes."""
    space = os.statvfs(folder)
    with folder.joinpath("filler").open("wb") as filler:
        filler.write(b"x" * max(0, space.f_bavail * space.f_frsize - leave))


@pytest.mark.soak
def test_a_disk_that_is_really_full_at_each_page(tmp_path: Path, report: Report) -> None:
    outcomes: Counter[str] = Counter()
    for pages in range(24):
        with small_disk(tmp_path / str(pages), 256) as folder:
            home = Home(folder / "home")
            home.ensure()
            fill(folder, pages * 4_096)
            refusal = refusal_of(home, RealFileSystem())
            assert refusal is None or "No space left" in refusal
            outcomes[check_home(home, refusal is None, gone=False)] += 1
            folder.joinpath("filler").unlink()
            assert verify_trace(home, write_run(home)).status is VerifyStatus.OK
            assert all(is_run_id(path.stem) for path in home.traces.iterdir())
    report(f"really full, page by page: {dict(outcomes)}")
    assert outcomes["ok"]
    assert outcomes["unsealed"]
