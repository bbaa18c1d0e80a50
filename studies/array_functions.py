"""The array functions of which definitions consist, each with the shapes on which it is tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from studies.random_cases import Sizes

Shapes = Callable[[Sizes], list[tuple[int, ...]]]
Function = Callable[..., Any]


def _matrix(sizes: Sizes) -> list[tuple[int, ...]]:
    return [(*sizes.batch, sizes.n, sizes.d)]


def _pair(sizes: Sizes) -> list[tuple[int, ...]]:
    return _matrix(sizes) * 2


def _matrix_and_row(sizes: Sizes) -> list[tuple[int, ...]]:
    return [*_matrix(sizes), (sizes.d,)]


def _matrix_and_column(sizes: Sizes) -> list[tuple[int, ...]]:
    return [*_matrix(sizes), (sizes.n, 1)]


def _product(sizes: Sizes) -> list[tuple[int, ...]]:
    return [(*sizes.batch, sizes.n, sizes.d), (*sizes.batch, sizes.d, sizes.c)]


def _product_with_matrix(sizes: Sizes) -> list[tuple[int, ...]]:
    return [(*sizes.batch, sizes.n, sizes.d), (sizes.d, sizes.c)]


def _product_with_vector(sizes: Sizes) -> list[tuple[int, ...]]:
    return [(sizes.n, sizes.d), (sizes.d,)]


def _vector_product(sizes: Sizes) -> list[tuple[int, ...]]:
    return [(sizes.d,), (sizes.d, sizes.c)]


def _xp(x: Any) -> Any:
    return x.__array_namespace__()


def _every_other(x: Any) -> np.ndarray:
    return np.arange(x.shape[-1]) % 2 == 0


ARRAY_FUNCTIONS: dict[str, tuple[Shapes, Function]] = {
    "x + y": (_pair, lambda x, y: x + y),
    "x + row": (_matrix_and_row, lambda x, y: x + y),
    "x - y": (_pair, lambda x, y: x - y),
    "x - column": (_matrix_and_column, lambda x, y: x - y),
    "x - x": (_matrix, lambda x: x - x),
    "x * y": (_pair, lambda x, y: x * y),
    "x / y": (_pair, lambda x, y: x / y),
    "x / column": (_matrix_and_column, lambda x, y: x / y),
    "-x": (_matrix, lambda x: -x),
    "x @ y": (_product, lambda x, y: x @ y),
    "x @ matrix": (_product_with_matrix, lambda x, y: x @ y),
    "x @ vector": (_product_with_vector, lambda x, y: x @ y),
    "vector @ y": (_vector_product, lambda x, y: x @ y),
    "x @ x.mT": (_matrix, lambda x: x @ x.mT),
    "exp": (_matrix, lambda x: _xp(x).exp(x)),
    "exp of a difference": (_pair, lambda x, y: _xp(x).exp(x - y)),
    "sqrt": (_matrix, lambda x: _xp(x).sqrt(x)),
    "sqrt of a square": (_matrix, lambda x: _xp(x).sqrt(x * x)),
    "max": (_matrix, lambda x: _xp(x).max(x, axis=-1, keepdims=True)),
    "max of columns": (_matrix, lambda x: _xp(x).max(x, axis=0)),
    "maximum": (_pair, lambda x, y: _xp(x).maximum(x, y)),
    "maximum with zero": (_matrix, lambda x: _xp(x).maximum(x, _xp(x).asarray(0.0))),
    "sum": (_matrix, lambda x: _xp(x).sum(x, axis=-1)),
    "sum of columns": (_matrix, lambda x: _xp(x).sum(x, axis=0, keepdims=True)),
    "mean": (_matrix, lambda x: _xp(x).mean(x, axis=-1, keepdims=True)),
    "where": (_pair, lambda x, y: _xp(x).where(_every_other(x), x, y)),
    "where not −∞": (_matrix, lambda x: _xp(x).exp(_xp(x).where(_every_other(x), x, -float("inf")))),
    "reshape": (_matrix, lambda x: _xp(x).reshape(x, (*x.shape[:-2], x.shape[-1] * x.shape[-2]))),
    "permute_dims": (_matrix, lambda x: _xp(x).permute_dims(x, tuple(reversed(range(x.ndim))))),
    "concat": (_pair, lambda x, y: _xp(x).concat([x, y], axis=-1)),
    "stack": (_pair, lambda x, y: _xp(x).stack([x, y], axis=1)),
    "slice": (_matrix, lambda x: x[..., 1::2]),
    "new axis": (_matrix, lambda x: x[..., np.newaxis, :]),
    "row by number": (_matrix, lambda x: x[0]),
    "mT": (_matrix, lambda x: x.mT),
}
