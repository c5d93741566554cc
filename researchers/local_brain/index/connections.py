"""Opening the index file: one writer, a pool of readers, and a new start for a file that is
damaged, of an older schema, or not ours."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

import apsw

from researchers.local_brain.index import schema
from researchers.local_brain.index.protocol import IndexDamaged

_BUSY_MS: Final = 10_000
_CACHE_KIB: Final = 16_384
_PAGES_PER_CHECKPOINT: Final = 5_000
_DAMAGE: Final = (apsw.CorruptError, apsw.NotADBError, apsw.FormatError)
REBUILD_HINT: Final = "run `marchwarden notes index` to build it anew"


class Connections:
    """The connections of one index file in one process. Close it when done."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: SimpleQueue[tuple[int, apsw.Connection]] = SimpleQueue()
        self._generation = 0
        self._writer: apsw.Connection | None = None
        self.notice: str | None = _prepare(path)

    @contextmanager
    def reader(self) -> Iterator[apsw.Connection]:
        """A connection for one thread to read with. Raises IndexDamaged."""
        generation, connection = self._borrow()
        try:
            with damage_named(self._path):
                yield connection
        finally:
            self._idle.put((generation, connection))

    def _borrow(self) -> tuple[int, apsw.Connection]:
        """An idle connection to the present file, or a new one."""
        while True:
            try:
                generation, connection = self._idle.get_nowait()
            except Empty:
                with damage_named(self._path):
                    return self._generation, _open(self._path)
            if generation == self._generation:
                return generation, connection
            connection.close()

    def writer(self) -> apsw.Connection:
        """The one connection that writes."""
        if self._writer is None:
            self._writer = _open(self._path)
            self._writer.pragma("wal_autocheckpoint", _PAGES_PER_CHECKPOINT)
            self._writer.pragma("secure_delete", True)  # a deleted note's text goes, too
        return self._writer

    def close(self) -> None:
        """Close all connections; a write that was not committed is forgotten."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        while True:
            try:
                self._idle.get_nowait()[1].close()
            except Empty:
                return

    def start_anew(self) -> None:
        """Replace a damaged index by an empty one. Readers at work keep what they have open."""
        self.close()
        self._generation += 1
        remove_index(self._path)
        _prepare(self._path)
        self.notice = "The index was built anew: the old file was damaged."


@contextmanager
def damage_named(path: Path) -> Iterator[None]:
    """Turn SQLite's words for damage into ours."""
    try:
        yield
    except _DAMAGE as error:
        raise IndexDamaged(f"the index {path.name} is damaged; {REBUILD_HINT}") from error


def remove_index(path: Path) -> None:
    """Delete an index file and what SQLite keeps beside it."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _open(path: Path) -> apsw.Connection:
    connection = apsw.Connection(str(path))
    connection.set_busy_timeout(_BUSY_MS)
    connection.pragma("synchronous", "normal")
    connection.pragma("cache_size", -_CACHE_KIB)
    return connection


def _prepare(path: Path) -> str | None:
    """Make sure that a usable index is there; the sentence says why an old one was dropped."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    state = _inspect(path)
    if state is _State.CURRENT:
        return None
    notice = None
    if isinstance(state, str):
        notice = f"The index was built anew: the old file {state}."
        remove_index(path)
    connection = _open(path)
    try:
        schema.create(connection)
    finally:
        connection.close()
    path.chmod(0o600)
    return notice


class _State(Enum):
    """A file that needs no repair."""

    CURRENT = "current"
    EMPTY = "empty"


def _inspect(path: Path) -> _State | str:
    """What an index file is, or what was wrong with it. Reads only, beside any writer."""
    if not path.exists() or path.stat().st_size == 0:
        return _State.EMPTY
    connection = apsw.Connection(str(path))
    try:
        connection.set_busy_timeout(_BUSY_MS)
        if schema.is_current(connection):
            next(connection.execute("SELECT count(*) FROM meta"))
            next(connection.execute("SELECT count(*) FROM vocabulary WHERE term = ''"))
            return _State.CURRENT
        if schema.is_empty(connection):
            return _State.EMPTY
        if schema.is_foreign(connection):
            aside = path.with_name(path.name + ".not-an-index")
            path.rename(aside)
            return f"was another program's database, now {aside.name}"
        return "was of another version"
    except (*_DAMAGE, apsw.SQLError):
        return "was damaged"
    finally:
        connection.close()
