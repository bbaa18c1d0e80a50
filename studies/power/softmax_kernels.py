"""Softmax of rows of 393,216 numbers, right and wrong."""

from __future__ import annotations

from functools import partial

import numpy as np

from studies.power.kernel_runs import Arrays, Kernel, KernelKind
from studies.power.stored import stored
from studies.power.sums import RIGHT_SUMS, Sum, in_pairs, kept_in

ROWS, LENGTH = 2, 393_216
TILE = 1024


def softmax_kind() -> KernelKind:
    """Softmax of standard normal numbers."""
    right: dict[str, Kernel] = {f"sum {name}": partial(_softmax, add=add) for name, add in RIGHT_SUMS.items()}
    right |= {"each step stored": _stored, "tiles": _tiles, "minus log-sum-exp": _logarithmic, "no maximum": _unshifted}
    wrong: dict[str, Kernel] = {
        "sum of one half, doubled": partial(_softmax, add=lambda x: 2 * in_pairs(x[..., : x.shape[-1] // 2])),
        "last tile not in the sum": partial(_softmax, add=lambda x: in_pairs(x[..., :-TILE])),
        "first tile twice in the sum": partial(_softmax, add=lambda x: in_pairs(x) + in_pairs(x[..., :TILE])),
        "every 1000th not in the sum": partial(_softmax, add=_thinned),
        "sum kept in bfloat16": partial(_softmax, add=kept_in("bfloat16")),
        "sum kept in float16": partial(_softmax, add=kept_in("float16")),
        "sum of the row before": partial(_softmax, add=lambda x: np.roll(in_pairs(x), 1, axis=0)),
        "padding in the sum": partial(_softmax, add=_padded),
        "second half not rescaled": _not_rescaled,
        "powers of two": lambda arrays, format: _powers(arrays, format, np.exp2),
        "input in fp8": lambda arrays, format: _softmax([stored(arrays[0], "float8_e4m3fn")], format),
        "largest element doubled": partial(_changed, change=_largest_doubled),
        "last tile zero": partial(_changed, change=_tail_zero),
        "halves swapped": partial(_changed, change=lambda result: np.roll(result, result.shape[-1] // 2, axis=-1)),
    }
    formats = ("float32", "float16", "bfloat16")
    return KernelKind("softmax", "softmax", LENGTH, formats, _drawn, _exact, right, wrong)


def _drawn(draw: np.random.RandomState) -> Arrays:
    return [draw.standard_normal((ROWS, LENGTH)).astype(np.float32)]


def _exact(arrays: Arrays) -> np.ndarray:
    found = np.exp(arrays[0].astype(np.float64))
    return found / np.sum(found, axis=-1, keepdims=True)


def _exponentials(x: np.ndarray) -> np.ndarray:
    return np.exp(x - np.max(x, axis=-1, keepdims=True))


def _softmax(arrays: Arrays, format: str, add: Sum = in_pairs) -> np.ndarray:
    found = _exponentials(arrays[0])
    return stored(found / add(found), format)


def _stored(arrays: Arrays, format: str) -> np.ndarray:
    x = arrays[0]
    found = stored(np.exp(stored(x - np.max(x, axis=-1, keepdims=True), format)), format)
    # a sum of more than 65,504 overflows float16
    return stored(found / (in_pairs(found) if format == "float16" else stored(in_pairs(found), format)), format)


def _tiles(arrays: Arrays, format: str) -> np.ndarray:
    x = arrays[0]
    largest, total = np.full((len(x), 1), -np.inf, np.float32), np.zeros((len(x), 1), np.float32)
    for start in range(0, x.shape[-1], 8 * TILE):
        tile = x[:, start : start + 8 * TILE]
        now = np.maximum(largest, np.max(tile, axis=-1, keepdims=True))
        total = total * np.exp(largest - now) + in_pairs(np.exp(tile - now))
        largest = now
    return stored(np.exp(x - largest) / total, format)


def _logarithmic(arrays: Arrays, format: str) -> np.ndarray:
    x = arrays[0]
    largest = np.max(x, axis=-1, keepdims=True)
    return stored(np.exp(x - (largest + np.log(in_pairs(np.exp(x - largest))))), format)


def _unshifted(arrays: Arrays, format: str) -> np.ndarray:
    found = np.exp(arrays[0])
    return stored(found / in_pairs(found), format)


def _thinned(terms: np.ndarray) -> np.ndarray:
    return in_pairs(np.where(np.arange(terms.shape[-1]) % 1000 == 999, np.float32(0), terms))


def _padded(terms: np.ndarray) -> np.ndarray:
    """Half a tile of zeros after the row, whose exponentials are wrongly included."""
    return in_pairs(terms) + TILE // 2 * np.max(terms, axis=-1, keepdims=True) * np.float32(np.exp(-4.5))


def _not_rescaled(arrays: Arrays, format: str) -> np.ndarray:
    """The halves' sums, each relative to its own largest score, are added without rescaling."""
    x = arrays[0]
    total = sum(in_pairs(_exponentials(half)) for half in np.array_split(x, 2, axis=-1))
    return stored(_exponentials(x) / total, format)


def _powers(arrays: Arrays, format: str, power: np.ufunc) -> np.ndarray:
    found = power(arrays[0])
    return stored(found / in_pairs(found), format)


def _changed(arrays: Arrays, format: str, change: Sum) -> np.ndarray:
    return change(_softmax(arrays, format))


def _largest_doubled(result: np.ndarray) -> np.ndarray:
    result[0, np.argmax(result[0])] *= 2
    return result


def _tail_zero(result: np.ndarray) -> np.ndarray:
    result[:, -TILE:] = 0
    return result
