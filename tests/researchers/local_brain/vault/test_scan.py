"""A walk meets anything that a file system can hold, and goes on."""

import os
import socket
from pathlib import Path

import pytest

from researchers.local_brain.index.protocol import FileState
from researchers.local_brain.limits import ReadLimits
from researchers.local_brain.safe_open import ReadRefused, read_file
from researchers.local_brain.scan import ScanStopped, scan_root
from tests.researchers.local_brain.vault.hostile import write

LEVELS = 3_000
LIMITS = ReadLimits()


def reasons(root: Path) -> dict[str, str]:
    return {one.path: one.reason for one in scan_root(root, LIMITS).skipped}


def dig(root: Path, levels: int) -> None:
    """Folders inside one another, deeper than any path may be long; a note in the last one."""
    here = os.open(root, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    note = os.open("deep.md", os.O_WRONLY | os.O_CREAT, dir_fd=here)
    os.write(note, b"Rhubarb")
    os.close(note)
    os.close(here)


def fill_up(root: Path, levels: int) -> None:
    """Take the folders of `dig` away again, which pathlib can't."""
    here = os.open(root, os.O_RDONLY)
    for _ in range(levels):
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.unlink("deep.md", dir_fd=here)
    for _ in range(levels):
        above = os.open("..", os.O_RDONLY, dir_fd=here)
        os.close(here)
        os.rmdir("d", dir_fd=above)
        here = above
    os.close(here)


def test_three_thousand_levels_are_walked_and_read(tmp_path: Path) -> None:
    write(tmp_path, beside="x")
    dig(tmp_path, LEVELS)
    try:
        found = scan_root(tmp_path, LIMITS)
        deepest = "d/" * LEVELS + "deep.md"
        assert set(found.files) == {"beside.md", deepest}
        assert found.skipped == []
        assert read_file(tmp_path, deepest, 100).content == b"Rhubarb"
    finally:
        fill_up(tmp_path, LEVELS)


def test_files_are_found_with_their_state_and_hidden_ones_are_not(tmp_path: Path) -> None:
    write(tmp_path / "b" / "c", note="x")
    for hidden in (".git", ".obsidian", "node_modules", "b/.trash"):
        write(tmp_path / hidden, no="x")
    (tmp_path / ".hidden.md").write_text("x")
    status = (tmp_path / "b/c/note.md").stat()
    assert scan_root(tmp_path, LIMITS).files == {
        "b/c/note.md": FileState(status.st_size, status.st_mtime_ns, status.st_ino)
    }
    assert reasons(tmp_path) == {}


def test_a_link_is_never_followed_and_is_listed(tmp_path: Path) -> None:
    write(tmp_path / "outside", secret="x")
    vault = tmp_path / "vault"
    write(vault, real="x")
    (vault / "file.md").symlink_to(tmp_path / "outside" / "secret.md")
    (vault / "folder").symlink_to(tmp_path / "outside")
    (vault / "loop").symlink_to(vault)
    (vault / "inner.md").symlink_to(vault / "real.md")
    assert set(scan_root(vault, LIMITS).files) == {"real.md"}
    assert reasons(vault) == dict.fromkeys(
        ("file.md", "folder", "inner.md", "loop"), "symbolic link, never followed"
    )


def test_pipes_sockets_and_devices_are_listed_and_never_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket.md"))
        assert reasons(tmp_path) == {"pipe.md": "named pipe", "socket.md": "socket"}
        for name in ("pipe.md", "socket.md"):
            with pytest.raises(ReadRefused):
                read_file(tmp_path, name, 100)


def test_a_name_that_is_not_utf8_is_listed(tmp_path: Path) -> None:
    raw = os.fsencode(tmp_path)
    with open(raw + b"/caf\xe9.md", "wb") as file:
        file.write(b"x")
    os.mkdir(raw + b"/\xff")
    with open(raw + b"/\xff/inside.md", "wb") as file:
        file.write(b"x")
    assert reasons(tmp_path) == {
        "caf\\xe9.md": "the name is not UTF-8",
        "\\xff/inside.md": "the name is not UTF-8",
    }


def test_a_huge_file_is_listed_without_being_read(tmp_path: Path) -> None:
    for name, size in (("huge.md", 5_000_000_000), ("big.pdf", 50_000_000)):
        with (tmp_path / name).open("wb") as file:
            file.truncate(size)
    assert reasons(tmp_path) == {"huge.md": "too large (5,000 MB; the limit is 20 MB)"}
    with pytest.raises(ReadRefused, match="too large"):
        read_file(tmp_path, "huge.md", LIMITS.text_bytes)


def test_what_we_do_not_read_is_listed_with_its_kind(tmp_path: Path) -> None:
    (tmp_path / "image.png").write_bytes(b"x")
    (tmp_path / "Makefile").write_bytes(b"x")
    assert reasons(tmp_path) == {
        "Makefile": "format not read",
        "image.png": "format not read (.png)",
    }


def test_our_own_folders_are_never_notes(tmp_path: Path) -> None:
    write(tmp_path / "home" / "traces", run="x")
    write(tmp_path, note="x")
    found = scan_root(tmp_path, LIMITS, excluded=[tmp_path / "home"])
    assert set(found.files) == {"note.md"}
    assert [one.path for one in found.skipped] == ["home/"]
    inside = scan_root(tmp_path / "home" / "traces", LIMITS, excluded=[tmp_path / "home"])
    assert inside.files == {}
    assert [one.reason for one in inside.skipped] == ["marchwarden's own folder, never notes"]


def test_a_root_that_is_gone_is_a_reason(tmp_path: Path) -> None:
    (skipped,) = scan_root(tmp_path / "gone", LIMITS).skipped
    assert "No such file" in skipped.reason


def test_a_walk_ends_when_it_is_told_to(tmp_path: Path) -> None:
    write(tmp_path, note="x")
    with pytest.raises(ScanStopped):
        scan_root(tmp_path, LIMITS, stopped=lambda: True)
