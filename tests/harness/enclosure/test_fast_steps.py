"""Each step of the fast engine alone: what is bounded holds, and hardly more is said to be unknown."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.fast_namespace import FastNamespace
from lastdigit.enclosure.fast_products import SMALLEST, U, convex_combinations, matrix_product, product_of_norms
from lastdigit.enclosure.upward import gamma, quietly

KNOWN = FastBalls(np.array([[1.0, 2.0], [3.0, 5.0]]))
BALLS = FastBalls(KNOWN.mid, KNOWN.mid * 2.0**-20)
HARDLY = 1.0 + 2.0**-40


def test_four_ulps_of_exp_are_eight_times_the_unit_roundoff():
    (radius,) = FastNamespace.exp(FastBalls(np.zeros(1))).radii
    assert 8.0 * 2.0**-53 <= radius <= 8.0 * 2.0**-53 * (1.0 + 2.0**-39)


def test_a_root_is_known_up_to_the_one_of_zero_and_not_below():
    balls = FastBalls(np.array([1.0, 1.0, 1.0, 4.0]), np.array([1.0, 1.5, 0.0, 2.0**-20]))
    with quietly():
        radii = FastNamespace.sqrt(balls).radii
    assert 1.0 <= radii[0] <= HARDLY
    assert np.isinf(radii[1])
    assert U <= radii[2] <= U * HARDLY
    assert 2.0**-22 <= radii[3] <= 2.0**-21 + 4.0 * U


def test_a_sum_is_off_by_one_rounding_less_than_it_has_terms():
    with quietly():
        (one, two) = (FastNamespace.sum(FastBalls(np.ones((1, n))), axis=1).radii[0] for n in (1, 2))
    assert one <= 2.0**-1000
    assert 2.0 * U <= two <= 2.0 * gamma(1, U) * HARDLY


def test_what_is_chosen_of_two_arrays_keeps_the_radius_of_the_one_it_is_of():
    condition = np.array([[True, False], [False, True]])
    assert FastNamespace.where(condition, KNOWN, KNOWN).is_exact
    radii = BALLS.radii.tolist()
    assert FastNamespace.where(condition, KNOWN, BALLS).radii.tolist() == [[0.0, radii[0][1]], [radii[1][0], 0.0]]
    assert FastNamespace.where(condition, BALLS, KNOWN).radii.tolist() == [[radii[0][0], 0.0], [0.0, radii[1][1]]]


DEFAULTS: dict[str, tuple[Callable, tuple[int, ...]]] = {
    "max": (lambda x: FastNamespace.max(x, axis=0), (2,)),
    "sum": (lambda x: FastNamespace.sum(x, axis=0), (2,)),
    "mean": (lambda x: FastNamespace.mean(x, axis=0), (2,)),
    "concat": (lambda x: FastNamespace.concat([x, x]), (4, 2)),
    "stack": (lambda x: FastNamespace.stack([x[0], x[0], x[0]]), (3, 2)),
}


@pytest.mark.parametrize("name", DEFAULTS)
def test_defaults_are_those_of_the_array_api(name: str):
    call, shape = DEFAULTS[name]
    assert call(BALLS).shape == shape


@pytest.mark.parametrize("relative", [U, 2.0**-20, 0.5])
def test_a_product_of_norms_is_rounded_up_and_hardly_more(relative: float):
    rows, columns = np.array([[3.0], [1.0]]), np.array([[7.0, 1.0]])
    bounds = product_of_norms(rows, columns, relative)
    exact = relative * rows * columns
    assert np.all(bounds >= exact)
    assert np.all(bounds <= (relative + 2.0**-59) * rows * columns * (1.0 + 2.0**-39))
    assert np.all(product_of_norms(rows, columns, 0.5) >= 0.5 * rows * columns)


def test_a_product_of_norms_is_known_unless_it_comes_near_the_end_of_the_range():
    small, large = np.array([[2.0**-100]]), np.array([[2.0**1020]])
    with quietly():
        assert np.isfinite(product_of_norms(small, large, U))
        assert np.isfinite(product_of_norms(large, small, U))
        assert np.isinf(product_of_norms(large, np.ones((1, 1)), U))
    assert product_of_norms(np.ones((1, 1)), np.full((1, 1), 2.0**999), U) >= 2.0**946


def test_what_a_row_lost_meets_the_columns():
    bounds = product_of_norms(np.zeros((1, 1)), np.full((1, 1), 2.0**600), U, 2.0**-500)
    assert 2.0**100 <= bounds[0, 0] <= 2.0**100 * HARDLY
    underflow = product_of_norms(np.zeros((1, 1)), np.full((1, 1), 2.0**600), U)
    assert 2.0 * SMALLEST * 2.0**600 <= underflow[0, 0] <= 2.0 * SMALLEST * 2.0**600 * HARDLY


def test_a_product_of_norms_that_underflows_is_not_zero():
    tiny = np.full((1, 1), 2.0**-600)
    assert product_of_norms(tiny, tiny, U)[0, 0] >= SMALLEST


WEIGHTS = FastBalls(np.array([[0.25, 0.75], [0.5, 0.5]]), rows_sum_to_one=True)
MOVED = FastBalls(WEIGHTS.mid, np.full((2, 2), 2.0**-20), rows_sum_to_one=True)


def test_a_weighted_mean_moves_by_its_weights_times_the_spread_and_by_its_values():
    level, spread = FastBalls(np.full((2, 1), 2.0**30)), FastBalls(np.array([[8.0], [10.0]]))
    with quietly():
        of_level, of_spread = (convex_combinations(MOVED, v)[1] for v in (level, spread))
        of_values = convex_combinations(WEIGHTS, FastBalls(spread.mid, np.full((2, 1), 0.5)))[1]
    size = 4.0 * gamma(4, U)
    assert np.all(of_level >= size * 2.0**30)
    assert np.all(of_level <= size * 2.0**30 * HARDLY)
    assert np.all(of_spread >= 2.0**-19)
    assert np.all(of_spread <= 2.0**-19 + 128.0 * gamma(4, U))
    assert np.all(of_values >= 0.5)
    assert np.all(of_values <= 0.5 + 128.0 * gamma(4, U))


def test_values_that_move_together_move_every_mean_by_as_much_whatever_the_weights_are():
    level = FastBalls(np.zeros((2, 1)), np.full((2, 1), 0.5))
    anything = FastBalls(np.ones((1, 1)), np.ones((1, 1)), rows_sum_to_one=True)
    with quietly():
        for weights, values, most in ((MOVED, level, 0.5), (anything, level[:1], 1.0)):
            radius = convex_combinations(weights, values)[1]
            assert np.all(radius >= 0.5)
            assert np.all(radius <= most + 2.0**-18)


def test_weights_of_several_arrays_of_values_are_centred_on_each():
    values = FastBalls(np.array([[[2.0**30], [2.0**30]], [[1.0], [1.0]]]))
    with quietly():
        radii = convex_combinations(WEIGHTS, values)[1]
    size = 4.0 * gamma(4, U) * HARDLY
    assert np.max(radii[0]) <= size * 2.0**30
    assert np.max(radii[1]) <= size


def test_a_weighted_mean_of_one_row_of_weights_is_that_of_its_row():
    one = FastBalls(MOVED.mid[0], MOVED.rad[0], rows_sum_to_one=True)
    values = FastBalls(np.array([[8.0, 1.0], [10.0, 2.0]]), np.full((2, 2), 2.0**-20))
    (mid, radius), (mids, radii) = (convex_combinations(weights, values) for weights in (one, MOVED))
    assert (mid.tolist(), radius.tolist()) == (mids[0].tolist(), radii[0].tolist())


def test_a_weighted_sum_of_nothing_is_zero():
    mid, radius = convex_combinations(FastBalls(np.ones((2, 0))), FastBalls(np.ones((0, 3))))
    assert mid.tolist() == [[0.0] * 3] * 2
    assert np.max(radius) <= 2.0**-1000


@pytest.mark.parametrize("shape", [(2,), (2, 2)])
@pytest.mark.parametrize("known", [(True, True), (True, False), (False, True), (False, False)])
def test_a_product_contains_the_exact_one_and_is_hardly_wider(known: tuple[bool, bool], shape: tuple[int, ...]):
    a, b = ((KNOWN if each else BALLS) for each in known)
    with quietly():
        mid, radius = matrix_product(a[0] if shape == (2,) else a, b)
    for i, j in np.ndindex(2, 2) if shape == (2, 2) else [(0, 0), (0, 1)]:
        terms = [(a.mid[i, n], a.radii[i, n], b.mid[n, j], b.radii[n, j]) for n in range(2)]
        exact = sum(Fraction(x) * Fraction(s) + Fraction(r) * (Fraction(y) + Fraction(s)) for x, r, y, s in terms)
        found = Fraction(float(radius[i, j] if shape == (2, 2) else radius[j]))
        assert exact <= found <= exact * (1 + Fraction(1, 2**40)) + 200 * Fraction(gamma(2, U))
    assert mid.tolist() == (a.mid[0] @ b.mid if shape == (2,) else a.mid @ b.mid).tolist()
