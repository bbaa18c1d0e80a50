"""The rounding errors of sequential summation: each term is rounded to the grid of the sum so far.

Those roundings are not independent. On the grid of a long sum, terms of equal size are rounded alike, so the error
depends on how many terms there are of each size: of the squared differences of uniform numbers, more lie just below
half a step of the grid than just above it. The sum is taken in parts of at most n terms.
"""

from __future__ import annotations

import math

import numpy as np

from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.upward import quietly

BLOCK = 2**16
"""Terms processed together."""


def sequential_loss(values: Balls, axis: int, unit_roundoff: float, most: float) -> np.ndarray:
    """The largest intermediate errors of sums along an axis, from either end: the values' shape without that axis."""
    numbers = np.moveaxis(values.low()[0], axis, -1)
    if not numbers.shape[-1]:
        return np.zeros(numbers.shape[:-1])
    terms = numbers.reshape(-1, numbers.shape[-1])
    lost = np.zeros(len(terms))
    step = max(1, BLOCK // terms.shape[-1])
    with quietly():
        for start in range(0, len(terms), step):
            for part in np.array_split(terms[start : start + step], max(1, math.ceil(terms.shape[-1] / most)), axis=-1):
                ends = [_largest(each, unit_roundoff) for each in (part, part[:, ::-1])]
                lost[start : start + step] += np.maximum(*ends)
    return np.where(np.isfinite(lost), lost, np.inf).reshape(numbers.shape[:-1])


def _largest(terms: np.ndarray, unit_roundoff: float) -> np.ndarray:
    """The largest error of each row."""
    total, lost = np.zeros((2, len(terms), 1))
    largest = np.zeros(len(terms))
    for start in range(0, terms.shape[-1], BLOCK):
        block = terms[:, start : start + BLOCK]
        sums = total + np.cumsum(block, axis=-1)
        grid = np.ldexp(unit_roundoff, np.frexp(sums)[1])
        rounded = np.where(sums == 0.0, block, np.rint(block / grid) * grid)
        off = lost + np.cumsum(rounded - block, axis=-1)
        largest = np.maximum(largest, np.max(np.abs(off), axis=-1))
        total, lost = sums[:, -1:], off[:, -1:]
    return largest
