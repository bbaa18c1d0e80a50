"""Rounding: how far an evaluation of a definition in a number format can lie from its exact value.

An array of rounded balls carries, beside the balls of exact values, a bound of |computed − exact| for every element.
The bound holds for any order of summation, with or without fused multiply-adds (Higham, "Accuracy and Stability of
Numerical Algorithms", 2nd ed. 2002, chapters 2 to 4). What is not finite says that nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import ExactBalls
from lastdigit.enclosure.rounded_products import product_error
from lastdigit.enclosure.upward import RAISED, down, gamma, quietly, raised, up

if TYPE_CHECKING:
    from lastdigit.enclosure.rounded_namespace import RoundedNamespace

Bound = Callable[..., "RoundedBalls"]
_THEOREMS: dict[str, Bound] = {}
_NOTHING = np.zeros(())


def theorem(operation: str) -> Callable[[Bound], Bound]:
    """Register a rounding bound of ``operation`` that is read in place of the composition of its steps."""

    def register(bound: Bound) -> Bound:
        _THEOREMS[operation] = bound
        return bound

    return register


class RoundedBalls:
    """Balls of exact values, and a float64 bound of the rounding error of every element.

    ``bound`` broadcasts to the shape of ``value``; that of given numbers is a zero without axes.
    """

    __array_priority__ = 100

    def __init__(self, value: Balls, bound: np.ndarray, arithmetic: Arithmetic) -> None:
        self.value = value
        self.bound = bound
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
    def error(self) -> np.ndarray:
        """The bounds of the rounding errors in the array's shape."""
        return np.broadcast_to(self.bound, self.value.shape)

    @property
    def is_given(self) -> bool:
        """Whether nothing was rounded yet."""
        return self.bound.ndim == 0 and not self.bound

    @cached_property
    def mT(self) -> RoundedBalls:
        """The last two axes swapped."""
        return self.moved(self.value.mT, lambda array: np.swapaxes(array, -1, -2))

    @cached_property
    def magnitudes(self) -> np.ndarray:
        """Upper bounds of the computed values' magnitudes."""
        if self.is_given:
            return self.value.magnitudes()
        with quietly():
            return raised(self.value.magnitudes() + self.bound)

    @property
    def largest(self) -> float:
        """An upper bound of all computed magnitudes; not finite where nothing is known of one."""
        if self.is_given:
            return self.value.largest
        return (self.value.largest + float(np.maximum.reduce(self.bound, axis=None, initial=0.0))) * RAISED

    @staticmethod
    def __operation__(name: str) -> Callable[..., Any] | None:
        return _THEOREMS.get(name)

    def __array_namespace__(self, api_version: str | None = None) -> RoundedNamespace:
        """The functions of the array API that definitions use."""
        from lastdigit.enclosure.rounded_namespace import RoundedNamespace

        return RoundedNamespace(self.arithmetic, type(self.value))

    def __getitem__(self, key: Any) -> RoundedBalls:
        return self.moved(self.value[key], lambda array: np.asarray(array[key]))

    def __neg__(self) -> RoundedBalls:
        return RoundedBalls(-self.value, self.bound, self.arithmetic)

    def __add__(self, other: RoundedBalls) -> RoundedBalls:
        return self.round(self.value + other.value, self.bound + other.bound, underflow=1)

    def __sub__(self, other: RoundedBalls) -> RoundedBalls:
        return self.round(self.value - other.value, self.bound + other.bound, underflow=1)

    def __mul__(self, other: RoundedBalls) -> RoundedBalls:
        with quietly():
            error = up(self.value.magnitudes() * other.bound + self.bound * other.magnitudes)
        return self.round(self.value * other.value, error, underflow=1)

    def __truediv__(self, other: RoundedBalls) -> RoundedBalls:
        quotient = self.value / other.value
        with quietly():
            smallest = down(other.value.smallest_magnitudes() - other.bound)
            error = up(self.bound / smallest + quotient.magnitudes() * (other.bound / smallest))
        return self.round(quotient, np.where(smallest > 0, error, np.inf), underflow=1)

    def __matmul__(self, other: RoundedBalls) -> RoundedBalls:
        return self.bounded(self.value @ other.value, product_error(self, other, roundings=0))

    def bounded(self, value: Balls, error: np.ndarray) -> RoundedBalls:
        """Another array of the same arithmetic; nothing is known wherever a computed value may overflow."""
        found = RoundedBalls(value, np.asarray(error), self.arithmetic)
        largest = self.arithmetic.storage.largest
        with quietly():
            if not found.largest <= largest:
                found.bound = np.where(up(value.magnitudes() + found.bound) <= largest, error, np.inf)
        return found

    def round(self, value: Balls, error: np.ndarray, *, roundings: float = 1, underflow: int = 0) -> RoundedBalls:
        """A value that was computed with ``error`` and is then rounded."""
        u, tiny = self.arithmetic.u, self.arithmetic.underflow
        with quietly():
            rounded = up(error + gamma(roundings, u) * (value.magnitudes() + error) + underflow * tiny)
        return self.bounded(value, rounded)

    def moved(self, value: Balls, move: Callable[[np.ndarray], np.ndarray]) -> RoundedBalls:
        """The same numbers in other places: ``value`` is already moved, ``move`` moves an array of the old shape."""
        return RoundedBalls(value, self.bound if self.is_given else move(self.error), self.arithmetic)


def given(value: Balls, used: np.ndarray, arithmetic: Arithmetic) -> RoundedBalls:
    """Inputs ``value`` of which the implementation gets ``used`` (float64), rounded to its storage format.

    The error is the largest distance between a ball and what is handed over in its place.
    """
    rounded = arithmetic.storage.round(np.asarray(used, dtype=np.float64))
    error = value.distances(rounded)
    return RoundedBalls(value, error if np.any(error) else _NOTHING, arithmetic)


def exactly(values: np.ndarray, arithmetic: Arithmetic, balls: type[Balls] = ExactBalls) -> RoundedBalls:
    """Inputs that are numbers of the storage format: nothing is lost on the way."""
    return RoundedBalls(balls.of(values), _NOTHING, arithmetic)
