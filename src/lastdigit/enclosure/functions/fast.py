"""Functions beyond the array API's on fast balls: midpoints by NumPy, radii by slopes, rounded up."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.base.number_format import FloatFormat
from lastdigit.enclosure.fast_products import U
from lastdigit.enclosure.functions.conditions import Condition, compared, sign_of
from lastdigit.enclosure.functions.ends import Ends, around, ends, possible_places
from lastdigit.enclosure.upward import gamma, quietly, raised, up, where_finite
from lastdigit.functions.elementwise import Elementwise
from lastdigit.functions.named import NamedFunctions


class FastFunctions(NamedFunctions):
    """The functions of the fast engine's namespace beyond the array API's."""

    compared = staticmethod(compared)

    @staticmethod
    def elementwise(function: Elementwise, x: Any) -> Any:
        """A function of every element: |f(x′) − f(x)| ≤ r max |f′|, at most f's span, and NumPy's own error."""
        with quietly():
            mid = np.asarray(function.plain(x.mid), dtype=np.float64)
            own = 2.0 * U * function.plain_ulps * np.abs(mid)
            if x.is_exact:
                rad = up(own) if function.rounds else np.zeros(np.shape(mid))
            else:
                moved = function.variation(*around(x.mid, x.radii), x.radii)
                rad = up(moved + own, 64)
            return type(x)(mid, where_finite(mid, np.where(np.isfinite(x.mid), rad, np.inf)))

    @staticmethod
    def cumulative_sum(x: Any, *, axis: int) -> Any:
        """Cumulative sums along an axis in any order: γ of each one's terms (Higham 2002, section 4.2)."""
        n = x.shape[axis]
        with quietly():
            mid = np.cumsum(x.mid, axis=axis)
            rounding = along(np.array([gamma(terms, U) for terms in range(n)]), x.ndim, axis)
            sizes = np.cumsum(np.abs(x.mid), axis=axis)
            rad = raised(np.cumsum(x.radii, axis=axis) + rounding * raised(sizes, n + 40), n + 40)
            return type(x)(mid, where_finite(mid, rad))

    @staticmethod
    def cumulative_prod(x: Any, *, axis: int) -> Any:
        """Cumulative products along an axis in any order: Π(|m| + r) − Π|m|, γ of the roundings, and underflow.

        For nonzero factors the difference is Π|m| expm1 Σ log1p(r ÷ |m|). A product of some of the factors may
        underflow before the others are multiplied, whose product is at most that of the factors above one.
        """
        n = x.shape[axis]
        with quietly():
            mid, moved, largest = products(np.abs(x.mid), x.radii, axis, x.mid)
            rounding = along(np.array([gamma(terms, U) for terms in range(n)]), x.ndim, axis)
            rad = up(moved + rounding * (np.abs(mid) + moved) + 2.0 * n * 2.0**-1022 * largest, 4 * n + 64)
            return type(x)(mid, where_finite(mid, np.where(np.isfinite(largest), rad, np.inf)))

    @staticmethod
    def sort(x: Any, *, axis: int = -1) -> Any:
        """Sorted: the k-th smallest lies between the k-th of the lower ends and the k-th of the upper ones."""
        if x.is_exact:
            return type(x)(np.sort(x.mid, axis=axis))
        low, high = (np.sort(end, axis=axis) for end in ends(x))
        return between(type(x), (low, high))

    @staticmethod
    def argmax(x: Any, *, axis: int) -> Any:
        """The hull of all indices at which the largest element may be."""
        return between(type(x), possible_places(ends(x), axis))

    @staticmethod
    def sign_of(x: Any, *, strict: bool) -> Condition:
        """Whether elements are positive: yes, no, or unknown."""
        return sign_of(x, strict=strict)

    @staticmethod
    def rounded_to(x: Any, format: FloatFormat) -> Any:
        """Exact numbers rounded to a format."""
        if not x.is_exact:
            raise ValueError("inexact numbers may round either way")
        return type(x)(format.round(x.mid))

    @staticmethod
    def hull(x: Any, y: Any) -> Any:
        """Balls that contain both."""
        (low, high), (least, most) = ends(x), ends(y)
        return between(type(x), (np.minimum(low, least), np.maximum(high, most)))


def between(kind: Any, interval: Ends) -> Any:
    """Balls of intervals; a point is exact, and an interval with an infinite end is unknown."""
    low, high = np.broadcast_arrays(*interval)
    with quietly():
        mid = np.where(low == high, low, 0.5 * low + 0.5 * high)
        rad = np.where(low == high, 0.0, up(np.maximum(high - mid, mid - low)))
        return kind(mid, where_finite(mid, np.where(np.isfinite(low) & np.isfinite(high), rad, np.inf)))


def along(numbers: np.ndarray, ndim: int, axis: int) -> np.ndarray:
    """One number for each index of an axis, in a shape that broadcasts to the array."""
    shape = [1] * ndim
    shape[axis] = len(numbers)
    return numbers.reshape(shape)


def products(
    sizes: np.ndarray, reach: np.ndarray, axis: int, signed: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Cumulative products, bounds of their change, and products of all factors above one; not rounded up.

    The factors have these sizes and change by at most ``reach``. An earlier product that underflows has lost digits,
    and a larger factor may bring the later ones back into range; their change is that of the largest product.
    """
    whole = np.cumprod(signed, axis=axis)
    largest = np.cumprod(np.maximum(sizes + reach, 1.0), axis=axis)
    if not np.any(reach):
        return whole, np.zeros(whole.shape), largest
    logarithms = raised(np.cumsum(np.log1p(reach / sizes), axis=axis), whole.shape[axis])
    grown = np.abs(whole) * np.expm1(logarithms) * (1.0 + 2.0**-30)
    most = np.cumprod(sizes + reach, axis=axis)
    lost = np.minimum.accumulate(np.abs(whole), axis=axis) < 2.0**-900
    return whole, np.where(np.isfinite(grown) & ~lost, grown, most), largest
