"""What changes in a note when only its name does."""

from dataclasses import replace

from researchers.local_brain.index.protocol import FileState, Note, NoteKey
from researchers.reading.dates import modified_of
from researchers.reading.formats import stem_of


def renamed(note: Note, key: NoteKey, state: FileState) -> Note:
    """The note under its new key: a title and a date that came from the old name follow it."""
    old, new = stem_of(note.key.path), stem_of(key.path)
    title = new if note.title == old else note.title
    modified = note.modified
    if modified == modified_of({}, old):
        modified = modified_of(note.fields, new)
    return replace(note, key=key, state=state, title=title, modified=modified)
