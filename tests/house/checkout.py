"""The files of this checkout, and its rooms."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = ("contract", "traces", "evidence", "serving", "researchers", "pi", "evals", "cli")
"""From the ground up."""

_NOT_OURS: Final = {"__pycache__", "node_modules", "build", "dist"}
_TEXT: Final = {".py", ".md", ".toml", ".txt", ".json", ".html", ".lock", ".org", ".yaml", ""}


def files(below: Path = ROOT) -> Iterator[Path]:
    """Every file that belongs to the checkout; caches and environments left out."""
    for path in sorted(below.iterdir()):
        hidden = path.name.startswith(".") and path.name not in {".ci", ".gitignore"}
        if hidden or path.name in _NOT_OURS or path.name.endswith(".egg-info"):
            continue
        if path.is_dir():
            yield from files(path)
        else:
            yield path


def text_files() -> Iterator[Path]:
    """Those that hold text."""
    return (path for path in files() if path.suffix in _TEXT)


def python_files(*rooms: str) -> Iterator[Path]:
    """The modules of some rooms."""
    return (path for room in rooms for path in files(ROOT / room) if path.suffix == ".py")


def project() -> dict[str, Any]:
    """pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text())
