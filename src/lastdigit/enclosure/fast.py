"""The fast engine: arrays of balls as float64 midpoints and radii, with all roundings of its own accounted for.

Midpoints are computed by NumPy as in a plain evaluation; radii bound the effect of the inputs' radii and of the
midpoints' own rounding (Rump, "Fast and parallel interval arithmetic", BIT 39(3), 1999; Rump, "Fast interval matrix
multiplication", Numer. Algorithms 61(1), 2012). Rounding is to nearest throughout: radii are increased by a factor that
covers their own rounding errors, so no rounding mode is switched.

A non-finite midpoint or radius means that the value is unknown. The bounds rest on IEEE 754 arithmetic with gradual
underflow, on matrix products that are sums of products in some order, and on the error of NumPy's exp.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from lastdigit.enclosure.fast_products import U, convex_combinations, matrix_product
from lastdigit.enclosure.spread import Spread
from lastdigit.enclosure.upward import RAISED, column_medians, down, norms_up, quietly, raised, up

if TYPE_CHECKING:
    from lastdigit.enclosure.fast_namespace import FastNamespace

_KNOWN = np.zeros(())
_Theorem = Callable[..., "FastBalls"]
_THEOREMS: dict[str, _Theorem] = {}


def fast_theorem(operation: str) -> Callable[[_Theorem], _Theorem]:
    """Register an enclosure of ``operation`` that replaces the composition of its steps."""

    def register(enclosure: _Theorem) -> _Theorem:
        _THEOREMS[operation] = enclosure
        return enclosure

    return register


class FastBalls:
    """An array of balls [mid − rad, mid + rad]. Indexing, shapes and broadcasting are NumPy's.

    ``rad`` broadcasts to the shape of ``mid``; it is a 0-d zero for exactly known numbers. ``rows_sum_to_one``: the
    exact values along the last axis are non-negative and sum to one, and the midpoints are float64 numbers divided by
    their float64 sum.
    """

    __array_priority__ = 100

    def __init__(self, mid: np.ndarray, rad: np.ndarray = _KNOWN, *, rows_sum_to_one: bool = False) -> None:
        self.mid = mid
        self.rad = rad
        self.rows_sum_to_one = rows_sum_to_one

    @classmethod
    def of(cls, values: Any) -> FastBalls:
        """Exactly known numbers: a float64 or integer array, or a number."""
        given = np.asarray(values)
        mid = np.asarray(given, dtype=np.float64)
        if given.dtype.kind in "iu" and np.any(np.abs(mid) >= 2.0**53):
            return cls(mid, U * np.abs(mid))
        return cls(mid)

    @classmethod
    def between(cls, low: Sequence[Fraction], high: Sequence[Fraction], shape: tuple[int, ...]) -> FastBalls:
        """All numbers of the closed intervals [low, high], flat in row-major order."""
        mid = [float((a + b) / 2) for a, b in zip(low, high, strict=True)]
        reach = [max(Fraction(m) - a, b - Fraction(m)) for m, a, b in zip(mid, low, high, strict=True)]
        rad = np.where([r == 0 for r in reach], 0.0, up([float(r) for r in reach]))
        return cls(np.array(mid).reshape(shape), rad.reshape(shape))

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape."""
        return self.mid.shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.mid.ndim

    @property
    def radii(self) -> np.ndarray:
        """The radii in the array's shape."""
        return np.broadcast_to(self.rad, self.mid.shape)

    @property
    def is_exact(self) -> bool:
        """Whether every number is known exactly."""
        return self.rad.ndim == 0 and not self.rad

    @cached_property
    def mT(self) -> FastBalls:
        """The transpose of the last two axes."""
        return self.moved(lambda array: np.swapaxes(array, -1, -2))

    @cached_property
    def norms(self) -> np.ndarray:
        """Upper bounds of the Euclidean norms of the midpoints' rows: (…, n, 1)."""
        with quietly():
            return norms_up(self.mid)

    @cached_property
    def spread(self) -> Spread:
        """The spread about the median of each column of midpoints."""
        with quietly():
            centre = column_medians(self.mid)
            differences = self.mid - centre
            spread = np.abs(differences)
            if self.is_exact:
                spread *= 1.0 + 2.0 * U
                return Spread(centre, spread, differences)
            spread += self.rad
            return Spread(centre, raised(spread), differences)

    @staticmethod
    def __operation__(name: str) -> Callable[..., Any] | None:
        return _THEOREMS.get(name)

    def __array_namespace__(self, api_version: str | None = None) -> type[FastNamespace]:
        """The functions of the array API that definitions use."""
        from lastdigit.enclosure.fast_namespace import FastNamespace

        return FastNamespace

    def __getitem__(self, key: Any) -> FastBalls:
        return self.moved(lambda array: np.asarray(array[key]))

    def __neg__(self) -> FastBalls:
        return FastBalls(-self.mid, self.rad)

    def __add__(self, other: FastBalls) -> FastBalls:
        return self._sum(other, np.add)

    def __sub__(self, other: FastBalls) -> FastBalls:
        return self._sum(other, np.subtract)

    def __mul__(self, other: FastBalls) -> FastBalls:
        if not isinstance(other, FastBalls):
            return NotImplemented
        with quietly():
            mid = self.mid * other.mid
            rad = np.abs(self.mid) * other.rad + self.rad * other.magnitudes() + U * np.abs(mid)
            return FastBalls(mid, up(rad))

    def __truediv__(self, other: FastBalls) -> FastBalls:
        """|a'/b' − a/b| ≤ (rad a + |a/b| rad b) ÷ (|b| − rad b), if the divisor is positive.

        |a/b| is multiplied by rad b ÷ (|b| − rad b) instead of rad b, since |a/b| rad b may underflow and its quotient
        be large again. The underflow of the ratio is far below the rounding of |a/b|.
        """
        if not isinstance(other, FastBalls):
            return NotImplemented
        with quietly():
            mid = self.mid / other.mid
            size = up(np.abs(mid))
            least = other.smallest_magnitudes()
            moved = self.rad / least + size * (other.rad / least)
            return FastBalls(mid, up(moved + U * size))

    def __matmul__(self, other: FastBalls) -> FastBalls:
        if not isinstance(other, FastBalls):
            return NotImplemented
        product = convex_combinations if self.rows_sum_to_one else matrix_product
        with quietly():
            return FastBalls(*product(self, other))

    def bounds(self) -> list[tuple[Fraction, Fraction] | None]:
        """Lower and upper bounds, flat; None for an unknown element."""
        pairs = zip(self.mid.ravel().tolist(), self.radii.ravel().tolist(), self.known().ravel().tolist(), strict=True)
        return [(Fraction(m) - Fraction(r), Fraction(m) + Fraction(r)) if known else None for m, r, known in pairs]

    def known(self) -> np.ndarray:
        """Which elements are known."""
        return np.asarray(np.isfinite(self.mid) & np.isfinite(self.rad))

    def centres(self) -> np.ndarray:
        """The midpoints; 0 if unknown."""
        return np.where(self.known(), self.mid, 0.0)

    def magnitudes(self) -> np.ndarray:
        """Upper bounds of the absolute values: not finite if unknown."""
        return self._magnitudes

    @cached_property
    def _magnitudes(self) -> np.ndarray:
        if self.is_exact:
            return np.asarray(np.abs(self.mid))
        with quietly():
            return raised((self.mid if self.rows_sum_to_one else np.abs(self.mid)) + self.rad)

    @cached_property
    def largest(self) -> float:
        """An upper bound of all absolute values; not finite if one is unknown."""
        if self.is_exact:
            return float(np.maximum.reduce(self.magnitudes(), axis=None, initial=0.0))
        high = np.maximum.reduce(self.mid, axis=None, initial=0.0)
        low = 0.0 if self.rows_sum_to_one else np.minimum.reduce(self.mid, axis=None, initial=0.0)
        return float(max(high, -low) + np.maximum.reduce(self.rad, axis=None, initial=0.0)) * RAISED

    def smallest_magnitudes(self) -> np.ndarray:
        """Lower bounds of the absolute values: 0 if unknown."""
        size = np.abs(self.mid)
        if self.is_exact:
            return np.where(np.isfinite(size), size, 0.0)
        with quietly():
            return np.asarray(np.fmax(down(size - self.rad), 0.0))

    def distances(self, numbers: np.ndarray) -> np.ndarray:
        """Upper bounds of the distance of each element from a number; 0 if it is known to be that number."""
        with quietly():
            apart = np.asarray(np.abs(self.mid - numbers) * (1.0 + 2.0 * U))
            apart = apart if self.is_exact else up(apart + self.rad)
        hidden = self.minus_infinity()
        return apart if hidden is None else np.where(hidden & np.isneginf(numbers), 0.0, apart)

    def minus_infinity(self) -> np.ndarray | None:
        """Where an element is known to be −∞: given as such, not by overflow; None if none is."""
        if np.isfinite(self.largest):
            return None
        found = np.isneginf(self.mid) & (self.radii == 0.0)
        return found if np.any(found) else None

    def low(self) -> tuple[np.ndarray, np.ndarray]:
        """Numbers, and for each row a bound on how far its elements' lower bounds lie below them."""
        with quietly():
            return self.mid, up(np.maximum.reduce(self.radii, axis=-1, keepdims=True, initial=0.0))

    def depths(self) -> tuple[np.ndarray, np.ndarray]:
        """A new array, and for each row a bound on how much an element's depth below the row's maximum exceeds it.

        The array's numbers are rounded once.
        """
        with quietly():
            depths = np.asarray(np.maximum.reduce(self.mid, axis=-1, keepdims=True) - self.mid)
            return depths, up(2.0 * np.maximum.reduce(self.radii, axis=-1, keepdims=True))

    def moved(self, move: Callable[[np.ndarray], np.ndarray]) -> FastBalls:
        """The same numbers, rearranged."""
        return FastBalls(move(self.mid), self.rad if self.is_exact else move(self.radii))

    def _sum(self, other: FastBalls, combine: np.ufunc) -> FastBalls:
        """A sum of two elements; its error is at most half an ulp, and 0 where it underflows or is zero.

        −∞ plus a finite number is −∞.
        """
        if not isinstance(other, FastBalls):
            return NotImplemented
        with quietly():
            mid = combine(self.mid, other.mid)
            rounding = U * np.abs(mid)
            is_exact = self.is_exact and other.is_exact
            rad = np.asarray(rounding) if is_exact else up(self.rad + other.rad + rounding)
        hidden = minus_infinity_of_sum(self, other, mid)
        return FastBalls(mid, rad if hidden is None else np.where(hidden, 0.0, rad))


def minus_infinity_of_sum(one: FastBalls, other: FastBalls, mid: np.ndarray) -> np.ndarray | None:
    """Where ``mid``, a sum or difference, is −∞ because an operand is and neither is unknown; None if nowhere."""
    hidden, more = one.minus_infinity(), other.minus_infinity()
    if hidden is None and more is None:
        return None
    hidden, more = (np.zeros((), dtype=bool) if each is None else each for each in (hidden, more))
    certain = (one.known() | hidden) & (other.known() | more)
    return np.asarray((hidden | more) & certain & np.isneginf(mid))
