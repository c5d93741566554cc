"""Which index file belongs to which folders of notes."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from researchers.local_brain.roots import Root
from traces.home import Home


def index_path(home: Home, roots: Iterable[Root]) -> Path:
    """One file for each set of roots, so that `--notes FOLDER` never empties the index of the
    user's own notes. The order of the roots does not matter; their names do, being part of keys."""
    named = sorted((root.name, str(root.path)) for root in roots)
    digest = hashlib.sha256(json.dumps(named).encode()).hexdigest()
    return home.index / f"notes-{digest[:16]}.sqlite"
