"""Which results no way of computing rounds: a definition read on numbers of a format, step by step.

An element is *sure* where every right way of computing it gives the same bits, which is decided like this.

- A sum of terms that are multiples of a power of two, g, with magnitudes that sum to 2ᵗ g at most in a format of t
  bits, has nothing but numbers of the format as partial sums, in any order and with any of them fused into a product;
  a number that is scaled by a power of two first is no exception.
- A product with zero is zero, whatever rounding or scaling its other factor went through. Scores whose terms are all
  zero stay zero.
- exp 0 is 1 and log 1 is 0 in every library. A softmax whose only entry that counts is 0, where all others lie far
  below, is therefore 1 there: with the row's largest entry taken off or not, with that of all rows, with a running one,
  and with the logarithm of the sum. Of 2ᵏ such entries each weight is 2⁻ᵏ, unless that logarithm is taken: it rounds.
- What lies far below may be anything between 0 and exp of half of what it is. It vanishes beside a sure sum, since to
  nearest no addition of it changes a multiple of g that is not zero.

Whatever else is rounded is not sure, and only known to lie between two bounds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from lastdigit.enclosure.upward import quietly
from lastdigit.number_format import FloatFormat

MOST_TERMS = 1 << 24
"""Products of one matrix product that are looked at one by one; of more, nothing is called sure."""

WIDER = 1.125
"""More than what any format's rounding, twice, and two factors of a scale do to a number: (1 + 2⁻⁸)⁸ is less."""

ROOM = 4.0
"""How many times a half unit is what may vanish."""


