"""The functions of the array API on :class:`~lastdigit.enclosure.unrounded.Unrounded` numbers, and softmax.

A softmax with one visible entry 0, and all others far below, is 1 there: whether the row's largest entry is subtracted,
that of all rows, a running one, the logarithm of the sum, or none. With 2ᵏ such entries each weight is 2⁻ᵏ, unless that
logarithm is used, which rounds. Entries far below may have any weight between 0 and exp of half their value, since a
scale and log₂ e may be rounded before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lastdigit.enclosure.further import further
from lastdigit.enclosure.powers_of_two import is_power, unit
from lastdigit.enclosure.unrounded import VANISHING, Unrounded
from lastdigit.enclosure.upward import quietly


class UnroundedNamespace:
    """The functions of the array API that definitions use."""

    def __getattr__(self, name: str) -> Any:
        return getattr(further("lastdigit.enclosure.functions.unrounded:UnroundedFunctions"), name)

    def __init__(self, first: Unrounded) -> None:
        self._first = first

    def asarray(self, value: Any) -> Unrounded:
        """Exactly known numbers."""
        if isinstance(value, Unrounded):
            return value
        return Unrounded.of(value, self._first.form, strict=self._first.strict)

    def sqrt(self, x: Unrounded) -> Unrounded:
        """Sure where the root of a number is a power of two, since its reciprocal may be used instead."""
        with quietly():
            value, low, high = np.sqrt(x.value), np.sqrt(x.low), np.sqrt(x.high)
            sure = x.sure & is_power(value) & (value * value == x.value)
        return x.summed(value, sure, low, high, np.abs(value), unit(value))

    def exp(self, x: Unrounded) -> Unrounded:
        """Sure where it is 1; unknown elsewhere, since log₂ e times a large number is rounded."""
        with quietly():
            value = np.exp(x.value)
        nothing = np.full(value.shape, np.inf)
        return x.summed(value, x.zero, -nothing, nothing, value, unit(value))

    def sum(self, x: Unrounded, *, axis: int, keepdims: bool = False) -> Unrounded:
        """The sum along an axis."""
        return x.sum_over(axis, keepdims=keepdims)

    def mean(self, x: Unrounded, *, axis: int, keepdims: bool = False) -> Unrounded:
        """The sum divided by the count, or a running mean, which rounds intermediate results."""
        found = x.sum_over(axis, keepdims=keepdims) / self.asarray(float(x.shape[axis]))
        return x.unknown(found.shape) if x.strict else found

    def max(self, x: Unrounded, *, axis: int, keepdims: bool = False) -> Unrounded:
        """The largest element along an axis, which is not rounded."""
        whole = np.all(x.sure, axis=axis, keepdims=keepdims)
        value, low, high, mass, most = (
            np.max(part, axis=axis, keepdims=keepdims) for part in (x.value, x.low, x.high, x.mass, x.most)
        )
        grid, least = (np.min(part, axis=axis, keepdims=keepdims) for part in (x.grid, x.least))
        return x.summed(value, whole, low, high, mass, grid, least, most)

    def maximum(self, x: Unrounded, y: Unrounded) -> Unrounded:
        """The larger of two."""
        return self.max(self.stack([x, y]), axis=0)

    def where(self, condition: np.ndarray, x: Any, y: Any) -> Unrounded:
        """Element by element."""
        one, two = self.asarray(x), self.asarray(y)
        return one.like([np.where(condition, a, b) for a, b in zip(one.parts, two.parts, strict=True)])

    def reshape(self, x: Unrounded, shape: Sequence[int]) -> Unrounded:
        """The same elements in a new shape."""
        return x.mapped(lambda part: part.reshape(tuple(shape)))

    def permute_dims(self, x: Unrounded, axes: Sequence[int]) -> Unrounded:
        """The axes in another order."""
        return x.mapped(lambda part: np.transpose(part, axes))

    def stack(self, arrays: Sequence[Unrounded], *, axis: int = 0) -> Unrounded:
        """Along a new axis."""
        together = zip(*(array.parts for array in arrays), strict=True)
        return arrays[0].like([np.stack(np.broadcast_arrays(*parts), axis=axis) for parts in together])

    def concat(self, arrays: Sequence[Unrounded], *, axis: int = 0) -> Unrounded:
        """Along an axis."""
        together = zip(*(array.parts for array in arrays), strict=True)
        return arrays[0].like([np.concatenate(parts, axis=axis) for parts in together])


def softmax(x: Unrounded, mask: Any = None) -> Unrounded:
    """Weights of rows in which some visible scores are surely 0, and all others lie far below.

    Scores that a mask hides may be 0 too, and are no larger: the maximum over all of them may be subtracted. In other
    rows nothing is known, not even that the weights are numbers.
    """
    seen = np.broadcast_to(True if mask is None else np.asarray(mask, dtype=bool), x.shape)
    with quietly():
        counted = x.zero & seen
        ordered = np.all(x.zero | (x.high < 0.0), axis=-1, keepdims=True)
        count = np.sum(counted, axis=-1, keepdims=True).astype(np.float64)
        single = count == 1.0 if x.strict else is_power(count) & (count <= 2.0**x.form.digits)
        deep = np.where(seen, np.where(counted, 0.0, np.exp(0.5 * x.high)), 0.0)
        good = ordered & single & (np.sum(deep, axis=-1, keepdims=True) <= VANISHING)
        value = np.where(counted, 1.0 / count, 0.0)
        sure = np.asarray(good & (counted | ~seen))
        low = np.where(sure, value, np.where(good, 0.0, -np.inf))
        high = np.where(sure, value, np.where(good, deep, np.inf))
    most = np.where(counted, 1.0, 0.0)  # where the sum is divided by after the values
    return x.like([value, sure, low, high, np.abs(value), unit(value), unit(value), most])
