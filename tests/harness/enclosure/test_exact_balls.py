"""The exact engine: its balls contain exact rational evaluation, and softmax is as narrow as the scores allow."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import flint
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastdigit.enclosure.exact import ExactBalls, ExactNamespace, monotone_softmax, precision
from lastdigit.operations.normalization import softmax

BITS = st.sampled_from([24, 53, 106])

NUMERATORS = st.integers(-20000, 20000)
DENOMINATORS = st.integers(1, 1000)
WIDTHS = st.sampled_from([Fraction(0), Fraction(1, 1000), Fraction(1, 7), Fraction(1)])


def boxes(shape: tuple[int, ...]) -> st.SearchStrategy[tuple[ExactBalls, np.ndarray]]:
    """Balls about intervals, some of which are a single number, and an exact rational point of them."""
    size = int(np.prod(shape, dtype=int))
    entry = st.tuples(NUMERATORS, DENOMINATORS, WIDTHS, WIDTHS)
    return st.lists(entry, min_size=size, max_size=size).map(lambda entries: _box(entries, shape))


def _box(entries: list[tuple[int, int, Fraction, Fraction]], shape: tuple[int, ...]) -> tuple[ExactBalls, np.ndarray]:
    point = np.empty(len(entries), dtype=object)
    point[:] = [Fraction(numerator, 40 * denominator) for numerator, denominator, _, _ in entries]
    low = [p - below for p, (_, _, below, _) in zip(point, entries, strict=True)]
    high = [p + above for p, (_, _, _, above) in zip(point, entries, strict=True)]
    return ExactBalls.between(low, high, shape), point.reshape(shape)


def assert_contains(balls: ExactBalls, exact: np.ndarray) -> None:
    assert balls.shape == np.shape(exact)
    for bounds, value in zip(balls.bounds(), np.ravel(exact), strict=True):
        assert bounds is not None
        assert bounds[0] <= value <= bounds[1]


@pytest.mark.parametrize(
    "apply",
    [
        pytest.param(lambda x, y: x + y, id="sum of two"),
        pytest.param(lambda x, y: x - y, id="difference"),
        pytest.param(lambda x, y: x * y, id="product"),
        pytest.param(lambda x, y: -x * y - x, id="several steps"),
    ],
)
@settings(max_examples=settings.default.max_examples // 2)
@given(data=st.data(), bits=BITS)
def test_elementwise_results_contain_the_exact_ones(apply: Callable, data: st.DataObject, bits: int):
    with precision(bits):
        (x, p), (y, q) = data.draw(boxes((2, 3))), data.draw(boxes((3,)))
        assert_contains(apply(x, y), apply(p, q))


@settings(max_examples=settings.default.max_examples // 2)
@given(data=st.data(), bits=BITS)
def test_quotients_contain_the_exact_ones_unless_the_divisor_may_be_zero(data: st.DataObject, bits: int):
    with precision(bits):
        (x, p), (y, q) = data.draw(boxes((4,))), data.draw(boxes((4,)))
        for quotient, divisor, a, b in zip((x / y).bounds(), y.bounds(), p, q, strict=True):
            assert divisor is not None
            if quotient is None:
                assert divisor[0] <= 0 <= divisor[1]
            else:
                assert b != 0
                assert quotient[0] <= a / b <= quotient[1]


@pytest.mark.parametrize(
    ("left", "right"), [((2, 3), (3, 2)), ((3,), (3, 2)), ((2, 3), (3,)), ((2, 2, 3), (3, 2)), ((2, 2, 3), (2, 3, 1))]
)
@settings(max_examples=settings.default.max_examples // 2)
@given(data=st.data(), bits=BITS)
def test_matrix_products_contain_the_exact_ones(left, right, data: st.DataObject, bits: int):
    with precision(bits):
        (x, p), (y, q) = data.draw(boxes(left)), data.draw(boxes(right))
        assert_contains(x @ y, p @ q)


@pytest.mark.parametrize("axis", [0, 1, -1])
@settings(max_examples=settings.default.max_examples // 2)
@given(data=st.data(), bits=BITS)
def test_sums_means_and_maxima_contain_the_exact_ones(axis: int, data: st.DataObject, bits: int):
    with precision(bits):
        x, p = data.draw(boxes((2, 3)))
        xp, n = x.__array_namespace__(), p.shape[axis]
        assert_contains(xp.sum(x, axis=axis), p.sum(axis=axis))
        assert_contains(xp.mean(x, axis=axis, keepdims=True), p.sum(axis=axis, keepdims=True) / Fraction(n))
        assert_contains(xp.max(x, axis=axis), p.max(axis=axis))
        assert_contains(xp.maximum(x, -x), np.maximum(p, -p))


def test_shapes_are_changed_as_numpy_changes_them():
    numbers = np.arange(24.0).reshape(2, 3, 4)
    x, xp = ExactBalls.of(numbers), ExactNamespace
    pairs = [
        (x.mT, np.swapaxes(numbers, -1, -2)),
        (x[1, ..., ::-1], numbers[1, ..., ::-1]),
        (xp.reshape(x, (6, -1)), numbers.reshape(6, -1)),
        (xp.permute_dims(x, (2, 0, 1)), numbers.transpose(2, 0, 1)),
        (xp.concat([x, x], axis=1), np.concatenate([numbers, numbers], axis=1)),
        (xp.stack([x, x], axis=1), np.stack([numbers, numbers], axis=1)),
        (xp.where(numbers > 5, x, -1.0), np.where(numbers > 5, numbers, -1.0)),
    ]
    for balls, array in pairs:
        assert balls.shape == array.shape
        assert balls.bounds() == [(Fraction(value), Fraction(value)) for value in array.ravel().tolist()]


@given(st.lists(st.floats(-1e10, 1e10), min_size=1, max_size=4))
def test_numbers_that_are_known_exactly_stay_so(numbers: list[float]):
    balls = ExactBalls.of(np.array(numbers))
    assert balls.midpoints() == [Fraction(number) for number in numbers]
    for number, most, least in zip(numbers, balls.magnitudes(), balls.smallest_magnitudes(), strict=True):
        assert least <= abs(number) <= most
        assert Fraction(most) <= abs(Fraction(number)) * (1 + Fraction(1, 2**50)) + Fraction(1, 2**1000)


def intersects(ball: flint.arb, bounds: tuple[Fraction, Fraction]) -> bool:
    low, high = (flint.arb(flint.fmpq(end.numerator, end.denominator)) for end in bounds)
    return not (ball < low or ball > high)


@settings(max_examples=settings.default.max_examples // 2)
@given(data=st.data(), bits=BITS)
def test_softmax_contains_that_of_every_point_and_is_no_wider_than_its_steps(data: st.DataObject, bits: int):
    mask = data.draw(st.none() | st.just(np.tri(2, 3, 1, dtype=bool)))
    with precision(bits):
        x, point = data.draw(boxes((2, 3)))
        bounds = softmax(x, mask).bounds()
        steps = softmax.__wrapped__(x, mask).bounds()
        widened = [b - a for a, b in x.bounds()]
    for row in range(2):
        seen = [column for column in range(3) if mask is None or mask[row, column]]
        with precision(400):
            exponentials = {c: flint.arb(flint.fmpq(*point[row, c].as_integer_ratio())).exp() for c in seen}
            total = sum(exponentials.values())
            for column in range(3):
                weight = exponentials[column] / total if column in seen else flint.arb(0)
                assert intersects(weight, bounds[3 * row + column])
        if all(widened[3 * row + column] > Fraction(1, 10**4) for column in seen) and len(seen) > 1:
            for column in seen:
                low, high = bounds[3 * row + column]
                assert steps[3 * row + column] is None or high - low <= (
                    steps[3 * row + column][1] - steps[3 * row + column][0]
                )


def test_softmax_of_an_interval_reaches_exactly_to_its_corners():
    with precision():
        x = ExactBalls.between([Fraction(0), Fraction(1)], [Fraction(1), Fraction(2)], (2,))
        (low, high), _ = softmax(x).bounds()
        least, most = 1 / (1 + flint.arb(2).exp()), flint.arb(1) / 2
        assert intersects(least, (low, low + Fraction(1, 10**8)))
        assert intersects(most, (high - Fraction(1, 10**8), high))


def test_masked_weights_are_exactly_zero_and_the_others_are_those_without_the_masked():
    mask = np.array([[True, False, True]])
    with precision():
        x = ExactBalls.of(np.array([[1.0, 700.0, 2.0]]))
        masked, rest = monotone_softmax(x, mask).bounds(), softmax(x[:, ::2]).bounds()
    assert masked[1] == (0, 0)
    assert [masked[0], masked[2]] == rest


def test_what_is_not_finite_is_unknown():
    balls = np.empty(3, dtype=object)
    balls[:] = [flint.arb.nan(), flint.arb.pos_inf(), flint.arb(0, 1) / flint.arb(0, 1)]
    unknown = ExactBalls(balls)
    assert unknown.bounds() == unknown.midpoints() == [None] * 3
    assert unknown.magnitudes().tolist() == [np.inf] * 3
    assert unknown.smallest_magnitudes().tolist() == [0.0] * 3
    assert (unknown + ExactBalls.of(1.0)).bounds() == [None] * 3


@given(NUMERATORS, DENOMINATORS, WIDTHS)
def test_an_interval_contains_its_ends_at_any_precision(numerator: int, denominator: int, width: Fraction):
    a, b = Fraction(numerator, denominator), Fraction(numerator, denominator) + width
    for bits in (24, 106):
        with precision(bits):
            ((low, high),) = ExactBalls.between([a], [b], (1,)).bounds()
            assert low <= a
            assert b <= high
            ends = max(abs(a), abs(b)) * Fraction(16, 2**bits)
            assert high - low <= (b - a) * (1 + Fraction(1, 2**20)) + ends


def test_empty_sums_are_zero_and_the_softmax_of_nothing_is_nothing():
    nothing = ExactBalls.of(np.zeros((2, 3, 0)))
    with precision():
        assert ExactNamespace.sum(nothing, axis=-1).bounds() == [(0, 0)] * 6
        assert (nothing @ ExactBalls.of(np.zeros((0, 4)))).bounds() == [(0, 0)] * 24
        assert softmax(nothing).shape == (2, 3, 0)


def test_bounds_beyond_every_number_format_are_written_out_as_far_as_they_can_be():
    with precision():
        large, small, negative = ExactNamespace.exp(ExactBalls.of(np.array([1e18, -1e300, -1e18]))).bounds()
        assert large is None
        for low, high in (small, negative):
            assert low == 0
            assert 0 < high < Fraction(1, 2**10000)
        ((low, high),) = (-ExactNamespace.exp(ExactBalls.of(np.array([-1e18])))).bounds()
        assert -Fraction(1, 2**10000) < low < high == 0
