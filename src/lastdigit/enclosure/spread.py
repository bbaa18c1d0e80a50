"""The distances of each column's values from one number, on which bounds of weighted means depend."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lastdigit.enclosure.upward import quietly


@dataclass(frozen=True, eq=False)
class Spread:
    """A number ``centre`` (…, 1, c) for each column of v (…, m, c), and upper bounds of |v − centre|, ``distances``.

    ``differences`` are the signed v − centre, rounded.
    """

    centre: np.ndarray
    distances: np.ndarray
    differences: np.ndarray

    @cached_property
    def largest(self) -> np.ndarray:
        """The largest distance in each column (…, 1, c)."""
        return np.asarray(np.max(self.distances, axis=-2, keepdims=True, initial=0.0))

    @cached_property
    def unit(self) -> np.ndarray:
        """The unit of the columns of :attr:`singles` (…, 1, c)."""
        usable = np.isfinite(self.largest) & (self.largest > 0.0)
        return np.where(usable, self.largest, 1.0)

    @cached_property
    def singles(self) -> np.ndarray:
        """The distances in units of the column's largest, rounded up except for underflow, and a column of ones."""
        with quietly():
            singles = (self.distances / self.unit * (1.0 + 2.0**-22)).astype(np.float32)
            ones = np.ones((*singles.shape[:-1], 1), dtype=np.float32)
            return np.concatenate([singles, ones], axis=-1)

    @cached_property
    def signed(self) -> np.ndarray:
        """The differences in units of the column's largest distance, rounded."""
        with quietly():
            return np.asarray(self.differences / self.unit, dtype=np.float32)

    @cached_property
    def powers(self) -> np.ndarray:
        """The squares of :attr:`signed`, the numbers themselves, and a column of ones: (…, m, 2c + 1)."""
        with quietly():
            return np.concatenate([np.square(self.signed), self.signed, self.singles[..., -1:]], axis=-1)

    @cached_property
    def size(self) -> np.ndarray:
        """A bound on the magnitudes in each column (…, 1, c)."""
        return np.asarray(np.abs(self.centre) + self.unit)

    @cached_property
    def squares(self) -> np.ndarray:
        """The squares of the numbers, in units of those of :attr:`size`, rounded."""
        with quietly():
            return np.square(np.asarray((self.centre + self.differences) / self.size, dtype=np.float32))
