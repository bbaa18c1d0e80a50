"""What a sequential sum loses where it is empty, where it returns to zero, and in each of its parts."""

from __future__ import annotations

import numpy as np
import pytest

from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.sequential_sums import sequential_loss

U = 2.0**-24


@pytest.mark.parametrize("shape", [(2, 3, 0), (0, 4), (0,)])
def test_empty_sums_lose_nothing(shape: tuple[int, ...]):
    found = sequential_loss(FastBalls.of(np.zeros(shape)), -1, U, np.inf)
    assert found.shape == shape[:-1]
    assert not np.any(found)


def test_a_sum_that_is_zero_again_is_exact():
    """Its grid would be that of the numbers about one."""
    assert sequential_loss(FastBalls.of(np.array([[2.0**-30, -(2.0**-30)]])), -1, U, np.inf).tolist() == [0.0]


def test_no_part_of_a_sum_has_more_terms_than_one_may_have():
    terms = np.random.default_rng(1).uniform(size=(2, 6))

    def loss(some: np.ndarray, most: float) -> np.ndarray:
        return sequential_loss(FastBalls.of(some), -1, U, most)

    in_halves = loss(terms[:, :3], np.inf) + loss(terms[:, 3:], np.inf)
    assert np.array_equal(loss(terms, 4.0), in_halves)
    assert not np.array_equal(loss(terms, np.inf), in_halves)
