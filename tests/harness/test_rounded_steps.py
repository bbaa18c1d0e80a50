"""Each step of rounded balls alone: its bound holds in exact arithmetic and is hardly more, and rows stay rows."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from lastdigit.enclosure import rounded as module
from lastdigit.enclosure.arithmetic import FUSED, RESCALED, Arithmetic
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, exactly, given, theorem
from lastdigit.enclosure.rounded_products import product_error
from lastdigit.enclosure.typical import ROUNDING, Typical
from lastdigit.number_format import FORMATS

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
    found = step(*(RoundedBalls(FastBalls.of(mid), bound, SINGLE) for mid, bound in ((X, BY_X), (Y, BY_Y))))
    numbers = zip(*(map(Fraction, array.tolist()) for array in (X, Y, BY_X, BY_Y)), strict=True)
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
