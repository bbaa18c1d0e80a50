"""Each step of rounded balls alone: its bound holds in exact arithmetic and is hardly more, and rows stay rows."""

from __future__ import annotations

import sys
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure import rounded as module
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly, theorem
from lastdigit.enclosure.rounded_namespace import RoundedNamespace
from lastdigit.enclosure.typical import Typical

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
