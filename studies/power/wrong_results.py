"""Wrong attentions that modify a right fused result."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from studies.power.attention import Attention
from studies.power.fused_attentions import fused
from studies.power.stored import stored

Draw = np.random.RandomState


def another_seed(given: Attention, draw: Draw) -> np.ndarray:
    """The result for other queries, keys and values."""
    arrays = (
        given.store(draw.standard_normal(array.shape).astype(np.float32)) for array in (given.q, given.k, given.v)
    )
    q, k, v = arrays
    return fused(replace(given, q=q, k=k, v=v))


def stale_row(given: Attention, draw: Draw) -> np.ndarray:
    """One row is of the previous call."""
    row = given.q.shape[-2] // 2
    result = fused(given)
    result[row] = another_seed(given, draw)[row]
    return result


def two_rows_swapped(given: Attention, draw: Draw) -> np.ndarray:
    """Two distant rows are exchanged."""
    rows = given.q.shape[-2]
    return _swapped(fused(given), rows // 4, rows // 2)


def last_two_rows_swapped(given: Attention, draw: Draw) -> np.ndarray:
    """The last two rows are exchanged."""
    return _swapped(fused(given), -1, -2)


def noise_of_five_percent(given: Attention, draw: Draw) -> np.ndarray:
    """Each element has a random relative error."""
    result = fused(given)
    return given.store(result * (1 + np.float32(0.05) * draw.standard_normal(result.shape).astype(np.float32)))


def halves_of_the_width_swapped(given: Attention, draw: Draw) -> np.ndarray:
    """The two halves of the columns are exchanged."""
    return np.roll(fused(given), given.v.shape[-1] // 2, axis=-1)


def last_column_zero(given: Attention, draw: Draw) -> np.ndarray:
    """The last column is zero."""
    result = fused(given)
    result[:, -1] = 0
    return result


def last_element_zero(given: Attention, draw: Draw) -> np.ndarray:
    """The last element is zero."""
    result = fused(given)
    result[-1, -1] = 0
    return result


def row_zero_left_out(given: Attention, draw: Draw) -> np.ndarray:
    """The first row is zeros."""
    result = fused(given)
    result[0] = 0
    return result


def result_in_bfloat16(given: Attention, draw: Draw) -> np.ndarray:
    """The stored result is rounded again, to bfloat16."""
    return stored(fused(given), "bfloat16")


def _swapped(result: np.ndarray, one: int, other: int) -> np.ndarray:
    result[[one, other]] = result[[other, one]]
    return result
