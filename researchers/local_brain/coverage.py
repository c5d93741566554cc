"""How much of the notes the index holds, and why not the rest."""

from dataclasses import dataclass
from pathlib import Path

from researchers.local_brain.index.protocol import Skipped


@dataclass(frozen=True, slots=True)
class RootCoverage:
    """One root: `files_seen` = `indexed` + the number of `skipped`."""

    name: str
    path: Path
    files_seen: int
    indexed: int
    skipped: tuple[Skipped, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """All roots. Hidden files and folders and `node_modules` are not counted anywhere."""

    roots: tuple[RootCoverage, ...]

    @property
    def files_seen(self) -> int:
        """Files in all roots."""
        return sum(root.files_seen for root in self.roots)

    @property
    def indexed(self) -> int:
        """Notes in the index, of all roots."""
        return sum(root.indexed for root in self.roots)


@dataclass(frozen=True, slots=True)
class RefreshReport:
    """What one refresh did. `notice` is about an index that had to be built anew or is being
    refreshed by another process, and about roots that are absent; `skipped` counts files,
    `Coverage` names them."""

    added: int = 0
    changed: int = 0
    renamed: int = 0
    removed: int = 0
    unchanged: int = 0
    skipped: int = 0
    seconds: float = 0.0
    notice: str | None = None
