"""No path leads out of a root, and no file blocks its reader."""

import threading
from pathlib import Path

import pytest

from researchers.local_brain.safe_open import ReadRefused, read_file
from tests.researchers.local_brain.vault.hostile import write

LIMIT = 10_000


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    write(tmp_path / "outside", secret="secret")
    write(tmp_path / "vault" / "sub", note="Rhubarb")
    return tmp_path / "vault"


@pytest.mark.parametrize(
    "path",
    [
        "../outside/secret.md",
        "sub/../../outside/secret.md",
        "/etc/passwd",
        "",
        ".",
        "sub/",
        "sub//note.md",
        "./sub/note.md",
        "sub/note.md\0.txt",
        "..",
        "sub/..",
        "sub\\..\\..\\x",
    ],
)
def test_a_path_that_is_not_below_the_root_is_refused(vault: Path, path: str) -> None:
    with pytest.raises(ReadRefused):
        read_file(vault, path, LIMIT)


def test_a_link_on_the_way_is_refused(vault: Path) -> None:
    (vault / "file.md").symlink_to(vault.parent / "outside" / "secret.md")
    (vault / "folder").symlink_to(vault.parent / "outside")
    for path in ("file.md", "folder/secret.md"):
        with pytest.raises(ReadRefused, match="symbolic link"):
            read_file(vault, path, LIMIT)


def test_a_folder_that_is_swapped_for_a_link_all_the_time_never_leads_out(vault: Path) -> None:
    stop = threading.Event()

    def swap() -> None:
        real, link, away = vault / "sub", vault / "link", vault / "away"
        link.symlink_to(vault.parent / "outside")
        (vault.parent / "outside" / "note.md").write_text("secret")
        while not stop.is_set():
            real.rename(away)
            link.rename(real)
            real.rename(link)
            away.rename(real)

    thread = threading.Thread(target=swap)
    thread.start()
    seen: set[bytes] = set()
    refused = 0
    try:
        for _ in range(3_000):
            try:
                seen.add(read_file(vault, "sub/note.md", LIMIT).content)
            except ReadRefused:
                refused += 1
    finally:
        stop.set()
        thread.join(10)
    assert seen <= {b"Rhubarb"}
    assert seen
    assert refused


def test_a_file_that_changes_while_it_is_read_is_never_half_old(vault: Path) -> None:
    stop = threading.Event()
    note = vault / "sub" / "note.md"

    def rewrite() -> None:
        while not stop.is_set():
            for letter in (b"a", b"b"):
                note.write_bytes(letter * 9_000)

    note.write_bytes(b"a" * 9_000)
    refused = whole = 0
    thread = threading.Thread(target=rewrite)
    thread.start()
    try:
        for _ in range(1_500):
            try:
                content = read_file(vault, "sub/note.md", LIMIT).content
            except ReadRefused:
                refused += 1
            else:
                whole += 1
                assert len(set(content)) <= 1
    finally:
        stop.set()
        thread.join(10)
    assert refused + whole == 1_500
    assert whole


def test_missing_is_told_from_forbidden(vault: Path) -> None:
    with pytest.raises(ReadRefused) as missing:
        read_file(vault, "sub/none.md", LIMIT)
    assert missing.value.missing
    with pytest.raises(ReadRefused) as folder:
        read_file(vault, "sub", LIMIT)
    assert not folder.value.missing
    with pytest.raises(ReadRefused) as too_long:
        read_file(vault, "x" * 300 + ".md", LIMIT)
    assert "can't be read" in str(too_long.value)
