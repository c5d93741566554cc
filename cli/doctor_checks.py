"""What `doctor` looks at. Each check is one function; none of them changes anything."""

import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Final

from cli.folders import how_to_forget
from researchers.config import Configuration
from researchers.settings import NotesRoot, Settings
from traces.home import Home

_LEAST_PYTHON: Final = (3, 11)
_LEAST_FREE_BYTES: Final = 200 * 1024 * 1024
_FULL_BELOW_BYTES: Final = 10 * 1024 * 1024
_SCRIPTS: Final = ("marchwarden", "marchwarden-local-brain", "marchwarden-web")


class Health(StrEnum):
    """How a check came out."""

    WELL = "well"
    MIND = "mind"
    """Works, and is worth a look."""
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Finding:
    """One check's outcome, with what to do about it when it is not well."""

    subject: str
    health: Health
    detail: str
    remedy: str = ""


def check_python() -> Finding:
    """The interpreter is one that we support."""
    found = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] >= _LEAST_PYTHON:
        return Finding("Python", Health.WELL, found)
    return Finding("Python", Health.BROKEN, found, "install Python 3.11 or later")


def check_search_engine() -> Finding:
    """The index's engine can be loaded, and has full-text search."""
    try:
        engine = import_module("apsw")
        engine.Connection(":memory:").execute("create virtual table probe using fts5(body)")
    except Exception as error:  # a broken binary may raise anything
        return Finding("SQLite FTS5", Health.BROKEN, str(error), "reinstall apsw from its wheel")
    return Finding("SQLite FTS5", Health.WELL, f"SQLite {engine.sqlite_lib_version()}")


def check_scripts() -> Iterator[Finding]:
    """The console scripts can be found, so that other programs can start them."""
    beside = Path(sys.executable).parent
    for name in _SCRIPTS:
        place = shutil.which(name) or shutil.which(name, path=str(beside))
        if place:
            yield Finding(name, Health.WELL, place)
        else:
            yield Finding(name, Health.MIND, "not on PATH", f"add {beside} to PATH")


def check_web(settings: Settings, environ: Mapping[str, str]) -> Iterator[Finding]:
    """A search engine is set up for the web researcher; nobody is contacted to find out."""
    keys = {"tavily": "TAVILY_API_KEY", "brave": "BRAVE_API_KEY"}
    there = ["searxng"] if settings.searxng_url else []
    there += [name for name, variable in keys.items() if environ.get(variable)]
    wanted = [name.value for name in settings.search_providers]
    for name in wanted:
        if name not in there:
            remedy = f"export {keys[name]}" if name in keys else "set searxng_url in config.toml"
            yield Finding(f"web: {name}", Health.MIND, "is listed and not set up", remedy)
    used = [name for name in wanted or there if name in there]
    if used:
        yield Finding("web", Health.WELL, f"asks {', '.join(used)}")
    else:
        yield Finding(
            "web",
            Health.MIND,
            "no search engine yet; pages can be named with --url",
            "set searxng_url in config.toml, or export TAVILY_API_KEY or BRAVE_API_KEY",
        )
    if settings.contact is None:
        remedy = 'set contact = "mailto:you@example.org" in config.toml'
        yield Finding("web: contact", Health.MIND, "sites can't reach you", remedy)


def check_researchers(settings: Settings, environ: Mapping[str, str]) -> Iterator[Finding]:
    """The programs and variables of the user's own researchers are there; nobody is started."""
    for one in settings.researchers:
        wanted = (*one.env_from, *([one.token_env] if one.token_env else []))
        missing = [name for name in wanted if not environ.get(name)]
        subject = f"researcher {one.name}"
        if one.command and shutil.which(one.command[0], path=environ.get("PATH")) is None:
            remedy = "install it, or give its whole path in config.toml"
            yield Finding(subject, Health.MIND, f"{one.command[0]} is not found", remedy)
        elif missing:
            names = ", ".join(missing)
            yield Finding(subject, Health.MIND, f"wants {names}, not set", f"export {names}")
        else:
            yield Finding(subject, Health.WELL, one.url or f"starts {(one.command or ('',))[0]}")