class Unrounded:
    """An array with its exact ``value``, where it is ``sure``, and bounds of what is computed elsewhere.

    ``mass`` and ``grid``: the sum of the magnitudes of all terms behind an element, and the power of two that all of
    them are multiples of. ``strict``: no way of computing is left out; else the logarithm of a softmax's sum and
    running means are, which results in the fused and the stored model have none of.
    """

    __slots__ = ("form", "grid", "high", "low", "mass", "strict", "sure", "value")
    __array_ufunc__ = None

    def __init__(self, parts: Sequence[np.ndarray], form: FloatFormat, strict: bool) -> None:
        self.value, self.sure, self.low, self.high, self.mass, self.grid = parts
        self.form, self.strict = form, strict

    @classmethod
    def of(cls, values: Any, form: FloatFormat, *, strict: bool) -> Unrounded:
        """Numbers that are handed over; those that the format does not hold are not sure."""
        value = np.asarray(values, dtype=np.float64)
        held = np.isneginf(value) | (np.isfinite(value) & (form.round(value) == value))
        return cls([value, held, value, value, np.abs(value), _unit(value)], form, strict)

    @property
    def parts(self) -> list[np.ndarray]:
        """All that is known, one array each."""
        return [self.value, self.sure, self.low, self.high, self.mass, self.grid]

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape."""
        return self.value.shape

    @property
    def ndim(self) -> int:
        """How many axes it has."""
        return self.value.ndim

    @property
    def mT(self) -> Unrounded:
        """The last two axes swapped."""
        return self.mapped(lambda part: np.swapaxes(part, -1, -2))

    @staticmethod
    def __operation__(name: str) -> Callable[..., Any] | None:
        return {"softmax": _softmax}.get(name)

    def __array_namespace__(self, api_version: str | None = None) -> UnroundedNamespace:
        return UnroundedNamespace(self)

    def __getitem__(self, key: Any) -> Unrounded:
        return self.mapped(lambda part: np.asarray(part[key]))

    def __neg__(self) -> Unrounded:
        low, high = -self.high, -self.low
        return self.like([-self.value, self.sure, low, high, self.mass, self.grid])

    def __add__(self, other: Unrounded) -> Unrounded:
        sure = self.sure & other.sure
        return self.summed(
            self.value + other.value,
            sure,
            self.low + other.low,
            self.high + other.high,
            self.mass + other.mass,
            np.minimum(self.grid, other.grid),
        )

    def __sub__(self, other: Unrounded) -> Unrounded:
        return self + -other

    def __mul__(self, other: Unrounded) -> Unrounded:
        value, sure, low, high, mass, grid = _products(self, other)
        return self.summed(value, sure, low, high, mass, grid)

    def __truediv__(self, other: Unrounded) -> Unrounded:
        with quietly():
            value = self.value / other.value
            scaled = other.sure & (np.abs(other.value) == _power(other.value)) & (other.value != 0.0)
            # a scale may be put on both factors of a product by its root, which must be a power of two as well
            halves = np.frexp(other.value)[1] % 2 == 1
            zero = self.sure & (self.value == 0.0) & ((other.low > 0.0) | (other.high < 0.0))
            corners = [a / b for a in (self.low, self.high) for b in (other.low, other.high)]
            low, high = _hull(corners)
        sure = zero | (self.sure & scaled & halves)
        return self.summed(value, sure, low, high, np.abs(value), _unit(value))

    def __matmul__(self, other: Unrounded) -> Unrounded:
        left = self[..., np.newaxis, :] if self.ndim == 1 else self
        shape = (*np.broadcast_shapes(left.shape[:-2], other.shape[:-2]), left.shape[-2], *other.shape[-2:])
        if math.prod(shape) > MOST_TERMS:
            return self.unknown((*shape[:-3], left.shape[-2], other.shape[-1]))
        one, two = left[..., :, :, np.newaxis], other[..., np.newaxis, :, :]
        value, sure, low, high, mass, grid = _products(one, two)
        product = self.like([value, sure, low, high, mass, grid]).sum_over(-2)
        return product[..., 0, :] if self.ndim == 1 else product

    def sum_over(self, axis: int, *, keepdims: bool = False) -> Unrounded:
        """The sum along an axis."""
        tiny = ~self.sure & (np.maximum(np.abs(self.low), np.abs(self.high)) < np.inf)
        with quietly():
            value = np.sum(np.where(self.sure, self.value, 0.0), axis=axis, keepdims=keepdims)
            low, high = self._bounds_of_sum(axis, keepdims)
            mass = np.sum(np.where(self.sure, self.mass, 0.0), axis=axis, keepdims=keepdims)
            grid = np.min(np.where(self.sure, self.grid, np.inf), axis=axis, keepdims=keepdims, initial=np.inf)
            noise = np.where(tiny, np.maximum(np.abs(self.low), np.abs(self.high)), 0.0)
            noise = np.sum(noise, axis=axis, keepdims=keepdims)
            known = np.all(self.sure | tiny, axis=axis, keepdims=keepdims)
            vanishes = noise * ROOM <= grid * 2.0**-self.form.digits
            sure = known & ((noise == 0.0) | (vanishes & (value != 0.0)))
        return self.summed(value, sure, low, high, mass, grid)

    def _bounds_of_sum(self, axis: int, keepdims: bool) -> tuple[np.ndarray, np.ndarray]:
        """Of a sum in which every addition rounds; to nearest, none of numbers of one sign comes closer to zero."""
        low, high = (np.sum(part, axis=axis, keepdims=keepdims) for part in (self.low, self.high))
        most = np.sum(np.maximum(np.abs(self.low), np.abs(self.high)), axis=axis, keepdims=keepdims)
        margin = self.shape[axis] * 2.0 ** (1 - self.form.digits) * most
        least = np.max(self.low, axis=axis, keepdims=keepdims, initial=-np.inf)
        largest = np.min(self.high, axis=axis, keepdims=keepdims, initial=np.inf)
        all_low, all_high = (
            np.all(one, axis=axis, keepdims=keepdims) & (self.shape[axis] > 0)
            for one in (self.high <= 0, self.low >= 0)
        )
        return np.where(all_high, least, low - margin), np.where(all_low, largest, high + margin)

    def summed(self, value: Any, sure: Any, low: Any, high: Any, mass: Any, grid: Any) -> Unrounded:
        """Elements that are sums of so much on such a grid: sure where every partial sum is a number of the format."""
        form = self.form
        with quietly():
            fits = (mass <= grid * 2.0 ** min(form.digits, 52)) & (grid >= 2.0**form.emin) & (mass <= form.largest)
            sure = np.asarray(sure & ((mass == 0.0) | fits))
            low, high = (np.where(sure, value, _wider(low, high)[side]) for side, _ in enumerate("lh"))
        return self.like([np.asarray(part) for part in (value, sure, low, high, mass, grid)])

    def like(self, parts: Sequence[np.ndarray]) -> Unrounded:
        """Others of the same format."""
        return Unrounded(parts, self.form, self.strict)

    def mapped(self, move: Callable[[np.ndarray], np.ndarray]) -> Unrounded:
        """The same elements in another place."""
        return self.like([move(part) for part in self.parts])

    def unknown(self, shape: tuple[int, ...]) -> Unrounded:
        """Elements of which nothing is known."""
        nothing, everything = np.zeros(shape), np.full(shape, np.inf)
        return self.like([nothing, np.zeros(shape, bool), -everything, everything, everything, nothing])


class UnroundedNamespace:
    """The functions of the array API that definitions use."""

    def __init__(self, first: Unrounded) -> None:
        self._first = first

    def asarray(self, value: Any) -> Unrounded:
        """Numbers that are known exactly."""
        if isinstance(value, Unrounded):
            return value
        return Unrounded.of(value, self._first.form, strict=self._first.strict)

    def sqrt(self, x: Unrounded) -> Unrounded:
        """Sure where the root of a number is a power of two."""
        with quietly():
            value, low, high = np.sqrt(x.value), np.sqrt(x.low), np.sqrt(x.high)
        sure = x.sure & (value == _power(value)) & (value * value == x.value)
        return x.summed(value, sure, low, high, np.abs(value), _unit(value))

    def exp(self, x: Unrounded) -> Unrounded:
        """Sure where it is 1."""
        with quietly():
            value, low, high = np.exp(x.value), np.exp(x.low), np.exp(x.high)
        return x.summed(value, x.sure & (x.value == 0.0), low, high, value, _unit(value))

    def sum(self, x: Unrounded, *, axis: int, keepdims: bool = False) -> Unrounded:
        """The sum along an axis."""
        return x.sum_over(axis, keepdims=keepdims)

    def mean(self, x: Unrounded, *, axis: int, keepdims: bool = False) -> Unrounded:
        """The sum divided by the count, or a running mean, which rounds on its way."""
        found = x.sum_over(axis, keepdims=keepdims) / self.asarray(float(x.shape[axis]))
        return found.like([found.value, found.sure & (not x.strict), *found.parts[2:]])

    def max(self, x: Unrounded, *, axis: int, keepdims: bool = False) -> Unrounded:
        """The largest along an axis: one of the numbers, none of which it rounds."""
        whole = np.all(x.sure, axis=axis, keepdims=keepdims)
        value, low, high, mass = (
            np.max(part, axis=axis, keepdims=keepdims) for part in (x.value, x.low, x.high, x.mass)
        )
        return x.summed(value, whole, low, high, mass, np.min(x.grid, axis=axis, keepdims=keepdims))

    def maximum(self, x: Unrounded, y: Unrounded) -> Unrounded:
        """The larger of two."""
        value, low, high = (np.maximum(*pair) for pair in ((x.value, y.value), (x.low, y.low), (x.high, y.high)))
        return x.summed(value, x.sure & y.sure, low, high, np.maximum(x.mass, y.mass), np.minimum(x.grid, y.grid))

    def where(self, condition: np.ndarray, x: Any, y: Any) -> Unrounded:
        """Element by element."""
        one, two = self.asarray(x), self.asarray(y)
        return one.like([np.where(condition, a, b) for a, b in zip(one.parts, two.parts, strict=True)])

    def reshape(self, x: Unrounded, shape: Sequence[int]) -> Unrounded:
        """The same elements."""
        return x.mapped(lambda part: part.reshape(tuple(shape)))

    def permute_dims(self, x: Unrounded, axes: Sequence[int]) -> Unrounded:
        """The axes in another order."""
        return x.mapped(lambda part: np.transpose(part, axes))

    def stack(self, arrays: Sequence[Unrounded], *, axis: int = 0) -> Unrounded:
        """Along a new axis."""
        together = zip(*(array.parts for array in arrays), strict=True)
        return arrays[0].like([np.stack(parts, axis=axis) for parts in together])

    def concat(self, arrays: Sequence[Unrounded], *, axis: int = 0) -> Unrounded:
        """Along an axis."""
        together = zip(*(array.parts for array in arrays), strict=True)
        return arrays[0].like([np.concatenate(parts, axis=axis) for parts in together])


def _softmax(x: Unrounded, mask: Any = None) -> Unrounded:
    """Weights of rows in which some scores that count are sure to be 0, and all others lie far below.

    Scores that a mask hides may be 0 too, and are no larger: their largest may be taken off with the others'.
    """
    seen = np.broadcast_to(True if mask is None else np.asarray(mask, dtype=bool), x.shape)
    with quietly():
        top = x.sure & (x.value == 0.0)
        ordered = np.all(top | (x.high < 0.0), axis=-1, keepdims=True)
        count = np.sum(top & seen, axis=-1, keepdims=True).astype(np.float64)
        single = count == 1.0 if x.strict else (count > 0.0) & (count == _power(count))
        deep = np.where(seen & ~top, np.exp(0.5 * x.high), 0.0)
        noise = np.sum(deep, axis=-1, keepdims=True)
        vanishes = noise * ROOM <= 2.0**-x.form.digits
        good = ordered & single & vanishes
        value = np.where(top & seen, 1.0 / count, 0.0)
        sure = good & ((top & seen) | ~seen)
        low = np.where(sure, value, 0.0)
        high = np.where(sure, value, np.where(good, deep, 1.0))
    grid = _unit(value)
    return x.like([value, np.asarray(sure), low, high, np.abs(value), grid])


def _products(one: Unrounded, two: Unrounded) -> list[np.ndarray]:
    """The parts of every product; a product with a sure zero is a sure zero."""
    with quietly():
        value = one.value * two.value
        zero = (one.sure & (one.value == 0.0) & np.isfinite(two.high - two.low)) | (
            two.sure & (two.value == 0.0) & np.isfinite(one.high - one.low)
        )
        value = np.where(zero, 0.0, value)
        mass = np.where(zero, 0.0, one.mass * two.mass)
        grid = np.where(zero, np.inf, one.grid * two.grid)
        low, high = _hull([a * b for a in (one.low, one.high) for b in (two.low, two.high)])
        low, high = (np.where(zero, 0.0, end) for end in (low, high))
    return [value, zero | (one.sure & two.sure), low, high, mass, grid]


def _hull(corners: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    known = np.logical_and.reduce([~np.isnan(corner) for corner in corners])
    low, high = np.minimum.reduce(corners), np.maximum.reduce(corners)
    return np.where(known, low, -np.inf), np.where(known, high, np.inf)


def _wider(low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Bounds that hold whatever rounding was on the way."""
    return np.minimum(low * WIDER, low / WIDER), np.maximum(high * WIDER, high / WIDER)


def _unit(value: np.ndarray) -> np.ndarray:
    """The largest power of two that a number is a whole multiple of; of 0 any is."""
    with quietly():
        mantissa, exponent = np.frexp(np.where(np.isfinite(value), value, 0.0))
        whole = np.ldexp(mantissa, 53).astype(np.int64)
        lowest = (whole & -whole).astype(np.float64)
        return np.where(whole == 0, np.inf, np.ldexp(lowest, exponent - 53))


def _power(value: np.ndarray) -> np.ndarray:
    """The power of two next below a magnitude."""
    with quietly():
        return np.asarray(np.ldexp(0.5, np.frexp(np.abs(value))[1]))
