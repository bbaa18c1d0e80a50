"""Rounding: how far an evaluation of a definition in a number format can lie from its exact value.

An array of rounded balls carries, beside the balls of exact values, a bound of |computed − exact| for every element.
The bound holds for any order of summation, with or without fused multiply-adds (Higham, "Accuracy and Stability of
Numerical Algorithms", 2nd ed. 2002, chapters 2 to 4). ∞ means that nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from lastdigit.enclosure.arithmetic import RESCALED, Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import ExactBalls
from lastdigit.enclosure.upward import matmul_up, sum_up, up

Bound = Callable[..., "RoundedBalls"]
_THEOREMS: dict[str, Bound] = {}


def theorem(operation: str) -> Callable[[Bound], Bound]:
    """Register a rounding bound of ``operation`` that is read in place of the composition of its steps."""

    def register(bound: Bound) -> Bound:
        _THEOREMS[operation] = bound
        return bound

    return register


class RoundedBalls:
    """Balls of exact values, and a float64 bound of the rounding error of every element."""

    __slots__ = ("arithmetic", "error", "value")
    __array_priority__ = 100

    def __init__(self, value: Balls, error: np.ndarray, arithmetic: Arithmetic) -> None:
        self.value = value
        self.error = error
        self.arithmetic = arithmetic

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape."""
        return self.value.shape

    @property
    def ndim(self) -> int:
        """How many axes it has."""
        return self.value.ndim

    @property
    def mT(self) -> RoundedBalls:
        """The last two axes swapped."""
        return self.known(self.value.mT, np.swapaxes(self.error, -1, -2))

    @property
    def magnitudes(self) -> np.ndarray:
        """Upper bounds of the computed values' magnitudes."""
        return np.asarray(up(self.value.magnitudes() + self.error))

    @staticmethod
    def __operation__(name: str) -> Callable[..., Any] | None:
        return _THEOREMS.get(name)

    def __array_namespace__(self, api_version: str | None = None) -> RoundedNamespace:
        """The functions of the array API that definitions use."""
        return RoundedNamespace(self.arithmetic, type(self.value))

    def __getitem__(self, key: Any) -> RoundedBalls:
        return self.known(self.value[key], np.asarray(self.error[key]))

    def __neg__(self) -> RoundedBalls:
        return self.known(-self.value, self.error)

    def __add__(self, other: RoundedBalls) -> RoundedBalls:
        return self.round(self.value + other.value, self.error + other.error)

    def __sub__(self, other: RoundedBalls) -> RoundedBalls:
        return self.round(self.value - other.value, self.error + other.error)

    def __mul__(self, other: RoundedBalls) -> RoundedBalls:
        error = self.value.magnitudes() * other.error + self.error * other.magnitudes
        return self.round(self.value * other.value, up(error), underflow=1)

    def __truediv__(self, other: RoundedBalls) -> RoundedBalls:
        quotient = self.value / other.value
        smallest = other.value.smallest_magnitudes() - other.error
        with np.errstate(divide="ignore", invalid="ignore"):
            error = up((self.error + quotient.magnitudes() * other.error) / smallest)
        return self.round(quotient, np.where(smallest > 0, error, np.inf), underflow=1)

    def __matmul__(self, other: RoundedBalls) -> RoundedBalls:
        product = self.value @ other.value
        return self.known(product, product_error(self, other, roundings=0))

    def known(self, value: Balls, error: np.ndarray) -> RoundedBalls:
        """Another array of the same arithmetic; ∞ wherever a computed value may overflow."""
        overflows = value.magnitudes() + error > self.arithmetic.storage.largest
        return RoundedBalls(value, np.where(overflows, np.inf, error), self.arithmetic)

    def round(self, value: Balls, error: np.ndarray, *, roundings: float = 1, underflow: int = 0) -> RoundedBalls:
        """A value that was computed with ``error`` and is then rounded."""
        u, tiny = self.arithmetic.u, self.arithmetic.underflow
        rounded = up(error + roundings * u * (1 + u) * (value.magnitudes() + error) + underflow * tiny)
        return self.known(value, rounded)


