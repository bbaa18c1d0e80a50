"""Rearranging elements: gathering, padding, and the windows of convolutions and pooling."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import starmap
from typing import Any

import numpy as np


def gathered(x: Any, index: np.ndarray, fill: float = 0.0) -> Any:
    """x (…, n) at places of its last axis, ``index`` of any shape → (…, *index.shape); ``fill`` where one is −1."""
    inside = index >= 0
    found = x[..., np.where(inside, index, 0)]
    return found if np.all(inside) else x.__array_namespace__().where(inside, found, fill)


def take_along_axis(x: Any, index: np.ndarray, *, axis: int) -> Any:
    """The elements of x at ``index`` along an axis."""
    index = np.asarray(index)
    key = list(np.ogrid[tuple(slice(extent) for extent in index.shape)])
    key[axis] = index
    return x[tuple(key)]


def swapped(x: Any, one: int, other: int) -> Any:
    """Two axes swapped."""
    axes = list(range(x.ndim))
    axes[one], axes[other] = axes[other], axes[one]
    return x.__array_namespace__().permute_dims(x, tuple(axes))


def padded(x: Any, widths: Sequence[tuple[int, int]], fill: float = 0.0) -> Any:
    """x with n elements before and after along each of its last axes."""
    spatial = x.shape[x.ndim - len(widths) :]
    places = np.pad(_places(spatial), widths, constant_values=-1)
    return gathered(_flat(x, len(widths)), places, fill)


def windows(
    x: Any,
    kernel: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    fill: float = 0.0,
) -> Any:
    """The elements in a window of ``kernel`` elements at each position: x (…, *spatial) → (…, *out, Π kernel).

    ``padding`` elements of ``fill`` stand on either side of each axis.
    """
    widths = [(extent, extent) for extent in padding]
    places = np.pad(_places(x.shape[x.ndim - len(kernel) :]), widths, constant_values=-1)
    steps = list(zip(places.shape, kernel, stride, dilation, strict=True))
    along = list(starmap(_positions, steps))
    count, axes = len(kernel), range(len(kernel))
    key = tuple(
        position.reshape([*(-1 if axis == at else 1 for at in axes), *(size if axis == at else 1 for at in axes)])
        if position.size
        else position.reshape([0] * 2 * count)
        for axis, (position, size) in enumerate(zip(along, kernel, strict=True))
    )
    found = places[key]
    return gathered(_flat(x, count), found.reshape(*found.shape[:count], math.prod(kernel)), fill)


def upsampled(x: Any, stride: Sequence[int], before: Sequence[int], behind: Sequence[int]) -> Any:
    """x with stride − 1 zeros between neighbours along its last axes, and padding at the ends; a negative one cuts."""
    spatial = x.shape[x.ndim - len(stride) :]
    spread = np.full([(extent - 1) * step + 1 for extent, step in zip(spatial, stride, strict=True)], -1)
    spread[tuple(slice(None, None, step) for step in stride)] = _places(spatial)
    spread = np.pad(spread, [(max(a, 0), max(b, 0)) for a, b in zip(before, behind, strict=True)], constant_values=-1)
    cut = tuple(
        slice(max(-a, 0), extent - max(-b, 0)) for a, b, extent in zip(before, behind, spread.shape, strict=True)
    )
    return gathered(_flat(x, len(stride)), spread[cut])


def _positions(extent: int, kernel: int, stride: int, dilation: int) -> np.ndarray:
    """The index of each element of each window along one axis: (out, kernel)."""
    last = extent - dilation * (kernel - 1)
    if last < 1:
        raise ValueError(f"a window of {dilation * (kernel - 1) + 1} elements on {extent}")
    return np.arange(0, last, stride)[:, np.newaxis] + dilation * np.arange(kernel)


def _places(spatial: Sequence[int]) -> np.ndarray:
    return np.arange(math.prod(spatial)).reshape(tuple(spatial))


def _flat(x: Any, count: int) -> Any:
    """Flatten the last axes."""
    shape = x.shape
    return x.__array_namespace__().reshape(x, (*shape[: x.ndim - count], math.prod(shape[x.ndim - count :])))
