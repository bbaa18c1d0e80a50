"""Rounding: how far an evaluation of a definition in a number format can be from its exact value.

An array of rounded balls has, in addition to the balls of exact values, a bound of |computed − exact| for every
element. The bound holds for any order of summation, with or without fused multiply-adds (Higham, "Accuracy and
Stability of Numerical Algorithms", 2nd ed. 2002, chapters 2 to 4). A non-finite bound means that the error is unknown.
The typical error (:mod:`lastdigit.enclosure.typical`) is tracked alongside.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import ExactBalls
from lastdigit.enclosure.rounded_products import product_error, typical_product
from lastdigit.enclosure.sharing import once
from lastdigit.enclosure.typical import ROUNDING, Typical, worst
from lastdigit.enclosure.upward import RAISED, down, gamma, quietly, raised, up

if TYPE_CHECKING:
    from lastdigit.enclosure.rounded_namespace import RoundedNamespace

Bound = Callable[..., "RoundedBalls"]
_THEOREMS: dict[str, Bound] = {}
_NOTHING = np.zeros(())

LATER = frozenset(
    {"attention", "channel_norm", "log_softmax", "routing_weights", "scores_by_scale", "standardized", "variance"}
)
"""Operations whose bounds are loaded on demand."""


def theorem(operation: str) -> Callable[[Bound], Bound]:
    """Register a rounding bound of ``operation`` that replaces the composition of its steps."""

    def register(bound: Bound) -> Bound:
        _THEOREMS[operation] = bound
        return bound

    return register


def theorems() -> frozenset[str]:
    """The operations with a registered bound."""
    return LATER | frozenset(_THEOREMS)


class RoundedBalls:
    """Balls of exact values, a float64 bound of the rounding error of every element, and its typical size.

    ``bound`` broadcasts to the shape of ``value``; it is a 0-d zero for given numbers. Without a typical error, only
    the bound is known.
    """

    __array_priority__ = 100

    def __init__(self, value: Balls, bound: np.ndarray, arithmetic: Arithmetic, typical: Typical | None = None) -> None:
        self.value = value
        self.bound = bound
        self.arithmetic = arithmetic
        self.typical = worst(bound) if typical is None else typical

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape."""
        return self.value.shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.value.ndim

    @property
    def error(self) -> np.ndarray:
        """The bounds of the rounding errors in the array's shape."""
        return np.broadcast_to(self.bound, self.value.shape)

    @property
    def is_given(self) -> bool:
        """Whether nothing has been rounded yet."""
        return self.bound.ndim == 0 and not self.bound

    @cached_property
    def mT(self) -> RoundedBalls:
        """The transpose of the last two axes."""
        return self.moved(once(_transposed, self.value), lambda array: np.swapaxes(array, -1, -2), rows=False)

    @cached_property
    def magnitudes(self) -> np.ndarray:
        """Upper bounds of the computed values' magnitudes."""
        if self.is_given:
            return self.value.magnitudes()
        with quietly():
            return raised(self.value.magnitudes() + self.bound)

    @property
    def largest(self) -> float:
        """An upper bound of all computed magnitudes; not finite if one is unknown."""
        if self.is_given:
            return self.value.largest
        return (self.value.largest + float(np.maximum.reduce(self.bound, axis=None, initial=0.0))) * RAISED

    @staticmethod
    def __operation__(name: str) -> Callable[..., Any] | None:
        if name in LATER and name not in _THEOREMS:
            import lastdigit.enclosure.functions.theorems  # noqa: F401
        return _THEOREMS.get(name)

    def __array_namespace__(self, api_version: str | None = None) -> RoundedNamespace:
        """The functions of the array API that definitions use."""
        from lastdigit.enclosure.rounded_namespace import RoundedNamespace

        return RoundedNamespace(self.arithmetic, type(self.value))

    def __getitem__(self, key: Any) -> RoundedBalls:
        whole_rows = isinstance(key, slice | type(...)) or (isinstance(key, tuple) and _is_whole(key[-1]))
        return self.moved(
            once(operator.getitem, self.value, key), lambda array: np.asarray(array[key]), rows=whole_rows
        )

    def __neg__(self) -> RoundedBalls:
        return RoundedBalls(once(operator.neg, self.value), self.bound, self.arithmetic, self.typical)

    def __add__(self, other: RoundedBalls) -> RoundedBalls:
        return self._sum(once(operator.add, self.value, other.value), other)

    def __sub__(self, other: RoundedBalls) -> RoundedBalls:
        return self._sum(once(operator.sub, self.value, other.value), other)

    def _sum(self, value: Balls, other: RoundedBalls) -> RoundedBalls:
        typical = self._typical_in(value) + other._typical_in(value)
        error = self.bound + other.bound
        found, hidden = self.round(value, error, typical, underflow=1), value.minus_infinity()
        if hidden is not None:
            found.bound = np.where(hidden & np.isfinite(error), 0.0, found.bound)
        return found

    def __mul__(self, other: RoundedBalls) -> RoundedBalls:
        value = once(operator.mul, self.value, other.value)
        with quietly():
            error = up(self.value.magnitudes() * other.bound + self.bound * other.magnitudes)
            typical = other._typical_in(value).scaled(self.value.magnitudes())
            typical = typical + self._typical_in(value).scaled(other.magnitudes)
        return self.round(value, error, typical, underflow=1)

    def __truediv__(self, other: RoundedBalls) -> RoundedBalls:
        quotient = once(operator.truediv, self.value, other.value)
        with quietly():
            smallest = down(other.value.smallest_magnitudes() - other.bound)
            error = up(self.bound / smallest + quotient.magnitudes() * (other.bound / smallest))
            inverse = 1.0 / smallest
            typical = other._typical_in(quotient).scaled(quotient.magnitudes() * inverse)
            typical = typical + self._typical_in(quotient).scaled(inverse)
        return self.round(quotient, np.where(smallest > 0, error, np.inf), typical, underflow=1)

    def __matmul__(self, other: RoundedBalls) -> RoundedBalls:
        value = once(operator.matmul, self.value, other.value)
        typical = typical_product(self, other, value.magnitudes())
        return self.bounded(value, product_error(self, other, roundings=0), typical)

    def _typical_in(self, value: Balls) -> Typical:
        return self.settled.repeated(self.shape, value.shape)

    @property
    def settled(self) -> Typical:
        """The typical error with a row's factor as a bias like any other."""
        return self.typical.without_factor(self.value.magnitudes()) if self.typical.factor.ndim else self.typical

    def bounded(self, value: Balls, error: np.ndarray, typical: Typical | None = None) -> RoundedBalls:
        """Another array in the same arithmetic; unknown wherever a computed value may overflow."""
        return self._within(self.arithmetic.steps.largest, value, error, typical)

    def _within(self, largest: float, value: Balls, error: np.ndarray, typical: Typical | None) -> RoundedBalls:
        found = RoundedBalls(value, np.asarray(error), self.arithmetic, typical)
        with quietly():
            if not found.largest <= largest:
                found.bound = np.where(up(value.magnitudes() + found.bound) <= largest, error, np.inf)
                found.typical = found.typical.biased(np.where(np.isfinite(found.bound), 0.0, np.inf))
        return found

    def round(
        self,
        value: Balls,
        error: np.ndarray,
        typical: Typical | None = None,
        *,
        roundings: float = 1,
        underflow: int = 0,
    ) -> RoundedBalls:
        """A value that was computed with ``error``, typically ``typical``, and is then rounded."""
        u, tiny = self.arithmetic.u, self.arithmetic.underflow
        with quietly():
            sizes = value.magnitudes()
            rounded = up(error + gamma(roundings, u) * (sizes + error) + underflow * tiny)
            if typical is not None:
                spread = math.sqrt(roundings) * ROUNDING * u * (sizes + error)
                typical = typical.rounded(spread).biased(underflow * tiny)
        return self.bounded(value, rounded, typical)

    def stored(self) -> RoundedBalls:
        """The result as it is returned: in the fused model it is stored only now."""
        arithmetic = self.arithmetic
        u, tiny = arithmetic.operand_roundoff, arithmetic.storage.underflow
        if not u or self.is_given:
            return self
        with quietly():
            sizes = self.magnitudes
            typical = self.typical.rounded(ROUNDING * (u * sizes + tiny))
            return self._within(arithmetic.storage.largest, self.value, up(self.error + u * sizes + tiny), typical)

    def moved(self, value: Balls, move: Callable[[np.ndarray], np.ndarray], *, rows: bool) -> RoundedBalls:
        """The same elements rearranged: ``value`` already is, ``move`` rearranges an array of the old shape.

        ``rows``: elements along the last axis stay together.
        """
        if self.is_given:
            return RoundedBalls(value, self.bound, self.arithmetic)
        typical = self.settled.moved(move, self.shape, rows=rows)
        return RoundedBalls(value, move(self.error), self.arithmetic, typical)


def _is_whole(key: Any) -> bool:
    """Whether an index takes all of an axis."""
    return isinstance(key, slice) and key == slice(None)


def given(value: Balls, used: np.ndarray, arithmetic: Arithmetic) -> RoundedBalls:
    """Inputs ``value`` that the implementation receives as ``used`` (float64), rounded to its storage format.

    The error is the largest distance between a ball and the number passed for it.
    """
    rounded = arithmetic.storage.round(np.asarray(used, dtype=np.float64))
    error = value.distances(rounded)
    return RoundedBalls(value, error if np.any(error) else _NOTHING, arithmetic)


def exactly(values: np.ndarray, arithmetic: Arithmetic, balls: type[Balls] = ExactBalls) -> RoundedBalls:
    """Inputs that are numbers of the storage format, so that storing them is exact."""
    return RoundedBalls(balls.of(values), _NOTHING, arithmetic)


def _transposed(value: Balls) -> Balls:
    return value.mT  # type: ignore[no-any-return]
