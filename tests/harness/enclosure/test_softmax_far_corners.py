"""The corners of weights that move far: each number is taken at the end of its range that makes the bound larger."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import flint
import numpy as np
import pytest

from lastdigit.enclosure.softmax_sensitivity import LARGEST, SLACK, moved_weights

HIGH = np.array([0.5, 0.25, 0.125, 0.125])


def exp(number: float) -> Fraction:
    with flint.ctx.workprec(200):
        found = flint.arb(number).exp().mid()
        mantissa, exponent = found.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def by_corners(high: np.ndarray, t: np.ndarray, below: float, slack: Fraction) -> Iterator[Fraction]:
    """W' − W or W − W', where a sum, a term, a quotient and W are each off by the factor 1 + ``slack``."""
    off = 1 + slack
    most = [Fraction(w) * exp(reach) for w, reach in zip(high.tolist(), t.tolist(), strict=True)]
    low = [Fraction(w) - Fraction(below) for w in high.tolist()]
    least = [w * exp(-reach) for w, reach in zip(low, t.tolist(), strict=True)]
    for w, from_below, grown, shrunk in zip(high.tolist(), low, most, least, strict=True):
        fewest, largest = sum(least) / off - shrunk * off, sum(most) * off - grown / off
        up = grown * off / (grown + max(fewest, 0)) * off - from_below / off
        down = Fraction(w) * off - shrunk / off / (shrunk + largest) / off
        yield min(max(up, down), Fraction(1))


@pytest.mark.parametrize("below", [0.0, 0.0625])
@pytest.mark.parametrize("relative", [0.0, 2.0**-12, 2.0**-8])
@pytest.mark.parametrize("reach", [0.375, 1.0, 3.0])
def test_the_corners_are_those_of_exact_arithmetic_with_all_slack_taken(reach: float, relative: float, below: float):
    for t in (np.full(4, reach), np.array([0.0, reach, 0.125, 0.0]), np.array([reach, 0.0, 0.0, reach])):
        assert np.max(t) > LARGEST
        slack = Fraction(SLACK) + 8 * Fraction(relative)
        found = moved_weights(HIGH, HIGH, t, below=below, relative=relative).tolist()
        least = by_corners(HIGH, t, below, slack)
        most = by_corners(HIGH, t, below, slack + Fraction(1, 2**44))
        for bound, low, high in zip(found, least, most, strict=True):
            assert low <= Fraction(bound) <= high
