"""Where a user's traces, content, index and configuration are kept."""

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Home:
    """The folder of one user. Folders are 0700, files 0600: traces quote private notes."""

    path: Path

    @property
    def traces(self) -> Path:
        """One `{run}.jsonl` per run, and `{run}.md` for a person."""
        return self.path / "traces"

    @property
    def cas(self) -> Path:
        """Stored content, each piece once, by its hash."""
        return self.path / "cas"

    @property
    def index(self) -> Path:
        """A cache; may be deleted."""
        return self.path / "index"

    @property
    def heads(self) -> Path:
        """The chain of sealed traces."""
        return self.path / "heads.jsonl"

    @property
    def config(self) -> Path:
        """The user's settings."""
        return self.path / "config.toml"

    def trace(self, run: str) -> Path:
        """The file of one trace. The caller has checked the id with `traces.ids.is_run_id`."""
        return self.traces / f"{run}.jsonl"

    def ensure(self) -> None:
        """Make the folders, private to the user. Leaves existing ones as private as they are
        asked to be. Raises OSError."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        for folder in (self.path, self.traces, self.cas, self.index):
            folder.mkdir(mode=0o700, exist_ok=True)
            if folder.stat().st_mode & 0o077:
                os.chmod(folder, 0o700)
