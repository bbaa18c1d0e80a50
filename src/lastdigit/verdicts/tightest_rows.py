"""Whether rows of a result show that it was computed in the tightest arithmetic model, whatever its other rows are."""

from __future__ import annotations

import math

import numpy as np

from lastdigit.enclosure.functionals import Errors
from lastdigit.enclosure.upward import quietly


def tell_tightest(
    error: np.ndarray, tightest: Errors, rows: np.ndarray, ordinary: np.ndarray, deviations: float, needed: float
) -> bool:
    """Whether no wider model gives such errors (n, c) in ``rows`` (n,), but with a probability of 2 to the −needed.

    All of them satisfy the tightest model. A result is computed in one arithmetic; in a wider one each ``ordinary`` row
    would show a mean square beyond σ² of the tightest model with a probability of about ½ or more. Rows that are
    rounded alike count once. Then k of n rows are below it with a probability of at most 2 to the −n (1 − H(k ÷ n)),
    where H is the entropy in bits (Hoeffding, "Probability inequalities for sums of bounded random variables", JASA 58,
    1963, theorem 1).
    """
    with quietly():
        known = np.isfinite(error)
        off = np.where(known, np.abs(error), 0.0)
        if np.any(off[rows] > tightest.limits(deviations)[rows]):
            return False
        # a bias is left out, since what a wider model rounds may hide in it
        fits = np.sum(np.square(off / tightest.sigma), axis=-1) <= np.sum(known, axis=-1)
    asked = np.flatnonzero(rows & ordinary)
    asked = asked[np.unique(tightest.like_rows[asked], return_index=True)[1]]
    count, kept = len(asked), int(np.sum(fits[asked]))
    if 2 * kept <= count:
        return False
    entropy = -sum(share * math.log2(share) for share in (kept / count, 1.0 - kept / count) if share)
    return count * (1.0 - entropy) >= needed
