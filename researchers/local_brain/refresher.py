"""Brings the index up to date with the roots. Blocks; runs in a thread of the library."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from evidence.analyze import Analyzer, default_analyzer
from researchers.local_brain.coverage import RefreshReport
from researchers.local_brain.index.protocol import NoteKey, Skipped
from researchers.local_brain.index.sqlite import SqliteIndex
from researchers.local_brain.limits import ReadLimits
from researchers.local_brain.note_assembly import hash_of
from researchers.local_brain.parse_outcome import (
    FileParser,
    FileTask,
    Indexable,
    Outcome,
    Unchanged,
    Unreadable,
)
from researchers.local_brain.refresh import Changes, compare, is_small, settled
from researchers.local_brain.roots import Root
from researchers.local_brain.safe_open import ReadRefused, read_file
from researchers.local_brain.scan import Scan, scan_root
from researchers.local_brain.workers import ParsingStopped, WorkerPool

Progress = Callable[[int, int, str], None]
"""Called with files done, files to do, and the path of the last one; from the refresh's thread."""

_NOTES_PER_COMMIT: Final = 1_000
_WORTH_OPTIMIZING: Final = 1_000


@dataclass(slots=True)
class _Tally:
    added: int = 0
    changed: int = 0
    renamed: int = 0
    removed: int = 0
    unchanged: int = 0
    skipped: dict[str, list[Skipped]] = field(default_factory=dict)
    absent: tuple[str, ...] = ()