class RoundedNamespace:
    """The functions of the array API that definitions use, on rounded balls of one arithmetic."""

    def __init__(self, arithmetic: Arithmetic, balls: type[Balls] = ExactBalls) -> None:
        self.arithmetic = arithmetic
        self.balls = balls

    def asarray(self, value: Any) -> RoundedBalls:
        """A constant, which the implementation rounds to its format."""
        if isinstance(value, RoundedBalls):
            return value
        return given(self.balls.of(value), np.asarray(value, dtype=np.float64), self.arithmetic)

    def exp(self, x: RoundedBalls) -> RoundedBalls:
        """e to the power of every element; the library's exp has an error of its own."""
        value = x.value.__array_namespace__().exp(x.value)
        with np.errstate(over="ignore", invalid="ignore"):
            return x.round(
                value, up(value.magnitudes() * np.expm1(x.error)), roundings=x.arithmetic.exp_error, underflow=1
            )

    def sqrt(self, x: RoundedBalls) -> RoundedBalls:
        """The square root; |√(a + e) − √a| is at most e ÷ √a, and at most √e."""
        value = x.value.__array_namespace__().sqrt(x.value)
        with np.errstate(divide="ignore", invalid="ignore"):
            error = np.minimum(up(x.error / value.smallest_magnitudes()), up(np.sqrt(x.error)))
        return x.round(value, np.where(x.error == 0, 0.0, error))

    def max(self, x: RoundedBalls, *, axis: int, keepdims: bool = False) -> RoundedBalls:
        """The largest element; it moves by no more than the one that moves most."""
        value = x.value.__array_namespace__().max(x.value, axis=axis, keepdims=keepdims)
        return x.known(value, np.max(x.error, axis=axis, keepdims=keepdims))

    def maximum(self, x: RoundedBalls, y: RoundedBalls) -> RoundedBalls:
        """The larger of two elements."""
        return x.known(x.value.__array_namespace__().maximum(x.value, y.value), np.maximum(x.error, y.error))

    def sum(self, x: RoundedBalls, *, axis: int, keepdims: bool = False) -> RoundedBalls:
        """The sum in any order: γₙ₋₁ of the sum of magnitudes (Higham 2002, section 4.2)."""
        value = x.value.__array_namespace__().sum(x.value, axis=axis, keepdims=keepdims)
        rounding = x.arithmetic.summation(max(x.shape[axis] - 1, 0))
        error = up(sum_up(x.error, axis, keepdims) + rounding * sum_up(x.magnitudes, axis, keepdims))
        return x.known(value, error)

    def mean(self, x: RoundedBalls, *, axis: int, keepdims: bool = False) -> RoundedBalls:
        """The mean: the sum over n, where n or 1/n may itself be rounded."""
        total = self.sum(x, axis=axis, keepdims=keepdims)
        n = x.shape[axis]
        return x.round(total.value / self.balls.of(n), up(total.error / n), roundings=3, underflow=1)

    def where(self, condition: np.ndarray, x: Any, y: Any) -> RoundedBalls:
        """x where ``condition`` (a boolean NumPy array) holds, y elsewhere. Infinities are taken as they are."""
        x, y = (
            RoundedBalls(self.balls.of(side), np.zeros(()), self.arithmetic)
            if not isinstance(side, RoundedBalls)
            else side
            for side in (x, y)
        )
        value = x.value.__array_namespace__().where(condition, x.value, y.value)
        return RoundedBalls(value, np.where(condition, x.error, y.error), self.arithmetic)

    def reshape(self, x: RoundedBalls, shape: tuple[int, ...]) -> RoundedBalls:
        """The same elements in another shape."""
        return x.known(x.value.__array_namespace__().reshape(x.value, shape), x.error.reshape(shape))

    def permute_dims(self, x: RoundedBalls, axes: tuple[int, ...]) -> RoundedBalls:
        """The axes in another order."""
        return x.known(x.value.__array_namespace__().permute_dims(x.value, axes), x.error.transpose(axes))

    def concat(self, arrays: Sequence[RoundedBalls], *, axis: int = 0) -> RoundedBalls:
        """Arrays one after the other along an axis."""
        value = arrays[0].value.__array_namespace__().concat([array.value for array in arrays], axis=axis)
        return arrays[0].known(value, np.concatenate([array.error for array in arrays], axis=axis))

    def stack(self, arrays: Sequence[RoundedBalls], *, axis: int = 0) -> RoundedBalls:
        """Arrays along a new axis."""
        value = arrays[0].value.__array_namespace__().stack([array.value for array in arrays], axis=axis)
        return arrays[0].known(value, np.stack([array.error for array in arrays], axis=axis))


def given(value: Balls, used: np.ndarray, arithmetic: Arithmetic) -> RoundedBalls:
    """Inputs ``value`` of which the implementation gets ``used`` (float64), rounded to its storage format.

    The error is the largest distance between a ball and what is handed over in its place.
    """
    rounded = arithmetic.storage.round(np.asarray(used, dtype=np.float64))
    return RoundedBalls(value, (value - type(value).of(rounded)).magnitudes(), arithmetic)


def exactly(values: np.ndarray, arithmetic: Arithmetic, balls: type[Balls] = ExactBalls) -> RoundedBalls:
    """Inputs that are numbers of the storage format: nothing is lost on the way."""
    return RoundedBalls(balls.of(values), np.zeros(values.shape), arithmetic)


def product_error(left: RoundedBalls, right: RoundedBalls, *, roundings: int) -> np.ndarray:
    """Error of a matrix product in any order: Σ of the operands' errors and γ of |A||B| (Higham 2002, eq. 3.13).

    ``roundings`` are those of further terms in the same sum, a bias for example.
    """
    n = left.shape[-1]
    propagated = matmul_up(left.error, right.magnitudes) + matmul_up(left.value.magnitudes(), right.error)
    rounding = left.arithmetic.summation(n + roundings, stored=1 + RESCALED)
    magnitude = matmul_up(left.magnitudes, right.magnitudes)
    return np.asarray(up(propagated + rounding * magnitude + (n + 1) * left.arithmetic.underflow))
