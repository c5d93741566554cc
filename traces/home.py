"""Where a user's traces, content, index and configuration are kept."""

from dataclasses import dataclass
from pathlib import Path

from traces.filesystem import FOLDER_MODE, FileSystem, RealFileSystem


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
    def jobs(self) -> Path:
        """Questions that were handed in to be answered later, one `{id}.json` each."""
        return self.path / "jobs"

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

    def ensure(self, filesystem: FileSystem | None = None) -> None:
        """Make the folders, private to the user and durable. Folders that others could read are
        closed. Raises OSError."""
        disk = filesystem or RealFileSystem()
        missing = [folder for folder in (self.path, *self.path.parents) if not folder.exists()]
        for folder in (*reversed(missing), self.traces, self.cas, self.index):
            if not folder.is_dir():
                disk.make_folder(folder)
                disk.sync_folder(folder.parent)
        for folder in (self.path, self.traces, self.cas, self.index):
            if folder.stat().st_mode & 0o077:
                folder.chmod(FOLDER_MODE)
