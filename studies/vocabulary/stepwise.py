"""Arrays that round every step of a definition, so that its evaluation behaves like an implementation.

All numbers are stored in float64. A sum, product, quotient or root of numbers of a narrower format is rounded twice at
most, which gives the same result as rounding once (Figueroa, "When is double rounding innocuous?", SIGNUM Newsletter
30(3), 1995).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lastdigit.base.number_format import FORMATS, FloatFormat
from lastdigit.functions.elementwise import Elementwise
from lastdigit.functions.named import NamedFunctions

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Rounding:
    """How steps are rounded: results in a ``storage`` format, each step in ``steps``, sums in ``accumulation``.

    Sums are sequential if ``in_order``, from the last term if ``backwards``, else in pairs.
    """

    storage: FloatFormat
    steps: FloatFormat
    accumulation: FloatFormat
    in_order: bool = False
    backwards: bool = False

    def total(self, x: Array, axis: int) -> Array:
        """Σ x along an axis, kept with length 1; each partial sum is in the accumulation format."""
        terms = self.accumulation.round(np.flip(x, axis) if self.backwards else x)
        if not x.shape[axis]:
            return np.asarray(np.sum(terms, axis=axis, keepdims=True))
        kind = self.accumulation.name
        if self.in_order:
            return np.asarray(np.take(np.cumsum(terms.astype(kind), axis=axis), [-1], axis=axis), dtype=np.float64)
        return np.asarray(np.sum(terms.astype(kind), axis=axis, keepdims=True), dtype=np.float64)

    def product(self, a: Array, b: Array) -> Array:
        """A matrix product of operands that are stored first."""
        kind = self.accumulation.name
        a, b = (self.storage.round(operand) for operand in (a, b))
        if self.in_order and min(a.ndim, b.ndim) > 1:
            terms = [a[..., :, [k]].astype(kind) * b[..., [k], :].astype(kind) for k in range(a.shape[-1])]
            terms = terms[::-1] if self.backwards else terms
            found = np.zeros((*np.broadcast_shapes(a.shape[:-2], b.shape[:-2]), a.shape[-2], b.shape[-1]), dtype=kind)
            for term in terms:
                found = found + term
            return np.asarray(found, dtype=np.float64)
        return np.asarray(a.astype(kind) @ b.astype(kind), dtype=np.float64)


def ways(storage: FloatFormat) -> dict[str, Rounding]:
    """Ways to compute in a format, by name: all are within the fused or the stored arithmetic model."""
    wide = FORMATS["float32"] if storage.digits < FORMATS["float32"].digits else storage
    found = {
        "each step stored": Rounding(storage, storage, wide),
        "each step stored, sums in order": Rounding(storage, storage, wide, in_order=True),
        "each step stored, sums backwards": Rounding(storage, storage, wide, in_order=True, backwards=True),
    }
    if wide != storage:
        found["steps kept wide"] = Rounding(storage, wide, wide)
        found["steps kept wide, sums in order"] = Rounding(storage, wide, wide, in_order=True)
    return found


class Stepwise:
    """Numbers, and how results computed from them are rounded."""

    __array_priority__ = 100

    def __init__(self, numbers: Array, rounding: Rounding) -> None:
        self.numbers = np.asarray(numbers, dtype=np.float64)
        self.rounding = rounding

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape."""
        return self.numbers.shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.numbers.ndim

    @property
    def mT(self) -> Stepwise:
        """The transpose of the last two axes."""
        return self.exactly(np.swapaxes(self.numbers, -1, -2))

    def exactly(self, numbers: Array) -> Stepwise:
        """Numbers without rounding."""
        return Stepwise(numbers, self.rounding)

    def rounded(self, numbers: Array) -> Stepwise:
        """The result of a step."""
        return self.exactly(self.rounding.steps.round(np.asarray(numbers)))

    def __array_namespace__(self, api_version: str | None = None) -> StepwiseNamespace:
        """The functions of the array API that definitions use."""
        return StepwiseNamespace(self.rounding)

    def __getitem__(self, key: Any) -> Stepwise:
        return self.exactly(self.numbers[key])

    def __neg__(self) -> Stepwise:
        return self.exactly(-self.numbers)

    def __add__(self, other: Stepwise) -> Stepwise:
        return self.rounded(self.numbers + other.numbers)

    def __sub__(self, other: Stepwise) -> Stepwise:
        return self.rounded(self.numbers - other.numbers)

    def __mul__(self, other: Stepwise) -> Stepwise:
        product = self.rounded(self.numbers * other.numbers)
        return self._square(product.numbers) if other is self else product

    def _square(self, stored: Array) -> Stepwise:
        """A square that would overflow stays in the accumulation format: norms that store it return nothing right."""
        wide = self.rounding.accumulation.round(np.square(self.numbers))
        return self.exactly(np.where(np.isinf(stored), wide, stored))

    def __truediv__(self, other: Stepwise) -> Stepwise:
        return self.rounded(self.numbers / other.numbers)

    def __matmul__(self, other: Stepwise) -> Stepwise:
        return self.rounded(self.rounding.product(self.numbers, other.numbers))


