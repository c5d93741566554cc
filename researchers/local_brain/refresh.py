"""Compares what is on disk with what the index holds. Pure: decides, touches nothing."""

from collections.abc import Mapping
from dataclasses import dataclass

from researchers.local_brain.index.protocol import FileState, NoteKey, Skipped
from researchers.local_brain.parse_outcome import FileTask
from researchers.local_brain.roots import Root
from researchers.local_brain.scan import Scan
from researchers.reading.formats import Format, format_of, runs_foreign_code

KnownFiles = Mapping[NoteKey, tuple[FileState, str]]
KnownFailures = Mapping[NoteKey, Skipped]

SMALL_CHANGE_FILES = 8
_SMALL_CHANGE_BYTES = 1_000_000
_RACY_NS = 20_000_000
"""A file written this shortly before it was looked at may be written again in the same tick of
the file system's clock, so it is looked into once more at the next refresh."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What a refresh has to do. `gone` are notes without a file, `failing` files that could not
    be parsed before and have not changed since."""

    tasks: tuple[FileTask, ...]
    gone: tuple[NoteKey, ...]
    failing: tuple[tuple[str, Skipped], ...]
    unchanged: int


def compare(
    roots: tuple[Root, ...],
    scans: Mapping[str, Scan],
    known: KnownFiles,
    failures: KnownFailures,
) -> Changes:
    """Sort every file on disk and every note in the index into one of the four. Notes of a root
    that is absent stay as they are: they are not known to be gone."""
    tasks: list[FileTask] = []
    failing: list[tuple[str, Skipped]] = []
    seen: set[NoteKey] = set()
    unchanged = 0
    for root in roots:
        for path, state in scans[root.name].files.items():
            key = NoteKey(root.name, path)
            held = known.get(key)
            if held is not None:
                seen.add(key)
                if held[0] == state:
                    unchanged += 1
                    continue
            failed = failures.get(key)
            if failed is not None and failed.state == state:
                failing.append((root.name, failed))
                if held is not None:
                    seen.discard(key)
                continue
            tasks.append(
                FileTask(root.path, key, _form(path), state, held[1] if held is not None else "")
            )
    absent = {name for name, scan in scans.items() if scan.absent}
    gone = tuple(key for key in known if key not in seen and key.root not in absent)
    return Changes(tuple(tasks), gone, tuple(failing), unchanged)


def is_small(tasks: tuple[FileTask, ...]) -> bool:
    """True for a change that costs less in our own process than starting a worker does."""
    return (
        len(tasks) <= SMALL_CHANGE_FILES
        and sum(task.state.size for task in tasks) <= _SMALL_CHANGE_BYTES
        and not any(runs_foreign_code(task.form) for task in tasks)
    )


def settled(state: FileState, looked_at_ns: int) -> FileState:
    """The state to remember: one that matches nothing when the file is too fresh to trust."""
    if looked_at_ns - state.mtime_ns > _RACY_NS:
        return state
    return FileState(state.size, -1, state.inode)


def _form(path: str) -> Format:
    form = format_of(path)
    assert form is not None, "the scan lists only files that have a format"
    return form
