"""A library follows its notes: what was added, changed, renamed, removed, and why not the rest."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from researchers.local_brain.index.protocol import Note, NoteKey
from researchers.local_brain.library import Library
from researchers.local_brain.roots import Root, make_roots
from tests.researchers.local_brain.vault.hostile import ARTICLE, many_attributes, text_pdf, write
from tests.researchers.local_brain.vault.libraries import counts, found, opened, settle

pytestmark = pytest.mark.anyio


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    write(tmp_path / "vault", one="# One\n\nRhubarb [[two]]", two="Custard", three="#tagged")
    return tmp_path / "vault"


@pytest.fixture
def library(vault: Path, tmp_path: Path) -> Iterator[Library]:
    with opened(vault, tmp_path) as library:
        yield library


def snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Content and modification time of every file."""
    return {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in folder.iterdir()}


async def test_the_first_refresh_adds_all_and_the_next_nothing(library: Library) -> None:
    assert counts(await library.refresh()) == {"added": 3}
    assert counts(await library.refresh()) == {"unchanged": 3}
    assert found(library, "rhubarb") == ["one.md"]
    assert [key.path for key in library.index.links_to(NoteKey("vault", "two.md"))] == ["one.md"]


async def test_a_changed_note_is_read_again(library: Library, vault: Path) -> None:
    await library.refresh()
    write(vault, one="Zeppelin")
    assert counts(await library.refresh()) == {"changed": 1, "unchanged": 2}
    assert (found(library, "rhubarb"), found(library, "zeppelin")) == ([], ["one.md"])


async def test_a_note_of_the_same_size_written_in_the_same_tick_is_noticed(
    library: Library, vault: Path
) -> None:
    """The state of a file just written tells nothing: its clock ticks every few milliseconds."""
    write(vault, one="aaaa bbbb")
    now = time.time_ns() + 10**9
    os.utime(vault / "one.md", ns=(now, now))
    await library.refresh()
    write(vault, one="cccc dddd")
    os.utime(vault / "one.md", ns=(now, now))
    await library.refresh()
    assert found(library, "cccc") == ["one.md"]


async def test_a_renamed_note_keeps_its_passages(library: Library, vault: Path) -> None:
    await library.refresh()
    before = library.index.passages_of(NoteKey("vault", "one.md"))
    (vault / "sub").mkdir()
    (vault / "one.md").rename(vault / "sub" / "uno.md")
    assert counts(await library.refresh()) == {"renamed": 1, "unchanged": 2}
    after = library.index.passages_of(NoteKey("vault", "sub/uno.md"))
    assert [passage for _, passage in after] == [passage for _, passage in before]
    assert library.index.note(NoteKey("vault", "one.md")) is None
    assert found(library, "uno") == ["sub/uno.md"]


async def test_two_notes_that_change_places_are_right_afterwards(
    library: Library, vault: Path
) -> None:
    await library.refresh()
    (vault / "one.md").rename(vault / "x")
    (vault / "two.md").rename(vault / "one.md")
    (vault / "x").rename(vault / "two.md")
    await library.refresh()
    assert (found(library, "custard"), found(library, "rhubarb")) == (["one.md"], ["two.md"])


async def test_a_removed_note_is_gone(library: Library, vault: Path) -> None:
    await library.refresh()
    (vault / "one.md").unlink()
    assert counts(await library.refresh()) == {"removed": 1, "unchanged": 2}
    assert found(library, "rhubarb") == []


async def test_touching_a_note_changes_nothing(library: Library, vault: Path) -> None:
    await library.refresh()
    settle(vault)
    assert counts(await library.refresh()) == {"unchanged": 3}
    version = library.index.statistics().version
    settle(vault)
    await library.refresh()
    assert library.index.statistics().version == version


async def test_notes_are_never_written(library: Library, vault: Path) -> None:
    before = snapshot(vault)
    await library.refresh()
    await library.read(NoteKey("vault", "one.md"))
    assert snapshot(vault) == before


