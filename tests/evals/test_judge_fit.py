"""Fitting the judge: a signal that tells gets its sign, a constant one gets nothing."""

import numpy as np

from evals.judge_fit import SIGNALS, Labelled, fit, kept_and_refused


def made_up(name: str, seed: int) -> Labelled:
    """Saturation tells answerable questions from others, with some overlap."""
    random = np.random.default_rng(seed)

    def group(mean: float) -> np.ndarray:
        rows = np.zeros((80, len(SIGNALS)))
        rows[:, 0] = 1.0
        rows[:, 1] = random.normal(mean, 0.1, 80)
        rows[:, 4] = 2.0
        return rows

    return Labelled(name, group(0.6), group(0.3))


def test_a_signal_that_tells_gets_its_weight() -> None:
    weights = fit([made_up("a", 1), made_up("b", 2)])
    assert weights[1] > 5
    assert abs(weights[2]) < 1e-9


def test_what_was_learned_holds_on_a_set_that_was_left_out() -> None:
    kept, refused = kept_and_refused(fit([made_up("a", 1)]), made_up("c", 3), 0.5)
    assert kept > 0.85
    assert refused > 0.85
