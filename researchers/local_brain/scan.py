"""Walks a root and says what is there, without reading a file.

One folder is open at a time, at any depth: on the way up `..` is opened and must be the folder
that was left. Symbolic links are never followed. Hidden files and folders (`.git`, `.obsidian`)
and `node_modules` are passed over silently; everything else is found or listed with a reason.
"""

import os
import stat
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from researchers.local_brain.index.protocol import FileState, Skipped
from researchers.local_brain.limits import ReadLimits
from researchers.local_brain.safe_open import FOLDER_FLAGS, kind_of, reason_of, too_large
from researchers.reading.formats import format_of

_PASSED_OVER: Final = frozenset({"node_modules"})
_OWN_FOLDER: Final = "marchwarden's own folder, never notes"
Identity = tuple[int, int]
"""Device and inode of a folder."""


class ScanStopped(Exception):
    """The walk was told to stop."""


@dataclass(frozen=True, slots=True)
class Scan:
    """What a walk found: files that we read, by path, and files that we don't, with the reason.
    `absent` means that the root itself could not be opened, so that nothing is known of it."""

    files: dict[str, FileState] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)
    absent: bool = False


@dataclass(slots=True)
class _Level:
    """A folder on the way down: which it is, its path with a `/`, and what is left to visit."""

    identity: Identity
    prefix: str
    pending: list[str]


def scan_root(
    root: Path,
    limits: ReadLimits,
    excluded: Collection[Path] = (),
    stopped: Callable[[], bool] = lambda: False,
) -> Scan:
    """Walk a root. `excluded` folders (traces, stored content, the index) are never notes, and a
    root inside one is not walked at all.

    Raises ScanStopped as soon as `stopped` says so.
    """
    if any(root.is_relative_to(folder.resolve()) for folder in excluded):
        return Scan(skipped=[Skipped("", _OWN_FOLDER)])
    return _Walk(root, limits, _identities(excluded), stopped).run()


def printable(name: str) -> str:
    """A path as it can be shown and stored, even if its bytes are not UTF-8."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _identities(folders: Collection[Path]) -> frozenset[Identity]:
    found = set()
    for folder in folders:
        try:
            status = os.stat(folder)
        except OSError:
            continue
        found.add((status.st_dev, status.st_ino))
    return frozenset(found)


class _Walk:
    def __init__(
        self,
        root: Path,
        limits: ReadLimits,
        excluded: frozenset[Identity],
        stopped: Callable[[], bool],
    ) -> None:
        self._root = root
        self._limits = limits
        self._excluded = excluded
        self._stopped = stopped
        self._scan = Scan()

    def run(self) -> Scan:
        try:
            folder = os.open(self._root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError as error:
            return Scan(skipped=[Skipped("", f"the root {reason_of(error)}")], absent=True)
        levels: list[_Level] = []
        self._enter(folder, "", levels)
        try:
            while levels:
                if self._stopped():
                    raise ScanStopped
                folder = self._step(folder, levels)
        finally:
            os.close(folder)
        return self._scan

    def _step(self, folder: int, levels: list[_Level]) -> int:
        """Visit the next folder below the current one, or go up; returns the open folder."""
        level = levels[-1]
        if level.pending:
            name = level.pending.pop()
            path = level.prefix + name
            try:
                below = os.open(name, FOLDER_FLAGS, dir_fd=folder)
            except OSError as error:
                self._skip(path + "/", reason_of(error))
                return folder
            if self._enter(below, path + "/", levels):
                os.close(folder)
                return below
            os.close(below)
            return folder
        levels.pop()
        return self._leave(folder, levels) if levels else folder

    def _enter(self, folder: int, prefix: str, levels: list[_Level]) -> bool:
        status = os.fstat(folder)
        identity = (status.st_dev, status.st_ino)
        if identity in self._excluded:
            self._skip(prefix, _OWN_FOLDER)
            return False
        try:
            pending = self._list(folder, prefix)
        except OSError as error:
            self._skip(prefix, reason_of(error))
            pending = []
        levels.append(_Level(identity, prefix, pending))
        return True

    def _leave(self, folder: int, levels: list[_Level]) -> int:
        above = os.open("..", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=folder)
        status = os.fstat(above)
        if (status.st_dev, status.st_ino) == levels[-1].identity:
            os.close(folder)
            return above
        os.close(above)
        for level in levels:
            for name in level.pending:
                self._skip(level.prefix + name + "/", "moved while it was scanned")
        levels.clear()
        return folder

    def _list(self, folder: int, prefix: str) -> list[str]:
        """Sort out one folder's entries; returns its subfolders, last first."""
        folders: list[str] = []
        files = self._scan.files
        with os.scandir(folder) as entries:
            for entry in sorted(entries, key=lambda e: e.name):
                name = entry.name
                if name[0] == "." or name in _PASSED_OVER:
                    continue
                if entry.is_dir(follow_symlinks=False):
                    folders.append(name)
                    continue
                path = prefix + name
                state = self._file(entry, path)
                if state is not None:
                    files[path] = state
        folders.reverse()
        return folders

    def _file(self, entry: "os.DirEntry[str]", path: str) -> FileState | None:
        form = format_of(entry.name)
        if form is None and entry.is_file(follow_symlinks=False):
            suffix = os.path.splitext(entry.name)[1]
            self._skip(path, f"format not read ({suffix})" if suffix else "format not read")
            return None
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError as error:
            self._skip(path, reason_of(error))
            return None
        reason = self._refusal(path, status)
        if reason is not None or form is None:
            self._skip(path, reason or "format not read")
            return None
        limit = self._limits.bytes_for(form)
        if status.st_size > limit:
            self._skip(path, too_large(status.st_size, limit))
            return None
        return FileState(status.st_size, status.st_mtime_ns, status.st_ino)

    @staticmethod
    def _refusal(path: str, status: os.stat_result) -> str | None:
        if not stat.S_ISREG(status.st_mode):
            return kind_of(status.st_mode)
        return None if path.isascii() or _is_utf8(path) else "the name is not UTF-8"

    def _skip(self, path: str, reason: str) -> None:
        self._scan.skipped.append(Skipped(printable(path), reason))


def _is_utf8(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True
