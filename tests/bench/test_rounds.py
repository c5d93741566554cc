"""The bounds on what the PI adds to its researchers' own time."""

import pytest

from tests.bench.rounds import measure_rounds, table


@pytest.mark.bench
def test_a_round_takes_little_longer_than_its_slowest_researcher(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rounds = measure_rounds()
    with capsys.disabled():
        print(f"\n{table(rounds)}")  # noqa: T201 - what a measurement is for
    assert [goal for goal in rounds.goals if not goal.holds] == []
