"""The table of kept responses: one SQLite file that may vanish, break or belong to somebody else
at any time. Nothing that happens to it is an error; the worst is that nothing is kept.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final, TypeVar

import apsw

from traces.filesystem import FOLDER_MODE

T = TypeVar("T")

APPLICATION_ID: Final = 0x4D575743
"""Marks the file as ours ("MWWC")."""

SCHEMA_VERSION: Final = 1
_BUSY_MS: Final = 500
_DAMAGE: Final = (apsw.CorruptError, apsw.NotADBError, apsw.FormatError, apsw.SQLError)
_BESIDE: Final = ("", "-wal", "-shm", "-journal")
_TABLE: Final = """
CREATE TABLE responses (
  url TEXT PRIMARY KEY, response TEXT NOT NULL, arrived REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX responses_arrived ON responses (arrived);
"""


@dataclass(frozen=True, slots=True)
class CacheBounds:
    """How many responses are kept, and for how many seconds; the oldest go first."""

    entries: int = 5_000
    seconds: float = 30 * 86_400.0


class CacheFile:
    """Texts by URL. Any number of threads and processes may use one file. Calls block for about a
    millisecond, and for half a second when another process writes for that long."""

    def __init__(self, path: Path, bounds: CacheBounds | None = None) -> None:
        self._path = path
        self._bounds = bounds or CacheBounds()
        self._lock = Lock()
        self._connection: apsw.Connection | None = None
        self._opened: tuple[int, int] | None = None

    def get(self, url: str) -> str | None:
        """What was kept for a URL."""
        return self._attempt(lambda db: _text(db, url))

    def put(self, url: str, response: str, arrived: float) -> None:
        """Keep a text, in the place of an older one, and let go of what is too much or too old.
        `arrived` is in seconds since the epoch."""
        self._attempt(lambda db: self._write(db, url, response, arrived))

    def remove(self, url: str) -> None:
        self._attempt(lambda db: _delete(db, url))

    def close(self) -> None:
        with self._lock:
            self._close()

    def _attempt(self, work: Callable[[apsw.Connection], T]) -> T | None:
        """Do it; on a damaged file once more with a new one. None when it can't be done."""
        with self._lock:
            try:
                return work(self._open())
            except _DAMAGE:
                return self._attempt_anew(work)
            except (apsw.Error, OSError):
                self._close()
                return None

    def _attempt_anew(self, work: Callable[[apsw.Connection], T]) -> T | None:
        try:
            self._close()
            _remove(self._path)
            return work(self._open())
        except (apsw.Error, OSError):
            self._close()
            return None

    def _write(self, db: apsw.Connection, url: str, response: str, arrived: float) -> None:
        with db:
            db.execute(
                "INSERT OR REPLACE INTO responses VALUES (?, ?, ?)", (url, response, arrived)
            )
            db.execute("DELETE FROM responses WHERE arrived < ?", (arrived - self._bounds.seconds,))
            db.execute(
                "DELETE FROM responses WHERE url IN (SELECT url FROM responses"
                " ORDER BY arrived DESC, url LIMIT -1 OFFSET ?)",
                (self._bounds.entries,),
            )

    def _open(self) -> apsw.Connection:
        """The connection to the file that stands there now: another process may have replaced the
        one that was opened."""
        if self._connection is not None and self._opened == _identity(self._path):
            return self._connection
        self._close()
        self._path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        self._connection = _connect(self._path)
        if not _is_ours(self._connection):
            self._close()
            _make_way(self._path)
            self._connection = _connect(self._path)
            _create(self._connection)
        self._opened = _identity(self._path)
        return self._connection

    def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def _connect(path: Path) -> apsw.Connection:
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    connection = apsw.Connection(str(path))
    connection.set_busy_timeout(_BUSY_MS)
    connection.pragma("synchronous", "normal")
    return connection


def _is_ours(db: apsw.Connection) -> bool:
    """Raises apsw errors for a file that is no database."""
    mark = (db.pragma("application_id"), db.pragma("user_version"))
    return mark == (APPLICATION_ID, SCHEMA_VERSION)


def _make_way(path: Path) -> None:
    """Take a database that isn't ours out of the way; an empty one stays."""
    db = _connect(path)
    try:
        empty = db.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone() is None
        foreign = db.pragma("application_id") != APPLICATION_ID
    finally:
        db.close()
    if empty:
        return
    if foreign:
        path.replace(path.with_name(path.name + ".not-a-cache"))
    _remove(path)


def _create(db: apsw.Connection) -> None:
    """Make the table, unless another process was faster."""
    db.pragma("journal_mode", "wal")
    db.execute("BEGIN IMMEDIATE")
    try:
        if not _is_ours(db):
            db.execute(_TABLE)
            db.pragma("application_id", APPLICATION_ID)
            db.pragma("user_version", SCHEMA_VERSION)
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise


def _remove(path: Path) -> None:
    for suffix in _BESIDE:
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino


def _text(db: apsw.Connection, url: str) -> str | None:
    row = db.execute("SELECT response FROM responses WHERE url = ?", (url,)).fetchone()
    return row[0] if row is not None and isinstance(row[0], str) else None


def _delete(db: apsw.Connection, url: str) -> None:
    db.execute("DELETE FROM responses WHERE url = ?", (url,))
