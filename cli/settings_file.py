"""Writes folders of notes and researchers into the home's config.toml; all else in it stays as it
is."""

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import tomlkit
from tomlkit.items import AoT, Table

from cli.errors import CommandError
from researchers.config import HOME_FILE, ConfigError, read_toml
from researchers.settings import NotesRoot, RemoteResearcher

_HOME_MODE: Final = 0o700


def write_roots(home: Path, roots: Sequence[NotesRoot]) -> None:
    """Replace the `[[notes]]` tables. The file is replaced whole, or not at all; mode 0600.

    Raises CommandError when the file can't be read or written.
    """
    _rewrite(home, lambda text: _with_roots(text, roots))


def add_researchers(home: Path, added: Sequence[RemoteResearcher]) -> None:
    """Add `[[researchers]]` tables behind those that are there. As `write_roots` otherwise."""
    _rewrite(home, lambda text: _with_researchers(text, added))


def _rewrite(home: Path, change: Callable[[str], str]) -> None:
    path = home / HOME_FILE
    try:
        read_toml(path)
        home.mkdir(mode=_HOME_MODE, parents=True, exist_ok=True)
        text = path.read_text() if path.exists() else ""
        _replace(path, change(text))
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


def _with_researchers(text: str, added: Sequence[RemoteResearcher]) -> str:
    document = tomlkit.parse(text)
    there = document.get("researchers")
    tables = [_researcher_table(one) for one in added]
    if isinstance(there, AoT):
        for table in tables:
            there.append(table)
    elif there is None:
        document.append("researchers", AoT(tables))
    else:
        raise CommandError(
            f"{HOME_FILE} lists researchers in one line: write them as [[researchers]] tables, "
            "so that others can be added.",
            code="config",
        )
    return tomlkit.dumps(document).rstrip("\n") + "\n"


def _researcher_table(one: RemoteResearcher) -> Table:
    """Only what was given stands in the file."""
    table = tomlkit.table()
    for name, value in one.model_dump(mode="json", exclude_defaults=True).items():
        if isinstance(value, dict):
            inline = tomlkit.inline_table()
            inline.update(value)
            table.add(name, inline)
        else:
            table.add(name, value)
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
