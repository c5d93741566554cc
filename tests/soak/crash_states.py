"""Every state in which a crash of the machine may leave a disk, computed from the calls made.

A killed process loses nothing that it wrote; a machine that loses power does. The model: what was
written since the last sync of a file may be there in part; a name made, moved or removed since the
last sync of its folder may be there or not, each for itself.
"""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from traces.filesystem import RealFileSystem

_NAMES_IN_DOUBT_MAX: Final = 5


@dataclass(eq=False, slots=True)
class File:
    """What a file holds, and what of it is certainly on the disk."""

    written: bytes = b""
    durable: bytes = b""

    def possible(self) -> list[bytes]:
        """What a crash may leave: what is durable, all, and the middle of what came since."""
        if self.written == self.durable:
            return [self.written]
        middle = (len(self.durable) + len(self.written)) // 2
        return [self.durable, self.written[:middle], self.written]


@dataclass(frozen=True, eq=False, slots=True)
class NameChange:
    """A name that now leads to a file, to a folder (`made`), or to nothing."""

    path: Path
    file: File | None
    made: bool = False


@dataclass(slots=True)
class ModelDisk:
    """Names and files as running processes see them, and what of the names is durable."""

    names: dict[Path, File] = field(default_factory=dict)
    durable: list[NameChange] = field(default_factory=list)
    in_doubt: list[NameChange] = field(default_factory=list)

    def change(self, change: NameChange) -> None:
        if change.file is not None:
            self.names[change.path] = change.file
        elif not change.made:
            self.names.pop(change.path, None)
        self.in_doubt.append(change)

    def sync_folder(self, folder: Path) -> None:
        settled = [change for change in self.in_doubt if change.path.parent == folder]
        self.in_doubt = [change for change in self.in_doubt if change.path.parent != folder]
        self.durable.extend(settled)

    def images(self) -> Iterator[tuple[frozenset[Path], dict[Path, bytes]]]:
        """All states after a crash now: the folders, and the files with their bytes. Names in a
        folder of temporary files are left out; nobody reads them. Of very many names in doubt
        only the newest are doubted."""
        doubt = [change for change in self.in_doubt if change.path.parent.name != "tmp"]
        certain = doubt[:-_NAMES_IN_DOUBT_MAX]
        doubt = doubt[-_NAMES_IN_DOUBT_MAX:]
        for kept in itertools.product((True, False), repeat=len(doubt)):
            chosen = [change for change, keep in zip(doubt, kept, strict=True) if keep]
            folders, files = _applied([*self.durable, *certain, *chosen])
            paths = sorted(files)
            for contents in itertools.product(*(files[path].possible() for path in paths)):
                yield folders, dict(zip(paths, contents, strict=True))


class RecordingFileSystem(RealFileSystem):
    """Does every call and keeps the model in step. `deaf` names calls that the model does not
    hear, as if the program had forgotten them."""

    def __init__(self, deaf: frozenset[str] = frozenset()) -> None:
        self.disk = ModelDisk()
        self.after: Callable[[], None] = lambda: None
        """Called after each call, while the program is in the middle of its work."""
        self._deaf = deaf
        self._open: dict[int, File] = {}

    def make_folder(self, path: Path) -> None:
        if not path.exists():
            self.disk.change(NameChange(path, None, made=True))
        super().make_folder(path)
        self.after()

    def create(self, path: Path) -> int:
        descriptor = super().create(path)
        self._open[descriptor] = File()
        self.disk.change(NameChange(path, self._open[descriptor]))
        self.after()
        return descriptor

    def open_append(self, path: Path) -> int:
        descriptor = super().open_append(path)
        if path not in self.disk.names:
            self.disk.change(NameChange(path, File()))
        self._open[descriptor] = self.disk.names[path]
        self.after()
        return descriptor

    def write(self, descriptor: int, data: bytes) -> int:
        taken = super().write(descriptor, data)
        self._open[descriptor].written += data[:taken]
        self.after()
        return taken

    def sync(self, descriptor: int) -> None:
        super().sync(descriptor)
        if "sync" not in self._deaf:
            self._open[descriptor].durable = self._open[descriptor].written
        self.after()

    def rename(self, source: Path, target: Path) -> None:
        file = self.disk.names[source]
        super().rename(source, target)
        self.disk.change(NameChange(source, None))
        self.disk.change(NameChange(target, file))
        self.after()

    def sync_folder(self, path: Path) -> None:
        super().sync_folder(path)
        if "sync_folder" not in self._deaf:
            self.disk.sync_folder(path)
        self.after()


def _applied(changes: list[NameChange]) -> tuple[frozenset[Path], dict[Path, File]]:
    """The names after some changes; a name below a folder that isn't there can't be reached."""
    folders = {change.path for change in changes if change.made}
    made = {change.path for change in changes if change.made or change.file is not None}
    files: dict[Path, File] = {}
    for change in changes:
        if change.file is not None:
            files[change.path] = change.file
        elif not change.made:
            files.pop(change.path, None)
    roots = {path.parent for path in made} - made
    top = min(roots, key=lambda path: len(path.parts)) if roots else Path("/")

    def reachable(path: Path) -> bool:
        above = [one for one in path.parents if one.is_relative_to(top) and one != top]
        return all(one in folders for one in above)

    return (
        frozenset(path for path in folders if reachable(path)),
        {path: file for path, file in files.items() if reachable(path)},
    )
