"""The machine loses power at any moment: what was promised is there, nothing dangles."""

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.soak.conftest import Report
from tests.soak.crash_states import RecordingFileSystem
from tests.traces.runs import record_answer, record_read, record_run, result_of
from traces.clock import ScriptedClock
from traces.errors import ContentMissing
from traces.home import Home
from traces.ids import new_run_id
from traces.reader import read_trace
from traces.sink import Action, SealStatus
from traces.store import ContentStore
from traces.verification import VerifyStatus
from traces.verify import verify_trace
from traces.writer import TraceWriter


class PowerLoss:
    """Runs a program on a recorded disk and, at every step of it, restores every state in which a
    crash may leave the disk, and looks at it."""

    def __init__(
        self,
        folder: Path,
        deaf: frozenset[str] = frozenset(),
        expected: frozenset[str] = frozenset(),
    ) -> None:
        self.live = Home(folder / "live" / "home")
        self.live.path.parent.mkdir()
        self.crashed = folder / "crashed"
        self.disk = RecordingFileSystem(deaf)
        self.disk.after = self.look
        self.stored: set[str] = set()
        self.sealed: set[str] = set()
        self.runs: list[str] = []
        self.seen: Counter[str] = Counter()
        self.problems: set[str] = set()
        self._expected = expected
        self._known: set[object] = set()

    def look(self) -> None:
        """Judge every state that a crash may leave now."""
        promised = (len(self.stored), len(self.sealed))
        for folders, files in self.disk.disk.images():
            state = (promised, folders, frozenset(files.items()))
            if state in self._known or (self._expected and self._expected <= self.problems):
                continue
            self._known.add(state)
            shutil.rmtree(self.crashed, ignore_errors=True)
            for folder in sorted(folders):
                self._there(folder).mkdir(parents=True, exist_ok=True)
            for path, content in files.items():
                self._there(path).parent.mkdir(parents=True, exist_ok=True)
                self._there(path).write_bytes(content)
            self._judge(Home(self._there(self.live.path)))

    def _judge(self, home: Home) -> None:
        store = ContentStore(home.cas)
        for name in self.stored:
            try:
                store.get(name)
            except ContentMissing:
                self.problems.add("stored content is gone")
        for run in self.runs:
            status = verify_trace(home, run, read_data=True).status
            self.seen[status.value] += 1
            if status in (VerifyStatus.TAMPERED, VerifyStatus.BLOB_MISSING):
                self.problems.add(f"a trace is {status.value}")
            if run in self.sealed and status is not VerifyStatus.OK:
                self.problems.add("a sealed trace is not ok")
            if home.trace(run).exists() and read_trace(home, run).unreadable:
                self.problems.add("a trace is unreadable")

    def _there(self, path: Path) -> Path:
        return self.crashed / path.relative_to(self.live.path.parent)

    def run(self, steps: Callable[[TraceWriter], str | None]) -> None:
        """Write one run, looking after every line of it."""
        run = new_run_id()
        self.runs.append(run)
        with _Watched.create(
            self.live, run=run, by="pi", clock=ScriptedClock(), filesystem=self.disk
        ) as writer:
            writer.promised = self.stored
            answer = steps(writer)
            writer.seal(SealStatus.COMPLETE, answer_hash=answer)
            self.sealed.add(run)
            self.look()


class _Watched(TraceWriter):
    """Tells what was promised, once the promise is made."""

    promised: set[str]

    def put(self, content: bytes) -> str:
        name = super().put(content)
        self.promised.add(name)
        return name


def short_run(writer: TraceWriter) -> str | None:
    writer.record(Action.OPEN, "A question came in.", {"question": "How hot?"})
    note = record_read(writer)
    return record_answer(writer, result_of(writer.run, note))


def test_a_crash_at_any_line_keeps_every_promise(tmp_path: Path) -> None:
    power = PowerLoss(tmp_path)
    for _ in range(2):
        power.run(short_run)
    assert power.problems == set()
    assert power.seen["unsealed"] > 5
    assert power.seen["torn"] > 5
    assert power.seen["ok"] > 5


@pytest.mark.parametrize(
    ("forgotten", "problems"),
    [
        ("sync", frozenset({"stored content is gone", "a trace is blob_missing"})),
        ("sync_folder", frozenset({"stored content is gone"})),
    ],
)
def test_a_writer_that_forgets_to_sync_is_caught(
    tmp_path: Path, forgotten: str, problems: frozenset[str]
) -> None:
    """The proof of the proof: the model must be able to see what it says is not there."""
    power = PowerLoss(tmp_path, frozenset({forgotten}), expected=problems)
    power.run(short_run)
    assert problems <= power.problems


@pytest.mark.soak
def test_a_crash_at_any_line_of_whole_runs_keeps_every_promise(
    tmp_path: Path, report: Report
) -> None:
    power = PowerLoss(tmp_path)
    for _ in range(3):
        power.run(record_run)
    report(f"power loss: {sum(power.seen.values())} states: {dict(power.seen)}")
    assert power.problems == set()
