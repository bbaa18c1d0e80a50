"""Mistakes in convolutions: kernels, windows, groups and channels."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.operations import convolutions as known
from lastdigit.operations.convolutions import each
from lastdigit.operations.mistakes.entries import mistakes_of, need, times


def _same_shape(found: Any, right: tuple[int, ...]) -> Any:
    need(found.shape == right, "the shape tells")
    return found


def _extents(input: Any, weight: Any, **given: Any) -> tuple[int, ...]:
    """The shape of the result."""
    axes = input.ndim - 2
    stride, padding, dilation = (
        each(given.get(name, default), axes, name) for name, default in (("stride", 1), ("padding", 0), ("dilation", 1))
    )
    space = zip(input.shape[2:], weight.shape[2:], stride, padding, dilation, strict=True)
    return (input.shape[0], weight.shape[0], *((n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, s, p, d in space))


def _flipped(input: Any, weight: Any, bias: Any = None, **given: Any) -> Any:
    axes = range(2, weight.ndim)
    need(any(weight.shape[axis] > 1 for axis in axes), "one place")
    return known.convolution(input, weight[(..., *(slice(None, None, -1) for _ in axes))], bias, **given)


def _kernel_transposed(input: Any, weight: Any, bias: Any = None, **given: Any) -> Any:
    need(weight.ndim > 3 and weight.shape[-1] == weight.shape[-2] > 1, "the shape tells")
    return known.convolution(input, weight.mT, bias, **given)


def _not_dilated(
    input: Any, weight: Any, bias: Any = None, *, dilation: Any = 1, padding: Any = 0, **given: Any
) -> Any:
    """A kernel without dilation, about the same centre."""
    axes = input.ndim - 2
    spread, rim = each(dilation, axes, "dilation"), each(padding, axes, "padding")
    less = [p - (d - 1) * (k - 1) // 2 for p, d, k in zip(rim, spread, weight.shape[2:], strict=True)]
    moved = any((d - 1) * (k - 1) for d, k in zip(spread, weight.shape[2:], strict=True))
    need(
        moved and all((d - 1) * (k - 1) % 2 == 0 for d, k in zip(spread, weight.shape[2:], strict=True)), "not dilated"
    )
    right = _extents(input, weight, dilation=dilation, padding=padding, **given)
    cut = tuple(slice(max(-p, 0), n - max(-p, 0)) for p, n in zip(less, input.shape[2:], strict=True))
    inside = input[(slice(None), slice(None), *cut)]
    return _same_shape(known.convolution(inside, weight, bias, padding=[max(p, 0) for p in less], **given), right)


def _last_tap(input: Any, weight: Any, bias: Any = None, **given: Any) -> Any:
    need(weight.shape[-1] > 1, "one place")
    kept = np.ones(weight.shape, dtype=bool)
    kept[..., -1] = False
    return known.convolution(input, weight.__array_namespace__().where(kept, weight, 0.0), bias, **given)


def _last_channel(input: Any, weight: Any, bias: Any = None, **given: Any) -> Any:
    need(weight.shape[1] > 1, "one channel")
    kept = np.ones(weight.shape, dtype=bool)
    kept[:, -1] = False
    return known.convolution(input, weight.__array_namespace__().where(kept, weight, 0.0), bias, **given)


def _channels_reversed(input: Any, weight: Any, bias: Any = None, **given: Any) -> Any:
    need(input.shape[1] > 1, "one channel")
    return known.convolution(input[:, ::-1], weight, bias, **given)


def _channels_alternate(input: Any, weight: Any, bias: Any = None, *, groups: int = 1, **given: Any) -> Any:
    """Channel c in group c mod g instead of consecutive blocks."""
    order = np.arange(input.shape[1]).reshape(-1, groups).T.reshape(-1)
    need(np.any(order != np.arange(len(order))), "one group")
    return known.convolution(input[:, order], weight, bias, groups=groups, **given)


def _one_place_late(input: Any, weight: Any, bias: Any = None, *, padding: Any = 0, **given: Any) -> Any:
    """Padding before the last axis only."""
    axes = input.ndim - 2
    rim = each(padding, axes, "padding")
    need(rim[-1], "no padding")
    xp = input.__array_namespace__()
    right = _extents(input, weight, padding=padding, **given)
    nothing = times(input[..., : rim[-1]], 0.0)
    wide = xp.concat([nothing, nothing, input], axis=-1)
    return _same_shape(known.convolution(wide, weight, bias, padding=(*rim[:-1], 0), **given), right)


def _edges_repeated(input: Any, weight: Any, bias: Any = None, *, padding: Any = 0, **given: Any) -> Any:
    """Padding with the outermost elements instead of zeros."""
    axes = input.ndim - 2
    rim = each(padding, axes, "padding")
    need(any(rim), "no padding")
    wide = input
    for axis, extent in enumerate(rim, start=2):
        places = np.clip(np.arange(-extent, input.shape[axis] + extent), 0, input.shape[axis] - 1)
        wide = wide[(slice(None),) * axis + (places,)]
    return known.convolution(wide, weight, bias, **given)


mistakes_of(
    "convolution",
    ("kernel flipped", "a convolution in the sense of mathematics: these kernels are not flipped", _flipped),
    ("kernel transposed", "the order of the kernel's axes", _kernel_transposed),
    ("dilation left out", "the distance of the taps", _not_dilated),
    ("last tap left out", "the upper end of the loop over the kernel", _last_tap),
    ("last channel left out", "the upper end of the loop over channels", _last_channel),
    ("channels reversed", "the order of the channels", _channels_reversed),
    ("channels of a group taken in turn", "whether a group's channels lie in a block", _channels_alternate),
    ("padding on one side", "half of the padding on either side", _one_place_late),
    ("edges repeated in place of zeros", "the kind of padding", _edges_repeated),
)


def _weights_not_turned(input: Any, weight: Any, bias: Any = None, **given: Any) -> Any:
    """The kernel unflipped; a transposed convolution needs the flipped one."""
    axes = range(2, weight.ndim)
    need(any(weight.shape[axis] > 1 for axis in axes), "one place")
    return known.transposed_convolution(input, weight[(..., *(slice(None, None, -1) for _ in axes))], bias, **given)


def _channels_swapped(input: Any, weight: Any, bias: Any = None, *, groups: int = 1, **given: Any) -> Any:
    need(groups == 1 and weight.shape[0] == weight.shape[1] > 1, "the shape tells")
    order = (1, 0, *range(2, weight.ndim))
    turned = weight.__array_namespace__().permute_dims(weight, order)
    return known.transposed_convolution(input, turned, bias, **given)


mistakes_of(
    "transposed_convolution",
    ("kernel of the transposed convolution flipped", "which of the two flips the kernel", _weights_not_turned),
    ("channels in and out swapped", "(in, out) weights used as (out, in)", _channels_swapped),
)
