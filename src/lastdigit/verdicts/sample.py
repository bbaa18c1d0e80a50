"""Samples the rows of a large result that are read with every mistake: evenly spread, plus the whole last tile."""

from __future__ import annotations

import numpy as np

from lastdigit.operations.mistakes.results import TILE

ROWS = 128
"""The number of rows, over all samples, in which mistakes are read if a result has more than twice as many."""


def sampled_rows(samples: int, count: int) -> np.ndarray | None:
    """Some of the ``count`` rows of each of the samples; None if there are few.

    >>> sampled_rows(1, 200) is None, sampled_rows(2, 1024)[-3:].tolist()
    (True, [1021, 1022, 1023])
    """
    if samples * count <= 2 * ROWS:
        return None
    spread = max(1, -(-ROWS // samples) - TILE)
    if 2 * (spread + TILE) >= count:
        return None
    rows: np.ndarray = np.r_[np.linspace(0, count - TILE - 1, spread).astype(np.intp), count - TILE : count]
    return rows
