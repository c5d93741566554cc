"""What the numbers of a sentence are values of, and when two sentences give different ones."""

import pytest

from evidence.analyze import Analyzer
from evidence.measures import differing, measures_of


def difference(left: str, right: str) -> str | None:
    analyzer = Analyzer()
    return differing(measures_of(left, analyzer), measures_of(right, analyzer))


@pytest.mark.parametrize(
    ("left", "right", "key"),
    [
        ("20 g of salt", "24 g of salt", "mass"),
        ("it takes 75 minutes", "it takes 3 hours", "time"),
        ("12 loaves", "14 loaves", "unit:loav"),
        ("serviced on 2 April 2025", "serviced on 14 March 2025", "date"),
        ("on 2024-08-31", "on 31 August 2023", "date"),
        ("it costs \u20ac 12", "it costs 9 euros", "euro"),
        ("doors open at 7:00", "doors open at 8:30", "clock"),
        ("closed on Sunday", "closed on Mondays", "weekday"),
        ("founded in 1992", "founded in 1994", "year"),
        ("version 3", "version 4", "of:version"),
    ],
)
def test_another_value_of_the_same_thing_differs(left: str, right: str, key: str) -> None:
    assert difference(left, right) == key


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("75 minutes", "1 hour and 15 minutes"),
        ("1.5 kg", "1500 g"),
        ("1,200 loaves", "1200 loaves"),
        ("20 g of salt", "20 % of rye"),
        ("the first load goes in at 4:30", "75 minutes to heat up"),
        ("see https://example.org/2021/3", "see https://example.org/2022/4"),
        ("[3 rules](https://example.org/3)", "[3 rules](https://example.org/4)"),
        ("see pull request #1802", "see pull request #12"),
        ("on 2 April", "on 2 April 2025"),
        ("in 2019 it cost 300 euros", "in 2020 it cost 320 euros"),
        ("Chapter 1 has 12 pages, see `top -n 5`", "Chapter 1 has 12 pages, see `top -n 6`"),
        ("no number at all", "12 loaves"),
    ],
)
def test_what_can_both_be_true_does_not_differ(left: str, right: str) -> None:
    assert difference(left, right) is None
