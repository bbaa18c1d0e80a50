"""Functions beyond the array API's on unrounded numbers: sure if all libraries return the same number, else unknown."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.enclosure.functions.conditions import Condition
from lastdigit.enclosure.powers_of_two import unit
from lastdigit.enclosure.upward import quietly
from lastdigit.functions.elementwise import Elementwise
from lastdigit.functions.named import NamedFunctions


class UnroundedFunctions(NamedFunctions):
    """The functions of the namespace of unrounded numbers beyond the array API's."""

    def elementwise(self, function: Elementwise, x: Any) -> Any:
        """Sure if f does not round, and at arguments where every library's f is the same number."""
        with quietly():
            value = np.asarray(function.plain(x.value), dtype=np.float64)
        sure = x.sure if not function.rounds else np.zeros(x.shape, dtype=bool)
        for argument, result in function.known.items():
            at = x.zero if argument == 0.0 else x.sure & (x.value == argument)
            value, sure = np.where(at, result, value), sure | at
        nothing = np.full(x.shape, np.inf)
        return x.summed(value, sure, -nothing, nothing, np.abs(value), unit(value))

    def cumulative_sum(self, x: Any, *, axis: int) -> Any:
        """Cumulative sums, one by one."""
        return self._running([_part(x, axis, slice(0, n + 1)).sum_over(axis) for n in range(x.shape[axis])], x, axis)

    def cumulative_prod(self, x: Any, *, axis: int) -> Any:
        """Cumulative products, one by one."""
        found: list[Any] = []
        for place in range(x.shape[axis]):
            factor = _part(x, axis, place)
            found.append(found[-1] * factor if found else factor)
        return self._running(found, x, axis)

    def sort(self, x: Any, *, axis: int = -1) -> Any:
        """Sorted; sure if all elements along the axis are."""
        order = np.argsort(x.value, axis=axis)
        sure = np.all(x.sure, axis=axis, keepdims=True)
        found = x.mapped(lambda part: np.take_along_axis(np.broadcast_to(part, x.shape), order, axis=axis))
        unknown = x.unknown(x.shape)
        return x.like([np.where(sure, a, b) for a, b in zip(found.parts, unknown.parts, strict=True)])

    def argmax(self, x: Any, *, axis: int) -> Any:
        """Sure if all elements along the axis are, and one is the largest."""
        most = np.max(x.value, axis=axis, keepdims=True)
        sure = np.all(x.sure, axis=axis) & (np.sum(x.value == most, axis=axis) == 1)
        value = np.argmax(x.value, axis=axis).astype(np.float64)
        nothing = np.full(value.shape, np.inf)
        found = x.summed(value, True, -nothing, nothing, value, unit(value))
        unknown = x.unknown(value.shape)
        return x.like([np.where(sure, a, b) for a, b in zip(found.parts, unknown.parts, strict=True)])

    def sign_of(self, x: Any, *, strict: bool) -> Condition:
        """Whether sure numbers are positive."""
        positive = x.value > 0.0 if strict else x.value >= 0.0
        return Condition(np.asarray(x.sure & positive), np.asarray(x.sure & ~positive))

    def hull(self, x: Any, y: Any) -> Any:
        """Unknown, since either of the two may be the value."""
        return x.unknown(np.broadcast_shapes(x.shape, y.shape))

    def _running(self, parts: list[Any], x: Any, axis: int) -> Any:
        return x.__array_namespace__().stack(parts, axis=axis % x.ndim) if parts else x


def _part(x: Any, axis: int, place: slice | int) -> Any:
    key: list[Any] = [slice(None)] * x.ndim
    key[axis] = place
    return x[tuple(key)]