def check_home(home: Path) -> Iterator[Finding]:
    """The home can be written, is private, and has room."""
    existing = next(path for path in (home, *home.parents) if path.exists())
    if not existing.is_dir():
        yield Finding(
            "home", Health.BROKEN, f"{existing} is not a folder", "set MARCHWARDEN_HOME to one"
        )
        return
    if reason := _why_not_writable(existing):
        yield Finding(
            "home",
            Health.BROKEN,
            f"{existing} can't be written ({reason})",
            "repair its permissions, or set MARCHWARDEN_HOME to another folder",
        )
        return
    if existing != home:
        yield Finding("home", Health.WELL, f"{home} (made when first needed)")
    elif stat.S_IMODE(home.stat().st_mode) & 0o077:
        yield Finding("home", Health.MIND, f"{home} is open to others", f"chmod 700 {home}")
    else:
        yield Finding("home", Health.WELL, str(home))
    yield room(shutil.disk_usage(existing).free)


def room(free_bytes: int) -> Finding:
    """Whether the home's disk has room for the next answers."""
    found = f"{free_bytes // (1024 * 1024):,} MB free"
    if free_bytes >= _LEAST_FREE_BYTES:
        return Finding("disk", Health.WELL, found)
    health = Health.BROKEN if free_bytes < _FULL_BELOW_BYTES else Health.MIND
    return Finding("disk", health, found, "make room: traces and content need it")


def _why_not_writable(folder: Path) -> str | None:
    """Tries it with a nameless file, because permissions alone don't tell (full or odd disks)."""
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"?")
    except OSError as error:
        return error.strerror or type(error).__name__
    return None


def check_notes(loaded: Configuration) -> Iterator[Finding]:
    """Every folder of notes is there and can be read."""
    if not loaded.settings.notes:
        yield Finding("notes", Health.MIND, "none yet", "marchwarden notes add FOLDER")
    for root in loaded.settings.notes:
        yield _root(root, loaded)


def _root(root: NotesRoot, loaded: Configuration) -> Finding:
    subject = f"notes {root.name}"
    if not root.path.is_dir():
        return Finding(
            subject,
            Health.BROKEN,
            f"{root.path} is not there",
            f"bring it back, or {how_to_forget(root, loaded)}",
        )
    if not os.access(root.path, os.R_OK | os.X_OK):
        return Finding(
            subject, Health.BROKEN, f"{root.path} can't be read", f"chmod u+rx {root.path}"
        )
    return Finding(subject, Health.WELL, str(root.path))


def check_index(home: Path, settings: Settings) -> Iterator[Finding]:
    """The index of these folders is there and sound. It is a cache, so nothing about it is bad."""
    from researchers.local_brain.index_place import index_path
    from researchers.local_brain.roots import RootError, make_roots

    if not settings.notes:
        return
    try:
        entries = ((one.name, one.path) for one in settings.notes)
        path = index_path(Home(home), make_roots(entries, absent_too=True))
    except RootError as error:
        yield Finding("index", Health.BROKEN, str(error))
        return
    if not path.exists():
        yield Finding("index", Health.MIND, "not built yet", "marchwarden notes index")
    elif trouble := _damage(path):
        yield Finding("index", Health.MIND, f"{path} is damaged ({trouble})", "it is rebuilt next")
    else:
        yield Finding("index", Health.WELL, str(path))


def _damage(index: Path) -> str | None:
    engine = import_module("apsw")
    try:
        connection = engine.Connection(str(index), flags=engine.SQLITE_OPEN_READONLY)
        with closing(connection):
            ((verdict,),) = connection.execute("pragma quick_check(1)").fetchall()
    except engine.Error as error:
        return str(error)
    return None if verdict == "ok" else str(verdict)
