"""The SQLite index keeps the promises of every index, and some of its own."""

import threading
from pathlib import Path

import apsw
import pytest

from researchers.local_brain.index import schema
from researchers.local_brain.index.protocol import IndexDamaged, IndexQuery, NoteKey
from researchers.local_brain.index.sqlite import SqliteIndex
from tests.researchers.local_brain.index.conformance import IndexConformance, paths
from tests.researchers.local_brain.index.notes import corpus, note


class TestSqliteIndex(IndexConformance):
    def open(self, place: Path) -> SqliteIndex:
        return SqliteIndex(place / "notes.sqlite")

    def opening_code(self, place: Path) -> str:
        return (
            "from pathlib import Path\n"
            "from researchers.local_brain.index.sqlite import SqliteIndex\n"
            f"index = SqliteIndex(Path({str(place)!r}) / 'notes.sqlite')"
        )


def filled(path: Path) -> None:
    index = SqliteIndex(path)
    index.upsert([note("a.md", "Rhubarb")])
    index.commit()
    index.close()


def test_an_index_of_another_version_is_built_anew_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "i.sqlite"
    filled(path)
    with apsw.Connection(str(path)) as old:
        old.pragma("user_version", schema.SCHEMA_VERSION + 1)
    index = SqliteIndex(path)
    assert index.notice is not None
    assert "another version" in index.notice
    assert index.statistics().notes == 0
    index.close()


def test_a_file_that_is_no_database_is_built_anew_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "i.sqlite"
    path.write_bytes(b"not a database, rather a shopping list\n" * 100)
    index = SqliteIndex(path)
    assert index.notice == "The index was built anew: the old file was damaged."
    index.upsert([note("a.md", "Rhubarb")])
    index.commit()
    assert paths(index.search(IndexQuery(("rhubarb",)), 5)) == ["a.md"]
    index.close()


def test_another_programs_database_is_moved_aside_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "i.sqlite"
    with apsw.Connection(str(path)) as foreign:
        foreign.execute("CREATE TABLE precious (x); INSERT INTO precious VALUES (42)")
    index = SqliteIndex(path)
    assert index.notice is not None
    index.close()
    with apsw.Connection(str(tmp_path / "i.sqlite.not-an-index")) as kept:
        assert list(kept.execute("SELECT x FROM precious")) == [(42,)]


def damage_notes(path: Path) -> None:
    """Overwrite the page at which the table of notes begins."""
    db = apsw.Connection(str(path))
    ((page, size),) = db.execute(
        "SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_schema "
        "WHERE name = 'notes'"
    )
    db.close()
    content = bytearray(path.read_bytes())
    content[(page - 1) * size : page * size] = b"\xa5" * size
    path.write_bytes(content)


def test_damage_that_shows_later_is_named_and_can_be_mended(tmp_path: Path) -> None:
    path = tmp_path / "i.sqlite"
    index = SqliteIndex(path)
    index.upsert(corpus(seed=1, notes=200)[0])
    index.commit()
    index.close()
    damage_notes(path)
    index = SqliteIndex(path)
    with pytest.raises(IndexDamaged, match="marchwarden notes index"):
        index.files()
    index.rebuild()
    assert index.notice == "The index was built anew: the old file was damaged."
    assert index.files() == {}
    index.upsert([note("a.md", "Rhubarb")])
    index.commit()
    assert list(index.files()) == [NoteKey("vault", "a.md")]
    index.close()


def test_many_threads_read_beside_a_writer(tmp_path: Path) -> None:
    index = SqliteIndex(tmp_path / "i.sqlite")
    made, queries = corpus(seed=2, notes=120)
    index.upsert(made[:60])
    index.commit()
    failures: list[BaseException] = []

    def read() -> None:
        try:
            for query, _ in queries[:40]:
                index.search(IndexQuery(tuple(query.split())), 10)
        except BaseException as error:
            failures.append(error)

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for one in made[60:]:
        index.upsert([one])
        index.commit()
    for reader in readers:
        reader.join(30)
    assert failures == []
    assert index.statistics().notes == 120
    index.close()


def test_the_index_is_for_its_owner_only(tmp_path: Path) -> None:
    filled(tmp_path / "deep" / "i.sqlite")
    assert (tmp_path / "deep" / "i.sqlite").stat().st_mode & 0o077 == 0
    assert (tmp_path / "deep").stat().st_mode & 0o077 == 0
