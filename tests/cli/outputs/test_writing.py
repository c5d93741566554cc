"""A file is written whole, for its owner alone, and never over another one."""

import json
import stat
from pathlib import Path

import pytest

from cli.errors import CommandError
from cli.outputs.formats import ENDINGS, renderer_for
from cli.outputs.writing import target, write_new
from tests.cli.networked import ANSWER, QUESTION


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_ending_has_a_form_whatever_its_case(ending: str, tmp_path: Path) -> None:
    path = target(f"Answer{ending.upper()}", tmp_path)
    write_new(path, renderer_for(path)(ANSWER, QUESTION))
    assert "mill" in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_json_is_the_result_itself(tmp_path: Path) -> None:
    path = target("a.json", tmp_path)
    write_new(path, renderer_for(path)(ANSWER, QUESTION))
    assert json.loads(path.read_text()) == ANSWER.model_dump(mode="json")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("answer.docx", "use one of .md, .html, .json, .bib, .ris"),
        ("answer", "has no ending"),
        ("nowhere/answer.md", "is not a folder"),
        ("there.md", "is already there"),
        ("dangling.md", "is already there"),
    ],
)
def test_what_can_not_be_written_is_refused_before_anybody_is_asked(
    name: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "there.md").write_text("mine")
    (tmp_path / "dangling.md").symlink_to(tmp_path / "absent.md")
    with pytest.raises(CommandError, match=said) as refused:
        target(name, tmp_path)
    assert "\n" not in refused.value.message
    assert (tmp_path / "there.md").read_text() == "mine"


def test_a_file_that_came_meanwhile_is_kept(tmp_path: Path) -> None:
    path = target("answer.md", tmp_path)
    path.write_text("mine")
    with pytest.raises(CommandError, match="already there"):
        write_new(path, "ours")
    assert path.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [path]


def test_a_disk_that_refuses_is_said_in_one_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    with pytest.raises(CommandError, match="can't be written"):
        write_new(folder / "answer.md", "text")


def test_text_that_is_no_unicode_does_not_stop_the_file(tmp_path: Path) -> None:
    write_new(tmp_path / "a.md", "a\udcffb")
    assert (tmp_path / "a.md").read_text() == "a?b"
