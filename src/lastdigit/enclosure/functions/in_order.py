"""Rounding errors of sorted numbers."""

from __future__ import annotations

import numpy as np

from lastdigit.enclosure.functions.ends import Ends
from lastdigit.enclosure.typical import Typical


def in_order(interval: Ends, error: np.ndarray, typical: Typical, axis: int) -> tuple[np.ndarray, Typical]:
    """Bounds and typical errors of an array sorted along ``axis``, all in its shape.

    An exact and a computed number lie in the same interval. Numbers with overlapping intervals may be exchanged;
    sorting changes none of them by more than the largest error among them, since it is 1-Lipschitz in the maximum norm.
    A number whose interval meets no other keeps its rank, and with it its own errors. Along another axis than the last
    the numbers of a row are distributed to several rows, so errors that they share count as shared by the whole.
    """
    if axis not in (-1, error.ndim - 1):
        typical = Typical(typical.bias, typical.element, np.zeros_like(typical.row), typical.row + typical.whole)
    low, high, error, *parts = (np.moveaxis(each, axis, -1) for each in (*interval, error, *typical.parts()))
    order = np.argsort(low, axis=-1, kind="stable")
    low, high, error, *parts = (np.take_along_axis(each, order, axis=-1) for each in (low, high, error, *parts))
    starts = np.ones(low.shape, dtype=bool)
    starts[..., 1:] = low[..., 1:] >= np.maximum.accumulate(high, axis=-1)[..., :-1]
    alone = starts.copy()
    alone[..., :-1] &= starts[..., 1:]
    error = np.where(alone, error, _largest(error, starts))
    bias, *others = parts
    settled = [np.where(alone, bias, error), *(np.where(alone, part, 0.0) for part in others)]
    error, *settled = (np.moveaxis(each, -1, axis) for each in (error, *settled))
    return error, Typical(*settled)


def _largest(error: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """The largest error of each group along the last axis; ``starts`` marks the first of each."""
    groups = np.cumsum(starts.reshape(-1)) - 1
    largest = np.zeros(groups[-1] + 1 if groups.size else 0)
    np.maximum.at(largest, groups, error.reshape(-1))
    return np.asarray(largest[groups].reshape(error.shape))
