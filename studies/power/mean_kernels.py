"""Sums, means and mean squared errors of up to 6.7e7 numbers, right and wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from studies.power.kernel_runs import Arrays, Kernel, KernelKind
from studies.power.stored import stored
from studies.power.sums import RIGHT_SUMS, Sum, in_pairs, kept_in

SEQUENTIAL = "one after the other"
MOST_SEQUENTIAL = 2**24
"""With more terms near one, sequential addition no longer changes a float32 sum."""

Terms = Callable[[Arrays], np.ndarray]


def mean_kinds() -> list[KernelKind]:
    """Means and mean squared errors of four rows in every format and of one long row in float32; right long sums."""
    every = ("float32", "float16", "bfloat16")
    return [
        _kind("mean", (4, 2**20), every, _uniform),
        _kind("mean", (1, 2**26), ("float32",), _uniform),
        _kind("mean_squared_error", (4, 2**20), every, _pair),
        _kind("mean_squared_error", (1, 2**25), ("float32",), _pair),
        _kind("total", (1, 1_000_000), ("float32",), _copies),
        _kind("total", (2, 2**24), ("float32",), _uniform),
    ]


def _kind(operation: str, shape: tuple[int, int], formats: Sequence[str], numbers: Callable[..., Arrays]) -> KernelKind:
    terms = _squares if operation == "mean_squared_error" else _first
    divisor = 1 if operation == "total" else shape[-1]
    computed = partial(_mean, terms=terms, divisor=divisor)
    right: dict[str, Kernel] = {
        name: partial(computed, add=add)
        for name, add in RIGHT_SUMS.items()
        if name != SEQUENTIAL or shape[-1] <= MOST_SEQUENTIAL
    }
    sums: dict[str, Sum] = {
        "last number left out": lambda x: in_pairs(x[..., :-1]),
        "last sixteenth left out": lambda x: in_pairs(x[..., : -x.shape[-1] // 16]),
        "last tile left out": lambda x: in_pairs(x[..., :-1024]),
        "first tile twice": lambda x: in_pairs(x) + in_pairs(x[..., :1024]),
        "every 1000th left out": lambda x: in_pairs(np.where(np.arange(x.shape[-1]) % 1000 == 999, np.float32(0), x)),
        "first half, doubled": lambda x: 2 * in_pairs(x[..., : x.shape[-1] // 2]),
        "accumulated in bfloat16": kept_in("bfloat16"),
        "accumulated in float16": kept_in("float16"),
    }
    wrong: dict[str, Kernel] = {name: partial(computed, add=add) for name, add in sums.items()}
    wrong["terms in bfloat16"] = partial(
        _mean, terms=lambda arrays: stored(terms(arrays), "bfloat16"), divisor=divisor, add=in_pairs
    )
    if operation == "total":
        wrong = {}
    else:
        wrong["n − 1"] = partial(_mean, terms=terms, divisor=divisor - 1, add=in_pairs)
        wrong["sum in place of mean"] = partial(_mean, terms=terms, divisor=1, add=in_pairs)
    if wrong and shape[0] > 1:
        wrong["another row's"] = lambda arrays, format: np.roll(computed(arrays, format, add=in_pairs), 1)
    if operation == "mean_squared_error":
        wrong["absolute in place of squared"] = partial(
            _mean, terms=lambda arrays: np.abs(arrays[0] - arrays[1]), divisor=divisor, add=in_pairs
        )
    name = operation.replace("_", " ") + (" of equal terms" if numbers is _copies else "")
    draw = partial(numbers, shape=shape)
    return KernelKind(name, operation, shape[-1], formats, draw, partial(_exact, terms, divisor), right, wrong)


def _mean(arrays: Arrays, format: str, *, terms: Terms, divisor: int, add: Sum) -> np.ndarray:
    return stored((add(terms(arrays)) / np.float32(divisor))[..., 0], format)


def _exact(terms: Terms, divisor: int, arrays: Arrays) -> np.ndarray:
    return np.sum(terms([array.astype(np.float64) for array in arrays]), axis=-1) / divisor


def _first(arrays: Arrays) -> np.ndarray:
    return arrays[0]


def _squares(arrays: Arrays) -> np.ndarray:
    difference = arrays[0] - arrays[1]
    return difference * difference


def _uniform(draw: np.random.RandomState, shape: tuple[int, int]) -> Arrays:
    return [draw.random_sample(shape).astype(np.float32)]


def _pair(draw: np.random.RandomState, shape: tuple[int, int]) -> Arrays:
    return [draw.random_sample(shape).astype(np.float32) for _ in range(2)]


def _copies(draw: np.random.RandomState, shape: tuple[int, int]) -> Arrays:
    return [np.full(shape, 0.1, dtype=np.float32)]