class StepwiseNamespace(NamedFunctions):
    """The namespace of such arrays."""

    def __init__(self, rounding: Rounding) -> None:
        self.rounding = rounding

    def asarray(self, value: Any) -> Stepwise:
        """A constant in the format of the steps."""
        if isinstance(value, Stepwise):
            return value
        return Stepwise(self.rounding.steps.round(np.asarray(value, dtype=np.float64)), self.rounding)

    def elementwise(self, function: Elementwise, x: Stepwise) -> Stepwise:
        """A library's function, in the accumulation format."""
        return x.rounded(self.rounding.accumulation.round(np.asarray(function.plain(x.numbers))))

    def exp(self, x: Stepwise) -> Stepwise:
        """e to the power of every element."""
        return x.rounded(self.rounding.accumulation.round(np.exp(x.numbers)))

    def sqrt(self, x: Stepwise) -> Stepwise:
        """The square root."""
        return x.rounded(np.sqrt(x.numbers))

    def max(self, x: Stepwise, *, axis: int, keepdims: bool = False) -> Stepwise:
        """The largest element along an axis."""
        return x.exactly(np.max(x.numbers, axis=axis, keepdims=keepdims))

    def maximum(self, x: Stepwise, y: Stepwise) -> Stepwise:
        """The larger of two elements."""
        return x.exactly(np.maximum(x.numbers, y.numbers))

    def sum(self, x: Stepwise, *, axis: int, keepdims: bool = False) -> Stepwise:
        """A sum along an axis."""
        total = self.rounding.total(x.numbers, axis)
        return x.rounded(total if keepdims else np.squeeze(total, axis=axis))

    def mean(self, x: Stepwise, *, axis: int, keepdims: bool = False) -> Stepwise:
        """The sum, in the accumulation format, divided by the count."""
        mean = self.rounding.total(x.numbers, axis) / x.shape[axis]
        mean = self.rounding.accumulation.round(mean)
        return x.rounded(mean if keepdims else np.squeeze(mean, axis=axis))

    def where(self, condition: Array, x: Any, y: Any) -> Stepwise:
        """x where a condition holds, y elsewhere."""
        one, other = (side.numbers if isinstance(side, Stepwise) else side for side in (x, y))
        return Stepwise(np.where(condition, one, other), self.rounding)

    def compared(self, x: Stepwise, y: Stepwise, *, strict: bool) -> Any:  # type: ignore[override]
        """Where x > y, or x ≥ y if not ``strict``."""
        return x.numbers > y.numbers if strict else x.numbers >= y.numbers

    def sign_of(self, x: Stepwise, *, strict: bool) -> Any:
        """Which elements are positive."""
        return x.numbers > 0.0 if strict else x.numbers >= 0.0

    def hull(self, x: Stepwise, y: Stepwise) -> Stepwise:
        """The midpoint of two numbers, either of which may be the result."""
        return x.rounded((x.numbers + y.numbers) / 2.0)

    def reshape(self, x: Stepwise, shape: tuple[int, ...]) -> Stepwise:
        """The same elements in another shape."""
        return x.exactly(np.reshape(x.numbers, shape))

    def permute_dims(self, x: Stepwise, axes: tuple[int, ...]) -> Stepwise:
        """The axes in another order."""
        return x.exactly(np.transpose(x.numbers, axes))

    def concat(self, arrays: Sequence[Stepwise], *, axis: int = 0) -> Stepwise:
        """Concatenate arrays along an axis."""
        return Stepwise(np.concatenate([x.numbers for x in arrays], axis=axis), self.rounding)

    def stack(self, arrays: Sequence[Stepwise], *, axis: int = 0) -> Stepwise:
        """Stack arrays along a new axis."""
        return Stepwise(np.stack([x.numbers for x in arrays], axis=axis), self.rounding)

    def cumulative_sum(self, x: Stepwise, *, axis: int) -> Stepwise:
        """Cumulative sums in the accumulation format, each stored."""
        return self._running(np.cumsum, x, axis)

    def cumulative_prod(self, x: Stepwise, *, axis: int) -> Stepwise:
        """Cumulative products in the accumulation format, each stored."""
        return self._running(np.cumprod, x, axis)

    def _running(self, function: Callable[..., Array], x: Stepwise, axis: int) -> Stepwise:
        found = function(x.numbers.astype(self.rounding.accumulation.name), axis=axis)
        return x.rounded(np.asarray(found, dtype=np.float64))

    def sort(self, x: Stepwise, *, axis: int = -1) -> Stepwise:
        """The elements sorted along an axis."""
        return x.exactly(np.sort(x.numbers, axis=axis))

    def argmax(self, x: Stepwise, *, axis: int) -> Stepwise:
        """The index of the largest element."""
        return x.exactly(np.argmax(x.numbers, axis=axis).astype(np.float64))
