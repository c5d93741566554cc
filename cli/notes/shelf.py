"""Opens the library of the configured folders, for commands that work on it in this process."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import apsw

from cli.errors import CommandError
from cli.folders import tell_absent, with_notes
from cli.network import folders_given
from cli.surroundings import Surroundings
from researchers.local_brain.index_place import index_path, why_unusable
from researchers.local_brain.library import Library
from researchers.local_brain.roots import Root, make_roots
from traces.home import Home


@contextmanager
def open_library(surroundings: Surroundings, notes: Sequence[str] = ()) -> Iterator[Library]:
    """The library of the folders given, else of the configured ones.

    Raises CommandError when there are none, or when the home can't be used.
    """
    folders_given(notes, surroundings.cwd)
    roots = _roots(surroundings, notes)
    home = Home(surroundings.home)
    try:
        home.ensure()
        with Library(index_path(home, roots), roots, excluded=(home.traces, home.cas)) as library:
            yield library
    except OSError as error:
        raise _unusable(
            home, f"{error.strerror or error}; `marchwarden doctor` says more"
        ) from error
    except apsw.Error as error:
        reason = why_unusable(error, shutil.disk_usage(home.path).free)
        raise _unusable(home, reason) from error


def _unusable(home: Home, reason: str) -> CommandError:
    return CommandError(f"The index in {home.path} can't be used: {reason}.", code="index")


def _roots(surroundings: Surroundings, notes: Sequence[str]) -> tuple[Root, ...]:
    loaded = with_notes(surroundings.configuration(notes=notes or None))
    tell_absent(loaded)
    entries = ((root.name, root.path) for root in loaded.settings.notes)
    return make_roots(entries, absent_too=True)
