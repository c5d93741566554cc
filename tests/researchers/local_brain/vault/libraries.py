"""Opening libraries in tests, and asking what is in them."""

import os
from pathlib import Path

from evidence.analyze import default_analyzer
from researchers.local_brain.coverage import RefreshReport
from researchers.local_brain.index.protocol import IndexQuery
from researchers.local_brain.library import Library
from researchers.local_brain.limits import ReadLimits
from researchers.local_brain.roots import make_roots


def opened(vault: Path, place: Path, lock_wait_seconds: float = 60.0) -> Library:
    """A library over one root, its index below `place`."""
    return Library(
        place / "index" / "notes.sqlite",
        make_roots([(None, vault)]),
        limits=ReadLimits(seconds=2.0),
        lock_wait_seconds=lock_wait_seconds,
    )


def counts(report: RefreshReport) -> dict[str, int]:
    """The counts that are not zero."""
    names = ("added", "changed", "renamed", "removed", "unchanged", "skipped")
    return {name: getattr(report, name) for name in names if getattr(report, name)}


def found(library: Library, word: str) -> list[str]:
    terms = tuple(default_analyzer().content_terms(word))
    return sorted({hit.note.path for hit in library.index.search(IndexQuery(terms), 20)})


def settle(vault: Path) -> None:
    """Make files older than the tick of the clock in which they could still be changing."""
    for path in vault.rglob("*"):
        os.utime(path, ns=(10**18, 10**18))
