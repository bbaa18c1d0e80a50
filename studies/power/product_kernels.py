"""Matrix products of 16,384 terms, right and wrong."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from studies.power.kernel_runs import Arrays, Kernel, KernelKind
from studies.power.stored import stored

ROWS, TERMS, COLUMNS = 32, 16_384, 48
TILE = 64
Change = Callable[[np.ndarray], np.ndarray]


def product_kinds() -> list[KernelKind]:
    """Products of standard normal numbers, and of positive ones."""
    named = {"product": np.random.RandomState.standard_normal, "product of positive numbers": _uniform}
    return [_kind(name, partial(_drawn, numbers=numbers)) for name, numbers in named.items()]


def _kind(name: str, draw: Callable[[np.random.RandomState], Arrays]) -> KernelKind:
    right: dict[str, Kernel] = {
        "one product": _product,
        "from the end": lambda arrays, format: _product(_taking(arrays, slice(None, None, -1)), format),
        "in 8 parts": partial(_parts, parts=8),
        "in 256 parts": partial(_parts, parts=TERMS // TILE),
        "term after term": partial(_parts, parts=TERMS),
        "in 4 stored parts": partial(_parts, parts=4, kept="its own"),
        "in 16 stored parts": partial(_parts, parts=16, kept="its own"),
        "in 256 stored parts, added in pairs": _parts_in_pairs,
        "in float64": _in_float64,
    }
    wrong: dict[str, Kernel] = {
        "last term left out": lambda arrays, format: _product(_taking(arrays, slice(-1)), format),
        "last tile left out": lambda arrays, format: _product(_taking(arrays, slice(-TILE)), format),
        "first tile twice": lambda arrays, format: _product(_taking(arrays, np.r_[:TILE, :TERMS]), format),
        "every 1000th term left out": lambda arrays, format: _product(_taking(arrays, _most()), format),
        "accumulated in bfloat16": partial(_parts, parts=TERMS // 16, kept="bfloat16"),
        "accumulated in float16": partial(_parts, parts=TERMS // 16, kept="float16"),
        "one part of another call": _stale_part,
        "operands in fp8": partial(_rounded, to="float8_e4m3fn"),
        "operands in bfloat16": partial(_rounded, to="bfloat16"),
        "result in bfloat16": lambda arrays, format: stored(_product(arrays, format), "bfloat16"),
        "last column zero": partial(_changed, change=_last_column_zero),
        "last element zero": partial(_changed, change=_last_element_zero),
        "two rows swapped": partial(_changed, change=_rows_swapped),
        "rows rolled": partial(_changed, change=lambda result: np.roll(result, 1, axis=0)),
        "one row doubled": partial(_changed, change=_row_doubled),
    }
    formats = ("float32", "float16", "bfloat16")
    coarse = {"operands in bfloat16": ("bfloat16",), "result in bfloat16": ("bfloat16",)}
    return KernelKind(name, "projection", TERMS, formats, draw, _exact, right, wrong, coarse)


def _drawn(
    draw: np.random.RandomState, numbers: Callable[[np.random.RandomState, tuple[int, ...]], np.ndarray]
) -> Arrays:
    return [numbers(draw, shape).astype(np.float32) for shape in ((ROWS, TERMS), (TERMS, COLUMNS))]


def _uniform(draw: np.random.RandomState, shape: tuple[int, ...]) -> np.ndarray:
    return draw.uniform(size=shape)


def _exact(arrays: Arrays) -> np.ndarray:
    x, weight = (array.astype(np.float64) for array in arrays)
    return x @ weight


def _product(arrays: Arrays, format: str) -> np.ndarray:
    return stored(arrays[0] @ arrays[1], format)


def _in_float64(arrays: Arrays, format: str) -> np.ndarray:
    return stored(_exact(arrays).astype(np.float32), format)


def _parts(arrays: Arrays, format: str, parts: int, kept: str = "float32") -> np.ndarray:
    """Products of parts of the terms, added sequentially, each sum stored in the format ``kept``."""
    x, weight = arrays
    kept = format if kept == "its own" else kept
    total = np.zeros((x.shape[0], weight.shape[-1]), dtype=np.float32)
    step = x.shape[-1] // parts
    for start in range(0, x.shape[-1], step):
        product = x[:, start : start + step] @ weight[start : start + step]
        total = stored(total + stored(product, kept), kept)
    return stored(total, format)


def _parts_in_pairs(arrays: Arrays, format: str) -> np.ndarray:
    """Products of tiles are stored, and so are the sums of pairs, of pairs of these, and so on."""
    x, weight = arrays
    starts = range(0, TERMS, TILE)
    sums = [stored(x[:, start : start + TILE] @ weight[start : start + TILE], format) for start in starts]
    while len(sums) > 1:
        sums = [stored(one + other, format) for one, other in zip(sums[::2], sums[1::2], strict=True)]
    return sums[0]


def _taking(arrays: Arrays, terms: slice | np.ndarray) -> Arrays:
    return [np.ascontiguousarray(arrays[0][:, terms]), np.ascontiguousarray(arrays[1][terms])]


def _most() -> np.ndarray:
    return np.flatnonzero(np.arange(TERMS) % 1000 != 999)


def _stale_part(arrays: Arrays, format: str) -> np.ndarray:
    """One of sixteen parts of the terms uses the rows of another call."""
    x = arrays[0].copy()
    x[:, -TERMS // 16 :] = np.roll(x, 1, axis=0)[:, -TERMS // 16 :]
    return _product([x, arrays[1]], format)


def _rounded(arrays: Arrays, format: str, to: str) -> np.ndarray:
    return _product([stored(array, to) for array in arrays], format)


def _changed(arrays: Arrays, format: str, change: Change) -> np.ndarray:
    return change(_product(arrays, format))


def _last_column_zero(result: np.ndarray) -> np.ndarray:
    result[:, -1] = 0
    return result


def _last_element_zero(result: np.ndarray) -> np.ndarray:
    result[-1, -1] = 0
    return result


def _rows_swapped(result: np.ndarray) -> np.ndarray:
    result[[3, 7]] = result[[7, 3]]
    return result


def _row_doubled(result: np.ndarray) -> np.ndarray:
    result[5] *= 2
    return result
