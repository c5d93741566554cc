"""Which index file belongs to which folders of notes."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from researchers.local_brain.roots import Root
from traces.home import Home

_FULL_BELOW_BYTES: Final = 1024 * 1024


def index_path(home: Home, roots: Iterable[Root]) -> Path:
    """One file for each set of roots, so that `--notes FOLDER` never empties the index of the
    user's own notes. The order of the roots does not matter; their names do, being part of keys."""
    named = sorted((root.name, str(root.path)) for root in roots)
    digest = hashlib.sha256(json.dumps(named).encode()).hexdigest()
    return home.index / f"notes-{digest[:16]}.sqlite"


def why_unusable(error: Exception, free_bytes: int) -> str:
    """Why an index can't be opened or written, with what to do; `free_bytes` is the room on its
    disk. What SQLite says of a full disk depends on where it met it, and seldom names it."""
    if free_bytes < _FULL_BELOW_BYTES:
        return "the disk is full; free some space and try again"
    return f"{error}; `marchwarden doctor` looks at the folder"
