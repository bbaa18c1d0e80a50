"""Functions beyond the array API's on rounded balls: error bounds of library functions, and typical errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from lastdigit.base.number_format import FloatFormat
from lastdigit.enclosure.arithmetic import SPLIT, Arithmetic
from lastdigit.enclosure.functions.conditions import certain, compared, known_ends, ordered
from lastdigit.enclosure.functions.ends import ends, possible_places, widened
from lastdigit.enclosure.functions.fast import along, products
from lastdigit.enclosure.functions.in_order import in_order
from lastdigit.enclosure.rounded_products import distinct_values
from lastdigit.enclosure.sequential_sums import sequential_loss
from lastdigit.enclosure.sharing import once
from lastdigit.enclosure.typical import ROUNDING, Typical, worst
from lastdigit.enclosure.upward import gamma, quietly, raised, up
from lastdigit.functions.elementwise import NATIVE, Elementwise
from lastdigit.functions.named import NamedFunctions

COARSE = 16.0
"""Units of roundoff of a sum below which a summand is rounded alike again and again."""


class RoundedFunctions(NamedFunctions):
    """The functions of the namespace of rounded balls beyond the array API's."""

    def elementwise(self, function: Elementwise, x: Any) -> Any:
        """A library's f of a computed number: |f(x̂) − f(x)| ≤ ε max |f′| between them, and the library's own error.

        That error is the same for equal arguments in all elements, so it counts as a worst case; the slope propagates
        typical errors.
        """
        xp = x.value.__array_namespace__()
        value = once(xp.elementwise, function, x.value)
        arithmetic = x.arithmetic
        with quietly():
            sizes = value.magnitudes()
            if x.is_given:
                moved, carried = np.zeros(()), Typical()
            else:
                reach = widened(once(ends, x.value), x.error)
                moved = up(function.variation(*reach, x.error), 64)
                slope = np.where(x.error > 0.0, moved / x.error, 0.0)
                carried = x.settled.scaled(slope)
                carried = carried if np.all(np.isfinite(carried.sigma)) else worst(moved)
            if not function.rounds:
                return x.bounded(value, np.broadcast_to(moved, x.shape), carried)
            own = library_error(function, arithmetic) * (sizes + moved) + arithmetic.underflow
            own = up(own + cancelled_error(function, arithmetic))
            kept = ROUNDING * stored_roundoff(arithmetic) * sizes
            error = up(moved + own + stored_roundoff(arithmetic) * (sizes + moved + own))
            return x.bounded(value, error, carried.biased(own).rounded(kept))

    def rounded_to(self, x: Any, format: FloatFormat) -> Any:
        """Given numbers, rounded to a format."""
        if not x.is_given:
            raise ValueError("computed numbers may round either way")
        return type(x)(once(x.value.__array_namespace__().rounded_to, x.value, format), x.bound, x.arithmetic)

    def plus(self, x: Any, y: Any) -> Any:
        """A sum; its rounding is not random if a summand is within some units of the sum's last place."""
        found = x + y
        with quietly():
            small = np.minimum(x.value.magnitudes(), y.value.magnitudes())
            unit = x.arithmetic.u * found.value.magnitudes()
            found.typical = found.settled.biased(np.where(small < COARSE * unit, np.minimum(small, unit), 0.0))
        return found

    def cumulative_sum(self, x: Any, *, axis: int) -> Any:
        """Cumulative sums in any order, each of them stored; later ones share the error of earlier ones."""
        value = once(x.value.__array_namespace__().cumulative_sum, x.value, axis=axis)
        arithmetic, n = x.arithmetic, x.shape[axis]
        with quietly():
            sizes = raised(np.cumsum(x.magnitudes, axis=axis), n + 40)
            bounds = along(np.array([arithmetic.summation(terms) for terms in range(n)]), x.ndim, axis)
            counts = along(np.arange(1.0, n + 1.0), x.ndim, axis)
            error = raised(np.cumsum(x.error, axis=axis) + bounds * sizes + counts * arithmetic.flushed, n + 40)
            reach = sizes * (1.0 + bounds)
            error = np.where(reach <= arithmetic.largest_partial, error, np.inf)
            if not n or not x.is_given or arithmetic.truncates:
                return x.bounded(value, error, worst(error))
            distinct = distinct_values(x.magnitudes)
            typical = along(np.array([arithmetic.typical_summation(k, distinct) for k in range(n)]), x.ndim, axis)
            lost = sequential_loss(x.value, axis, arithmetic.accumulation.unit_roundoff, arithmetic.longest_part)
            bias = np.expand_dims(lost, axis) + counts * arithmetic.flushed
            kept = ROUNDING * arithmetic.u * value.magnitudes() * (arithmetic.steps != arithmetic.accumulation)
            shared = typical * sizes
            in_rows = axis in (-1, x.ndim - 1)
            nothing = np.zeros(())
            parts = Typical(bias, kept, shared if in_rows else nothing, nothing if in_rows else shared)
            if arithmetic.is_wide:  # sums of nearly equal terms lie alike on the grid that they are stored on
                spread = np.max(x.magnitudes, axis=axis, keepdims=True) - np.min(
                    x.value.smallest_magnitudes(), axis=axis, keepdims=True
                )
                unit = arithmetic.storage.unit_roundoff * value.magnitudes()
                parts = parts.biased(np.where(spread < COARSE * arithmetic.storage.unit_roundoff * sizes, unit, 0.0))
            return x.bounded(value, error, parts)

    def cumulative_prod(self, x: Any, *, axis: int) -> Any:
        """Cumulative products in any order; partial products may overflow, or underflow before they meet others."""
        value = once(x.value.__array_namespace__().cumulative_prod, x.value, axis=axis)
        arithmetic, n = x.arithmetic, x.shape[axis]
        u = arithmetic.u
        with quietly():
            sizes = x.value.magnitudes()
            whole, moved, largest = products(sizes, np.broadcast_to(x.bound, x.shape), axis, sizes)
            rounding = along(np.array([gamma(terms, u) for terms in range(n)]), x.ndim, axis)
            error = up(moved + rounding * (whole + moved) + 2.0 * n * arithmetic.underflow * largest, 4 * n + 64)
            error = np.where(largest * (1.0 + rounding) <= arithmetic.steps.largest, error, np.inf)
            if not x.is_given:
                return x.bounded(value, error, worst(error))
            roots = along(np.sqrt(np.arange(float(n))), x.ndim, axis)
            shared = ROUNDING * u * roots * whole
            bias = np.where(np.isfinite(error), 2.0 * n * arithmetic.underflow * largest, np.inf)
            in_rows, nothing = axis in (-1, x.ndim - 1), np.zeros(())
            return x.bounded(
                value, error, Typical(bias, nothing, *((shared, nothing) if in_rows else (nothing, shared)))
            )

    def sort(self, x: Any, *, axis: int = -1) -> Any:
        """Sorted: an element changes by no more than the largest error among those with which it may be exchanged."""
        value = once(x.value.__array_namespace__().sort, x.value, axis=axis)
        if x.is_given:
            return x.bounded(value, np.zeros(()))
        with quietly():
            reached = widened(ends(x.value), x.error)
            error, typical = in_order(reached, x.error, x.settled.in_shape(x.shape), axis)
        return x.bounded(value, error, typical)

    def argmax(self, x: Any, *, axis: int) -> Any:
        """Indices at which the largest computed element may be, compared with those of the largest exact one."""
        value = once(x.value.__array_namespace__().argmax, x.value, axis=axis)
        if x.is_given:
            return type(x)(value, np.zeros(()), x.arithmetic)
        (first, last), (least, most) = (
            possible_places(interval, axis) for interval in (ends(x.value), widened(ends(x.value), x.error))
        )
        return type(x)(value, np.maximum(most - first, last - least), x.arithmetic)

    def sign_of(self, x: Any, *, strict: bool) -> RoundedCondition:
        """Whether elements are positive, exactly and as computed."""
        exact = x.value.__array_namespace__().sign_of(x.value, strict=strict)
        return RoundedCondition(exact, *certain(widened(ends(x.value), x.error), strict))

    def compared(self, x: Any, y: Any, *, strict: bool) -> RoundedCondition:  # type: ignore[override]
        """Where x > y, or x ≥ y if not ``strict``, exactly and as computed: a comparison does not round."""
        exact = compared(x.value, y.value, strict=strict)
        apart = x.value - y.value
        with quietly():
            errors = x.error + y.error
            errors = np.where(errors == 0.0, 0.0, up(errors))
        holds, fails = certain(widened(ends(apart), errors), strict)
        one, other = (widened(known_ends(each.value), each.error) for each in (x, y))
        also, neither = ordered(one, other, strict=strict)
        return RoundedCondition(exact, holds | also, fails | neither)

    def hull(self, x: Any, y: Any) -> Any:
        """Balls that contain both, with the larger error."""
        value = x.value.__array_namespace__().hull(x.value, y.value)
        return x.bounded(value, np.maximum(x.error, y.error))


