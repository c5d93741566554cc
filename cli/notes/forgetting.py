"""Takes what was read from folders that are gone off the disk: their index files."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from traces.home import Home

if TYPE_CHECKING:
    from researchers.local_brain.library import Library
    from researchers.settings import NotesRoot


def forget_all_but(home: Path, roots: "Sequence[NotesRoot]") -> None:
    """Remove every index but that of the given folders; any other may hold a removed one. Says
    which could not go because a server has it open."""
    from researchers.local_brain.index.pruning import remove_others
    from researchers.local_brain.index_place import index_path
    from researchers.local_brain.roots import RootError, make_roots

    place = Home(home)
    try:
        kept = make_roots(((root.name, root.path) for root in roots), absent_too=True)
        keep = {index_path(place, kept)}
    except RootError:  # folders that can't be asked together have no index to keep
        keep = set()
    for path in remove_others(place.index, keep).in_use:
        click.echo(
            f"A server still has {path} open, which may hold these notes: stop the server, and "
            "delete that file.",
            err=True,
        )


def forget_unused(library: "Library") -> None:
    """Remove indexes of other sets of folders that nobody has used for a month."""
    from researchers.local_brain.index.pruning import remove_unused

    path = library.index.path
    remove_unused(path.parent, {path}, time.time())
