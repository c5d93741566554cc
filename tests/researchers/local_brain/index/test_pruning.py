"""Index files that nobody needs go, and none that is open."""

import os
from pathlib import Path

from researchers.local_brain.index.pruning import UNUSED_SECONDS, remove_others, remove_unused
from researchers.local_brain.index.sqlite import SqliteIndex


def _indexes(folder: Path, *names: str) -> list[Path]:
    paths = [folder / f"notes-{name}.sqlite" for name in names]
    for path in paths:
        SqliteIndex(path).close()
    return paths


def test_only_indexes_that_are_old_and_closed_go(tmp_path: Path) -> None:
    mine, old, fresh, busy = _indexes(tmp_path, "a", "b", "c", "d")
    now = fresh.stat().st_mtime
    for path in (mine, old, busy):
        os.utime(path, (now - UNUSED_SECONDS, now - UNUSED_SECONDS))
    server = SqliteIndex(busy)
    assert server.statistics().notes == 0
    pruned = remove_unused(tmp_path, {mine}, now)
    assert (pruned.removed, pruned.in_use) == ((old,), (busy,))
    assert server.statistics().notes == 0
    server.close()
    assert sorted(tmp_path.glob("*.sqlite")) == [mine, fresh, busy]


def test_all_other_indexes_go_whatever_their_age_or_state(tmp_path: Path) -> None:
    mine, other, broken = _indexes(tmp_path, "a", "b", "c")
    broken.write_bytes(b"garbage" * 1_000)
    stranger = tmp_path / "mail.sqlite"
    stranger.write_bytes(b"")
    assert remove_others(tmp_path, {mine}).removed == (other, broken)
    assert sorted(path.name for path in tmp_path.iterdir()) == [stranger.name, mine.name]
    assert remove_others(tmp_path / "none", set()).removed == ()
