"""The bounds on what a user waits for, on notes made up for it; real ones are measured by hand."""

from pathlib import Path

import pytest

from tests.bench.made_up import write_notes
from tests.bench.speed import measure_speed, table

NOTES = 3_000


@pytest.mark.bench
def test_searches_calls_and_starts_stay_within_their_bounds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_notes(tmp_path / "vault", NOTES)
    speed = measure_speed(tmp_path / "vault", tmp_path / "home", peers=False)
    with capsys.disabled():
        print(f"\n{table(speed)}")  # noqa: T201 - what a measurement is for
    assert [goal for goal in speed.goals if not goal.holds] == []
