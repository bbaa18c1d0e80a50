"""The exact engine: arrays of balls (midpoint and radius) in Arb's arithmetic, through python-flint.

Every result contains the exact value for all inputs in the given balls (Johansson, "Arb: Efficient Arbitrary-Precision
Midpoint-Radius Interval Arithmetic", IEEE Trans. Comput. 66(8), 2017). Definitions use these arrays like any other
array of the array API.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import flint
import numpy as np

from lastdigit.enclosure.further import Further
from lastdigit.enclosure.spread import Spread
from lastdigit.enclosure.upward import column_medians

PRECISION = 106

FAR = 1 << 14
"""A binary exponent beyond those of every number format: a bound outside 2^±FAR is not converted to a fraction."""

_exp = np.frompyfunc(flint.arb.exp, 1, 1)
_sqrt = np.frompyfunc(flint.arb.sqrt, 1, 1)
_larger: np.ufunc = np.frompyfunc(flint.arb.max, 2, 1)
_sum: np.ufunc = np.add
_ball = np.frompyfunc(flint.arb, 1, 1)
_lower = np.frompyfunc(flint.arb.lower, 1, 1)
_upper = np.frompyfunc(flint.arb.upper, 1, 1)
_middle = np.frompyfunc(flint.arb.mid, 1, 1)
_hull = np.frompyfunc(flint.arb.union, 2, 1)


@contextmanager
def precision(bits: int = PRECISION) -> Iterator[None]:
    """Compute with ``bits`` bits of midpoint inside the block."""
    with flint.ctx.workprec(bits):
        yield


class ExactBalls:
    """An array of balls. Indexing, shapes and broadcasting are NumPy's."""

    __slots__ = ("_magnitudes", "balls")
    __array_priority__ = 100

    def __init__(self, balls: np.ndarray, magnitudes: np.ndarray | None = None) -> None:
        self.balls = balls
        self._magnitudes = magnitudes

    @classmethod
    def of(cls, values: Any) -> ExactBalls:
        """Exactly known numbers: a float64 or integer array, or a number."""
        return cls(_objects(_ball(np.asarray(values, dtype=object))))

    @classmethod
    def between(cls, low: Sequence[Fraction], high: Sequence[Fraction], shape: tuple[int, ...]) -> ExactBalls:
        """All numbers of the closed intervals [low, high], flat in row-major order."""
        balls = np.empty(len(low), dtype=object)
        balls[:] = [
            _rational(a) if a == b else _rational(a).union(_rational(b)) for a, b in zip(low, high, strict=True)
        ]
        return cls(balls.reshape(shape))

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape."""
        return self.balls.shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.balls.ndim

    @property
    def mT(self) -> ExactBalls:
        """The transpose of the last two axes."""
        return ExactBalls(np.swapaxes(self.balls, -1, -2), np.swapaxes(self.magnitudes(), -1, -2))

    @staticmethod
    def __operation__(name: str) -> Callable[..., Any] | None:
        return {"softmax": monotone_softmax}.get(name)

    def __array_namespace__(self, api_version: str | None = None) -> type[ExactNamespace]:
        """The functions of the array API that definitions use."""
        return ExactNamespace

    def __getitem__(self, key: Any) -> ExactBalls:
        return ExactBalls(_objects(self.balls[key]))

    def __neg__(self) -> ExactBalls:
        return ExactBalls(_objects(-self.balls))

    def __add__(self, other: ExactBalls) -> ExactBalls:
        return self._with(other, operator.add)

    def __sub__(self, other: ExactBalls) -> ExactBalls:
        return self._with(other, operator.sub)

    def __mul__(self, other: ExactBalls) -> ExactBalls:
        return self._with(other, operator.mul)

    def __truediv__(self, other: ExactBalls) -> ExactBalls:
        return self._with(other, operator.truediv)

    def __matmul__(self, other: ExactBalls) -> ExactBalls:
        return ExactBalls(matrix_product(self.balls, other.balls))

    def _with(self, other: ExactBalls, apply: Callable[[Any, Any], Any]) -> ExactBalls:
        if not isinstance(other, ExactBalls):
            return NotImplemented
        return ExactBalls(_objects(apply(self.balls, other.balls)))

    def midpoints(self) -> list[Fraction | None]:
        """The exact midpoints, flat; None for a ball that is not finite, which is unknown."""
        with precision():
            return [_fraction(ball.mid()) if ball.is_finite() else None for ball in self.balls.flat]

    def bounds(self) -> list[tuple[Fraction, Fraction] | None]:
        """Lower and upper bounds, flat; None for a ball that is not finite, or too large, which is unknown."""
        with precision():
            ends = [(_end(ball.lower(), -1), _end(ball.upper(), 1)) for ball in self.balls.flat]
        return [None if low is None or high is None else (low, high) for low, high in ends]

    @property
    def spread(self) -> Spread:
        """The spread about the median of each column of midpoints."""
        middles = np.asarray(_centre(self.balls), dtype=np.float64)
        centre = column_medians(middles)
        return Spread(centre, (self - ExactBalls.of(centre)).magnitudes(), middles - centre)

    def magnitudes(self) -> np.ndarray:
        """float64 upper bounds of the absolute values: infinite for a ball that is not finite, nan included."""
        if self._magnitudes is None:
            self._magnitudes = np.asarray(_magnitude(self.balls), dtype=np.float64)
        return self._magnitudes

    @property
    def largest(self) -> float:
        """An upper bound of all absolute values; not finite if one is unknown."""
        return float(np.max(self.magnitudes(), initial=0.0))

    def distances(self, numbers: np.ndarray) -> np.ndarray:
        """Upper bounds of the distance of each element from a number; 0 if it is known to be that number."""
        apart, hidden = (self - ExactBalls.of(numbers)).magnitudes(), self.minus_infinity()
        return apart if hidden is None else np.where(hidden & np.isneginf(numbers), 0.0, apart)

    def minus_infinity(self) -> np.ndarray | None:
        """Where a number is known to be −∞; None if none is."""
        if np.isfinite(self.largest):
            return None
        found = np.asarray(_objects(self.balls == flint.arb.neg_inf()), dtype=bool)
        return found if np.any(found) else None

    def low(self) -> tuple[np.ndarray, np.ndarray]:
        """float64 lower bounds, −∞ for a ball that is not finite; the bound of what lies below them is zero."""
        return np.asarray(_floor(self.balls), dtype=np.float64), np.zeros(())

    def depths(self) -> tuple[np.ndarray, np.ndarray]:
        """Upper bounds of how far each element lies below the largest along the last axis; the excess is zero."""
        return (self - ExactNamespace.max(self, axis=-1, keepdims=True)).magnitudes(), np.zeros(())

    def smallest_magnitudes(self) -> np.ndarray:
        """float64 lower bounds of the absolute values: 0 for a ball that is not finite."""
        return np.asarray(_least(self.balls), dtype=np.float64)


class ExactNamespace(metaclass=Further):
    """The functions of the array API that definitions use, on exact balls."""

    further = "lastdigit.enclosure.functions.exact:ExactFunctions"

    @staticmethod
    def asarray(value: Any) -> ExactBalls:
        """A number or an array of exactly known numbers."""
        return value if isinstance(value, ExactBalls) else ExactBalls.of(value)

    @staticmethod
    def exp(x: ExactBalls) -> ExactBalls:
        """e to the power of every element."""
        return ExactBalls(_objects(_exp(x.balls)))

    @staticmethod
    def sqrt(x: ExactBalls) -> ExactBalls:
        """The square root of every element."""
        return ExactBalls(_objects(_sqrt(x.balls)))

    @staticmethod
    def max(x: ExactBalls, *, axis: int, keepdims: bool = False) -> ExactBalls:
        """The largest element along an axis."""
        return ExactBalls(_objects(_larger.reduce(x.balls, axis=axis, keepdims=keepdims)))

    @staticmethod
    def maximum(x: ExactBalls, y: ExactBalls) -> ExactBalls:
        """The larger of two elements."""
        return ExactBalls(_objects(_larger(x.balls, y.balls)))

    @staticmethod
    def sum(x: ExactBalls, *, axis: int, keepdims: bool = False) -> ExactBalls:
        """The sum along an axis."""
        return ExactBalls(_objects(_sum.reduce(x.balls, axis=axis, keepdims=keepdims, initial=flint.arb(0))))

    @staticmethod
    def mean(x: ExactBalls, *, axis: int, keepdims: bool = False) -> ExactBalls:
        """The mean along an axis."""
        return ExactNamespace.sum(x, axis=axis, keepdims=keepdims) / ExactBalls.of(x.shape[axis])

    @staticmethod
    def where(condition: np.ndarray, x: Any, y: Any) -> ExactBalls:
        """x where ``condition`` (a boolean NumPy array) holds, y elsewhere."""
        x, y = ExactNamespace.asarray(x), ExactNamespace.asarray(y)
        return ExactBalls(np.where(condition, x.balls, y.balls))

    @staticmethod
    def reshape(x: ExactBalls, shape: tuple[int, ...]) -> ExactBalls:
        """The same elements in a new shape."""
        return ExactBalls(x.balls.reshape(shape))

    @staticmethod
    def permute_dims(x: ExactBalls, axes: tuple[int, ...]) -> ExactBalls:
        """The axes in another order."""
        return ExactBalls(x.balls.transpose(axes))

    @staticmethod
    def concat(arrays: Sequence[ExactBalls], *, axis: int = 0) -> ExactBalls:
        """Concatenate arrays along an axis."""
        return ExactBalls(np.concatenate([array.balls for array in arrays], axis=axis))

    @staticmethod
    def stack(arrays: Sequence[ExactBalls], *, axis: int = 0) -> ExactBalls:
        """Stack arrays along a new axis."""
        return ExactBalls(np.stack([array.balls for array in arrays], axis=axis))


def monotone_softmax(x: ExactBalls, mask: np.ndarray | None = None) -> ExactBalls:
    """Softmax over the last axis, as narrow as the scores allow.

    A weight increases with its own score and decreases with every other (∂wⱼ/∂xⱼ = wⱼ(1 − wⱼ) ≥ 0, ∂wⱼ/∂xₖ = −wⱼwₖ ≤
    0), so its bounds are attained at corners: xⱼ at its lower end and all others at their upper ends, and vice versa.
    """
    if x.shape[-1] == 0:
        return x
    balls = x.balls if mask is None else np.where(mask, x.balls, _objects(flint.arb.neg_inf()))
    low, high = _objects(_lower(balls)), _objects(_upper(balls))
    largest = _larger.reduce(_objects(_middle(balls)), axis=-1, keepdims=True)
    low, high = _exp(low - largest), _exp(high - largest)
    least = low / (low + (_sum.reduce(high, axis=-1, keepdims=True) - high))
    most = high / (high + (_sum.reduce(low, axis=-1, keepdims=True) - low))
    return ExactBalls(_objects(_hull(least, most)))


def matrix_product(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The matrix product of object arrays of balls, with NumPy's rules for vectors and batches."""
    vector_left, vector_right = left.ndim == 1, right.ndim == 1
    left = left[np.newaxis, :] if vector_left else left
    right = right[:, np.newaxis] if vector_right else right
    if right.ndim == 2 and left.ndim > 2:
        rows = left.reshape(math.prod(left.shape[:-1]), left.shape[-1])
        product = _product(rows, right).reshape(*left.shape[:-1], right.shape[-1])
    else:
        batch = np.broadcast_shapes(left.shape[:-2], right.shape[:-2])
        lefts = np.broadcast_to(left, (*batch, *left.shape[-2:]))
        rights = np.broadcast_to(right, (*batch, *right.shape[-2:]))
        product = np.empty((*batch, left.shape[-2], right.shape[-1]), dtype=object)
        for index in np.ndindex(*batch):
            product[index] = _product(lefts[index], rights[index])
    if vector_left:
        product = product[..., 0, :]
    return product[..., 0] if vector_right else product


