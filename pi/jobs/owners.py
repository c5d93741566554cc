"""Which servers are alive: each holds a lock on a file of its own until its process ends."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from traces.errors import TraceWriteError
from traces.filesystem import FileSystem, refused, try_quietly

_PATIENCE_SECONDS: Final = 10.0
_POLL_SECONDS: Final = 0.005


class Owners:
    """The lock files of a folder. All methods block, and raise OSError."""

    def __init__(self, folder: Path, filesystem: FileSystem) -> None:
        self._folder = folder
        self._filesystem = filesystem
        self._held: dict[str, int] = {}

    def claim(self, server: str) -> None:
        """Be known as alive until `release`, or until this process ends. Call it in turn."""
        self._held[server] = self._filesystem.create(self._path(server))

    def release(self, server: str) -> None:
        """Be gone."""
        descriptor = self._held.pop(server, None)
        if descriptor is not None:
            try_quietly(lambda: self._filesystem.remove(self._path(server)))
            try_quietly(lambda: self._filesystem.close(descriptor))

    def is_alive(self, server: str) -> bool:
        """Whether that server's process still runs."""
        if server in self._held:
            return True
        try:
            descriptor = os.open(self._path(server), os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            return False
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(descriptor)
        return False

    def sweep(self) -> None:
        """Remove the files that dead servers left. Call it in turn."""
        for path in sorted(self._folder.glob("*.lock")):
            if not self.is_alive(path.stem):
                self._filesystem.remove(path)

    def _path(self, server: str) -> Path:
        return self._folder / f"{server}.lock"


@contextmanager
def in_turn(path: Path, filesystem: FileSystem) -> Iterator[None]:
    """Hold the one lock of a folder. Blocks, for a bounded time; raises TraceWriteError."""
    try:
        descriptor = filesystem.open_append(path)
    except OSError as error:
        raise refused("The jobs", error) from error
    try:
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while not _locked(descriptor):
            if time.monotonic() >= deadline:
                raise TraceWriteError(
                    "Another process keeps the jobs locked; end it and ask again."
                )
            time.sleep(_POLL_SECONDS)
        yield
    finally:
        filesystem.close(descriptor)


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
