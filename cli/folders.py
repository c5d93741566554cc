"""The folders of notes in force: that some are there, and how to forget one that is not."""

import os
from typing import TYPE_CHECKING, Final

import click

from cli.errors import CommandError
from cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from pathlib import Path

    from researchers.config import Configuration
    from researchers.settings import NotesRoot

FLAG: Final = "--notes"


def with_notes(loaded: "Configuration") -> "Configuration":
    """The configuration, if at least one of their folders of notes is there.

    Raises CommandError when none is, or when the folders can't be used together.
    """
    from researchers.local_brain.roots import RootError, make_roots

    roots = loaded.settings.notes
    if not roots:
        raise _unusable(
            "There are no notes to ask yet: add a folder with `marchwarden notes add FOLDER`."
        )
    if not any(root.path.is_dir() for root in roots):
        raise _unusable(
            f"{roots[0].path} is not there: bring it back, or {how_to_forget(roots[0], loaded)}."
        )
    try:
        make_roots(((root.name, root.path) for root in roots), absent_too=True)
    except RootError as error:
        raise _unusable(f"{error}.") from error
    return loaded


def refuse_empty(loaded: "Configuration") -> None:
    """Raise CommandError when there is no file in any folder that could be a note."""
    from researchers.reading.formats import suffixes

    there = [root.path for root in loaded.settings.notes if root.path.is_dir()]
    kinds = suffixes()
    if not any(_holds_a_note(folder, kinds) for folder in there):
        where = " or in ".join(str(folder) for folder in there)
        raise CommandError(
            f"There are no notes in {where}: name a folder with files that are read "
            f"({' '.join(kinds)}).",
            code="no_notes",
            exit_code=ExitCode.NOT_FOUND,
        )


def _holds_a_note(folder: "Path", kinds: tuple[str, ...]) -> bool:
    """Looks until it meets one; what the index passes over is passed over here too."""
    for _, below, names in os.walk(folder):
        if any(name.lower().endswith(kinds) and not name.startswith(".") for name in names):
            return True
        below[:] = [n for n in below if not n.startswith(".") and n != "node_modules"]
    return False


def tell_absent(loaded: "Configuration") -> None:
    """Say on stderr which folders are not there, so that the rest is not taken for all."""
    for root in loaded.settings.notes:
        if not root.path.is_dir():
            click.echo(
                f"Note: {root.path} is not there, so its notes are left out: bring it back, or "
                f"{how_to_forget(root, loaded)}.",
                err=True,
            )


def how_to_forget(root: "NotesRoot", loaded: "Configuration") -> str:
    """What to do about a folder that is gone for good, by where its name comes from."""
    from researchers.config import HOME_FILE

    origin = loaded.origins["notes"]
    if origin == str(loaded.home / HOME_FILE):
        return f"forget it with `marchwarden notes remove {root.name}`"
    return "give another folder" if origin == FLAG else f"take it out of {origin}"


def _unusable(message: str) -> CommandError:
    return CommandError(message, code="no_notes", exit_code=ExitCode.USAGE)
