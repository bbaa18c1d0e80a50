"""Selects an engine by the size of the arguments."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import ExactBalls
from lastdigit.enclosure.fast import FastBalls

LARGEST_EXACT = 1024
"""The most numbers in all arguments for which the exact engine is used: it takes no noticeable time."""


def engine_for(arrays: Iterable[np.ndarray | None]) -> type[Balls]:
    """The exact engine for small arguments, the fast one for large ones; None is an omitted argument."""
    numbers = sum(array.size for array in arrays if array is not None)
    return ExactBalls if numbers <= LARGEST_EXACT else FastBalls
