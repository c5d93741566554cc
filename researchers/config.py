"""Where settings come from, and which one wins.

Each layer replaces what the ones before it set: defaults, the home's config.toml, the
marchwarden.toml of the current folder, MARCHWARDEN_* variables, flags. A list is replaced as a
whole. The current folder may be somebody else's checkout, so its file may set limits and notes
below itself, and nothing that starts a program or lets anything leave the machine.

Nothing here reads `os.environ`: a composition root passes it in.
"""

import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from researchers.home_folder import ConfigError, expanded, home_of
from researchers.secrecy import secret_in_file
from researchers.setting_errors import sentence_of
from researchers.settings import Settings

ENVIRONMENT_PREFIX: Final = "MARCHWARDEN_"
NOT_SETTINGS: Final = frozenset({"MARCHWARDEN_HOME", "MARCHWARDEN_TOKEN"})
HOME_FILE: Final = "config.toml"
PROJECT_FILE: Final = "marchwarden.toml"
HOME_ONLY: Final = frozenset(
    {
        "egress",
        "researchers",
        "search_providers",
        "searxng_url",
        "allow_hosts",
        "archive_url",
        "contact",
        "proxy",
        "host_delay",
    }
)
_NUMBERS: Final[Mapping[str, type[int] | type[float]]] = {
    "max_iterations": int,
    "max_sources": int,
    "max_seconds": float,
    "token_budget": int,
    "host_delay": float,
}
_LISTS: Final = frozenset({"search_providers", "allow_hosts"})
"""Lists that a variable spells with commas; folders have their own separator."""

__all__ = ["ConfigError", "Configuration", "home_of", "load_settings", "named_roots"]

Raw = object
"""A value as TOML, the environment or a flag gives it, before Settings has judged it."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Settings from one place. `origin` is what a user sees: a file, a variable's name, a flag."""

    values: Mapping[str, Raw]
    origins: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Configuration:
    """The settings in force, and for each one where it comes from ("default" if nowhere)."""

    home: Path
    settings: Settings
    origins: Mapping[str, str]
    notices: tuple[str, ...] = ()


def load_settings(
    environ: Mapping[str, str],
    home: Path,
    cwd: Path,
    overrides: Mapping[str, Raw] | None = None,
) -> Configuration:
    """Merge all layers. `overrides` are flags: name to value, None for a flag not given.

    Raises ConfigError with one sentence that names the place.
    """
    layers = (
        _home_layer(home / HOME_FILE, environ),
        _project_layer(cwd / PROJECT_FILE, environ, cwd == home),
        _environment_layer(environ, cwd),
        _flags_layer(overrides or {}, environ, cwd),
    )
    values: dict[str, Raw] = {}
    origins = dict.fromkeys(Settings.model_fields, "default")
    for layer in layers:
        values.update(layer.values)
        origins.update(layer.origins)
    notices = tuple(
        f"{name} is not a setting and is ignored."
        for name in sorted(environ)
        if name.startswith(ENVIRONMENT_PREFIX)
        and name not in NOT_SETTINGS
        and _setting_name(name) not in Settings.model_fields
    )
    return Configuration(home, _validated(values, origins), origins, notices)


def named_roots(paths: Iterable[Path]) -> list[dict[str, Raw]]:
    """Name folders after themselves; a name that is taken gets a number."""
    taken: set[str] = set()
    rows: list[dict[str, Raw]] = []
    for path in paths:
        printable = path.name.encode("utf-8", "replace").decode()
        plain = "".join("-" if c in "/#?%:" or c.isspace() else c for c in printable) or "notes"
        name, number = plain, 2
        while name in taken:
            name, number = f"{plain}-{number}", number + 1
        taken.add(name)
        rows.append({"name": name, "path": str(path)})
    return rows


