"""Which engine suits arguments of a size."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import ExactBalls
from lastdigit.enclosure.fast import FastBalls

LARGEST_EXACT = 1024
"""Numbers in all arguments up to which the exact engine takes no longer than a person notices."""


def engine_for(arrays: Iterable[np.ndarray | None]) -> type[Balls]:
    """The exact engine for small arguments, the fast one for large ones; None stands for one that is left out."""
    numbers = sum(array.size for array in arrays if array is not None)
    return ExactBalls if numbers <= LARGEST_EXACT else FastBalls
