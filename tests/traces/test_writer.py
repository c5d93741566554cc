"""The writer of a trace file."""

import os
import stat
import threading
from pathlib import Path

import pytest

from tests.traces.runs import record_run, write_run
from traces.clock import ScriptedClock
from traces.errors import TraceShapeError, TraceWriteError
from traces.faulty import After, Fault, FaultyFileSystem
from traces.home import Home
from traces.ids import new_run_id
from traces.memory import MemoryTrace
from traces.reader import read_bytes, read_trace
from traces.sink import Action, SealStatus, TraceSink
from traces.writer import TraceWriter

RUN = "6b1ba3a6-6a33-4b54-9a0a-0d9c2c1f6d11"


def new_writer(home: Home, disk: FaultyFileSystem | None = None) -> TraceWriter:
    return TraceWriter.create(
        home, run=RUN, by="local-brain", clock=ScriptedClock(), filesystem=disk
    )


def test_the_same_run_gives_the_same_bytes_on_disk_and_in_memory(tmp_path: Path) -> None:
    memory = MemoryTrace(RUN, "local-brain", ScriptedClock())
    sink: TraceSink = memory
    sink.seal(SealStatus.COMPLETE, answer_hash=record_run(sink))
    write_run(Home(tmp_path), RUN)
    assert read_bytes(Home(tmp_path), RUN) == memory.jsonl


