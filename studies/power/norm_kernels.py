"""Layer norms of 64 rows of 1,024, around zero and around 10,000, right and wrong."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from studies.power.kernel_runs import Arrays, Kernel, KernelKind
from studies.power.stored import stored
from studies.power.sums import RIGHT_SUMS, Sum, in_pairs

ROWS, WIDTH = 64, 1024
EPS = 1e-5


def norm_kinds() -> list[KernelKind]:
    """Around 10,000 a right norm in float32 has an error of 0.02, and half formats lack such numbers."""
    return [
        _kind("layer norm", ("float32", "float16", "bfloat16"), 0.0),
        _kind("layer norm of N(10000, 1)", ("float32",), 1e4),
    ]


def _kind(name: str, formats: Sequence[str], offset: float) -> KernelKind:
    right: dict[str, Kernel] = {f"sums {name}": partial(_norm, add=add) for name, add in RIGHT_SUMS.items()}
    right["divided by the root"] = partial(_norm, divided=True)
    right["running mean and variance"] = _running
    usual = offset == 0
    if usual:
        right |= {"one pass": _one_pass, "each step stored": partial(_norm, kept=True)}
    wrong: dict[str, Kernel] = {
        "variance by n − 1": partial(_norm, count=WIDTH - 1),
        "eps left out": partial(_norm, eps=0.0),
        "eps outside the root": _eps_outside,
        "eps of 1e-3": partial(_norm, eps=1e-3),
        "mean of the first half": partial(_norm, mean_of=slice(WIDTH // 2)),
        "variance of the first half": partial(_norm, variance_of=slice(WIDTH // 2)),
        "last tile not in the mean": partial(_norm, mean_of=slice(-64)),
        "one pass in float16": partial(_one_pass, kept="float16"),
        "one pass in bfloat16": partial(_one_pass, kept="bfloat16"),
        "mean not taken off": _root_mean_square,
        "weight left out": lambda arrays, format: _norm([arrays[0], np.ones_like(arrays[1]), arrays[2]], format),
        "bias left out": lambda arrays, format: _norm([*arrays[:2], np.zeros_like(arrays[2])], format),
        "statistics of the row before": _stale,
        "result in bfloat16": lambda arrays, format: stored(_norm(arrays, format), "bfloat16"),
        "last element zero": _last_element_zero,
    }
    draw = partial(_drawn, offset=offset)
    coarse = {"result in bfloat16": ("bfloat16",)}
    return KernelKind(name, "layer_norm", WIDTH, formats, draw, _exact, right, wrong if usual else {}, coarse)


def _drawn(draw: np.random.RandomState, offset: float) -> Arrays:
    x = offset + draw.standard_normal((ROWS, WIDTH))
    weight, bias = 1 + 0.1 * draw.standard_normal(WIDTH), 0.1 * draw.standard_normal(WIDTH)
    return [array.astype(np.float32) for array in (x, weight, bias)]


def _exact(arrays: Arrays) -> np.ndarray:
    x, weight, bias = (array.astype(np.float64) for array in arrays)
    centred = x - np.mean(x, axis=-1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + EPS) * weight + bias


def _norm(
    arrays: Arrays,
    format: str,
    *,
    add: Sum = in_pairs,
    eps: float = EPS,
    count: int = WIDTH,
    divided: bool = False,
    kept: bool = False,
    mean_of: slice = slice(None),
    variance_of: slice = slice(None),
) -> np.ndarray:
    """Two passes in float32; ``kept``: each step is stored in the format."""
    x, weight, bias = arrays

    def step(values: np.ndarray) -> np.ndarray:
        return stored(values, format) if kept else values

    part = x[..., mean_of]
    centred = step(x - step(add(part) / np.float32(part.shape[-1])))
    squares = step(centred * centred)[..., variance_of]
    missing = WIDTH - squares.shape[-1]
    root = step(np.sqrt(step(step(add(squares) / np.float32(count - missing)) + np.float32(eps))))
    scaled = step(centred / root) if divided or kept else centred * (np.float32(1) / root)
    return stored(step(scaled * weight) + bias, format)


def _running(arrays: Arrays, format: str) -> np.ndarray:
    """Welford's recurrence."""
    x, weight, bias = arrays
    mean, squares = np.zeros((ROWS, 1), np.float32), np.zeros((ROWS, 1), np.float32)
    for index in range(WIDTH):
        off = x[:, index, None] - mean
        mean = mean + off / np.float32(index + 1)
        squares = squares + off * (x[:, index, None] - mean)
    return _applied(x, mean, squares / np.float32(WIDTH), weight, bias, format)


def _one_pass(arrays: Arrays, format: str, *, kept: str = "float32") -> np.ndarray:
    """E x² − (E x)², both stored in a format."""
    x, weight, bias = arrays
    mean = stored(in_pairs(x) / np.float32(WIDTH), kept)
    squares = stored(in_pairs(stored(x * x, kept)) / np.float32(WIDTH), kept)
    variance = np.maximum(stored(squares - stored(mean * mean, kept), kept), np.float32(0))
    return _applied(x, mean, variance, weight, bias, format)


def _eps_outside(arrays: Arrays, format: str) -> np.ndarray:
    x, weight, bias = arrays
    mean = in_pairs(x) / np.float32(WIDTH)
    root = np.sqrt(in_pairs((x - mean) ** 2) / np.float32(WIDTH)) + np.float32(EPS)
    return stored((x - mean) / root * weight + bias, format)


def _root_mean_square(arrays: Arrays, format: str) -> np.ndarray:
    x, weight, bias = arrays
    return _applied(x, np.float32(0), in_pairs(x * x) / np.float32(WIDTH), weight, bias, format)


def _stale(arrays: Arrays, format: str) -> np.ndarray:
    x, weight, bias = arrays
    mean = in_pairs(x) / np.float32(WIDTH)
    variance = in_pairs((x - mean) ** 2) / np.float32(WIDTH)
    return _applied(x, np.roll(mean, 1, axis=0), np.roll(variance, 1, axis=0), weight, bias, format)


def _last_element_zero(arrays: Arrays, format: str) -> np.ndarray:
    result = _norm(arrays, format)
    result[-1, -1] = 0
    return result


def _applied(
    x: np.ndarray,
    mean: np.ndarray | np.float32,
    variance: np.ndarray,
    weight: np.ndarray,
    bias: np.ndarray,
    format: str,
) -> np.ndarray:
    return stored((x - mean) * (np.float32(1) / np.sqrt(variance + np.float32(EPS))) * weight + bias, format)
