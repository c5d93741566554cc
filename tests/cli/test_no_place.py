"""A home that can't be used, and a disk without room."""

from pathlib import Path

from cli.doctor_checks import Health, room
from tests.cli.process import run_command


def test_a_home_that_is_no_folder_is_one_sentence_and_no_riddle(home: Path) -> None:
    blocked, notes = home / "file", home / "notes"
    blocked.touch()
    notes.mkdir()
    (notes / "a.md").write_text("# A\n\nThe oven is hot.\n")
    for place in (blocked, blocked / "sub"):
        environ = {"MARCHWARDEN_HOME": str(place)}
        done = run_command("ask", "--notes", str(notes), "Hot?", home=home, environ=environ)
        assert done.code == 1
        assert done.err == f"{place} can't be used as a home: Not a directory.\n"


def test_a_full_disk_is_broken_and_a_nearly_full_one_worth_a_look() -> None:
    assert [room(n * 1024 * 1024).health for n in (0, 50, 500)] == [
        Health.BROKEN,
        Health.MIND,
        Health.WELL,
    ]
