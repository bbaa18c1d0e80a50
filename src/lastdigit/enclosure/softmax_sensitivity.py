"""The sensitivity of a softmax to changes of its exponentials' logarithms: one lemma for enclosures and for rounding.

Lemma. Let W be positive numbers that sum to one, |θⱼ| ≤ tⱼ ≤ T ≤ ¼ and W'ⱼ = Wⱼ e^θⱼ ÷ Σₖ Wₖ e^θₖ. With τ = Σ Wₖ tₖ,

    |W'ⱼ − Wⱼ| ≤ Wⱼ ((1 − 2Wⱼ) tⱼ + τ + 2T²) ÷ (1 − τ).

Proof. W'ⱼ is largest where θⱼ = tⱼ and all other θₖ = −tₖ. With σ = τ − 2Wⱼtⱼ ≤ τ and eˣ ≥ 1 + x the sum is then at
least 1 − σ, so that W'ⱼ ÷ Wⱼ − 1 ≤ (e^tⱼ − 1 + σ) ÷ (1 − σ) ≤ (tⱼ + T² + σ) ÷ (1 − τ), whose numerator is not negative.
It is smallest at the opposite corner, where the sum is at most 1 + x with x = σ + T² (e^x ≤ 1 + x + x² and e^−x ≤ 1 − x
+ x²/2 for 0 ≤ x ≤ 1), and 1 − W'ⱼ ÷ Wⱼ ≤ 1 − (1 − tⱼ)(1 − x) ≤ tⱼ + σ + T² + tⱼτ ≤ tⱼ + σ + 2T². ∎

To first order this is exact: ∂ ln Wⱼ ÷ ∂θₖ is 1 − Wⱼ for k = j and −Wₖ elsewhere. A shift that all θ share is lost on
neither side, and a weight near one hardly moves. Derived for this project.
"""

from __future__ import annotations

import numpy as np

from lastdigit.enclosure.upward import TINY, up

LARGEST = 0.25
"""The largest T for which the lemma holds."""


SLACK = 2.0**-44
"""A bound on the float64 rounding in the lemma's sum, relative to the sum of its terms' magnitudes: under 200
roundings."""


def moved_weights(
    weights: np.ndarray,
    high: np.ndarray,
    t: np.ndarray,
    *,
    below: np.ndarray | float = 0.0,
    relative: float = 0.0,
) -> np.ndarray:
    """Upper bounds of |W'ⱼ − Wⱼ| for all W within the factor 1 ± ``relative`` of [weights − below, high].

    weights, high, t (…, m) ≥ 0 → (…, m); ``below`` (…, 1) or a number. If T exceeds ¼, the corners are evaluated
    directly; however large t is, no weight changes by more than 1; if t is not finite, the result is unknown. W may
    exceed ``high`` by 2^−1022, as where an exponential underflowed; underflow in this function is not covered. 2
    ``relative`` of W are added, for W itself.
    """
    slack = SLACK + 8.0 * relative
    largest = np.maximum.reduce(t, axis=-1, keepdims=True)
    near = largest <= LARGEST
    tau = np.minimum(np.vecdot(high, t)[..., np.newaxis] * (1.0 + slack + t.shape[-1] * 2.0**-52), largest)
    factor = (1.0 + slack) / (1.0 - float(np.fmax.reduce(tau, axis=None, initial=0.0, where=near)))
    moved: np.ndarray = np.multiply(weights, -2.0 * factor)
    moved += factor * (1.0 + slack + 2.0 * below)
    moved *= t
    moved += factor * (tau + 2.0 * largest * largest + 2.0 * relative)
    moved *= high
    if not np.all(near):
        corners = _at_corners(weights - below, high, up(t), slack)
        return np.where(near, moved, np.where(np.isfinite(largest), corners, np.inf))
    return moved


def _at_corners(low: np.ndarray, high: np.ndarray, t: np.ndarray, slack: float) -> np.ndarray:
    """The larger of W' − W and W − W' with θⱼ at one end and all others at the other; 1 if unknown."""
    raised = 1.0 + slack + t.shape[-1] * 2.0**-50
    low = np.maximum(low, 0.0)
    grown, shrunk = (high + TINY) * np.exp(t), low * np.exp(-t)
    most_others = np.sum(grown, axis=-1, keepdims=True) * raised - grown / raised
    least_others = np.sum(shrunk, axis=-1, keepdims=True) / raised - shrunk * raised
    most = grown * raised / (grown + np.maximum(least_others, 0.0))
    least = shrunk / raised / (shrunk + most_others)
    moved = np.maximum(most * raised - low / raised, high * raised - least / raised)
    return np.asarray(np.where(np.isfinite(moved), up(np.clip(moved, 0.0, 1.0)), 1.0 + SLACK))
