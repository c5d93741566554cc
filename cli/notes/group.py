"""`marchwarden notes`."""

from cli.doors import NOTES
from cli.lazy import LazyGroup

notes = LazyGroup("notes", doors=NOTES, help="Say where your notes are; index and search them.")
