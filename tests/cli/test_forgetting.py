"""What was read from a folder does not outlive its removal."""

import os
from pathlib import Path

from tests.cli.process import run_command

SECRET = "Quillwort-4711"
"""In a heading: an index keeps running text compressed, where no test could see it."""


def _holding(home: Path) -> list[Path]:
    """Files of the index folder in which the secret stands."""
    folder = home / ".marchwarden" / "index"
    return [path for path in folder.iterdir() if SECRET.encode() in path.read_bytes()]


def _vault(home: Path, name: str, text: str) -> Path:
    folder = home / name
    folder.mkdir()
    (folder / "note.md").write_text(f"# {text}\n\nSome more words.\n")
    assert run_command("notes", "add", str(folder), home=home).code == 0
    return folder


def test_a_removed_folder_leaves_no_text_in_any_index(home: Path) -> None:
    _vault(home, "rye", "Rye is sown in September.")
    secret = _vault(home, "secret", f"The word is {SECRET}")
    run_command("notes", "index", home=home)
    run_command("notes", "index", "--notes", str(secret), home=home)
    assert len(_holding(home)) == 2
    done = run_command("notes", "remove", "secret", home=home)
    assert (done.code, done.err) == (0, "")
    assert _holding(home) == []
    assert "September" in run_command("notes", "search", "rye", home=home).out


def test_a_deleted_note_leaves_no_text_in_the_index(home: Path) -> None:
    folder = _vault(home, "rye", "Rye is sown in September.")
    (folder / "secret.md").write_text(f"# The word is {SECRET}\n\nMore.\n")
    run_command("notes", "index", home=home)
    assert _holding(home)
    (folder / "secret.md").unlink()
    assert "1 removed" in run_command("notes", "index", home=home).out
    assert _holding(home) == []


def test_an_index_that_was_not_used_for_a_month_goes_with_the_next_indexing(home: Path) -> None:
    _vault(home, "rye", "Rye is sown in September.")
    other = home / "other"
    other.mkdir()
    (other / "note.md").write_text("# Other\n\nOats.\n")
    run_command("notes", "index", "--notes", str(other), home=home)
    (path,) = (home / ".marchwarden" / "index").glob("*.sqlite")
    month_ago = path.stat().st_mtime - 31 * 24 * 3600
    os.utime(path, (month_ago, month_ago))
    run_command("notes", "index", home=home)
    assert not path.exists()
    (mine,) = (home / ".marchwarden" / "index").glob("*.sqlite")
    os.utime(mine, (month_ago, month_ago))
    run_command("notes", "index", home=home)
    assert mine.stat().st_mtime > month_ago + 1
