"""Normal numbers of torch's CPU generator (Box and Muller, Ann. Math. Stat. 29(2), 1958)."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from lastdigit.base.number_format import float_format
from lastdigit.cases.draws.words import Shape, Words

BLOCK = 16
"""Tensors of at least this many numbers are transformed in blocks of this size, smaller ones number by number."""


ROUNDINGS: Mapping[str, float] = {"float32": 2.0**-20, "float64": 2.0**-49}
"""Bounds on the error of torch's blocks, relative to the radius √(−2 ln u).

In float32 the angle contributes most: rounding 2π and its product with u gives 2⁻²⁰·⁸ in all; the vector functions add
a few units in the last place. ``test_draws.py`` compares both with torch.
"""
LARGEST_RADII: Mapping[str, float] = {
    "float32": math.sqrt(2.0 * 24 * math.log(2.0)),
    "float64": math.sqrt(2.0 * 53 * math.log(2.0)),
}
"""The radius for the smallest number that 24 or 53 random bits give."""


def rounding(shape: Shape, dtype: str = "float32", mean: float = 0.0, std: float = 1.0) -> float:
    """The largest error of a number of :meth:`TorchNormals.draw` relative to torch's; 0 if they are identical.

    Numbers that are drawn one by one are computed in float64 by both, and rounded once.
    """
    if math.prod(shape) < BLOCK:
        return 0.0
    largest = LARGEST_RADII[dtype] * abs(std)
    changed = abs(mean) + largest if mean or std != 1.0 else 0.0
    return ROUNDINGS[dtype] * largest + 2 * float_format(dtype).unit_roundoff * changed


class TorchNormals:
    """Standard normal numbers in order. A small tensor leaves the second number of a pair to the next small one."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.waiting: list[float] = []

    def draw(self, shape: Shape, dtype: str, mean: float = 0.0, std: float = 1.0) -> np.ndarray:
        """``torch.randn``, and ``torch.normal`` with numbers for its ``mean`` and ``std``, up to :func:`rounding`.

        Raises KeyError for a ``dtype`` other than float32 and float64.
        """
        if dtype not in ROUNDINGS:
            raise KeyError(dtype)
        size = math.prod(shape)
        if size < BLOCK:
            values = self._one_by_one(size) * std + mean
        else:
            values = self._blocks(size, dtype).astype(dtype).astype(np.float64) * std + mean
        return np.asarray(values.astype(dtype).astype(np.float64).reshape(shape))

    def _one_by_one(self, size: int) -> np.ndarray:
        values = []
        for _ in range(size):
            if not self.waiting:
                angle, other = self.words.low_doubles((2,)).tolist()
                radius = math.sqrt(-2.0 * math.log1p(-other))
                self.waiting = [radius * math.sin(2.0 * math.pi * angle), radius * math.cos(2.0 * math.pi * angle)]
            values.append(self.waiting.pop())
        return np.array(values)

    def _blocks(self, size: int, dtype: str) -> np.ndarray:
        uniform = self.words.floats if dtype == "float32" else self.words.low_doubles
        values = uniform((size,))
        for start in range(0, size - BLOCK + 1, BLOCK):
            values[start : start + BLOCK] = _transformed(values[start : start + BLOCK])
        if size % BLOCK:
            values[-BLOCK:] = _transformed(uniform((BLOCK,)))
        return values


def _transformed(uniform: np.ndarray) -> np.ndarray:
    """Eight pairs of uniform numbers (16,), the radii first → normal (16,)."""
    half = BLOCK // 2
    radius, angle = np.sqrt(-2.0 * np.log(1.0 - uniform[:half])), 2.0 * np.pi * uniform[half:]
    return np.concatenate([radius * np.cos(angle), radius * np.sin(angle)])
