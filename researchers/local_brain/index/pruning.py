"""Removing index files that nobody needs: each set of folders has one, and holds their text."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import apsw

from researchers.local_brain.index.connections import remove_index

UNUSED_SECONDS: Final = 30 * 24 * 3600.0
"""An index that was not refreshed for that long is removed; the next run builds it anew."""


@dataclass(frozen=True, slots=True)
class Pruned:
    """Index files that went, and those that had to go but are open in another process."""

    removed: tuple[Path, ...] = ()
    in_use: tuple[Path, ...] = ()


def remove_unused(folder: Path, keep: Collection[Path], now: float) -> Pruned:
    """Remove indexes that were not used for a month; `now` is in seconds since the epoch."""
    return _remove(folder, keep, lambda path: now - path.stat().st_mtime >= UNUSED_SECONDS)


def remove_others(folder: Path, keep: Collection[Path]) -> Pruned:
    """Remove every index but those to keep."""
    return _remove(folder, keep, lambda _: True)


def _remove(folder: Path, keep: Collection[Path], goes: Callable[[Path], bool]) -> Pruned:
    removed: list[Path] = []
    in_use: list[Path] = []
    for path in sorted(folder.glob("notes-*.sqlite")):
        if path in keep or not goes(path):
            continue
        if _is_in_use(path):
            in_use.append(path)
            continue
        remove_index(path)
        path.with_name(path.name + ".lock").unlink(missing_ok=True)
        removed.append(path)
    return Pruned(tuple(removed), tuple(in_use))


def _is_in_use(path: Path) -> bool:
    """True while any process has it open: only a connection that is alone may leave WAL mode. A
    file that SQLite can't read is nobody's."""
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    except apsw.Error:
        return False
    try:
        connection.pragma("journal_mode", "delete")
    except (apsw.BusyError, apsw.LockedError):
        return True
    except apsw.Error:
        return False
    finally:
        connection.close()
    return False
