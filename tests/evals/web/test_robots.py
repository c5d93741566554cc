"""Decisions about robots.txt are counted against what the file's writer meant."""

from pathlib import Path

from evals.integrity import Share
from evals.web.robots import measure_robots
from tests.evals.web.gold import write_robots


def test_a_wrong_decision_counts_against_us(tmp_path: Path) -> None:
    write_robots(tmp_path)
    every, standard = measure_robots(tmp_path).figures
    assert every.share == Share(2, 3)
    assert not every.holds
    assert standard.share == Share(2, 2)
    assert standard.target is None


def test_a_limit_takes_the_first_ones(tmp_path: Path) -> None:
    write_robots(tmp_path)
    report = measure_robots(tmp_path, 2)
    assert report.holds
    assert report.figures[0].share == Share(2, 2)
