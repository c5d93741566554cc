"""A question that the notes can answer, for whoever wants to try the researcher out."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from researchers.local_brain.roots import Root
from researchers.reading.formats import Format, format_of, stem_of

_LOOKED_AT: Final = 200
_LEAST_BYTES: Final = 200


def sample_question(roots: Sequence[Root]) -> str | None:
    """A question after the name of a note near the top of a root; None when there is none. Lists
    one folder and its subfolders, reads no note."""
    for root in roots:
        for path in _near_the_top(root.path):
            if _is_promising(path):
                words = stem_of(path.name).replace("-", " ").replace("_", " ")
                return f"What do my notes say about {words}?"
    return None


def _near_the_top(folder: Path) -> list[Path]:
    found: list[Path] = []
    try:
        entries = sorted(folder.iterdir())
        for entry in entries[:_LOOKED_AT]:
            visible = not entry.name.startswith(".") and not entry.is_symlink()
            if visible and entry.is_dir():
                found.extend(sorted(entry.iterdir())[:_LOOKED_AT])
            elif visible:
                found.append(entry)
    except OSError:
        return found
    return found[:_LOOKED_AT]


def _is_promising(path: Path) -> bool:
    """A Markdown file of some length whose name is made of words."""
    try:
        named = sum(part.isalpha() for part in path.stem.replace("_", "-").split("-")) >= 2
        return (
            named
            and format_of(path.name) is Format.MARKDOWN
            and not path.is_symlink()
            and path.is_file()
            and path.stat().st_size >= _LEAST_BYTES
        )
    except OSError:
        return False
