"""Rounding errors of matrix products and sums: their bounds, and their typical sizes."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lastdigit.enclosure.arithmetic import RESCALED, TYPICAL_PARTIALS
from lastdigit.enclosure.sequential_sums import sequential_loss
from lastdigit.enclosure.sharing import once
from lastdigit.enclosure.typical import ROUNDING, Typical
from lastdigit.enclosure.upward import matmul_up, norms_up, quietly, raised, sum_up

if TYPE_CHECKING:
    from lastdigit.enclosure.rounded import RoundedBalls

SAMPLE = 512
"""The number of elements of an array sampled to count distinct values."""


def product_error(left: RoundedBalls, right: RoundedBalls, *, roundings: int) -> np.ndarray:
    """Error of a matrix product in any order: Σ of the operands' errors and γ of |A||B| (Higham 2002, eq. 3.13).

    ``roundings`` are those of further terms in the same sum, such as a bias. Computed operands are stored first.
    Unknown where a partial sum may overflow.
    """
    n = left.shape[-1]
    arithmetic = left.arithmetic
    in_order = arithmetic.unit is not None and left.is_given and right.is_given and min(left.ndim, right.ndim) > 1
    if in_order:
        arithmetic = replace(arithmetic, unit=None)
    rounding = arithmetic.product(n + roundings, stored=1 + RESCALED)
    with quietly():
        if left.is_given and right.is_given:
            error = rounding * once(matmul_up, left.magnitudes, right.magnitudes)
        else:
            error = matmul_up(operand_bound(left) + rounding * left.magnitudes, right.magnitudes)
        if not right.is_given:
            error = error + matmul_up(left.value.magnitudes(), np.broadcast_to(operand_bound(right), right.shape))
        if in_order:
            error = error + left.arithmetic.unit.in_order(left.value.low()[0], right.value.low()[0])  # type: ignore[union-attr]
        error += (n + 1) * arithmetic.underflow
        if arithmetic.flushed:
            error += arithmetic.flushed * _sums_of_operands(left, right)
        if not n * left.largest * right.largest * (1.0 + rounding) <= arithmetic.largest_partial:
            reach = matmul_up(left.magnitudes, right.magnitudes) * (1.0 + rounding)
            error = np.where(reach <= arithmetic.largest_partial, error, np.inf)
        return raised(error)


def typical_product(left: RoundedBalls, right: RoundedBalls, sizes: np.ndarray) -> Typical:
    """Typical error of a matrix product whose values have magnitudes ``sizes``.

    The roundings of one dot product are independent of others: those of its sum, of storing it, and of partial sums.
    The error of an element of A is shared by its row of the product, that of one of B by a whole column. Σ|ab| is at
    most ‖a‖‖b‖.
    """
    arithmetic, n = left.arithmetic, left.shape[-1]
    if arithmetic.truncates:
        return Typical(bias=product_error(left, right, roundings=0))
    if left.ndim < 2 or right.ndim < 2:
        return _typical_with_a_vector(left, right, sizes)
    u = ROUNDING * arithmetic.u
    with quietly():
        rows, columns = norms_up(left.magnitudes), np.swapaxes(norms_up(np.swapaxes(right.magnitudes, -1, -2)), -1, -2)
        distinct = max(once(distinct_values, left.magnitudes), once(distinct_values, right.magnitudes))
        own = np.hypot(arithmetic.typical_summation(n, distinct) * (rows * columns), u * sizes)
        if arithmetic.partials:
            own = np.hypot(own, math.sqrt(TYPICAL_PARTIALS) * u * np.sqrt(squared_terms(left, right)))
        inherited = Typical(bias=np.asarray((n + 1) * arithmetic.underflow), element=own)
        if not left.is_given:
            inherited = inherited + _of_left(operand_typical(left), left.shape, right.magnitudes)
        if not right.is_given:
            inherited = inherited + _of_right(left.magnitudes, operand_typical(right), right.shape)
    return inherited


def _typical_with_a_vector(left: RoundedBalls, right: RoundedBalls, sizes: np.ndarray) -> Typical:
    """The same if one factor is a vector: the product of matrices without the axes that it lacks."""
    lacking = (*((-2,) if left.ndim == 1 else ()), *((-1,) if right.ndim == 1 else ()))
    row = left[None, :] if left.ndim == 1 else left
    column = right[:, None] if right.ndim == 1 else right
    found = typical_product(row, column, np.expand_dims(sizes, lacking))
    shape = np.expand_dims(sizes, lacking).shape
    return found.moved(lambda part: np.squeeze(part, axis=lacking), shape, rows=right.ndim > 1)


def typical_sum(x: RoundedBalls, sizes: np.ndarray, axis: int, keepdims: bool) -> Typical:
    """Typical error of a sum along an axis; its values have magnitudes ``sizes``.

    The errors of sequential summation are no more independent than the terms are.
    """
    arithmetic, n = x.arithmetic, x.shape[axis]
    rounding = arithmetic.typical_summation(max(n - 1, 0), distinct_values(x.magnitudes))
    if arithmetic.steps != arithmetic.accumulation:
        rounding = math.hypot(rounding, ROUNDING * arithmetic.u)
    own = rounding * sum_up(x.magnitudes, axis, keepdims)
    lost = once(sequential_loss, x.value, axis, arithmetic.accumulation.unit_roundoff, arithmetic.longest_part)
    bias = n * arithmetic.flushed + (np.expand_dims(lost, axis) if keepdims else lost)
    if x.is_given:
        return Typical(bias=bias, element=own)
    given = x.settled.in_shape(x.shape)
    along_rows = axis in (-1, x.ndim - 1)

    def total(part: np.ndarray) -> np.ndarray:
        return np.asarray(np.sum(part, axis=axis, keepdims=keepdims))

    element, row = np.sqrt(total(given.element**2)), total(given.row)
    if along_rows:
        element, row = np.hypot(element, row), np.zeros(())
    return Typical(bias + total(given.bias), np.hypot(element, own), row, total(given.whole))


def distinct_values(numbers: np.ndarray) -> float:
    """The number of distinct values in a sample; ∞ if most of them differ."""
    step = max(1, numbers.size // SAMPLE)
    sample = np.sort(np.ravel(numbers)[::step][:SAMPLE])
    count = 1 + int(np.count_nonzero(sample[1:] != sample[:-1]))
    return math.inf if 2 * count > len(sample) else float(count)


def squared_terms(left: RoundedBalls, right: RoundedBalls) -> np.ndarray:
    """Σ a²b² of every element of a product."""
    left_squares, right_squares = once(np.square, left.magnitudes), once(np.square, right.magnitudes)
    return np.asarray(once(np.matmul, left_squares, right_squares))


def operand_bound(operand: RoundedBalls) -> np.ndarray:
    """Bound of an operand's error, including storing it if it was computed."""
    if operand.is_given:
        return operand.bound
    return np.asarray(operand.bound + _stored(operand))


