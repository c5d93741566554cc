"""The folders that hold the user's notes, each under a name that stands in every locator."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_NAME = re.compile(r"[^/#?%\x00-\x20]+")


class RootError(ValueError):
    """A root that can't be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Root:
    """One folder of notes. `name` is unique and stands in `note://NAME/path.md`."""

    name: str
    path: Path


def make_roots(
    entries: Iterable[tuple[str | None, Path]], *, absent_too: bool = False
) -> tuple[Root, ...]:
    """Name the roots: a missing name becomes the folder's own, with -2, -3 … when it is taken.

    Paths are resolved once, here: a root may itself be a symbolic link, nothing below it may.
    Raises RootError for a bad or doubled name, a root that lies inside another, or a path that is
    not a folder, unless `absent_too`: a disk may not be mounted now and be back tomorrow.
    """
    roots: list[Root] = []
    for name, path in entries:
        folder = path.expanduser().resolve()
        if not absent_too and not folder.is_dir():
            raise RootError(f"{path} is not a folder; name a folder that holds notes")
        if any(folder == root.path for root in roots):
            continue
        taken = {root.name for root in roots}
        roots.append(Root(_given(name, taken) if name else _free(folder.name, taken), folder))
    _refuse_nested(roots)
    return tuple(roots)


def _given(name: str, taken: set[str]) -> str:
    if not _NAME.fullmatch(name) or name in {".", ".."}:
        raise RootError(f"{name!r} can't name a root; use letters, digits, dashes and dots")
    if name in taken:
        raise RootError(f"two roots are named {name!r}; give one of them another name")
    return name


def _free(folder: str, taken: set[str]) -> str:
    printable = folder.encode("utf-8", "replace").decode()
    stem = "-".join(_NAME.findall(printable)) or "notes"
    if stem not in taken:
        return stem
    return next(f"{stem}-{n}" for n in range(2, len(taken) + 3) if f"{stem}-{n}" not in taken)


def _refuse_nested(roots: list[Root]) -> None:
    for inner in roots:
        for outer in roots:
            if inner is not outer and inner.path.is_relative_to(outer.path):
                raise RootError(
                    f"{inner.path} lies inside the root {outer.path}; name only one of them"
                )