def _product(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    if left.shape[-1] != right.shape[0]:
        raise ValueError(f"matrix product of shapes {left.shape} and {right.shape}")
    (rows, inner), columns = left.shape, right.shape[1]
    product = flint.arb_mat(rows, inner, list(left.flat)) * flint.arb_mat(inner, columns, list(right.flat))
    entries = np.empty(rows * columns, dtype=object)
    entries[:] = product.entries()
    return entries.reshape(rows, columns)


def _objects(value: Any) -> np.ndarray:
    """Wrap a result in an array, since NumPy returns a bare object for a 0-d array."""
    if isinstance(value, np.ndarray):
        return value
    scalar = np.empty((), dtype=object)
    scalar[()] = value
    return scalar


def _rational(value: Fraction) -> flint.arb:
    return flint.arb(flint.fmpq(value.numerator, value.denominator))


def _fraction(exact: flint.arb) -> Fraction:
    mantissa, exponent = exact.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _end(end: flint.arb, outward: int) -> Fraction | None:
    """One end of a ball; moved ``outward`` if its exact fraction would be too long, None if it is too large."""
    if not end.is_finite():
        return None
    mantissa, exponent = (int(part) for part in end.man_exp())
    binade = mantissa.bit_length() + exponent
    if mantissa == 0 or -FAR <= binade <= FAR:
        return Fraction(mantissa) * Fraction(2) ** exponent
    if binade > 0:
        return None
    return Fraction(outward, 1 << FAR) if (mantissa > 0) == (outward > 0) else Fraction(0)


def _upper_magnitude(ball: flint.arb) -> float:
    if not ball.is_finite():
        return float("inf")
    if ball.is_zero():
        return 0.0
    return math.nextafter(float(ball.abs_upper()), math.inf)


def _lower_magnitude(ball: flint.arb) -> float:
    if not ball.is_finite():
        return 0.0
    return max(math.nextafter(float(ball.abs_lower()), -math.inf), 0.0)


def _near(ball: flint.arb) -> float:
    return float(ball.mid()) if ball.is_finite() else 0.0


_centre = np.frompyfunc(_near, 1, 1)
_magnitude = np.frompyfunc(_upper_magnitude, 1, 1)


def _lower_bound(ball: flint.arb) -> float:
    if ball.is_zero():
        return 0.0
    return math.nextafter(float(ball.lower()), -math.inf) if ball.is_finite() else float("-inf")


_floor = np.frompyfunc(_lower_bound, 1, 1)
_least = np.frompyfunc(_lower_magnitude, 1, 1)
