"""Transposes of broadcasting and indexing: sums over broadcast axes and over elements taken more than once."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lastdigit.functions import gathered


def unbroadcast(g: Any, shape: tuple[int, ...]) -> Any:
    """Sums g over the axes along which an array of ``shape`` was broadcast."""
    xp = g.__array_namespace__()
    while g.ndim > len(shape):
        g = xp.sum(g, axis=0)
    for axis, extent in enumerate(shape):
        if extent == 1 and g.shape[axis] != 1:
            g = xp.sum(g, axis=axis, keepdims=True)
    return g


def spread(g: Any, shape: tuple[int, ...]) -> Any:
    """g broadcast to ``shape``, without rounding."""
    return g.__array_namespace__().where(np.ones(shape, dtype=bool), g, 0.0)


def scattered(g: Any, key: Any, shape: tuple[int, ...]) -> Any:
    """An array of ``shape`` that is 0 except at ``key``, where the elements of g are added up."""
    size = math.prod(shape)
    places = np.arange(size).reshape(shape)[key].reshape(-1)
    if isinstance(g, np.ndarray):
        return np.bincount(places, g.reshape(-1), minlength=size).reshape(shape)
    flat = g.__array_namespace__().reshape(g, (places.size,))
    order = np.argsort(places, kind="stable")
    counts = np.bincount(places, minlength=size)
    starts = np.cumsum(counts) - counts
    most = int(counts.max(initial=0))
    index = np.full((size, max(most, 1)), -1)
    rank = np.arange(places.size) - starts[places[order]]
    index[places[order], rank] = order
    xp = flat.__array_namespace__()
    if most <= 1:
        return xp.reshape(gathered(flat, index[:, 0]), shape)
    return xp.reshape(xp.sum(gathered(flat, index), axis=-1), shape)
