"""Every call by which this room changes the disk, as one small interface.

The writer and the store use nothing else, so a test can make any one of the calls fail
(`traces.faulty`) and look at what is left.
"""

import errno
import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from traces.errors import TraceWriteError

FILE_MODE: Final = 0o600
CONTENT_MODE: Final = 0o400
FOLDER_MODE: Final = 0o700


class FileSystem(Protocol):
    """The changing calls. Each raises OSError, and may be the last one before the power goes."""

    def make_folder(self, path: Path) -> None:
        """Make one folder, private to the user; an existing one is fine."""
        ...

    def create(self, path: Path) -> int:
        """Open a new file for appending, locked by this writer; an existing one is an error."""
        ...

    def open_append(self, path: Path) -> int:
        """Open a file for reading and appending, made when it is missing."""
        ...

    def write(self, descriptor: int, data: bytes) -> int:
        """Write once. Returns how many bytes were taken, which may be fewer."""
        ...

    def sync(self, descriptor: int) -> None:
        """Make a file's data and length durable."""
        ...

    def truncate(self, descriptor: int, length: int) -> None: ...
    def protect(self, descriptor: int) -> None:
        """Make a file read-only."""
        ...

    def rename(self, source: Path, target: Path) -> None: ...
    def sync_folder(self, path: Path) -> None:
        """Make the names in a folder durable."""
        ...

    def remove(self, path: Path) -> None: ...
    def close(self, descriptor: int) -> None: ...


class RealFileSystem:
    """The operating system."""

    def make_folder(self, path: Path) -> None:
        path.mkdir(mode=FOLDER_MODE, exist_ok=True)

    def create(self, path: Path) -> int:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC
        descriptor = os.open(path, flags, FILE_MODE)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        except OSError:
            os.close(descriptor)
            raise
        return descriptor

    def open_append(self, path: Path) -> int:
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
        return os.open(path, flags, FILE_MODE)

    def write(self, descriptor: int, data: bytes) -> int:
        return os.write(descriptor, data)

    def sync(self, descriptor: int) -> None:
        full = getattr(fcntl, "F_FULLFSYNC", None)  # macOS: fsync alone stops at the drive
        if full is not None:
            fcntl.fcntl(descriptor, full)
        else:
            os.fdatasync(descriptor)

    def truncate(self, descriptor: int, length: int) -> None:
        os.ftruncate(descriptor, length)

    def protect(self, descriptor: int) -> None:
        os.fchmod(descriptor, CONTENT_MODE)

    def rename(self, source: Path, target: Path) -> None:
        source.rename(target)

    def sync_folder(self, path: Path) -> None:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)

    def close(self, descriptor: int) -> None:
        os.close(descriptor)


def write_all(filesystem: FileSystem, descriptor: int, data: bytes) -> None:
    """Write until everything is taken. A full disk takes a part without an error, and refuses
    only the next write; a write that takes nothing counts as refused."""
    rest = memoryview(data)
    while rest:
        taken = filesystem.write(descriptor, bytes(rest))
        if taken <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        rest = rest[taken:]


def try_quietly(action: Callable[[], object]) -> None:
    """Clean up after a refusal; when that is refused as well, the first refusal is the one told."""
    try:
        action()
    except OSError:
        return


def refused(what: str, error: OSError) -> TraceWriteError:
    """The sentence a person reads when the disk says no."""
    reason = os.strerror(error.errno) if error.errno else str(error)
    advice = "free some space" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "check the disk"
    return TraceWriteError(f"{what} could not be written ({reason}); {advice} and ask again.")
