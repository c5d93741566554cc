"""What became of one file: a record for the index, nothing new, or a reason.

It crosses from a worker process as plain tuples; `to_wire` and `from_wire` are inverse.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evidence.analyze import Analyzer
from researchers.local_brain.index.protocol import FileState, NoteKey
from researchers.local_brain.index.record import RecordMaker
from researchers.local_brain.index.rows import LinkRow, NoteRecord, PassageRow
from researchers.local_brain.limits import ReadLimits
from researchers.local_brain.note_assembly import hash_of, parse_note
from researchers.local_brain.safe_open import ReadRefused, read_file
from researchers.reading.formats import Format
from researchers.reading.parsed import ParseError


@dataclass(frozen=True, slots=True)
class FileTask:
    """A file to read, as the scan saw it. `known_hash` is that of the content which the index
    holds, "" for none."""

    root: Path
    key: NoteKey
    form: Format
    state: FileState
    known_hash: str = ""


@dataclass(frozen=True, slots=True)
class Indexable:
    """The file was parsed."""

    record: NoteRecord


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The file's content is what the index holds already."""

    state: FileState


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The file can't be indexed; with a `state` it is not tried again before that changes."""

    reason: str
    state: FileState | None = None


Outcome = Indexable | Unchanged | Unreadable


class FileParser:
    """Reads and parses files one after the other; keeps the caches of analysis."""

    def __init__(self, analyzer: Analyzer, limits: ReadLimits) -> None:
        self._maker = RecordMaker(analyzer)
        self._limits = limits

    def parse(self, task: FileTask) -> Outcome:
        """Read a file safely and parse it; every failure that belongs to the file is a value."""
        try:
            read = read_file(task.root, task.key.path, self._limits.bytes_for(task.form))
        except ReadRefused as refusal:
            return Unreadable(str(refusal))
        if task.known_hash and hash_of(read.content) == task.known_hash:
            return Unchanged(read.state)
        try:
            note = parse_note(task.key, read.state, read.content, task.form)
            return Indexable(self._maker.record(note))
        except ParseError as error:
            return Unreadable(str(error), read.state)
        except MemoryError:
            return Unreadable("parser ran out of memory", read.state)
        except Exception as error:  # third-party parsers meet files that nobody has met before
            return Unreadable(f"parser failed ({type(error).__name__})", read.state)


def to_wire(outcome: Outcome) -> tuple[Any, ...]:
    """An outcome as tuples, strings, numbers and bytes only."""
    match outcome:
        case Indexable(record):
            plain = record._replace(
                links=tuple(map(tuple, record.links)),  # type: ignore[arg-type] # plain on the wire
                passages=tuple(map(tuple, record.passages)),  # type: ignore[arg-type] # likewise
            )
            return ("note", tuple(plain))
        case Unchanged(state):
            return ("same", (state.size, state.mtime_ns, state.inode))
        case Unreadable(reason, state):
            row = (state.size, state.mtime_ns, state.inode) if state else None
            return ("failed", reason, row)


def from_wire(data: tuple[Any, ...]) -> Outcome:
    """Raises ValueError for anything that `to_wire` does not make."""
    match data:
        case ("note", fields):
            record = NoteRecord._make(fields)
            return Indexable(
                record._replace(
                    links=tuple(map(LinkRow._make, record.links)),
                    passages=tuple(map(PassageRow._make, record.passages)),
                )
            )
        case ("same", state):
            return Unchanged(FileState(*state))
        case ("failed", reason, state):
            return Unreadable(reason, FileState(*state) if state else None)
    raise ValueError("a worker answered in a way that it should not know")
