"""The user's notes as one library: refreshed, counted, and read afresh."""

import threading
import time
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import anyio
import anyio.to_thread
from anyio.lowlevel import checkpoint_if_cancelled

from researchers.local_brain.coverage import Coverage, RefreshReport, RootCoverage
from researchers.local_brain.index.protocol import IndexDamaged, Note, NoteKey, Skipped
from researchers.local_brain.index.sqlite import SqliteIndex
from researchers.local_brain.limits import ReadLimits
from researchers.local_brain.note_reading import NoteReader
from researchers.local_brain.refresh_lock import refresh_lock
from researchers.local_brain.refresher import Progress, Refresher
from researchers.local_brain.roots import Root

_T = TypeVar("_T")


class Library:
    """Roots and their index. `index` may be asked directly, from any thread.

    The index file belongs to this set of roots: notes of other roots that it holds are removed
    at the next refresh. `excluded` folders (traces, stored content) are never read as notes; the
    index's own folder is not either.
    """

    def __init__(
        self,
        index_path: Path,
        roots: tuple[Root, ...],
        *,
        excluded: Collection[Path] = (),
        limits: ReadLimits | None = None,
        lock_wait_seconds: float = 60.0,
    ) -> None:
        self.roots = roots
        self.index = SqliteIndex(index_path)
        self._limits = limits or ReadLimits()
        around = index_path.parent.resolve()
        holds_notes = any(root.path.is_relative_to(around) for root in roots)
        self._excluded = (*excluded,) if holds_notes else (*excluded, around)
        self._lock_wait_seconds = lock_wait_seconds
        self._one_refresh = threading.Lock()
        self._reader = NoteReader(self.index, roots, self._limits)

    async def refresh(self, progress: Progress | None = None) -> RefreshReport:
        """Bring the index up to date. `progress` is called in the refresh's own thread.

        When another process is refreshing the same index, this waits for it, and after
        `lock_wait_seconds` reads what is there and says so in the report. Cancellation ends the
        scan and the workers; what was committed stays.
        """
        return await _stoppable(lambda stopped: self._refresh(stopped, progress))

    async def coverage(self) -> Coverage:
        """How much of each root is in the index, as of the last refresh."""
        return await anyio.to_thread.run_sync(self._coverage)

    async def read(self, key: NoteKey) -> Note | str:
        """The note as it is on disk now, whatever the index holds; a sentence says why not."""
        return await _stoppable(lambda stopped: self._reader.read(key, stopped))

    def close(self) -> None:
        """Close the index."""
        self.index.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _refresh(self, stopped: Callable[[], bool], progress: Progress | None) -> RefreshReport:
        started = time.monotonic()
        with refresh_lock(self.index.path, self._lock_wait_seconds, stopped) as ours:
            if not ours:
                return RefreshReport(
                    seconds=time.monotonic() - started,
                    notice="Another process is refreshing the index; this answer uses it as it is.",
                )
            with self._one_refresh:
                return self._refresh_locked(stopped, progress)

    def _refresh_locked(
        self, stopped: Callable[[], bool], progress: Progress | None
    ) -> RefreshReport:
        notice = self.index.notice
        try:
            report = self._refresher(stopped, progress).run()
        except IndexDamaged:
            self.index.rebuild()
            notice = self.index.notice
            report = self._refresher(stopped, progress).run()
        self.index.path.touch()  # its age tells when it was last used
        return replace(report, notice=" ".join(filter(None, (notice, report.notice))) or None)

    def _refresher(self, stopped: Callable[[], bool], progress: Progress | None) -> Refresher:
        return Refresher(self.index, self.roots, self._limits, self._excluded, stopped, progress)

    def _coverage(self) -> Coverage:
        skipped: dict[str, list[Skipped]] = {}
        for name, one in self.index.skipped():
            skipped.setdefault(name, []).append(one)
        indexed: dict[str, int] = {}
        for key in self.index.files():
            indexed[key.root] = indexed.get(key.root, 0) + 1
        return Coverage(
            tuple(
                RootCoverage(
                    name=root.name,
                    path=root.path,
                    files_seen=indexed.get(root.name, 0) + len(skipped.get(root.name, ())),
                    indexed=indexed.get(root.name, 0),
                    skipped=tuple(skipped.get(root.name, ())),
                )
                for root in self.roots
            )
        )


async def _stoppable(work: Callable[[Callable[[], bool]], _T]) -> _T:
    """Run blocking work in a thread. When the caller is cancelled the work is told, and awaited."""
    stop = threading.Event()
    outcome: list[_T] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            outcome.append(work(stop.is_set))
        except BaseException as error:
            failure.append(error)

    async with anyio.create_task_group() as group:

        async def stop_when_cancelled() -> None:
            try:
                await anyio.sleep_forever()
            finally:
                stop.set()

        group.start_soon(stop_when_cancelled)
        await anyio.to_thread.run_sync(run)
        group.cancel_scope.cancel()
    await checkpoint_if_cancelled()  # the work's own way of stopping is no failure
    if failure:
        raise failure[0]
    return outcome[0]
