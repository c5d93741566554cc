"""Limits of a call, merged from its depth and its constraints."""

from typing import Any

import pytest

from contract import Depth, ResearchRequest, limits_of
from contract.request import LARGEST_COUNT, LONGEST_SECONDS, PRESETS


def _limits(**constraints: Any) -> Any:
    return limits_of(ResearchRequest.model_validate({"question": "q", "constraints": constraints}))


def test_a_depth_stands_for_its_preset() -> None:
    limits = limits_of(ResearchRequest(question="q", depth=Depth.DEEP))
    assert limits.passes == PRESETS[Depth.DEEP].passes
    assert limits.max_seconds == PRESETS[Depth.DEEP].max_seconds


def test_an_explicit_constraint_wins_over_the_preset() -> None:
    limits = _limits(max_iterations=7, max_sources=2, max_seconds=3.5, token_budget=0)
    assert (limits.passes, limits.max_sources) == (7, 2)
    assert (limits.max_seconds, limits.token_budget) == (3.5, 0)


@pytest.mark.parametrize("seconds", [1e17, 1e308, float("inf")])
def test_a_limit_beyond_all_measure_is_no_limit_and_no_fault(seconds: float) -> None:
    limits = _limits(
        max_iterations=10**25, max_sources=10**25, token_budget=10**28, max_seconds=seconds
    )
    assert limits.max_seconds == LONGEST_SECONDS
    assert {limits.passes, limits.max_sources, limits.token_budget} == {LARGEST_COUNT}
