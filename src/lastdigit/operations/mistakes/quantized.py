"""Mistakes in products with weights of few bits."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.operations import quantized as known
from lastdigit.operations.linear import linear
from lastdigit.operations.mistakes.entries import Changed, mistakes_of, need, number, times


def _no_zero_point(x: Any, x_scale: Any, x_zero_point: Any = None, **given: Any) -> Any:
    need(x_zero_point is not None, "no zero point")
    return known.dequantize_linear(x, x_scale, **given)


def _zero_point_added(x: Any, x_scale: Any, x_zero_point: Any = None, **given: Any) -> Any:
    need(x_zero_point is not None, "no zero point")
    return known.dequantize_linear(x, x_scale, -x_zero_point, **given)


def _zero_point_not_scaled(x: Any, x_scale: Any, x_zero_point: Any = None, **given: Any) -> Any:
    need(x_zero_point is not None, "no zero point")
    one = x_scale * number(x_scale, 0.0) + number(x_scale, 1.0)
    shift = known.dequantize_linear(times(x, 0.0), one, x_zero_point, **given)
    return known.dequantize_linear(x, x_scale, **given) + shift


def _unsigned(bits: int) -> Changed:
    """Negative weights read as unsigned."""

    def changed(x: Any, x_scale: Any, *zero_point: Any, **given: Any) -> Any:
        xp = x.__array_namespace__()
        negative = xp.sign(xp.maximum(-x, number(x, 0.0)))
        return known.dequantize_linear(x + times(negative, 2.0**bits), x_scale, *zero_point, **given)

    return changed


def _next_scale(x: Any, x_scale: Any, *zero_point: Any, axis: int = 1, block_size: int = 0) -> Any:
    need(x_scale.ndim > 0, "one scale")
    at = axis if block_size else 0
    need(x_scale.shape[at] > 1, "one scale")
    key: list[Any] = [slice(None)] * x_scale.ndim
    key[at] = np.roll(np.arange(x_scale.shape[at]), 1)
    return known.dequantize_linear(x, x_scale[tuple(key)], *zero_point, axis=axis, block_size=block_size)


def _first_scale(x: Any, x_scale: Any, *zero_point: Any, axis: int = 1, block_size: int = 0) -> Any:
    need(x_scale.ndim > 0, "one scale")
    at = axis if block_size else 0
    need(x_scale.shape[at] > 1, "one scale")
    key: list[Any] = [slice(None)] * x_scale.ndim
    key[at] = np.zeros(x_scale.shape[at], dtype=int)
    return known.dequantize_linear(x, x_scale[tuple(key)], *zero_point, axis=axis, block_size=block_size)


mistakes_of(
    "dequantize_linear",
    ("zero point left out", "x − zero point", _no_zero_point),
    ("zero point added", "its sign", _zero_point_added),
    ("zero point taken off behind the scale", "(x − zero point) · scale", _zero_point_not_scaled),
    (
        "divided by the scale",
        "a scale, or its inverse",
        lambda x, x_scale, *z, **given: known.dequantize_linear(x, number(x_scale, 1.0) / x_scale, *z, **given),
    ),
    (
        "scale of whole numbers left out",
        "the product with the scale",
        lambda x, x_scale, *z, **given: known.dequantize_linear(
            x, x_scale * number(x_scale, 0.0) + number(x_scale, 1.0), *z, **given
        ),
    ),
    (
        "scale of whole numbers taken twice",
        "a scale that is in the weights already",
        lambda x, x_scale, *z, **given: known.dequantize_linear(x, x_scale * x_scale, *z, **given),
    ),
    ("scale of the block before", "the index of the scale", _next_scale),
    ("scale of the first block for all", "the index of the scale", _first_scale),
    ("int8 read without its sign", "int8 or uint8", _unsigned(8)),
    ("int4 read without its sign", "the sign of a nibble", _unsigned(4)),
)


def _swapped_nibbles(input: Any, weight: Any, *rest: Any, **given: Any) -> Any:
    need(weight.shape[-1] % 2 == 0, "an odd number of inputs")
    order = np.arange(weight.shape[-1]).reshape(-1, 2)[:, ::-1].reshape(-1)
    return known.quantized_linear(input, weight[..., order], *rest, **given)


def _halves_for_nibbles(input: Any, weight: Any, *rest: Any, **given: Any) -> Any:
    """Low nibbles as the first half of a row, high ones as the second."""
    need(weight.shape[-1] % 2 == 0 and weight.shape[-1] > 2, "an odd number of inputs")
    order = np.arange(weight.shape[-1]).reshape(-1, 2).T.reshape(-1)
    return known.quantized_linear(input, weight[..., order], *rest, **given)


def _scaled_bias(
    input: Any, weight: Any, scale: Any, zero_point: Any = None, bias: Any = None, *, group_size: int = 0
) -> Any:
    need(bias is not None and not group_size, "no bias, or no scale of it")
    return known.quantized_linear(input, weight, scale, zero_point, bias * scale)


def _rows_by_groups(
    input: Any, weight: Any, scale: Any, zero_point: Any = None, bias: Any = None, *, group_size: int = 0
) -> Any:
    need(group_size and scale.shape[0] == scale.shape[1], "the shape tells")
    shift = None if zero_point is None else zero_point.mT
    return known.quantized_linear(input, weight, scale.mT, shift, bias, group_size=group_size)


def _transposed(input: Any, weight: Any, scale: Any, zero_point: Any = None, bias: Any = None, **given: Any) -> Any:
    need(weight.shape[-1] == weight.shape[-2], "the shape tells")
    return known.quantized_linear(input, weight.mT, scale, zero_point, bias, **given)


def _without_correction(
    input: Any, weight: Any, scale: Any, zero_point: Any = None, bias: Any = None, *, group_size: int = 0
) -> Any:
    """The correction by the zero point, zero point · Σ x, with only the first input instead of the sum."""
    need(zero_point is not None and not group_size and input.shape[-1] > 1, "no zero point")
    share = zero_point * scale
    return linear(input, known.dequantize_linear(weight, scale, axis=0), bias) - input[..., :1] * share


mistakes_of(
    "quantized_linear",
    ("nibbles of a byte swapped", "which of two 4-bit numbers comes first", _swapped_nibbles),
    ("nibbles as halves of a row", "whether packed neighbours are neighbours", _halves_for_nibbles),
    ("bias scaled with the weights", "the bias after the scale", _scaled_bias),
    ("scales of groups transposed", "rows by groups, not groups by rows", _rows_by_groups),
    ("quantised weight transposed", "its layout", _transposed),
    ("sum of the inputs left out of the zero point's share", "zero point · Σ x", _without_correction),
)