@dataclass(frozen=True, eq=False)
class RoundedCondition:
    """A condition on exact values, and where it is certain for computed ones."""

    exact: Any
    holds: np.ndarray
    fails: np.ndarray

    def choose(self, x: Any, y: Any) -> Any:
        """x or y; if a computed number may decide otherwise, the error includes their difference."""
        first = x if hasattr(x, "arithmetic") else y
        xp = first.__array_namespace__()
        x, y = xp.asarray(x), xp.asarray(y)
        unknown = ~(self.holds | self.fails)
        found = xp.where(self.holds, x, y)
        if not np.any(unknown):
            return found
        value = self.exact.choose(x.value, y.value)
        with quietly():
            apart = up((x.value - y.value).magnitudes() + np.maximum(x.error, y.error))
            apart = np.where(np.isnan(apart), np.inf, apart)
            error = np.where(unknown, apart, found.error)
            settled = found.settled.in_shape(found.shape)
            bias, element, row, whole = (np.where(unknown, 0.0, part) for part in settled.parts())
            typical = Typical(np.where(unknown, apart, bias), element, row, whole)
        return type(found)(value, error, found.arithmetic, typical)


def library_error(function: Elementwise, arithmetic: Arithmetic) -> float:
    """Relative error of a library's f in the accumulation format, in the split model also in the storage format."""
    error = gamma(function.library, arithmetic.accumulation.unit_roundoff)
    native = arithmetic.model == SPLIT and arithmetic.is_wide
    return error + (gamma(NATIVE, arithmetic.storage.unit_roundoff) if native else 0.0)


def cancelled_error(function: Elementwise, arithmetic: Arithmetic) -> float:
    """Absolute error of formulas in which larger numbers cancel: negligible in a wider format than the stored one."""
    if not arithmetic.is_wide:
        return function.cancelled * arithmetic.storage.unit_roundoff if arithmetic.model == SPLIT else 0.0
    error = function.cancelled * arithmetic.accumulation.unit_roundoff
    return error + (function.formula * arithmetic.storage.unit_roundoff if arithmetic.model == SPLIT else 0.0)


def stored_roundoff(arithmetic: Arithmetic) -> float:
    """The error of storing a step, if that is a separate rounding."""
    kept = arithmetic.steps == arithmetic.storage and arithmetic.is_wide
    return arithmetic.storage.unit_roundoff if kept else 0.0