def read_toml(path: Path) -> dict[str, Raw]:
    """Parse a settings file; an absent one is empty. Raises ConfigError."""
    try:
        text = path.read_bytes().decode()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"{path} can't be read ({_reason(error)}): repair or remove it."
        ) from error
    try:
        values: dict[str, Raw] = dict(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is not valid TOML: {error}.") from error
    if name := secret_in_file(values):
        raise ConfigError(
            f"{path} holds a secret ({name}): remove it, and give secrets in the environment."
        )
    return values


def _home_layer(path: Path, environ: Mapping[str, str]) -> Layer:
    values = _absolute_notes(read_toml(path), path.parent, environ, str(path))
    return Layer(values, dict.fromkeys(values, str(path)))


def _project_layer(path: Path, environ: Mapping[str, str], is_home: bool) -> Layer:
    raw = {} if is_home else read_toml(path)
    for name in sorted(HOME_ONLY & raw.keys()):
        raise ConfigError(
            f"{path} sets {name}, which a project's file may not: "
            f"set it in the home's {HOME_FILE} if you want it."
        )
    values = _absolute_notes(raw, path.parent, environ, str(path))
    for row in _rows(values.get("notes")):
        _require_below(str(row.get("path", "")), path)
    return Layer(values, dict.fromkeys(values, str(path)))


def _require_below(root: str, project_file: Path) -> None:
    inside = Path(os.path.realpath(root)).is_relative_to(os.path.realpath(project_file.parent))
    if not inside:
        raise ConfigError(
            f"{project_file} names notes outside its own folder ({root}): "
            "add them with `marchwarden notes add` instead."
        )


def _environment_layer(environ: Mapping[str, str], cwd: Path) -> Layer:
    values: dict[str, Raw] = {}
    origins: dict[str, str] = {}
    for name in sorted(environ):
        setting = _setting_name(name)
        if not name.startswith(ENVIRONMENT_PREFIX) or setting not in Settings.model_fields:
            continue
        if setting == "researchers":
            raise ConfigError(f"{name} can't be set: list researchers in the home's {HOME_FILE}.")
        text = environ[name]
        values[setting] = text.split(os.pathsep) if setting == "notes" else _read(setting, text)
        origins[setting] = name
    return Layer(_absolute_notes(values, cwd, environ, "MARCHWARDEN_NOTES"), origins)


def _read(setting: str, text: str) -> Raw:
    """A variable is text; a number in it is read here, so that a file's "12" stays wrong."""
    if setting in _LISTS:
        return [part.strip() for part in text.split(",") if part.strip()]
    number = _NUMBERS.get(setting)
    try:
        return text if number is None else number(text)
    except ValueError:
        return text


def _flags_layer(flags: Mapping[str, Raw], environ: Mapping[str, str], cwd: Path) -> Layer:
    given = {name: value for name, value in flags.items() if value is not None}
    origins = {name: "--" + name.replace("_", "-") for name in given}
    return Layer(_absolute_notes(given, cwd, environ, "--notes"), origins)


def _setting_name(variable: str) -> str:
    return variable.removeprefix(ENVIRONMENT_PREFIX).lower()


def _absolute_notes(
    values: Mapping[str, Raw], base: Path, environ: Mapping[str, str], origin: str
) -> dict[str, Raw]:
    """Give every folder of notes a name and an absolute path; a row may be a bare path."""
    merged = dict(values)
    listed = values.get("notes")
    if listed is None:
        return merged
    if not isinstance(listed, Sequence) or isinstance(listed, str):
        raise ConfigError(f"{origin}: notes must be a list of folders.")
    bare = [row for row in listed if isinstance(row, str | Path)]
    if len(bare) == len(listed):
        paths = (base / expanded(str(row), environ) for row in bare if str(row))
        merged["notes"] = named_roots(Path(os.path.normpath(path)) for path in paths)
        return merged
    merged["notes"] = [_absolute_row(row, base, environ) for row in listed]
    return merged


def _absolute_row(row: Raw, base: Path, environ: Mapping[str, str]) -> Raw:
    if isinstance(row, str):
        row = {"path": row}
    if not isinstance(row, Mapping) or not isinstance(row.get("path"), str):
        return row
    path = Path(os.path.normpath(base / expanded(row["path"], environ)))
    return {"name": path.name, **row, "path": str(path)}


def _rows(value: Raw) -> list[Mapping[str, Raw]]:
    return [row for row in value if isinstance(row, Mapping)] if isinstance(value, list) else []


def _validated(values: Mapping[str, Raw], origins: Mapping[str, str]) -> Settings:
    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        raise ConfigError(sentence_of(error, origins)) from error


def _reason(error: OSError | UnicodeDecodeError) -> str:
    return "not UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror or "unknown"
