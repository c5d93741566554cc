"""Writes the list of notes folders into the home's config.toml; all else in it stays as it is."""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import tomlkit
from tomlkit.items import AoT, Table

from cli.errors import CommandError
from researchers.config import HOME_FILE, ConfigError, read_toml
from researchers.settings import NotesRoot

_HOME_MODE: Final = 0o700


def write_roots(home: Path, roots: Sequence[NotesRoot]) -> None:
    """Replace the `[[notes]]` tables. The file is replaced whole, or not at all; mode 0600.

    Raises CommandError when the file can't be read or written.
    """
    path = home / HOME_FILE
    try:
        read_toml(path)
        home.mkdir(mode=_HOME_MODE, parents=True, exist_ok=True)
        text = path.read_text() if path.exists() else ""
        _replace(path, _with_roots(text, roots))
    except ConfigError as error:
        raise CommandError(str(error), code="config") from error
    except OSError as error:
        raise CommandError(
            f"{path} can't be written ({error.strerror}): check permissions and free space.",
            code="config",
        ) from error


def _with_roots(text: str, roots: Sequence[NotesRoot]) -> str:
    document = tomlkit.parse(text)
    document.pop("notes", None)
    if roots:
        document.append("notes", AoT([_table(root) for root in roots]))
    return tomlkit.dumps(document).rstrip("\n") + "\n"


def _table(root: NotesRoot) -> Table:
    table = tomlkit.table()
    table.add("name", root.name)
    table.add("path", str(root.path))
    return table


def _replace(path: Path, text: str) -> None:
    """mkstemp makes the file 0600; the rename makes it whole."""
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
