"""Reads one note from disk, so that every excerpt is taken from the bytes that are there now."""

from collections.abc import Callable

from evidence.analyze import default_analyzer
from researchers.local_brain.index.protocol import Note, NoteKey
from researchers.local_brain.index.rows import note_of
from researchers.local_brain.index.sqlite import SqliteIndex
from researchers.local_brain.limits import ReadLimits
from researchers.local_brain.note_assembly import hash_of
from researchers.local_brain.parse_outcome import FileParser, FileTask, Indexable, Unreadable
from researchers.local_brain.refresh import is_small
from researchers.local_brain.roots import Root
from researchers.local_brain.safe_open import FileContent, ReadRefused, read_file
from researchers.local_brain.workers import ParsingStopped, WorkerPool
from researchers.reading.formats import Format, format_of


class NoteReader:
    """Reads notes of some roots. The index saves parsing a file that has not changed."""

    def __init__(self, index: SqliteIndex, roots: tuple[Root, ...], limits: ReadLimits) -> None:
        self._index = index
        self._roots = {root.name: root for root in roots}
        self._limits = limits

    def read(self, key: NoteKey, stopped: Callable[[], bool]) -> Note | str:
        """The note as it is on disk now, or why it can't be read. Blocks."""
        root, form = self._roots.get(key.root), format_of(key.path)
        if root is None:
            return f"{key} can't be opened: there is no root named {key.root!r}"
        if form is None:
            return f"{key} can't be opened: files of this kind are not notes"
        try:
            found = read_file(root.path, key.path, self._limits.bytes_for(form))
        except ReadRefused as refused:
            return f"{key} can't be opened: {refused}"
        held = self._index.note(key)
        if held is not None and held.file_hash == hash_of(found.content):
            return held
        return self._parse(root, key, form, found, stopped)

    def _parse(
        self,
        root: Root,
        key: NoteKey,
        form: Format,
        found: FileContent,
        stopped: Callable[[], bool],
    ) -> Note | str:
        task = FileTask(root.path, key, form, found.state)
        if is_small((task,)):
            outcome = FileParser(default_analyzer(), self._limits).parse(task)
        else:
            with WorkerPool(self._limits, size=1) as pool:
                try:
                    _, outcome = next(pool.parse((task,), stopped))
                except ParsingStopped:
                    outcome = Unreadable("reading was stopped")
        if isinstance(outcome, Indexable):
            return note_of(outcome.record)
        reason = outcome.reason if isinstance(outcome, Unreadable) else "it can't be parsed"
        return f"{key} can't be read: {reason}"
