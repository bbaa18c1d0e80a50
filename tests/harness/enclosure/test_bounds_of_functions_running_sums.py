"""Running sums: their bounds, what is known next to the largest number, and what equal terms lose alike."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly
from lastdigit.enclosure.upward import quietly
from lastdigit.functions import cumulative_sum

BRAIN, SINGLE, DOUBLE = (Arithmetic.usual(FORMATS[name]) for name in ("bfloat16", "float32", "float64"))
U = Fraction(1, 2**53)

Reach = Callable[[np.ndarray, np.ndarray], np.ndarray]


def reaches_of_balls(middle: np.ndarray, radius: np.ndarray) -> np.ndarray:
    """How far running sums of balls may be from those of their midpoints."""
    return cumulative_sum(FastBalls(middle, radius), axis=0).radii


def reaches_of_errors(middle: np.ndarray, radius: np.ndarray) -> np.ndarray:
    """The same where the radii are errors of computed numbers."""
    return cumulative_sum(RoundedBalls(FastBalls(middle), radius, DOUBLE), axis=0).error


ENGINES = pytest.mark.parametrize("reaches", [reaches_of_balls, reaches_of_errors])


@ENGINES
@pytest.mark.parametrize("terms", [[(0.0, 1.0)], [(1.0, 1.0), (1.0, 2.0**-53), (1.0, 2.0**-53)], [(0.1, 0.3)] * 12])
def test_sums_reach_as_far_as_the_sums_of_radii_and_their_roundings(reaches: Reach, terms: list[tuple[float, float]]):
    middle, radius = np.array(terms).T
    found = reaches(middle, radius)
    for count in range(1, len(terms) + 1):
        moved, sizes = (sum(map(Fraction, part[:count].tolist()), Fraction(0)) for part in (radius, middle))
        assert moved + (count - 1) * U * sizes <= Fraction(float(found[count - 1]))


@pytest.mark.parametrize("arithmetic", [SINGLE, DOUBLE], ids=["float32", "float64"])
@pytest.mark.parametrize(
    ("beyond", "known"),
    [(2.0**-51, False), (-(2.0**-40), True), (-0.4, True)],
    ids=["beyond", "below", "far below"],
)
def test_a_sum_that_may_round_beyond_the_largest_number_on_the_way_is_unknown(
    arithmetic: Arithmetic, beyond: float, known: bool
):
    count = 20
    half = arithmetic.largest_sum / (1.0 + arithmetic.summation(count - 1)) * (1.0 + beyond) / 2
    with quietly():
        found = cumulative_sum(exactly(np.array([half, -half, *[0.0] * (count - 2)]), arithmetic, FastBalls), axis=0)
    assert bool(np.isfinite(found.error[-1])) is known


def test_stored_sums_overflow_only_where_it_is_said():
    assert not Arithmetic.usual(FORMATS["float16"]).partials_overflow
    assert Arithmetic(FORMATS["float16"], FORMATS["float32"]).largest_partial == FORMATS["float32"].largest


def biases(terms: list[float], arithmetic: Arithmetic) -> np.ndarray:
    """The parts of the errors of running sums that are not independent."""
    return np.asarray(cumulative_sum(exactly(np.array(terms), arithmetic, FastBalls), axis=0).typical.bias)


def test_sums_of_equal_terms_are_all_stored_alike_in_a_narrower_format_than_they_are_added_in():
    found = biases([4.0] * 5, BRAIN)
    unit = BRAIN.storage.unit_roundoff * 4.0 * np.arange(1.0, 6.0)
    assert np.all(unit <= found)
    assert np.all(found <= unit * (1.0 + 2.0**-30))


@pytest.mark.parametrize(("terms", "arithmetic"), [([4.0] * 5, SINGLE), ([1.0, 4.0, 16.0], BRAIN)])
def test_sums_of_different_terms_or_of_terms_added_as_they_are_stored_have_independent_errors(
    terms: list[float], arithmetic: Arithmetic
):
    assert np.all(biases(terms, arithmetic) <= 2.0**-100)
