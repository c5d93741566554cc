"""What numbers measure."""

import pytest

from evidence.dimensions import dimensions_of


@pytest.mark.parametrize(
    ("text", "dimensions"),
    [
        ("75 minutes", {"time"}),
        ("3h and 260 \u00b0C", {"time", "temperature"}),
        ("260 degrees", {"temperature"}),
        ("$ 1,200.50 a month", {"money"}),
        ("12 \u20ac or 12 Euros", {"money"}),
        ("25kg, 3.5 % of it", {"mass", "share"}),
        ("1.5 GB", {"data"}),
        ("in 2019, 12 loaves", set()),
        ("minutes and degrees", set()),
        ("", set()),
    ],
)
def test_a_number_with_its_unit_has_a_dimension(text: str, dimensions: set[str]) -> None:
    assert dimensions_of(text) == dimensions
