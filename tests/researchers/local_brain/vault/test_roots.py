"""Roots have names of their own, and none lies inside another."""

from pathlib import Path

import pytest

from researchers.local_brain.roots import RootError, make_roots


def test_a_root_is_named_after_its_folder_and_a_second_one_is_numbered(tmp_path: Path) -> None:
    for folder in ("a/notes", "b/notes", "c/my notes#1"):
        (tmp_path / folder).mkdir(parents=True)
    entries = [(None, tmp_path / folder) for folder in ("a/notes", "b/notes", "c/my notes#1")]
    roots = make_roots([*entries, ("given", tmp_path / "a" / ".." / "a" / "notes")])
    assert [root.name for root in roots] == ["notes", "notes-2", "my-notes-1"]


def test_a_root_may_be_a_link_itself(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (root,) = make_roots([(None, tmp_path / "link")])
    assert root.path == tmp_path / "real"


@pytest.mark.parametrize("name", ["a/b", "", "..", "a b", "x#y"])
def test_a_name_that_would_break_a_locator_is_refused(tmp_path: Path, name: str) -> None:
    if name:
        with pytest.raises(RootError):
            make_roots([(name, tmp_path)])
    else:
        assert make_roots([(name, tmp_path)])[0].name == tmp_path.name


def test_a_root_that_is_not_there_now_may_keep_its_place(tmp_path: Path) -> None:
    (root,) = make_roots([("stick", tmp_path / "gone")], absent_too=True)
    assert (root.name, root.path) == ("stick", tmp_path / "gone")


def test_a_root_inside_another_or_named_twice_or_missing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "c").mkdir()
    for entries in (
        [(None, tmp_path / "a"), (None, tmp_path / "a" / "b")],
        [("x", tmp_path / "a"), ("x", tmp_path / "c")],
        [(None, tmp_path / "gone")],
    ):
        with pytest.raises(RootError):
            make_roots(entries)
