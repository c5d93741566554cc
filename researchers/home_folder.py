"""Where marchwarden keeps things. Light: it is known before settings are read."""

from collections.abc import Mapping
from pathlib import Path


class ConfigError(Exception):
    """A setting is wrong. The message says which one, where it stands, and what to do."""


def home_of(environ: Mapping[str, str], override: Path | None = None) -> Path:
    """The flag, MARCHWARDEN_HOME, or ~/.marchwarden. Raises ConfigError when none of them says."""
    if override is not None:
        return override.absolute()
    if named := environ.get("MARCHWARDEN_HOME"):
        return expanded(named, environ).absolute()
    if user := environ.get("HOME"):
        return Path(user) / ".marchwarden"
    raise ConfigError("There is no home folder: set HOME or MARCHWARDEN_HOME.")


def expanded(text: str, environ: Mapping[str, str]) -> Path:
    """A path with a leading `~` resolved against the given environment."""
    if text == "~" or text.startswith("~/"):
        return Path(environ.get("HOME", "~")) / text[2:]
    return Path(text)