def test_folders_and_files_are_private(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    run = write_run(home)
    for path in (home.path, home.traces, home.cas):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    for path in (home.trace(run), home.heads):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_folder_that_others_could_read_is_closed(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.path.mkdir(mode=0o755)
    home.ensure()
    assert stat.S_IMODE(home.path.stat().st_mode) == 0o700


def test_a_trace_is_never_written_twice(tmp_path: Path) -> None:
    with new_writer(Home(tmp_path)), pytest.raises(TraceWriteError, match="already"):
        new_writer(Home(tmp_path))


@pytest.mark.parametrize("question", ["short", "long " * 1_000])
def test_a_trace_that_is_refused_before_its_first_line_leaves_no_file(
    tmp_path: Path, question: str
) -> None:
    home, disk = Home(tmp_path), FaultyFileSystem()
    with new_writer(home, disk) as writer:
        disk.strike(Fault(len(disk.calls), After.FULL))
        with pytest.raises(TraceWriteError):
            writer.record(Action.OPEN, "A question came in.", {"question": question})
    assert list(home.traces.iterdir()) == []


def test_nothing_can_be_added_to_a_sealed_trace(tmp_path: Path) -> None:
    with new_writer(Home(tmp_path)) as writer:
        writer.record(Action.OPEN, "A question came in.", {"question": "Why?"})
        writer.seal(SealStatus.CANCELLED)
        before = read_bytes(Home(tmp_path), RUN)
        with pytest.raises(TraceWriteError, match="sealed"):
            writer.record(Action.PLAN, "Too late.")
        with pytest.raises(TraceWriteError, match="sealed"):
            writer.seal(SealStatus.COMPLETE)
    assert read_bytes(Home(tmp_path), RUN) == before


def test_a_closed_trace_stays_unsealed(tmp_path: Path) -> None:
    writer = new_writer(Home(tmp_path))
    writer.record(Action.OPEN, "A question came in.", {"question": "Why?"})
    writer.close()
    writer.close()
    with pytest.raises(TraceWriteError, match="closed"):
        writer.record(Action.PLAN, "Too late.")
    assert len(read_trace(Home(tmp_path), RUN).lines) == 1


def test_a_refused_line_leaves_whole_lines_and_poisons_the_writer(tmp_path: Path) -> None:
    disk = FaultyFileSystem()
    writer = new_writer(Home(tmp_path), disk)
    writer.record(Action.OPEN, "A question came in.", {"question": "Why?"})
    failing = FaultyFileSystem(Fault(call=2, after=After.FULL, short=True))
    other = TraceWriter.create(
        Home(tmp_path), run=new_run_id(), by="pi", clock=ScriptedClock(), filesystem=failing
    )
    other.record(Action.OPEN, "A question came in.", {"question": "Why?"})
    with pytest.raises(TraceWriteError, match=r"No space left.*free some space") as first:
        other.record(Action.PLAN, "One query.", {"queries": ["why"] * 20})
    for call in (
        lambda: other.record(Action.PLAN, "One query."),
        lambda: other.put(b"content"),
        lambda: other.seal(SealStatus.FAILED),
    ):
        with pytest.raises(TraceWriteError) as again:
            call()
        assert again.value is first.value
    trace = read_trace(Home(tmp_path), other.run)
    assert (len(trace.lines), trace.torn, trace.unreadable) == (1, False, 0)
    writer.record(Action.PLAN, "The other run goes on.")


def test_a_defect_of_the_caller_does_not_poison_the_writer(tmp_path: Path) -> None:
    with new_writer(Home(tmp_path)) as writer:
        writer.record(Action.OPEN, "A question came in.", {"question": "Why?"})
        with pytest.raises(TraceShapeError):
            writer.record(Action.SEARCH, "No query.")
        assert writer.record(Action.PLAN, "One query.") == 1


def test_time_never_goes_back_in_a_trace(tmp_path: Path) -> None:
    clock = ScriptedClock()
    with TraceWriter.create(Home(tmp_path), run=RUN, by="pi", clock=clock) as writer:
        writer.record(Action.OPEN, "A question came in.", {"question": "Why?"})
        clock.advance(-60)
        writer.record(Action.PLAN, "The machine's clock was set back.")
    first, second = read_trace(Home(tmp_path), RUN).lines
    assert second.timestamp == first.timestamp


def test_lines_from_several_threads_are_one_chain(tmp_path: Path) -> None:
    with new_writer(Home(tmp_path)) as writer:
        writer.record(Action.OPEN, "A question came in.", {"question": "Why?"})

        def add() -> None:
            for _ in range(50):
                writer.record(Action.PLAN, "A line.", {"details": {"size": writer.put(b"x")[:9]}})

        threads = [threading.Thread(target=add) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        writer.seal(SealStatus.COMPLETE)
    steps = [line.step for line in read_trace(Home(tmp_path), RUN).lines]
    assert steps == list(range(202))


@pytest.mark.parametrize("run", ["", "../evil", RUN.upper(), RUN + "\n"])
def test_only_an_id_becomes_a_file_name(tmp_path: Path, run: str) -> None:
    with pytest.raises(TraceShapeError):
        TraceWriter.create(Home(tmp_path), run=run, by="pi", clock=ScriptedClock())
    assert not (tmp_path / "traces").exists()


def test_a_new_run_clears_what_killed_writers_left(tmp_path: Path) -> None:
    home = Home(tmp_path)
    write_run(home)
    left = home.cas / "tmp" / "1-a"
    left.write_bytes(b"half")
    os.utime(left, (0, 0))
    write_run(home)
    assert not left.exists()


def test_a_home_that_can_not_be_made_is_one_clear_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(TraceWriteError, match="home could not be written"):
        new_writer(Home(tmp_path / "file"))
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(TraceWriteError, match="home could not be written"):
        new_writer(Home(tmp_path / "link"))


def test_a_sealed_and_a_refused_trace_let_go_of_their_files(tmp_path: Path) -> None:
    def open_files() -> set[str]:
        links = (Path("/dev/fd") / name for name in os.listdir("/dev/fd"))
        return {os.readlink(link) for link in links if link.is_symlink() and link.exists()}

    sealed = new_writer(Home(tmp_path / "sealed"))
    sealed.seal(SealStatus.COMPLETE, answer_hash=record_run(sealed))
    disk = FaultyFileSystem()
    refused = new_writer(Home(tmp_path / "refused"), disk)
    disk.strike(Fault(len(disk.calls), After.FULL))
    with pytest.raises(TraceWriteError):
        refused.record(Action.OPEN, "A question came in.", {"question": "Why?"})
    assert not any(path.startswith(str(tmp_path)) for path in open_files())
