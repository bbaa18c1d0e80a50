"""Results that no way of computing rounds: a definition evaluated step by step on numbers of a format.

An element is *sure* if every correct computation returns the same bits: in the format or in any wider one up to
float64, in any order, with or without fused multiply-add, with subnormal numbers flushed to zero or not.

- If the terms of a sum are multiples of a power of two, g, and their magnitudes sum to at most 2ᵗ g in a format of t
  bits, all partial sums are numbers of the format, in any order and with any of them fused into a product.
- A scale that is a power of two does not change this, wherever it is applied: to the result, to the terms, to one
  factor, or its root to both, as long as all of these are in the format's range.
- A product may round its operands to bfloat16 or TF32 first: at most 8 bits of them are relied on.
- A product with zero is zero, however its other factor was rounded or scaled, unless that may overflow. Scores whose
  terms are all zero stay zero; those that cancel do not if log₂ e is applied to a factor first.
- exp 0 is 1 and log 1 is 0 in every library (:mod:`lastdigit.enclosure.unrounded_namespace`: consequences for softmax).
- A number far below a nonzero sum vanishes when added to it, in float64 and so in every format: with rounding to
  nearest, adding it does not change a nonzero multiple of g.

Other elements are not sure: at most two bounds are known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from lastdigit.base.number_format import FloatFormat
from lastdigit.enclosure.powers_of_two import has_root, is_power, unit
from lastdigit.enclosure.upward import quietly

if TYPE_CHECKING:
    from lastdigit.enclosure.unrounded_namespace import UnroundedNamespace

MOST_TERMS = 1 << 24
"""The most products of one matrix product that are checked one by one; with more, nothing is sure."""

WIDER = 1.125
"""A bound on the effect of two roundings in any format and two factors of a scale: (1 + 2⁻⁸)⁸ is less."""

VANISHING = 2.0**-53 / 16.0
"""A number that vanishes when added to one: below half a unit of float64 on either side of a power of two, hence a 2,
and after roundings of its own sum, hence an 8: rounding to nearest, 2²⁴ terms do not grow by more, even in bfloat16."""

OPERANDS = 2.0**8
"""Every format of operands of products represents integers up to this one, in units of their last bit."""

SCALED = 4
"""Roundings of a term other than those of its sum, halved: its product, a scale on either factor, and log₂ e on one."""


class Unrounded:
    """An array with its exact ``value``, where it is ``sure``, and bounds of the computed values elsewhere.

    ``mass`` and ``grid``: the sum of the magnitudes of all terms of an element, and the power of two that divides all
    of them. ``least`` and ``most``: the smallest unit and the largest sum of intermediate results, wherever a scale is
    applied. ``strict``: every way of computing is covered; otherwise the logarithm of a softmax's sum and running means
    are not, which do not occur in the fused and the stored model.
    """

    __slots__ = ("form", "grid", "high", "least", "low", "mass", "most", "strict", "sure", "value")
    __array_ufunc__ = None

    def __init__(self, parts: Sequence[np.ndarray], form: FloatFormat, strict: bool) -> None:
        self.value, self.sure, self.low, self.high, self.mass, self.grid, self.least, self.most = parts
        self.form, self.strict = form, strict

    @classmethod
    def of(cls, values: Any, form: FloatFormat, *, strict: bool) -> Unrounded:
        """Given numbers; those that the format does not represent, or flushes to zero, are not sure."""
        value = np.asarray(values, dtype=np.float64)
        bare = cls([np.asarray(0.0)] * 8, form, strict)
        found = bare.summed(value, True, value, value, np.abs(value), unit(value))
        lowest = np.isneginf(value)
        found.sure, found.low, found.high = (
            np.where(lowest, known, part)
            for known, part in ((True, found.sure), (value, found.low), (value, found.high))
        )
        return found

    @property
    def parts(self) -> list[np.ndarray]:
        """All parts, one array each."""
        return [self.value, self.sure, self.low, self.high, self.mass, self.grid, self.least, self.most]

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape."""
        return self.value.shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.value.ndim

    @property
    def mT(self) -> Unrounded:
        """The transpose of the last two axes."""
        return self.mapped(lambda part: np.swapaxes(part, -1, -2))

    @property
    def zero(self) -> np.ndarray:
        """Where every term is zero: a sum that cancels is not zero once its terms are scaled and rounded."""
        return np.asarray(self.sure & (self.mass == 0.0))

    @property
    def size(self) -> np.ndarray:
        """A bound of the magnitude."""
        return np.asarray(np.maximum(np.abs(self.low), np.abs(self.high)))

    @staticmethod
    def __operation__(name: str) -> Callable[..., Any] | None:
        from lastdigit.enclosure.unrounded_namespace import softmax

        return {"softmax": softmax}.get(name)

    def __array_namespace__(self, api_version: str | None = None) -> UnroundedNamespace:
        from lastdigit.enclosure.unrounded_namespace import UnroundedNamespace

        return UnroundedNamespace(self)

    def __getitem__(self, key: Any) -> Unrounded:
        return self.mapped(lambda part: np.asarray(part[key]))

    def __neg__(self) -> Unrounded:
        return self.like([-self.value, self.sure, -self.high, -self.low, *self.parts[4:]])

    def __add__(self, other: Unrounded) -> Unrounded:
        """Sure where both are; the sum of rounded numbers is unknown, since terms may be added in another order."""
        sure, nothing = self.sure & other.sure, np.full(np.broadcast_shapes(self.shape, other.shape), np.inf)
        return self.summed(
            *(self.value + other.value, sure, -nothing, nothing),
            *(self.mass + other.mass, np.minimum(self.grid, other.grid)),
            *(np.minimum(self.least, other.least), self.most + other.most),
        )

    def __sub__(self, other: Unrounded) -> Unrounded:
        return self + -other

    def __mul__(self, other: Unrounded) -> Unrounded:
        return self.summed(*_products(self, other))

    def __truediv__(self, other: Unrounded) -> Unrounded:
        """Sure for a division by a power of four, or of 0; unknown for a divisor that may be flushed to zero."""
        normal, divisor = 2.0**self.form.emin, np.abs(other.value)
        with quietly():
            apart = np.asarray((other.low >= normal) | (other.high <= -normal))
            low, high = hull([a / b for a in (self.low, self.high) for b in (other.low, other.high)])
            low = np.where(apart, low, -np.inf)
            in_range = (divisor >= 1.0) & (divisor <= 1.0 / normal)
            scaled = self.sure & other.sure & in_range & is_power(divisor) & has_root(divisor)
            zero = self.zero & apart
            value, mass = (np.where(zero, 0.0, part) for part in (self.value / other.value, self.mass / divisor))
            grid, least = self.grid / divisor, self.least / divisor
        return self.summed(value, zero | scaled, low, high, mass, grid, least, self.most)

    def __matmul__(self, other: Unrounded) -> Unrounded:
        left = self[..., np.newaxis, :] if self.ndim == 1 else self
        right = other[..., np.newaxis] if other.ndim == 1 else other
        shape = (*np.broadcast_shapes(left.shape[:-2], right.shape[:-2]), left.shape[-2], *right.shape[-2:])
        if math.prod(shape) > MOST_TERMS:
            product = self.unknown((*shape[:-2], shape[-1]))
        else:
            one, two = left.operand()[..., :, :, np.newaxis], right.operand()[..., np.newaxis, :, :]
            product = self.like(_products(one, two)).sum_over(-2)
        product = product[..., 0] if other.ndim == 1 else product
        return (product[..., 0] if other.ndim == 1 else product[..., 0, :]) if self.ndim == 1 else product

    def operand(self) -> Unrounded:
        """The same as an operand of a matrix product, which may be rounded to 8 bits."""
        few = np.abs(self.value) <= unit(self.value) * OPERANDS
        sure = np.asarray(self.sure & few)
        away = np.where(sure, 0.0, self.size / OPERANDS)
        return self.like([self.value, sure, self.low - away, self.high + away, *self.parts[4:]])

    def sum_over(self, axis: int, *, keepdims: bool = False) -> Unrounded:
        """The sum along an axis: of sure terms, and of others that vanish relative to their sum."""

        def total(part: np.ndarray) -> np.ndarray:
            return np.asarray(np.sum(part, axis=axis, keepdims=keepdims))

        with quietly():
            value, mass, most = (total(np.where(self.sure, part, 0.0)) for part in (self.value, self.mass, self.most))
            grid, least = (
                np.min(np.where(self.sure, part, np.inf), axis=axis, keepdims=keepdims, initial=np.inf)
                for part in (self.grid, self.least)
            )
            noise = total(np.where(self.sure, 0.0, self.size))
            sure = np.all(self.sure, axis=axis, keepdims=keepdims) | ((value != 0.0) & (noise <= grid * VANISHING))
            low, high, size = (total(part) for part in (self.low, self.high, self.size))
            # of n numbers in any order, each addition errs by the unit roundoff of the sum of magnitudes at most
            margin = (self.shape[axis] + SCALED) * 2.0 ** (1 - self.form.digits) * size
            low, high = np.where(size <= self.form.largest, low - margin, -np.inf), high + margin
        return self.summed(value, sure, low, high, mass, grid, least, most)

    def summed(
        self, value: Any, sure: Any, low: Any, high: Any, mass: Any, grid: Any, least: Any = None, most: Any = None
    ) -> Unrounded:
        """Elements that are sums with this mass and grid: sure where every partial sum is a number of the format."""
        form = self.form
        least, most = grid if least is None else least, mass if most is None else most
        with quietly():
            whole = mass <= grid * 2.0 ** min(form.digits, 52)
            sure = np.asarray(sure & whole & (least >= 2.0**form.emin) & (most <= form.largest))
            low, high = np.minimum(low * WIDER, low / WIDER), np.maximum(high * WIDER, high / WIDER)
            # where one end is unknown, numbers may have overflowed on the way, and nothing is known
            known = (np.abs(low) <= form.largest) & (np.abs(high) <= form.largest)
            low, high = np.where(known, low, -np.inf), np.where(known, high, np.inf)
            low, high = np.where(sure, value, low), np.where(sure, value, high)
        return self.like([np.asarray(part) for part in (value, sure, low, high, mass, grid, least, most)])

    def like(self, parts: Sequence[np.ndarray]) -> Unrounded:
        """Other parts in the same format."""
        return Unrounded(parts, self.form, self.strict)

    def mapped(self, move: Callable[[np.ndarray], np.ndarray]) -> Unrounded:
        """The same elements rearranged."""
        return self.like([move(part) for part in self.parts])

    def unknown(self, shape: tuple[int, ...]) -> Unrounded:
        """Unknown elements."""
        nothing, everything = np.zeros(shape), np.full(shape, np.inf)
        no = np.zeros(shape, bool)
        return self.like([nothing, no, -everything, everything, everything, nothing, nothing, everything])


def hull(corners: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """The least and the largest corner; nan where one of them is."""
    return np.minimum.reduce(corners), np.maximum.reduce(corners)


def _products(one: Unrounded, two: Unrounded) -> list[np.ndarray]:
    """The parts of every product; a product of a sure zero and a number in the format's range is a sure zero."""
    largest = one.form.largest
    with quietly():
        zero = (one.zero & (two.size <= largest)) | (two.zero & (one.size <= largest))
        low, high = hull([a * b for a in (one.low, one.high) for b in (two.low, two.high)])
        found = [one.value * two.value, low, high, one.mass * two.mass, np.fmax.reduce(_ways(one.most, two.most))]
        value, low, high, mass, most = (np.where(zero, 0.0, part) for part in found)
        units = [one.grid * two.grid, np.fmin.reduce(_ways(one.least, two.least))]
        grid, least = (np.where(zero, np.inf, part) for part in units)
    return [value, np.asarray(zero | (one.sure & two.sure)), low, high, mass, grid, least, most]


def _ways(one: np.ndarray, two: np.ndarray) -> list[np.ndarray]:
    """The ways to apply a scale: to the product, or to a factor."""
    return list(np.broadcast_arrays(one * two, one, two))
