"""Keeps the links between notes right, whichever of the two notes came last."""

import json
from collections.abc import Collection, Iterable
from typing import Any

import apsw

from researchers.local_brain.index.link_resolution import resolve_link

_LINKS = """
SELECT l.note_id, l.position, l.target, l.stem, l.resolved, n.root, n.path
FROM links l JOIN notes n ON n.id = l.note_id
WHERE l.stem <> '' AND (l.note_id IN (SELECT value FROM json_each(?))
  OR l.stem IN (SELECT value FROM json_each(?)))
"""


def resolve_links(
    db: apsw.Connection, relinked: Collection[int], moved_stems: Collection[str]
) -> None:
    """Resolve the links of the notes `relinked`, and all that may mean a note whose name, folded,
    is among `moved_stems`: those that were added, removed or renamed."""
    links: Iterable[Any] = db.execute(
        _LINKS, (json.dumps(sorted(relinked)), json.dumps(sorted(moved_stems)))
    ).fetchall()
    known: dict[tuple[str, str], list[tuple[int, str]]] = {}
    changed: list[tuple[int | None, int, int]] = []
    for note_id, position, target, stem, resolved, root, path in links:
        if (root, stem) not in known:
            known[root, stem] = _named(db, root, stem)
        found = resolve_link(target, path, known[root, stem])
        if found != resolved:
            changed.append((found, note_id, position))
    db.executemany("UPDATE links SET resolved = ? WHERE note_id = ? AND position = ?", changed)


def _named(db: apsw.Connection, root: str, stem: str) -> list[tuple[int, str]]:
    rows: Iterable[Any] = db.execute(
        "SELECT id, path FROM notes WHERE stem = ? AND root = ?", (stem, root)
    )
    return [(note_id, path) for note_id, path in rows]
