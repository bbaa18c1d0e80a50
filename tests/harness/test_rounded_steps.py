"""Each step of rounded balls alone: its bound holds in exact arithmetic and is hardly more, and rows stay rows."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from lastdigit.enclosure import rounded as module
from lastdigit.enclosure.arithmetic import FUSED, PARTIALS, RESCALED, SPLIT, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.matrix_units import MatrixUnit
from lastdigit.enclosure.rounded import RoundedBalls, exactly, given, theorem
from lastdigit.enclosure.rounded_namespace import RoundedNamespace
from lastdigit.enclosure.rounded_products import distinct_values, product_error, typical_sum
from lastdigit.enclosure.rounding_theorems import linear
from lastdigit.enclosure.typical import ROUNDING, Typical
from lastdigit.number_format import FORMATS
from lastdigit.verdicts.nearness import same

SINGLE = Arithmetic.usual(FORMATS["float32"])
U, TINY = Fraction(1, 2**24), Fraction(SINGLE.underflow)
X, Y = np.array([1.1, -0.3, 7.7, 3.0e-5]), np.array([-0.7, 2.3, 0.123, -9.9])
BY_X, BY_Y = np.array([0.01, 0.001, 0.3, 1e-6]), np.array([0.02, 0.3, 1e-9, 0.7])
HARDLY = 1 + Fraction(1, 2**40)

Step = Callable[[Fraction, Fraction, Fraction, Fraction], tuple[Fraction, Fraction]]


def stored(size: Fraction, error: Fraction) -> Fraction:
    """What a value of this size is off by when it is rounded with so much error."""
    return error + U / (1 - U) * (size + error) + TINY


STEPS: dict[str, tuple[Callable, Step]] = {
    "sum": (lambda x, y: x + y, lambda x, y, r, s: (abs(x + y), r + s)),
    "difference": (lambda x, y: x - y, lambda x, y, r, s: (abs(x - y), r + s)),
    "product": (lambda x, y: x * y, lambda x, y, r, s: (abs(x * y), abs(x) * s + r * (abs(y) + s))),
    "quotient": (
        lambda x, y: x / y,
        lambda x, y, r, s: (abs(x / y), r / (abs(y) - s) + abs(x / y) * s / (abs(y) - s)),
    ),
}


@pytest.mark.parametrize("name", STEPS)
def test_the_bound_of_a_step_holds_in_exact_arithmetic_and_is_hardly_more(name: str):
    step, in_exact_arithmetic = STEPS[name]
    draw = np.random.RandomState(0)
    x, y = (np.r_[given, draw.normal(size=300)] for given in (X, Y))
    by_x, by_y = (
        np.r_[given, draw.uniform(0.2, 0.9, size=300) * np.abs(of[4:])] for given, of in ((BY_X, x), (BY_Y, y))
    )
    found = step(*(RoundedBalls(FastBalls.of(mid), bound, SINGLE) for mid, bound in ((x, by_x), (y, by_y))))
    numbers = zip(*(map(Fraction, array.tolist()) for array in (x, y, by_x, by_y)), strict=True)
    for bound, known in zip(found.error.tolist(), numbers, strict=True):
        least = stored(*in_exact_arithmetic(*known))
        assert least <= Fraction(bound) <= least * HARDLY


def test_what_is_computed_is_at_most_the_largest_value_and_the_largest_bound():
    found = RoundedBalls(FastBalls.of(np.array([1.0, -2.0])), np.array([0.25, 0.125]), SINGLE)
    assert 2.25 <= found.largest <= 2.25 * HARDLY


def shared(shape: tuple[int, ...] = (2, 3), *, factor: float = 0.0) -> RoundedBalls:
    """Of which each element has 1, each row shares 2, and the whole 4."""
    parts = [np.full(shape, size) for size in (0.5, 1.0, 2.0, 4.0)]
    typical = Typical(*parts, np.full((*shape[:-1], 1), factor)) if factor else Typical(*parts)
    return RoundedBalls(FastBalls.of(np.full(shape, 8.0)), np.ones(shape), SINGLE, typical)


def rows_and_whole(found: RoundedBalls) -> tuple[float, float]:
    return float(np.max(found.typical.row)), float(np.max(found.typical.whole))


@pytest.mark.parametrize(
    ("move", "together"),
    [
        (lambda x: x[1:], True),
        (lambda x: x[...], True),
        (lambda x: x[0, :], True),
        (lambda x: x[..., :], True),
        (lambda x: x[:, 1], False),
        (lambda x: x[0, :, 1], False),
        (lambda x: x[0], False),
        (lambda x: x[..., 1:], False),
        (lambda x: x.mT, False),
    ],
    ids=["slice", "all", "row", "whole rows", "middle", "column", "first", "part", "transposed"],
)
def test_what_a_row_shares_it_shares_only_where_it_is_taken_as_a_whole(move: Callable, together: bool):
    assert rows_and_whole(move(shared((2, 3, 4)))) == ((2.0, 4.0) if together else (0.0, 6.0))


def test_what_rows_are_multiplied_by_is_a_bias_in_whatever_is_made_of_them():
    found = shared(factor=0.25)
    assert (found.settled.factor.ndim, float(np.max(found.settled.bias))) == (0, 2.5)
    assert shared().settled is not None
    assert float(np.max(shared().settled.bias)) == 0.5
    plain, multiplied = ((each + each).typical for each in (shared(), found))
    assert float(np.max(multiplied.bias)) - float(np.max(plain.bias)) == 4.0


def test_a_theorem_is_the_function_that_states_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "_THEOREMS", {})

    def bound(x: RoundedBalls) -> RoundedBalls:
        return x

    assert theorem("an operation")(bound) is bound
    assert RoundedBalls.__operation__("an operation") is bound
    assert RoundedBalls.__operation__("another") is None


def test_theorems_of_operations_that_few_need_are_loaded_when_one_is_asked_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "_THEOREMS", {})
    monkeypatch.setitem(sys.modules, "lastdigit.enclosure.functions.theorems", None)
    assert RoundedBalls.__operation__("softmax") is None
    with pytest.raises(ImportError):
        RoundedBalls.__operation__("log_softmax")
    monkeypatch.setattr(module, "_THEOREMS", {"log_softmax": np.exp})
    assert RoundedBalls.__operation__("log_softmax") is np.exp


HALF = Arithmetic.usual(FORMATS["float16"]).in_model(FUSED)


def test_a_result_that_is_stored_only_now_is_rounded_once_more():
    values, bounds = np.array([1.1, -0.3, 7.7, 0.0]), np.array([0.01, 0.001, 0.3, 0.0])
    found = RoundedBalls(FastBalls.of(values), bounds, HALF, Typical()).stored()
    u, tiny = Fraction(1, 2**11), Fraction(HALF.storage.underflow)
    for value, bound, error, typical in zip(
        values.tolist(), bounds.tolist(), found.error.tolist(), found.typical.element.tolist(), strict=True
    ):
        least = Fraction(bound) + u * (Fraction(abs(value)) + Fraction(bound)) + tiny
        assert least <= Fraction(error) <= least * HARDLY
        assert abs(typical - ROUNDING * float(u * (Fraction(abs(value)) + Fraction(bound)) + tiny)) <= 1e-9 * typical
    given_numbers = exactly(values, HALF, FastBalls)
    assert given_numbers.stored() is given_numbers


def test_what_one_of_the_inputs_loses_is_not_lost_among_those_that_lose_nothing():
    values = np.array([0.5, 0.1, 2.0])
    found = given(FastBalls.of(values), values, SINGLE)
    lost = abs(Fraction(float(np.float32(0.1))) - Fraction(0.1))
    assert found.error[[0, 2]].tolist() == [0.0, 0.0]
    assert lost <= Fraction(float(found.error[1])) <= lost * HARDLY
    assert not found.is_given
    assert given(FastBalls.of(values[::2]), values[::2], SINGLE).is_given


LEFT, RIGHT = np.array([[1.1, -0.3, 5.0], [7.7, 3e-3, 0.25]]), np.array([[0.7, 2.0], [-1.3, 0.1], [0.9, -4.0]])


def operand(values: np.ndarray, computed: bool) -> RoundedBalls:
    return (
        RoundedBalls(FastBalls.of(values), np.abs(values) * 2.0**-9, HALF)
        if computed
        else exactly(values, HALF, FastBalls)
    )


@pytest.mark.parametrize("roundings", [0, 5])
@pytest.mark.parametrize(("left", "right"), [(False, False), (False, True), (True, False), (True, True)])
def test_the_bound_of_a_product_counts_what_either_operand_lost_and_what_storing_it_loses(left, right, roundings: int):
    a, b = operand(LEFT, left), operand(RIGHT, right)
    found = product_error(a, b, roundings=roundings)
    rounding, u = Fraction(HALF.product(3 + roundings, stored=1 + RESCALED)), Fraction(HALF.operand_roundoff)
    tiny = Fraction(HALF.storage.underflow)
    assert u == Fraction(1, 2**11)

    def sizes(values: np.ndarray, computed: bool) -> tuple[list, list, list]:
        """Exact magnitudes, computed ones, and what an operand is off by when it is stored."""
        exact = [[abs(Fraction(each)) for each in row] for row in values.tolist()]
        off = Fraction(1, 2**9) if computed else Fraction(0)
        lost = [[each * off + (u * each * (1 + off) + tiny if computed else 0) for each in row] for row in exact]
        return exact, [[each * (1 + off) for each in row] for row in exact], lost

    (x, seen_x, lost_x), (_, seen_y, lost_y) = sizes(LEFT, left), sizes(RIGHT, right)
    for i, j in np.ndindex(2, 2):
        least = sum((lost_x[i][k] + rounding * seen_x[i][k]) * seen_y[k][j] + x[i][k] * lost_y[k][j] for k in range(3))
        least += 4 * Fraction(HALF.underflow)
        least += Fraction(HALF.flushed) * sum(seen_x[i][k] + seen_y[k][j] for k in range(3))
        assert least <= Fraction(float(found[i, j])) <= least * HARDLY


def test_what_an_operand_loses_that_is_flushed_to_zero_meets_the_other_one():
    large, tiny = exactly(np.array([[2.0**60, 2.0**61]]), SINGLE, FastBalls), np.array([[2.0**-140], [2.0**-141]])
    for left, right in ((large, tiny), (exactly(tiny.T, SINGLE, FastBalls), large.value.mid.T)):
        found = product_error(left, exactly(right, SINGLE, FastBalls), roundings=0)
        lost = Fraction(SINGLE.flushed) * 3 * 2**60
        assert lost <= Fraction(float(found[0, 0])) <= lost * (1 + Fraction(1, 2**10))


def test_terms_that_a_matrix_unit_takes_in_order_are_bounded_block_by_block_and_others_in_any_order():
    unit = MatrixUnit(2, 13)
    coarse = replace(HALF, unit=unit)

    def error(left: np.ndarray, right: np.ndarray, arithmetic: Arithmetic) -> np.ndarray:
        return product_error(*(exactly(each, arithmetic, FastBalls) for each in (left, right)), roundings=0)

    in_order = error(LEFT, RIGHT, HALF) + unit.in_order(LEFT, RIGHT)
    assert same(error(LEFT, RIGHT, coarse), in_order)
    for left, right in ((LEFT[0], RIGHT), (LEFT, RIGHT[:, 0]), (LEFT[0], RIGHT[:, 0])):
        assert np.all(error(left, right, coarse) >= unit.relative(3) * (np.abs(left) @ np.abs(right)))
        assert np.all(error(left, right, HALF) < unit.relative(3) * (np.abs(left) @ np.abs(right)))


def test_one_term_alone_is_no_sum():
    one = exactly(np.ones((2, 1)), SINGLE, FastBalls)
    assert typical_sum(one, np.ones(2), -1, False).element.tolist() == [0.0, 0.0]
    assert np.all(typical_sum(exactly(np.ones((2, 2)), SINGLE, FastBalls), np.ones(2), -1, False).element > 0.0)


@pytest.mark.parametrize(
    ("numbers", "distinct"),
    [([1, 2, 1, 2, 1, 2], 2), ([1, 1, 2, 2], 2), ([2, 1, 2, 1, 1], 2), ([1, 1, 2], np.inf), ([3, 1, 2, 3, 2, 1], 3)],
)
def test_numbers_of_which_at_most_half_differ_have_so_many_values(numbers: list[int], distinct: float):
    assert distinct_values(np.array(numbers, dtype=float)) == distinct


def one_after_the_other(*errors: Fraction) -> Fraction:
    found = Fraction(1)
    for error in errors:
        found *= 1 + error
    return found - 1


def exact_gamma(n: int, u: Fraction) -> Fraction:
    return n * u / (1 - n * u)


def test_relative_errors_that_follow_one_another_are_bounded_in_exact_arithmetic():
    unit = MatrixUnit(2, 13)
    split = Arithmetic.usual(FORMATS["float16"]).in_model(SPLIT)
    truncated, u = 2 * Fraction(1, 2**24), Fraction(1, 2**11)
    sums, stored_sums = exact_gamma(5, truncated), exact_gamma(2 + PARTIALS, u)
    tf32 = 2 * Fraction(FORMATS["tf32"].unit_roundoff)
    for arithmetic, least in (
        (split, one_after_the_other(sums, stored_sums)),
        (replace(split, unit=unit), one_after_the_other(sums, Fraction(unit.relative(5)), stored_sums)),
        (replace(split, operands=FORMATS["tf32"]), one_after_the_other(sums, exact_gamma(2, tf32), stored_sums)),
    ):
        assert least <= Fraction(arithmetic.product(5, stored=2)) <= least * HARDLY
        assert arithmetic.product(5) == arithmetic.product(5, stored=1) < arithmetic.product(5, stored=2)
    assert split.summation(5) == split.summation(5, stored=1) < split.summation(5, stored=2)


ROUNDED = RoundedNamespace(SINGLE, FastBalls)


def fractions(*arrays: np.ndarray) -> list[tuple[Fraction, ...]]:
    return list(zip(*(map(Fraction, array.tolist()) for array in arrays), strict=True))


def computed(values: np.ndarray = X, bounds: np.ndarray = BY_X, arithmetic: Arithmetic = SINGLE) -> RoundedBalls:
    return RoundedBalls(FastBalls.of(values), bounds, arithmetic)


def test_a_sum_and_a_mean_are_off_by_their_terms_their_additions_and_what_is_flushed():
    rounding = Fraction(SINGLE.summation(3))
    assert rounding >= 3 * U
    lost = sum(
        error + rounding * (abs(value) + error) + Fraction(SINGLE.flushed) for value, error in fractions(X, BY_X)
    )
    found, mean = (take(computed(), axis=0).error for take in (ROUNDED.sum, ROUNDED.mean))
    assert lost <= Fraction(float(found)) <= lost * HARDLY
    size = abs(sum(map(Fraction, X.tolist()))) / 4
    least = lost / 4 + 3 * U / (1 - 3 * U) * (size + lost / 4) + TINY
    assert least <= Fraction(float(mean)) <= least * HARDLY


def test_a_sum_of_which_a_part_may_overflow_has_no_bound_and_others_of_the_array_have():
    end = SINGLE.largest_sum
    numbers = exactly(np.array([[0.5 * end, 0.5 * end, -end], [0.25 * end, -0.25 * end, 0.0]]), SINGLE, FastBalls)
    assert np.isfinite(ROUNDED.sum(numbers, axis=1).error).tolist() == [False, True]


def test_roots_and_powers_of_e_move_by_what_their_arguments_may_be_off():
    with localcontext() as context:
        context.prec = 50
        roots, powers = ROUNDED.sqrt(computed(np.abs(X))), ROUNDED.exp(computed())
        exp = Fraction(SINGLE.exp_roundoff)
        for at, (value, error) in enumerate(fractions(X, BY_X)):
            decimal, off = Decimal(float(value)), Decimal(float(error))
            size, grown = Fraction(decimal.exp()), Fraction(off.exp()) - 1
            least = size * grown + exp / (1 - exp) * size * (1 + grown) + TINY
            assert least <= Fraction(float(powers.error[at])) <= least * HARDLY + size * Fraction(1, 2**48)
            root = Fraction(abs(decimal).sqrt())
            moved = error / root
            least = moved + U / (1 - U) * (root + moved)
            assert least <= Fraction(float(roots.error[at])) * HARDLY
            assert Fraction(float(roots.error[at])) <= (least + TINY) * HARDLY
    assert ROUNDED.sqrt(computed(np.array([4.0]), np.zeros(1))).error[0] <= 2.0 * float(U) * (1.0 + 2.0**-20)


def test_of_two_arrays_each_element_has_the_bound_of_the_one_that_it_is_of():
    one, other = shared(), RoundedBalls(FastBalls.of(np.ones((2, 3))), np.full((2, 3), 9.0), SINGLE, Typical())
    condition = np.eye(2, 3, dtype=bool)
    for found, chosen in (
        (ROUNDED.where(condition, one, other), condition),
        (ROUNDED.where(condition, other, one), ~condition),
    ):
        assert found.error.tolist() == np.where(chosen, 1.0, 9.0).tolist()
        assert [part.tolist() for part in found.typical.parts()] == [
            np.where(chosen, size, 0.0).tolist() for size in (0.5, 1.0, 2.0, 4.0)
        ]
    assert not ROUNDED.where(condition, one, 0.0).is_given
    assert not ROUNDED.where(condition, 0.0, one).is_given
    assert ROUNDED.where(condition, exactly(X[:3], SINGLE, FastBalls), 0.0).is_given


@pytest.mark.parametrize(
    ("move", "together"),
    [
        (lambda x: ROUNDED.reshape(x, (6, 4)), True),
        (lambda x: ROUNDED.reshape(x, (2, 12)), False),
        (lambda x: ROUNDED.permute_dims(x, (1, 0, 2)), True),
        (lambda x: ROUNDED.permute_dims(x, (2, 0, 1)), False),
    ],
)
def test_what_a_row_shares_it_shares_in_other_shapes_of_the_same_rows(move: Callable, together: bool):
    assert rows_and_whole(move(shared((2, 3, 4)))) == ((2.0, 4.0) if together else (0.0, 6.0))


def test_arrays_one_after_the_other_keep_their_bounds_and_stay_factors_of_rows_along_rows_alone():
    one, other = shared(factor=0.25), computed(np.ones((2, 3)), np.full((2, 3), 9.0))
    rows, columns = (ROUNDED.concat([one, other], axis=axis) for axis in (-2, 1))
    assert rows.error.tolist() == [[1.0] * 3] * 2 + [[9.0] * 3] * 2
    assert columns.error.tolist() == [[1.0] * 3 + [9.0] * 3] * 2
    assert rows.typical.factor.tolist() == [[0.25], [0.25], [0.0], [0.0]]
    assert (columns.typical.factor.ndim, float(np.max(columns.typical.bias[:, :3]))) == (0, 2.5)
    assert ROUNDED.concat([one, other]).error.shape == (4, 3)
    assert ROUNDED.stack([one, other]).error.tolist() == [[[1.0] * 3] * 2, [[9.0] * 3] * 2]


@pytest.mark.parametrize("known", [True, False])
def test_a_bias_is_one_term_more_of_the_sum_or_added_to_it(known: bool):
    bias = np.array([0.3, -70.0])
    by = np.zeros(2) if known else np.array([0.5, 0.25])
    x, weight = exactly(LEFT, SINGLE, FastBalls), exactly(RIGHT.T, SINGLE, FastBalls)
    found = linear(x, weight, exactly(bias, SINGLE, FastBalls) if known else computed(bias, by))
    of_product, rounding = product_error(x, weight.mT, roundings=1), Fraction(SINGLE.product(4))
    for i, j in np.ndindex(2, 2):
        size = abs(
            sum(Fraction(a) * Fraction(b) for a, b in zip(LEFT[i], RIGHT[:, j], strict=True)) + Fraction(bias[j])
        )
        lost = Fraction(by[j]) + rounding * (abs(Fraction(bias[j])) + Fraction(by[j]))
        least = Fraction(float(of_product[i, j])) + lost
        least += U / (1 - U) * (size + least)
        assert least <= Fraction(float(found.error[i, j])) <= least * HARDLY
    assert np.all(of_product >= product_error(x, weight.mT, roundings=0))