class Refresher:
    """One refresh of one index. Not used twice."""

    def __init__(
        self,
        index: SqliteIndex,
        roots: tuple[Root, ...],
        limits: ReadLimits,
        excluded: Collection[Path],
        stopped: Callable[[], bool],
        progress: Progress | None,
        workers: int = 2,
        analyzer: Analyzer | None = None,
    ) -> None:
        self._index = index
        self._roots = roots
        self._limits = limits
        self._excluded = excluded
        self._stopped = stopped
        self._progress = progress
        self._workers = workers
        self._analyzer = analyzer or default_analyzer()
        self._tally = _Tally()
        self._uncommitted = 0

    def run(self) -> RefreshReport:
        """Scan, compare, parse, write. What was committed stays, whatever ends it early; one that
        is told to stop keeps every note it has taken, so that short refreshes get on too.

        Raises ScanStopped or ParsingStopped when told to stop, IndexDamaged, OSError.
        """
        started = time.monotonic()
        looked_at = time.time_ns()
        scans = {
            root.name: scan_root(root.path, self._limits, self._excluded, self._stopped)
            for root in self._roots
        }
        failures = {
            NoteKey(root, skipped.path): skipped
            for root, skipped in self._index.skipped()
            if skipped.state is not None
        }
        changes = compare(self._roots, scans, self._index.files(), failures)
        try:
            self._apply(changes, scans, looked_at)
        except ParsingStopped:
            self._index.commit()
            raise
        except BaseException:
            self._index.rollback()
            raise
        return self._report(time.monotonic() - started)

    def _apply(self, changes: Changes, scans: dict[str, Scan], looked_at: int) -> None:
        tally = self._tally
        tally.unchanged = changes.unchanged
        tally.skipped = {name: list(scan.skipped) for name, scan in scans.items()}
        tally.absent = tuple(name for name, scan in scans.items() if scan.absent)
        for root, failed in changes.failing:
            tally.skipped[root].append(failed)
        tasks, gone = self._renames(changes, looked_at)
        if gone:
            self._index.delete(gone)
            tally.removed = len(gone)
        for done, (task, outcome) in enumerate(self._outcomes(tasks), 1):
            self._take(task, outcome, looked_at)
            if self._progress is not None:
                self._progress(done, len(tasks), task.key.path)
        self._keep_skipped()
        if tally.added + tally.changed >= _WORTH_OPTIMIZING:
            self._index.optimize()
        self._index.commit()

    def _renames(
        self, changes: Changes, looked_at: int
    ) -> tuple[tuple[FileTask, ...], tuple[NoteKey, ...]]:
        """Follow notes whose file has only another name now, told by size and content."""
        if not changes.gone or not changes.tasks:
            return changes.tasks, changes.gone
        known = self._index.files()
        lost: dict[int, dict[str, NoteKey]] = {}
        for key in changes.gone:
            state, digest = known[key]
            lost.setdefault(state.size, {})[digest] = key
        tasks: list[FileTask] = []
        found: set[NoteKey] = set()
        for task in changes.tasks:
            old = None if task.known_hash else self._same_content(task, lost)
            if old is None or old in found or _suffix(old) != _suffix(task.key):
                tasks.append(task)
                continue
            found.add(old)
            self._index.rename(old, task.key, settled(task.state, looked_at))
            self._tally.renamed += 1
        return tuple(tasks), tuple(key for key in changes.gone if key not in found)

    def _same_content(self, task: FileTask, lost: dict[int, dict[str, NoteKey]]) -> NoteKey | None:
        candidates = lost.get(task.state.size)
        if not candidates:
            return None
        try:
            limit = self._limits.bytes_for(task.form)
            content = read_file(task.root, task.key.path, limit).content
        except ReadRefused:
            return None
        return candidates.get(hash_of(content))

    def _outcomes(self, tasks: tuple[FileTask, ...]) -> Iterable[tuple[FileTask, Outcome]]:
        return self._parse_here(tasks) if is_small(tasks) else self._parse_in_workers(tasks)

    def _parse_here(self, tasks: tuple[FileTask, ...]) -> Iterator[tuple[FileTask, Outcome]]:
        parser = FileParser(self._analyzer, self._limits)
        for task in tasks:
            if self._stopped():
                raise ParsingStopped
            yield task, parser.parse(task)

    def _parse_in_workers(self, tasks: tuple[FileTask, ...]) -> Iterator[tuple[FileTask, Outcome]]:
        with WorkerPool(self._limits, self._workers) as pool:
            yield from pool.parse(tasks, self._stopped)

    def _take(self, task: FileTask, outcome: Outcome, looked_at: int) -> None:
        match outcome:
            case Indexable(record):
                fresh = settled(task.state, looked_at)
                record = record._replace(mtime_ns=min(record.mtime_ns, fresh.mtime_ns))
                self._index.upsert_records([record])
                if task.known_hash:
                    self._tally.changed += 1
                else:
                    self._tally.added += 1
            case Unchanged(state):
                self._index.touch(task.key, settled(state, looked_at))
                self._tally.unchanged += 1
            case Unreadable(reason, state):
                if task.known_hash:
                    self._index.delete([task.key])
                    self._tally.removed += 1
                skipped = Skipped(task.key.path, reason, state)
                self._tally.skipped[task.key.root].append(skipped)
        self._uncommitted += 1
        if self._uncommitted >= _NOTES_PER_COMMIT:
            self._index.commit()
            self._uncommitted = 0

    def _keep_skipped(self) -> None:
        """Write the list of skipped files only where it is another than before."""
        before: dict[str, list[Skipped]] = {}
        for root, skipped in self._index.skipped():
            before.setdefault(root, []).append(skipped)
        for root in {*before, *self._tally.skipped}:
            now = sorted(self._tally.skipped.get(root, ()), key=lambda s: s.path)
            if now != before.get(root, []):
                self._index.set_skipped(root, now)

    def _report(self, seconds: float) -> RefreshReport:
        tally = self._tally
        return RefreshReport(
            added=tally.added,
            changed=tally.changed,
            renamed=tally.renamed,
            removed=tally.removed,
            unchanged=tally.unchanged,
            skipped=sum(map(len, tally.skipped.values())),
            seconds=seconds,
            notice=_absence(tally.absent),
        )


def _absence(roots: tuple[str, ...]) -> str | None:
    if not roots:
        return None
    names = ", ".join(roots)
    return f"Notes are left out because their folder is not there or can't be read: {names}."


def _suffix(key: NoteKey) -> str:
    return key.path.rpartition(".")[2].lower()
