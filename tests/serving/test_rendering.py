"""A result as text, for whoever reads it without its structure."""

import pytest

from contract import ResearchResult
from serving.rendering import render_markdown
from tests.serving.results import answered


def _counting(passes: int, sources: int) -> ResearchResult:
    result = answered()
    cost = result.cost_metadata.model_copy(
        update={"iterations_run": passes, "sources_opened": sources}
    )
    return result.model_copy(update={"cost_metadata": cost})


@pytest.mark.parametrize(
    ("number", "passes", "sources"),
    [(1, "1 pass,", "1 source opened,"), (2, "2 passes,", "2 sources opened,")],
)
def test_one_is_counted_in_the_singular(number: int, passes: str, sources: str) -> None:
    words = render_markdown(_counting(number, number))
    assert passes in words
    assert sources in words
