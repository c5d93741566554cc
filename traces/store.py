"""The content store: every piece of content once, under the hash of its bytes.

The order of a put is what makes a reference safe: temporary file on the same file system, all
bytes written and counted, fdatasync, read-only, rename, fsync of the folder. Whoever has the name
in hand may refer to it; no crash can take the content away again.
"""

import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from traces.digest import PREFIX, content_name, is_content_name
from traces.errors import ContentCorrupt, ContentMissing
from traces.filesystem import FileSystem, RealFileSystem, refused, try_quietly, write_all
from traces.safe_read import read_regular

_REMEMBERED: Final = 100_000
LEFTOVER_SECONDS: Final = 3600.0
"""A temporary file that old belongs to a writer that was killed: a put takes milliseconds."""


class ContentStore:
    """Content below one folder. Any number of processes may put and get at the same time."""

    def __init__(self, root: Path, filesystem: FileSystem | None = None) -> None:
        self._root = root
        self._filesystem = filesystem or RealFileSystem()
        self._settled: set[str] = set()
        self._folders: set[Path] = set()

    def path(self, name: str) -> Path:
        """Where content stands or would stand. Raises ContentMissing for what is no name."""
        if not is_content_name(name):
            raise ContentMissing(f"{name[:80]!r} is not the name of stored content.")
        digits = name.removeprefix(PREFIX)
        return self._root / "sha256" / digits[:2] / digits[2:]

    def exists(self, name: str) -> bool:
        """True when content of that name is there; its bytes are not looked at."""
        return name in self._settled or self.path(name).is_file()

    def size(self, name: str) -> int | None:
        """How many bytes are stored under a name; None when there are none."""
        return _size(self.path(name))

    def put(self, content: bytes) -> str:
        """Store content durably and return its name. Known content costs one reading, and the
        first time in a process one fsync of its folder; what stands there damaged is replaced, so
        that no new trace refers to it. Raises TraceWriteError."""
        name = content_name(content)
        target = self.path(name)
        try:
            if not _holds(target, content):
                self._write(target, content)
                self._settle(name, target.parent)
            elif name not in self._settled:
                self._settle(name, target.parent)
        except OSError as error:
            raise refused("Content", error) from error
        return name

    def get(self, name: str) -> bytes:
        """Read content back and hold it against its name. Raises ContentMissing, or its kind
        ContentCorrupt when other bytes stand there."""
        path = self.path(name)
        try:
            content = read_regular(path)
        except FileNotFoundError:
            raise ContentMissing(f"The store does not hold {name}.") from None
        except OSError as error:
            raise ContentCorrupt(
                f"{name} could not be read ({error.strerror or error})."
            ) from error
        if content_name(content) != name:
            raise ContentCorrupt(f"The bytes stored as {name} are other bytes.")
        return content

    def iter(self) -> Iterator[str]:
        """The names of all stored content, in order."""
        for folder in sorted((self._root / "sha256").glob("??")):
            for path in sorted(folder.iterdir()):
                name = f"{PREFIX}{folder.name}{path.name}"
                if is_content_name(name):
                    yield name

    def gc(self, now: float, older_than: float = LEFTOVER_SECONDS) -> int:
        """Remove temporary files that killed writers left, and return how many there were.
        `now` is in seconds since the epoch, as file times are."""
        removed = 0
        for path in sorted((self._root / "tmp").glob("*")):
            modified = _modified(path)
            if modified is not None and now - modified >= older_than:
                self._filesystem.remove(path)
                removed += 1
        return removed

    def _write(self, target: Path, content: bytes) -> None:
        self._prepare(target.parent)
        temporary = self._root / "tmp" / f"{os.getpid()}-{secrets.token_hex(8)}"
        filesystem = self._filesystem
        descriptor = filesystem.create(temporary)
        try:
            try:
                write_all(filesystem, descriptor, content)
                filesystem.sync(descriptor)
                filesystem.protect(descriptor)
            finally:
                filesystem.close(descriptor)
            filesystem.rename(temporary, target)
        except OSError:
            try_quietly(lambda: filesystem.remove(temporary))
            raise

    def _prepare(self, bucket: Path) -> None:
        """Make the folders that a first put needs, each durable in the one above it."""
        for folder in (self._root, self._root / "tmp", self._root / "sha256", bucket):
            if folder not in self._folders or not folder.is_dir():
                self._filesystem.make_folder(folder)
                self._filesystem.sync_folder(folder.parent)
                self._folders.add(folder)

    def _settle(self, name: str, bucket: Path) -> None:
        """Make a name durable. Content that another process has just renamed into place may not
        be so yet, so the first use in this process asks the disk once."""
        self._filesystem.sync_folder(bucket)
        if len(self._settled) >= _REMEMBERED:
            self._settled.clear()
        self._settled.add(name)


def _holds(path: Path, content: bytes) -> bool:
    """True when these very bytes stand there; false as well for what can't be read."""
    if _size(path) != len(content):
        return False
    try:
        return read_regular(path) == content
    except OSError:
        return False


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return None


def _modified(path: Path) -> float | None:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return None
