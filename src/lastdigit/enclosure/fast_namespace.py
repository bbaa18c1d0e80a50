"""The functions of the array API that definitions use, on fast balls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.fast_products import U
from lastdigit.enclosure.further import Further
from lastdigit.enclosure.upward import down, gamma, quietly, sum_up, up, where_finite

EXP_ULPS = 4.0
"""NumPy's tests allow its float64 exp 4 ulp in every build (test_umath_accuracy); glibc documents 1."""

EXP_ERROR = 2.0 * EXP_ULPS * U * (1.0 + 2.0**-40)
"""The same as a relative error of either value: an ulp is at most 2u of it."""


class FastNamespace(metaclass=Further):
    """Every function returns balls that contain the exact values for all inputs in the given balls."""

    further = "lastdigit.enclosure.functions.fast:FastFunctions"

    @staticmethod
    def asarray(value: Any) -> FastBalls:
        """A number or an array of exactly known numbers."""
        return value if isinstance(value, FastBalls) else FastBalls.of(value)

    @staticmethod
    def exp(x: FastBalls) -> FastBalls:
        """e to the power of every element: e^m expm1(r), and the error of NumPy's exp."""
        with quietly():
            mid = np.exp(x.mid)
            return FastBalls(mid, up(up(mid) * np.expm1(x.rad) + EXP_ERROR * mid, 32))

    @staticmethod
    def sqrt(x: FastBalls) -> FastBalls:
        """The square root of every element: |√x' − √x| = |x' − x| ÷ (√x' + √x) is at most r ÷ √x, and at most √r."""
        with quietly():
            mid = np.sqrt(x.mid)
            if x.is_exact:
                return FastBalls(mid, up(U * mid))
            moved = np.where(x.mid >= x.rad, np.fmin(x.rad / down(mid), np.sqrt(x.rad)), np.inf)
            return FastBalls(mid, up(moved + U * mid))

    @staticmethod
    def max(x: FastBalls, *, axis: int, keepdims: bool = False) -> FastBalls:
        """The largest element along an axis; it changes by no more than the element that changes most."""
        rad = np.asarray(np.max(x.radii, axis=axis, keepdims=keepdims))
        return FastBalls(np.asarray(np.max(x.mid, axis=axis, keepdims=keepdims)), rad)

    @staticmethod
    def maximum(x: FastBalls, y: FastBalls) -> FastBalls:
        """The larger of two elements."""
        return FastBalls(np.maximum(x.mid, y.mid), np.maximum(x.rad, y.rad))

    @staticmethod
    def sum(x: FastBalls, *, axis: int, keepdims: bool = False) -> FastBalls:
        """The sum along an axis in any order: γₙ₋₁ of the sum of magnitudes (Higham 2002, section 4.2)."""
        with quietly():
            rounding = gamma(max(x.shape[axis] - 1, 0), U)
            mid = np.asarray(np.sum(x.mid, axis=axis, keepdims=keepdims))
            return FastBalls(mid, where_finite(mid, sum_up(x.radii + rounding * np.abs(x.mid), axis, keepdims)))

    @staticmethod
    def mean(x: FastBalls, *, axis: int, keepdims: bool = False) -> FastBalls:
        """The mean along an axis."""
        return FastNamespace.sum(x, axis=axis, keepdims=keepdims) / FastBalls.of(x.shape[axis])

    @staticmethod
    def where(condition: np.ndarray, x: Any, y: Any) -> FastBalls:
        """x where ``condition`` (a boolean NumPy array) holds, y elsewhere."""
        x, y = FastNamespace.asarray(x), FastNamespace.asarray(y)
        mid = np.where(condition, x.mid, y.mid)
        return FastBalls(mid) if x.is_exact and y.is_exact else FastBalls(mid, np.where(condition, x.rad, y.rad))

    @staticmethod
    def reshape(x: FastBalls, shape: tuple[int, ...]) -> FastBalls:
        """The same elements in a new shape."""
        return x.moved(lambda array: array.reshape(shape))

    @staticmethod
    def permute_dims(x: FastBalls, axes: tuple[int, ...]) -> FastBalls:
        """The axes in another order."""
        return x.moved(lambda array: array.transpose(axes))

    @staticmethod
    def concat(arrays: Sequence[FastBalls], *, axis: int = 0) -> FastBalls:
        """Concatenate arrays along an axis."""
        mid = np.concatenate([array.mid for array in arrays], axis=axis)
        return FastBalls(mid, np.concatenate([array.radii for array in arrays], axis=axis))

    @staticmethod
    def stack(arrays: Sequence[FastBalls], *, axis: int = 0) -> FastBalls:
        """Stack arrays along a new axis."""
        mid = np.stack([array.mid for array in arrays], axis=axis)
        return FastBalls(mid, np.stack([array.radii for array in arrays], axis=axis))
