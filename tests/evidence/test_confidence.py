"""Confidence: a function of its factors that goes the right way in each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract import ConfidenceFactors, Recency, SourceAuthority
from evidence.confidence import HIGHEST, confidence_of

FACTORS = st.builds(
    ConfidenceFactors,
    num_corroborating_sources=st.integers(0, 12),
    source_authority=st.sampled_from(SourceAuthority),
    contradiction_detected=st.booleans(),
    query_specificity_match=st.floats(0.0, 1.0),
    budget_exhausted=st.booleans(),
    recency=st.none() | st.sampled_from(Recency),
)


@given(FACTORS)
def test_it_is_a_share_and_never_certainty(factors: ConfidenceFactors) -> None:
    assert 0.0 <= confidence_of(factors) <= HIGHEST


@given(FACTORS, st.floats(0.0, 1.0))
def test_more_specific_evidence_is_never_less_sure(
    factors: ConfidenceFactors, other: float
) -> None:
    more = max(other, factors.query_specificity_match)
    better = factors.model_copy(update={"query_specificity_match": more})
    assert confidence_of(better) >= confidence_of(factors)


@given(FACTORS, st.integers(0, 12))
def test_more_sources_are_never_less_sure(factors: ConfidenceFactors, other: int) -> None:
    more = max(other, factors.num_corroborating_sources)
    better = factors.model_copy(update={"num_corroborating_sources": more})
    assert confidence_of(better) >= confidence_of(factors)


@given(FACTORS)
def test_better_sources_are_never_less_sure(factors: ConfidenceFactors) -> None:
    ascending = [SourceAuthority.LOW, SourceAuthority.MEDIUM, SourceAuthority.HIGH]
    scores = [
        confidence_of(factors.model_copy(update={"source_authority": authority}))
        for authority in ascending
    ]
    assert scores == sorted(scores)


@given(FACTORS)
@pytest.mark.parametrize("fault", ["contradiction_detected", "budget_exhausted"])
def test_a_fault_never_makes_it_surer(fault: str, factors: ConfidenceFactors) -> None:
    without = factors.model_copy(update={fault: False})
    assert confidence_of(factors.model_copy(update={fault: True})) <= confidence_of(without)


@given(FACTORS)
def test_without_a_source_there_is_no_confidence(factors: ConfidenceFactors) -> None:
    assert confidence_of(factors.model_copy(update={"num_corroborating_sources": 0})) == 0.0


@given(FACTORS)
def test_an_exhausted_budget_leaves_half_at_most(factors: ConfidenceFactors) -> None:
    assert confidence_of(factors.model_copy(update={"budget_exhausted": True})) <= 0.5


def test_the_documented_function_to_the_figure() -> None:
    factors = ConfidenceFactors(
        num_corroborating_sources=2,
        source_authority=SourceAuthority.MEDIUM,
        contradiction_detected=True,
        query_specificity_match=0.8,
        budget_exhausted=False,
    )
    assert confidence_of(factors) == pytest.approx(0.15 + 0.55 * 0.8 + 0.2 * 0.5 + 0.06 - 0.2)
