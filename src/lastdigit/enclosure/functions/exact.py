"""Functions beyond the array API's on exact balls."""

from __future__ import annotations

from typing import Any

import flint
import numpy as np

from lastdigit.base.number_format import FloatFormat
from lastdigit.enclosure.functions.conditions import Condition, compared, sign_of
from lastdigit.enclosure.functions.ends import ends, possible_places
from lastdigit.functions.elementwise import Elementwise
from lastdigit.functions.named import NamedFunctions

_union: np.ufunc = np.frompyfunc(flint.arb.union, 2, 1)
_lower = np.frompyfunc(flint.arb.lower, 1, 1)
_upper = np.frompyfunc(flint.arb.upper, 1, 1)


class ExactFunctions(NamedFunctions):
    """The functions of the exact engine's namespace beyond the array API's."""

    compared = staticmethod(compared)

    @staticmethod
    def elementwise(function: Elementwise, x: Any) -> Any:
        """A function of every element."""
        return _like(x, np.frompyfunc(function.exact, 1, 1)(x.balls))

    @staticmethod
    def cumulative_sum(x: Any, *, axis: int) -> Any:
        """Cumulative sums along an axis."""
        return _like(x, np.add.accumulate(x.balls, axis=axis) if x.shape[axis] else x.balls)

    @staticmethod
    def cumulative_prod(x: Any, *, axis: int) -> Any:
        """Cumulative products along an axis."""
        return _like(x, np.multiply.accumulate(x.balls, axis=axis) if x.shape[axis] else x.balls)

    @staticmethod
    def sort(x: Any, *, axis: int = -1) -> Any:
        """Sorted: the k-th smallest lies between the k-th of the lower ends and the k-th of the upper ones."""
        low, high = _lower(x.balls), _upper(x.balls)
        return _like(x, _union(np.sort(low, axis=axis), np.sort(high, axis=axis)))

    @staticmethod
    def argmax(x: Any, *, axis: int) -> Any:
        """The hull of all indices at which the largest element may be."""
        first, last = possible_places(ends(x), axis)
        of = type(x).of
        return ExactFunctions.hull(of(first), of(last))

    @staticmethod
    def sign_of(x: Any, *, strict: bool) -> Condition:
        """Whether elements are positive: yes, no, or unknown."""
        return sign_of(x, strict=strict)

    @staticmethod
    def rounded_to(x: Any, format: FloatFormat) -> Any:
        """Exact numbers rounded to a format."""
        if not all(ball.is_exact() for ball in x.balls.flat):
            raise ValueError("inexact numbers may round either way")
        return type(x).of(format.round(np.array([float(ball) for ball in x.balls.flat]).reshape(x.shape)))

    @staticmethod
    def hull(x: Any, y: Any) -> Any:
        """Balls that contain both."""
        return _like(x, _union(x.balls, y.balls))


def _like(x: Any, balls: Any) -> Any:
    if not isinstance(balls, np.ndarray):
        single = np.empty((), dtype=object)
        single[()] = balls
        balls = single
    return type(x)(balls)
