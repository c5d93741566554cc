"""The content store on a real disk."""

import os
import shutil
import stat
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from traces.digest import content_name
from traces.errors import ContentCorrupt, ContentMissing, TraceWriteError
from traces.faulty import FaultyFileSystem
from traces.store import ContentStore


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(st.binary(max_size=5_000))
def test_content_comes_back_under_its_name(tmp_path: Path, content: bytes) -> None:
    store = ContentStore(tmp_path)
    name = store.put(content)
    assert name == content_name(content)
    assert store.get(name) == content
    assert store.size(name) == len(content)


def test_content_is_read_only_and_private(tmp_path: Path) -> None:
    store = ContentStore(tmp_path / "cas")
    path = store.path(store.put(b"private"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o400
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_known_content_is_not_written_again(tmp_path: Path) -> None:
    disk = FaultyFileSystem()
    store = ContentStore(tmp_path, disk)
    store.put(b"once")
    calls = len(disk.calls)
    store.put(b"once")
    assert len(disk.calls) == calls


def test_content_that_another_process_wrote_is_made_durable_once(tmp_path: Path) -> None:
    ContentStore(tmp_path).put(b"shared")
    disk = FaultyFileSystem()
    store = ContentStore(tmp_path, disk)
    store.put(b"shared")
    store.put(b"shared")
    assert disk.calls == ["sync_folder"]


def _damage(path: Path) -> None:
    path.chmod(0o600)
    path.write_bytes(b"X" + path.read_bytes()[1:])


def test_damaged_content_is_replaced_when_it_is_needed_again(tmp_path: Path) -> None:
    store = ContentStore(tmp_path)
    name = store.put(b"content")
    for one in (ContentStore(tmp_path), store):
        _damage(store.path(name))
        with pytest.raises(ContentCorrupt):
            one.get(name)
        assert one.put(b"content") == name
        assert one.get(name) == b"content"
    assert stat.S_IMODE(store.path(name).stat().st_mode) == 0o400


def test_the_order_of_a_put_is_the_durable_one(tmp_path: Path) -> None:
    disk = FaultyFileSystem()
    store = ContentStore(tmp_path, disk)
    store.put(b"first")
    folders = disk.calls.index("create")
    assert disk.calls[folders:] == ["create", "write", "sync", "protect", "rename", "sync_folder"]


def test_content_of_the_wrong_size_is_written_again(tmp_path: Path) -> None:
    store = ContentStore(tmp_path)
    path = store.path(store.put(b"whole content"))
    path.chmod(0o600)
    path.write_bytes(b"whole")
    assert store.get(store.put(b"whole content")) == b"whole content"


def test_other_bytes_under_a_name_are_told(tmp_path: Path) -> None:
    store = ContentStore(tmp_path)
    name = store.put(b"whole content")
    store.path(name).chmod(0o600)
    store.path(name).write_bytes(b"other content")
    with pytest.raises(ContentCorrupt):
        store.get(name)


@pytest.mark.parametrize(
    "name", ["", "sha256:", "../../etc/passwd", "sha256:" + "g" * 64, "sha256:" + "0" * 64]
)
def test_what_is_not_there_is_missing(tmp_path: Path, name: str) -> None:
    with pytest.raises(ContentMissing):
        ContentStore(tmp_path).get(name)


def test_all_names_are_listed_and_nothing_else(tmp_path: Path) -> None:
    store = ContentStore(tmp_path)
    names = sorted(store.put(bytes([i])) for i in range(40))
    store.path(names[0]).parent.joinpath("stray").write_bytes(b"")
    assert list(store.iter()) == names
    assert list(ContentStore(tmp_path / "none").iter()) == []


def test_leftovers_of_killed_writers_go_and_fresh_ones_stay(tmp_path: Path) -> None:
    store = ContentStore(tmp_path)
    store.put(b"content")
    old, fresh = tmp_path / "tmp" / "1-a", tmp_path / "tmp" / "2-b"
    old.write_bytes(b"half")
    fresh.write_bytes(b"half")
    now = fresh.stat().st_mtime
    os.utime(old, (now - 7_200, now - 7_200))
    assert store.gc(now) == 1
    assert not old.exists()
    assert fresh.exists()


def test_a_folder_that_can_not_be_written_is_one_clear_sentence(tmp_path: Path) -> None:
    blocked = tmp_path / "cas"
    blocked.write_bytes(b"a file where the folder should be")
    with pytest.raises(TraceWriteError, match="could not be written"):
        ContentStore(blocked).put(b"content")


def test_a_store_that_was_deleted_under_a_running_process_is_made_again(tmp_path: Path) -> None:
    store = ContentStore(tmp_path / "cas")
    store.put(b"content")
    shutil.rmtree(tmp_path / "cas")
    assert store.get(store.put(b"content")) == b"content"
    shutil.rmtree(tmp_path / "cas" / "tmp")
    assert store.get(store.put(b"more")) == b"more"
