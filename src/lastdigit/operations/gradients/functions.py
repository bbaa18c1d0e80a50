"""The functions that definitions use, on traced arrays: each value with its pullback."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lastdigit.functions import cumulative_sum, greater, greater_equal, less, where
from lastdigit.functions.elementwise import Elementwise
from lastdigit.functions.named import NamedFunctions
from lastdigit.operations.gradients.derivatives import NoGradient, derivative
from lastdigit.operations.gradients.places import spread, unbroadcast
from lastdigit.operations.gradients.traced import Traced


class TracedNamespace(NamedFunctions):
    """The namespace ``xp`` of the inner arrays, with the pullback of each function."""

    def __init__(self, xp: Any) -> None:
        self._xp = xp

    def asarray(self, value: Any) -> Traced:
        """A constant."""
        return value if isinstance(value, Traced) else Traced(self._xp.asarray(value))

    def elementwise(self, function: Elementwise, x: Traced) -> Traced:
        """A function of every element."""
        y = function(x.inner)
        return Traced(y, (x, lambda g: g * derivative(function, x.inner, y)))

    def exp(self, x: Traced) -> Traced:
        """e to the power of every element."""
        y = self._xp.exp(x.inner)
        return Traced(y, (x, lambda g: g * y))

    def sqrt(self, x: Traced) -> Traced:
        """The square root."""
        y = self._xp.sqrt(x.inner)
        return Traced(y, (x, lambda g: g / (y + y)))

    def sum(self, x: Traced, *, axis: int, keepdims: bool = False) -> Traced:
        """The sum along an axis."""
        kept = _with_axis(x.shape, axis)
        total = self._xp.sum(x.inner, axis=axis, keepdims=keepdims)
        return Traced(total, (x, lambda g: spread(self._xp.reshape(g, kept), x.shape)))

    def mean(self, x: Traced, *, axis: int, keepdims: bool = False) -> Traced:
        """The mean along an axis."""
        kept, count = _with_axis(x.shape, axis), self._xp.asarray(float(x.shape[axis]))
        mean = self._xp.mean(x.inner, axis=axis, keepdims=keepdims)
        return Traced(mean, (x, lambda g: spread(self._xp.reshape(g / count, kept), x.shape)))

    def max(self, x: Traced, *, axis: int, keepdims: bool = False) -> Traced:
        """The largest element along an axis; of equal ones, each may take any part of the cotangent."""
        kept = _with_axis(x.shape, axis)
        most = self._xp.max(x.inner, axis=axis, keepdims=True)
        found = most if keepdims else self._xp.reshape(most, tuple(np.delete(x.shape, axis).tolist()))
        return Traced(found, (x, lambda g: self._to_largest(self._xp.reshape(g, kept), x.inner, most, axis)))

    def _to_largest(self, g: Any, x: Any, most: Any, axis: int) -> Any:
        zero, one = self._xp.asarray(0.0), self._xp.asarray(1.0)
        largest = greater_equal(x, most)  # not less(x, most), which would change the sign of −∞
        count = self._xp.sum(where(largest, spread(one, x.shape), zero), axis=axis, keepdims=True)
        g = spread(g, x.shape)
        return where(largest, where(greater(count, self._xp.asarray(1.5)), _part_of(g, count), g), zero)

    def maximum(self, x: Traced, y: Traced) -> Traced:
        """The larger of two elements; where they are equal, either may take any part of the cotangent."""
        return Traced(
            self._xp.maximum(x.inner, y.inner),
            (x, lambda g: unbroadcast(_where_larger(g, x.inner, y.inner), x.shape)),
            (y, lambda g: unbroadcast(_where_larger(g, y.inner, x.inner), y.shape)),
        )

    def where(self, condition: np.ndarray, x: Any, y: Any) -> Traced:
        """x where ``condition`` (a boolean NumPy array) holds, y elsewhere."""
        x, y = self.asarray(x), self.asarray(y)
        return Traced(
            self._xp.where(condition, x.inner, y.inner),
            (x, lambda g: unbroadcast(self._xp.where(condition, g, 0.0), x.shape)),
            (y, lambda g: unbroadcast(self._xp.where(condition, 0.0, g), y.shape)),
        )

    def compared(self, x: Traced, y: Traced, *, strict: bool) -> Any:  # type: ignore[override]
        """Where x > y, or x ≥ y if not ``strict``."""
        return (greater if strict else greater_equal)(x.inner, y.inner)

    def choose(self, condition: Any, x: Any, y: Any) -> Traced:  # type: ignore[override]
        """x or y by a three-valued condition."""
        x, y = self.asarray(x), self.asarray(y)
        zero = self._xp.asarray(0.0)
        return Traced(
            where(condition, x.inner, y.inner),
            (x, lambda g: unbroadcast(where(condition, g, zero), x.shape)),
            (y, lambda g: unbroadcast(where(condition, zero, g), y.shape)),
        )

    def reshape(self, x: Traced, shape: tuple[int, ...]) -> Traced:
        """The same elements in another shape."""
        return Traced(self._xp.reshape(x.inner, shape), (x, lambda g: self._xp.reshape(g, x.shape)))

    def permute_dims(self, x: Traced, axes: tuple[int, ...]) -> Traced:
        """The axes in another order."""
        back = tuple(np.argsort(axes).tolist())
        return Traced(self._xp.permute_dims(x.inner, axes), (x, lambda g: self._xp.permute_dims(g, back)))

    def concat(self, arrays: Sequence[Traced], *, axis: int = 0) -> Traced:
        """Arrays one after the other along an axis."""
        ends = np.cumsum([array.shape[axis] for array in arrays]).tolist()
        along = axis % arrays[0].ndim
        parts = [
            (*[slice(None)] * along, slice(end - array.shape[axis], end))
            for array, end in zip(arrays, ends, strict=True)
        ]
        value = self._xp.concat([array.inner for array in arrays], axis=axis)
        return Traced(value, *((array, _taking(part)) for array, part in zip(arrays, parts, strict=True)))

    def stack(self, arrays: Sequence[Traced], *, axis: int = 0) -> Traced:
        """Arrays along a new axis."""
        value = self._xp.stack([array.inner for array in arrays], axis=axis)
        along = axis % len(value.shape)
        return Traced(value, *((array, _taking((*[slice(None)] * along, at))) for at, array in enumerate(arrays)))

    def cumulative_sum(self, x: Traced, *, axis: int) -> Traced:
        """Running sums along an axis."""
        turned = (*[slice(None)] * (axis % x.ndim), slice(None, None, -1))
        return Traced(cumulative_sum(x.inner, axis=axis), (x, lambda g: cumulative_sum(g[turned], axis=axis)[turned]))

    def __getattr__(self, name: str) -> Any:
        raise NoGradient(name)


def _taking(key: Any) -> Any:
    return lambda g: g[key]


def _with_axis(shape: tuple[int, ...], axis: int) -> tuple[int, ...]:
    kept = list(shape)
    kept[axis] = 1
    return tuple(kept)


def _where_larger(g: Any, x: Any, y: Any) -> Any:
    """g where x > y, 0 where x < y; where equal, g ÷ 2 in floats and the interval from 0 to g in enclosures."""
    xp = g.__array_namespace__()
    zero = xp.asarray(0.0)
    return where(greater(x, y), g, where(less(x, y), zero, _part_of(g, xp.asarray(2.0))))


def _part_of(g: Any, count: Any) -> Any:
    """g ÷ count in floats, the interval from 0 to g in enclosures."""
    if isinstance(g, np.ndarray | np.generic):
        return g / count
    return g.__array_namespace__().hull(g, g - g)
