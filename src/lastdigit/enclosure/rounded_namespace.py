"""The functions of the array API that definitions use, on rounded balls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import ExactBalls
from lastdigit.enclosure.further import further
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.enclosure.rounded_products import typical_sum
from lastdigit.enclosure.sharing import once
from lastdigit.enclosure.typical import Typical, joined
from lastdigit.enclosure.upward import quietly, sum_up, up


class RoundedNamespace:
    """Every function returns balls of the exact values and bounds of the rounding errors in one arithmetic."""

    def __getattr__(self, name: str) -> Any:
        return getattr(further("lastdigit.enclosure.functions.rounded:RoundedFunctions"), name)

    def __init__(self, arithmetic: Arithmetic, balls: type[Balls] = ExactBalls) -> None:
        self.arithmetic = arithmetic
        self.balls = balls

    def asarray(self, value: Any) -> RoundedBalls:
        """A constant, rounded to the format of the steps."""
        if isinstance(value, RoundedBalls):
            return value
        constant = self.balls.of(value)
        error = constant.distances(self.arithmetic.steps.round(np.asarray(value, dtype=np.float64)))
        return RoundedBalls(constant, error if np.any(error) else np.zeros(()), self.arithmetic)

    def exp(self, x: RoundedBalls) -> RoundedBalls:
        """e to the power of every element, including the library's error."""
        value = once(x.value.__array_namespace__().exp, x.value)
        with np.errstate(over="ignore", invalid="ignore"):
            error = up(value.magnitudes() * np.expm1(x.error), 32)
        return x.round(value, error, roundings=x.arithmetic.exp_roundoff / x.arithmetic.u, underflow=1)

    def sqrt(self, x: RoundedBalls) -> RoundedBalls:
        """The square root; |√(a + e) − √a| is at most e ÷ √a.

        Typically it is e ÷ 2√a, plus at most e² ÷ 2a√a: √(1 + t) lies within t² ÷ 2 of 1 + t ÷ 2 for t ≥ −1.
        """
        value = once(x.value.__array_namespace__().sqrt, x.value)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            root, smallest = value.smallest_magnitudes(), x.value.smallest_magnitudes()
            error = up(x.error / root)
            error = np.where(x.error < smallest, error, np.inf)
            error = np.where(x.error == 0, 0.0, error)
            if x.is_given:
                return x.round(value, error, Typical())
            apart = up(np.square(x.error) / (smallest * root), 8)
            typical = x.settled.in_shape(x.shape).scaled(0.5 / root).biased(apart)
            known = np.isfinite(typical.sigma) & np.isfinite(typical.bias)
            parts = (np.where(known, part, 0.0) for part in typical.parts())
            return x.round(value, error, Typical(*parts).biased(np.where(known, 0.0, error)))

    def max(self, x: RoundedBalls, *, axis: int, keepdims: bool = False) -> RoundedBalls:
        """The largest element; it changes by no more than the element that changes most."""
        value = once(x.value.__array_namespace__().max, x.value, axis=axis, keepdims=keepdims)
        return x.bounded(value, np.max(x.error, axis=axis, keepdims=keepdims))

    def maximum(self, x: RoundedBalls, y: RoundedBalls) -> RoundedBalls:
        """The larger of two elements, with the error of the one that is certainly larger when both are computed."""
        value = once(x.value.__array_namespace__().maximum, x.value, y.value)
        error = np.maximum(x.error, y.error)
        if not np.any(error):
            return x.bounded(value, error, Typical())
        from lastdigit.enclosure.functions.ends import ends, widened

        with quietly():
            (low, high), (least, most) = (widened(ends(each.value), each.error) for each in (x, y))
            parts = (each.settled.repeated(each.shape, value.shape).in_shape(value.shape).parts() for each in (x, y))
            typical = (
                np.where(low > most, one, np.where(least > high, other, 0.0)) for one, other in zip(*parts, strict=True)
            )
            unknown = np.where((low > most) | (least > high), 0.0, error)
            return x.bounded(value, error, Typical(*typical).biased(unknown))

    def sum(self, x: RoundedBalls, *, axis: int, keepdims: bool = False) -> RoundedBalls:
        """The sum in any order, γₙ₋₁ of Σ|x| (Higham 2002, section 4.2); unknown if a partial sum may overflow."""
        return x.bounded(*self._summed(x, axis, keepdims, x.arithmetic.largest_partial))

    def _summed(self, x: RoundedBalls, axis: int, keepdims: bool, largest: float) -> tuple[Balls, np.ndarray, Typical]:
        """The sum's value, bound and typical error before it is stored; unknown if a part may exceed ``largest``."""
        value = once(x.value.__array_namespace__().sum, x.value, axis=axis, keepdims=keepdims)
        arithmetic, n = x.arithmetic, x.shape[axis]
        rounding = arithmetic.summation(max(n - 1, 0))
        with quietly():
            error = sum_up(x.error + rounding * x.magnitudes + arithmetic.flushed, axis, keepdims)
            if not n * x.largest * (1.0 + rounding) <= largest:
                reach = sum_up(x.magnitudes, axis, keepdims) * (1.0 + rounding)
                error = np.where(reach <= largest, error, np.inf)
            return value, error, typical_sum(x, value.magnitudes(), axis, keepdims)

    def mean(self, x: RoundedBalls, *, axis: int, keepdims: bool = False) -> RoundedBalls:
        """The mean: the sum over n, where n or 1/n may itself be rounded.

        A sum that overflows the format of the steps would make the mean ∞, which is never correct: it is kept in the
        accumulation format.
        """
        total, error, typical = self._summed(x, axis, keepdims, x.arithmetic.largest_sum)
        n = x.shape[axis]
        typical = typical.scaled(1.0 / max(n, 1))
        return x.round(once(_divided, total, n), up(error / n), typical, roundings=3, underflow=1)

    def where(self, condition: np.ndarray, x: Any, y: Any) -> RoundedBalls:
        """x where ``condition`` (a boolean NumPy array) holds, y elsewhere. Infinities are unchanged."""
        x, y = (
            side
            if isinstance(side, RoundedBalls)
            else RoundedBalls(once(self.balls.of, side), np.zeros(()), self.arithmetic)
            for side in (x, y)
        )
        value = once(x.value.__array_namespace__().where, condition, x.value, y.value)
        if x.is_given and y.is_given:
            return RoundedBalls(value, np.zeros(()), self.arithmetic)
        sides = (side.settled.repeated(side.shape, value.shape).parts() for side in (x, y))
        typical = Typical(*(np.where(condition, one, other) for one, other in zip(*sides, strict=True)))
        return RoundedBalls(value, np.where(condition, x.error, y.error), self.arithmetic, typical)

    def reshape(self, x: RoundedBalls, shape: tuple[int, ...]) -> RoundedBalls:
        """The same elements in a new shape."""
        value = once(x.value.__array_namespace__().reshape, x.value, shape)
        rows = bool(shape and x.ndim) and value.shape[-1] == x.shape[-1]
        return x.moved(value, lambda array: array.reshape(shape), rows=rows)

    def permute_dims(self, x: RoundedBalls, axes: tuple[int, ...]) -> RoundedBalls:
        """The axes in another order."""
        value = once(x.value.__array_namespace__().permute_dims, x.value, axes)
        return x.moved(value, lambda array: array.transpose(axes), rows=axes[-1] == x.ndim - 1)

    def concat(self, arrays: Sequence[RoundedBalls], *, axis: int = 0) -> RoundedBalls:
        """Concatenate arrays along an axis."""
        value = once(arrays[0].value.__array_namespace__().concat, [array.value for array in arrays], axis=axis)
        error = np.concatenate([array.error for array in arrays], axis=axis)
        whole_rows = axis == -2
        typical = joined([(array.typical if whole_rows else array.settled, array.shape) for array in arrays], axis)
        return RoundedBalls(value, error, self.arithmetic, typical)

    def stack(self, arrays: Sequence[RoundedBalls], *, axis: int = 0) -> RoundedBalls:
        """Stack arrays along a new axis."""
        value = once(arrays[0].value.__array_namespace__().stack, [array.value for array in arrays], axis=axis)
        return RoundedBalls(value, np.stack([array.error for array in arrays], axis=axis), self.arithmetic)


def _divided(total: Balls, n: int) -> Balls:
    return total / type(total).of(n)  # type: ignore[no-any-return]