async def test_coverage_names_every_file_that_is_not_indexed(
    library: Library, vault: Path, tmp_path: Path
) -> None:
    (vault / "scan.pdf").write_bytes(text_pdf(""))
    (vault / "data.csv").write_text("1,2")
    (vault / "out.md").symlink_to(tmp_path)
    os.mkfifo(vault / "pipe.md")
    (vault / "broken.md").write_bytes(b"\x00\x01\x02" * 100)
    report = await library.refresh()
    assert counts(report) == {"added": 3, "skipped": 5}
    (root,) = (await library.coverage()).roots
    assert (root.name, root.path, root.files_seen, root.indexed) == ("vault", vault, 8, 3)
    assert {one.path: one.reason for one in root.skipped} == {
        "broken.md": "binary data, not text",
        "data.csv": "format not read (.csv)",
        "out.md": "symbolic link, never followed",
        "pipe.md": "named pipe",
        "scan.pdf": "PDF without a text layer (scanned?)",
    }


async def test_a_file_that_failed_is_tried_again_only_when_it_changed(
    library: Library, vault: Path
) -> None:
    (vault / "bomb.html").write_bytes(many_attributes())
    first = await library.refresh()
    second = await library.refresh()
    assert (first.skipped, second.skipped) == (1, 1)
    assert first.seconds > 2 > second.seconds
    (vault / "bomb.html").write_text(ARTICLE)
    assert counts(await library.refresh()) == {"added": 1, "unchanged": 3}


async def test_a_note_that_became_unreadable_leaves_the_index(
    library: Library, vault: Path
) -> None:
    await library.refresh()
    (vault / "one.md").write_bytes(b"\x00" * 100)
    assert counts(await library.refresh()) == {"removed": 1, "unchanged": 2, "skipped": 1}
    assert counts(await library.refresh()) == {"unchanged": 2, "skipped": 1}
    assert found(library, "rhubarb") == []


async def test_what_is_read_is_what_is_on_disk_now(library: Library, vault: Path) -> None:
    await library.refresh()
    key = NoteKey("vault", "one.md")
    held = await library.read(key)
    assert isinstance(held, Note)
    assert held.text == "# One\n\nRhubarb [[two]]"
    assert held.links[0].resolved_key == "vault/two.md"
    write(vault, one="Something new")
    fresh = await library.read(key)
    assert isinstance(fresh, Note)
    assert (fresh.text, found(library, "rhubarb")) == ("Something new", ["one.md"])


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("gone.md", "no such file"),
        ("../vault/one.md", "not a path below the root"),
        ("link.md", "symbolic link"),
        ("binary.md", "binary data"),
        ("bomb.html", "killed after 2 s"),
        ("one.exe", "not notes"),
    ],
)
async def test_a_note_that_can_not_be_read_says_why(
    library: Library, vault: Path, path: str, reason: str
) -> None:
    (vault / "link.md").symlink_to(vault / "one.md")
    (vault / "binary.md").write_bytes(b"\x00" * 99)
    (vault / "bomb.html").write_bytes(many_attributes())
    answer = await library.read(NoteKey("vault", path))
    assert isinstance(answer, str)
    assert reason in answer


async def test_pdf_and_html_are_read_afresh_too(library: Library, vault: Path) -> None:
    (vault / "a.pdf").write_bytes(text_pdf("Rhubarb one", "Rhubarb two"))
    note = await library.read(NoteKey("vault", "a.pdf"))
    assert isinstance(note, Note)
    assert [passage.fragment for passage in note.passages] == ["page=1", "page=2"]


async def test_progress_counts_the_files(vault: Path, tmp_path: Path) -> None:
    seen: list[tuple[int, int, str]] = []
    write(vault, **{f"n{number}": f"Note {number}" for number in range(50)})
    with opened(vault, tmp_path) as library:
        await library.refresh(lambda done, total, path: seen.append((done, total, path)))
    assert [done for done, _, _ in seen] == list(range(1, 54))
    assert {total for _, total, _ in seen} == {53}


async def test_notes_of_a_root_that_was_taken_away_are_forgotten(
    vault: Path, tmp_path: Path
) -> None:
    write(tmp_path / "other", note="Zeppelin")
    both = make_roots([(None, vault), ("second", tmp_path / "other")])
    path = tmp_path / "index" / "notes.sqlite"
    with Library(path, both) as library:
        await library.refresh()
        assert {root.name: root.indexed for root in (await library.coverage()).roots} == {
            "vault": 3,
            "second": 1,
        }
    with Library(path, (Root("vault", vault),)) as library:
        assert counts(await library.refresh()) == {"removed": 1, "unchanged": 3}
