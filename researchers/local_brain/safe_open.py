"""Opens files below a root so that no link leads out and nothing can block.

Every folder on the way is opened from its parent with O_NOFOLLOW, so that a folder swapped for a
symbolic link between two looks is refused too; path checks lose that race.
"""

import os
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from researchers.local_brain.index.protocol import FileState

FOLDER_FLAGS: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE_FLAGS: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_CHUNK: Final = 1 << 20
_ATTEMPTS: Final = 3


class ReadRefused(Exception):
    """A file that was not read; the message is the reason, in a few words.

    `missing` tells a file that is not there from one that may not or can't be read.
    """

    def __init__(self, reason: str, *, missing: bool = False) -> None:
        super().__init__(reason)
        self.missing = missing


@dataclass(frozen=True, slots=True)
class FileContent:
    """A file's bytes, and its state before and after they were read, which was the same."""

    content: bytes
    state: FileState


def state_of(status: os.stat_result) -> FileState:
    """What of a file's status tells that it changed."""
    return FileState(status.st_size, status.st_mtime_ns, status.st_ino)


def read_file(root: Path, path: str, limit: int) -> FileContent:
    """The bytes of the regular file at `path` (with `/`) below `root`, at most `limit` of them.

    A file that changes while it is read is read again, three times at most.
    Raises ReadRefused.
    """
    for _ in range(_ATTEMPTS):
        handle = _open_file(root, path)
        try:
            found = _read_steady(handle, limit)
        except OSError as error:
            raise ReadRefused(reason_of(error)) from error
        finally:
            os.close(handle)
        if found is not None:
            return found
    raise ReadRefused("it changes while it is read")


def reason_of(error: OSError) -> str:
    """Why the system refused, in a few words."""
    return f"can't be read ({error.strerror or type(error).__name__})"


def kind_of(mode: int) -> str | None:
    """What a thing is that is neither a file nor a folder; None for a regular file."""
    if stat.S_ISREG(mode):
        return None
    for test, name in (
        (stat.S_ISLNK, "symbolic link, never followed"),
        (stat.S_ISDIR, "folder"),
        (stat.S_ISFIFO, "named pipe"),
        (stat.S_ISSOCK, "socket"),
    ):
        if test(mode):
            return name
    return "device"


def _read_steady(handle: int, limit: int) -> FileContent | None:
    before = os.fstat(handle)
    kind = kind_of(before.st_mode)
    if kind is not None:
        raise ReadRefused(f"{kind}, not a file")
    if before.st_size > limit:
        raise ReadRefused(too_large(before.st_size, limit))
    chunks: list[bytes] = []
    read = 0
    while read <= limit:
        chunk = os.read(handle, _CHUNK)
        if not chunk:
            break
        chunks.append(chunk)
        read += len(chunk)
    state = state_of(before)
    if state != state_of(os.fstat(handle)) or read != state.size:
        return None
    return FileContent(b"".join(chunks), state)


def too_large(size: int, limit: int) -> str:
    """The reason for a file over the limit, with both sizes in megabytes."""
    return f"too large ({size / 1e6:,.0f} MB; the limit is {limit / 1e6:,.0f} MB)"


def _open_file(root: Path, path: str) -> int:
    parts = path.split("/")
    if any(part in ("", ".", "..") or "\0" in part for part in parts):
        raise ReadRefused("not a path below the root")
    try:
        folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise ReadRefused(f"the root {reason_of(error)}", missing=True) from error
    try:
        for part in parts[:-1]:
            below = os.open(part, FOLDER_FLAGS, dir_fd=folder)
            os.close(folder)
            folder = below
        return os.open(parts[-1], _FILE_FLAGS, dir_fd=folder)
    except FileNotFoundError as error:
        raise ReadRefused("no such file", missing=True) from error
    except OSError as error:
        raise ReadRefused(_on_the_way(folder, parts, error)) from error
    finally:
        os.close(folder)


def _on_the_way(folder: int, parts: list[str], error: OSError) -> str:
    with suppress(OSError):
        for part in parts:
            if stat.S_ISLNK(os.stat(part, dir_fd=folder, follow_symlinks=False).st_mode):
                return "symbolic link, never followed"
    return reason_of(error)
