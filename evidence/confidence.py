"""The confidence of an answer: one function of its factors, with no other input.

    confidence = 0.15 + 0.55 * specificity + 0.20 * corroboration + 0.10 * authority
                 - 0.20 when a contradiction was met
    and at most 0.5 of that when a budget ran out; 0 when nothing is cited; always 0 to 0.95.

`specificity` is the judge's likelihood, `corroboration` is 0, 0.5, 0.8, 1 for 1, 2, 3, 4 or more
sources that carry at least half of the best row's term weight, `authority` is 1, 0.6 or 0.2.
The score is directional: it is monotone in each factor and not calibrated to a frequency.
"""

from typing import Final

from contract.result import ConfidenceFactors, SourceAuthority

BASE: Final = 0.15
SPECIFICITY: Final = 0.55
CORROBORATION: Final = 0.20
AUTHORITY: Final = 0.10
CONTRADICTION: Final = 0.20
BUDGET_SHARE: Final = 0.5
HIGHEST: Final = 0.95

_CORROBORATION: Final = (0.0, 0.0, 0.5, 0.8, 1.0)
_AUTHORITY: Final = {
    SourceAuthority.HIGH: 1.0,
    SourceAuthority.MEDIUM: 0.6,
    SourceAuthority.LOW: 0.2,
}


def confidence_of(factors: ConfidenceFactors) -> float:
    """The overall confidence, rounded to two decimals."""
    sources = factors.num_corroborating_sources
    if sources == 0:
        return 0.0
    score = (
        BASE
        + SPECIFICITY * factors.query_specificity_match
        + CORROBORATION * _CORROBORATION[min(sources, len(_CORROBORATION) - 1)]
        + AUTHORITY * _AUTHORITY[factors.source_authority]
    )
    if factors.contradiction_detected:
        score -= CONTRADICTION
    if factors.budget_exhausted:
        score *= BUDGET_SHARE
    return round(min(max(score, 0.0), HIGHEST), 2)
