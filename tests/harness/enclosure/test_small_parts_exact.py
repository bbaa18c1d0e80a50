"""The ends, centres and lower bounds of exact balls, and which engine reads how many numbers."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import FUSED, Arithmetic
from lastdigit.enclosure.engines import engine_for
from lastdigit.enclosure.exact import FAR, ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import exactly
from lastdigit.enclosure.shared_shift import raised_floor


def of(*balls: flint.arb) -> ExactBalls:
    array = np.empty(len(balls), dtype=object)
    array[:] = balls
    return ExactBalls(array)


@pytest.mark.parametrize(("more", "engine"), [(24, ExactBalls), (25, FastBalls)])
def test_up_to_1024_numbers_in_all_arguments_are_read_exactly(more: int, engine: type):
    assert engine_for([np.zeros((10, 100)), None, np.zeros(more)]) is engine


def test_an_end_too_close_to_zero_is_moved_outward_to_the_first_number_that_is_written():
    with precision():
        close = flint.arb(2) ** (-FAR - 2)
        assert of(close, -close).bounds() == [(0, Fraction(1, 2**FAR)), (Fraction(-1, 2**FAR), 0)]


def test_a_ball_with_one_end_that_is_too_large_is_unknown():
    with precision():
        half_known = flint.arb(0).union(flint.arb(2) ** (FAR + 5))
        assert of(half_known, -half_known).bounds() == [None, None]


def test_a_number_that_is_not_known_moves_others_no_further_from_the_centre_than_they_are_large():
    with precision():
        spread = ExactBalls.of(np.array([[2.0**-20], [np.nan]])).spread
    assert spread.distances[0, 0] <= 2.0**-19
    assert spread.distances[1, 0] == np.inf


def test_zero_is_its_own_lower_bound():
    with precision():
        low, beyond = ExactBalls.of(np.array([0.0, np.inf])).low()
    assert (low.tolist(), beyond.tolist()) == ([0.0, -np.inf], 0.0)


def test_a_row_whose_largest_score_is_what_is_taken_off_has_no_raised_floor():
    with precision():
        fused = Arithmetic.usual(FORMATS["float32"]).in_model(FUSED)
        floor = raised_floor(exactly(np.array([[0.0, -1.0], [-60.0, -90.0]]), fused), None)
    assert floor is not None
    assert floor[0, 0] == 0.0 < floor[1, 0]