def operand_typical(operand: RoundedBalls) -> Typical:
    """Typical error of an operand, including storing it if it was computed."""
    return operand.settled.rounded(ROUNDING * _stored(operand))


def _stored(operand: RoundedBalls) -> np.ndarray:
    """The largest error of storing an operand that was kept in a wider format, including underflow."""
    roundoff, tiny = operand.arithmetic.operand_roundoff, operand.arithmetic.storage.underflow
    return np.asarray(roundoff * operand.magnitudes + tiny) if roundoff else np.zeros(())


def _of_left(typical: Typical, shape: tuple[int, ...], right: np.ndarray) -> Typical:
    """The errors of A (…, n, k) in A B, |B| ≤ ``right`` (…, k, m)."""
    given = typical.in_shape(shape)
    row = np.sqrt(given.element**2 @ right**2) + given.row @ right
    return Typical(given.bias @ right, row=row, whole=given.whole @ right)


def _of_right(left: np.ndarray, typical: Typical, shape: tuple[int, ...]) -> Typical:
    """The errors of B (…, k, m) in A B, |A| ≤ ``left`` (…, n, k)."""
    given = typical.in_shape(shape)
    return Typical(left @ given.bias, whole=np.sqrt(left**2 @ (given.element**2 + given.row**2)) + left @ given.whole)


def _sums_of_operands(left: RoundedBalls, right: RoundedBalls) -> np.ndarray:
    """Σ|A| + Σ|B| of each row and column: the absolute error of an operand is multiplied by the other one."""
    rows = sum_up(left.magnitudes, -1, right.ndim > 1)
    return np.asarray(rows + sum_up(right.magnitudes, -2 if right.ndim > 1 else -1, left.ndim > 1 and right.ndim > 1))
