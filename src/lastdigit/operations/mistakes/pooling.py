"""Mistakes in pooling: windows, their padding, and their reduction."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.functions import windows
from lastdigit.operations.convolutions import each
from lastdigit.operations.mistakes.entries import Changed, mistakes_of, need, times
from lastdigit.operations.pooling import avg_pool, max_pool


def _same_shape(found: Any, right: tuple[int, ...]) -> Any:
    need(found.shape == right, "the shape tells")
    return found


def _pool_of(operation: Changed, other: Changed) -> Changed:
    def changed(input: Any, *, axes: int, kernel_size: Any, stride: Any = None, padding: Any = 0, **given: Any) -> Any:
        right = operation(input, axes=axes, kernel_size=kernel_size, stride=stride, padding=padding, **given)
        found = other(input, axes=axes, kernel_size=kernel_size, stride=stride, padding=padding)
        return _same_shape(found, right.shape)

    return changed


def _window_short(operation: Changed) -> Changed:
    """Windows without their last place along the last axis."""

    def changed(input: Any, *, axes: int, kernel_size: Any, stride: Any = None, **given: Any) -> Any:
        kernel = each(kernel_size, axes, "kernel_size")
        need(kernel[-1] > 1, "one place")
        steps = kernel if stride is None else each(stride, axes, "stride")
        right = operation(input, axes=axes, kernel_size=kernel, stride=steps, **given).shape
        found = operation(input, axes=axes, kernel_size=(*kernel[:-1], kernel[-1] - 1), stride=steps, **given)
        return found[..., : right[-1]]

    return changed


def _zeros_take_part(
    input: Any, *, axes: int, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1
) -> Any:
    need(any(each(padding, axes, "padding")), "no padding")
    kernel = each(kernel_size, axes, "kernel_size")
    steps = kernel if stride is None else each(stride, axes, "stride")
    seen = windows(input, kernel, steps, each(padding, axes, "padding"), each(dilation, axes, "dilation"))
    return seen.__array_namespace__().max(seen, axis=-1)


def _not_spread(input: Any, *, dilation: Any = 1, **given: Any) -> Any:
    right = max_pool(input, dilation=dilation, **given)
    found = max_pool(input, **given)
    need(all(a >= b for a, b in zip(found.shape, right.shape, strict=True)) and dilation != 1, "not dilated")
    return found[tuple(slice(extent) for extent in right.shape)]


def _mean_counts(input: Any, *, padding: Any = 0, count_include_pad: bool = True, **given: Any) -> Any:
    need(any(each(padding, given["axes"], "padding")), "no padding")
    return avg_pool(input, padding=padding, count_include_pad=not count_include_pad, **given)


def _volume(kernel_size: Any, axes: int) -> float:
    return float(np.prod(each(kernel_size, axes, "kernel_size")))


mistakes_of(
    "max_pool",
    ("mean of the window in place of its maximum", "which pooling is meant", _pool_of(max_pool, avg_pool)),
    ("window one place short", "the upper end of the loop over the window", _window_short(max_pool)),
    ("padding takes part as zeros", "what pads a maximum: −∞", _zeros_take_part),
    ("dilation of the window left out", "the distance of its places", _not_spread),
    ("minimum of the window", "max or min", lambda input, **given: -max_pool(-input, **given)),
    (
        "maximum of magnitudes in the window",
        "an absolute value",
        lambda input, **given: max_pool(input.__array_namespace__().abs(input), **given),
    ),
)
mistakes_of(
    "avg_pool",
    ("maximum of the window in place of its mean", "which pooling is meant", _pool_of(avg_pool, max_pool)),
    ("averaged window one place short", "the upper end of the loop over the window", _window_short(avg_pool)),
    ("padding counted where it should not be, or the other way round", "count_include_pad", _mean_counts),
    (
        "sum of the window in place of its mean",
        "the division by the window's size",
        lambda input, *, kernel_size, axes, **given: times(
            avg_pool(input, axes=axes, kernel_size=kernel_size, **given), _volume(kernel_size, axes)
        ),
    ),
    (
        "mean of the magnitudes in the window",
        "an absolute value",
        lambda input, **given: avg_pool(input.__array_namespace__().abs(input), **given),
    ),
    (
        "window divided by one place less",
        "the count of its places",
        lambda input, *, kernel_size, axes, **given: times(
            avg_pool(input, axes=axes, kernel_size=kernel_size, **given),
            _volume(kernel_size, axes) / (_volume(kernel_size, axes) - 1.0),
        ),
    ),
)
