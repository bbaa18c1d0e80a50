"""MLX on the processor: arrays in and out."""

from typing import Any

import mlx.core as mx
import numpy as np

DTYPES = ("float64", "float32", "float16", "bfloat16")
ACCUMULATION = {"float16": "float32", "bfloat16": "float32"}
mx.set_default_device(mx.cpu)


def from_numpy(array: np.ndarray, dtype: str) -> Any:
    """A float64 array of representable values, as an array of ``dtype``."""
    return mx.array(array, dtype=getattr(mx, "bool_" if dtype == "bool" else dtype))


def to_numpy(result: Any) -> tuple[np.ndarray, str]:
    """An array widened to float64, which changes no value, with the name of its dtype."""
    return np.array(result.astype(mx.float64)), str(result.dtype).rpartition(".")[2]
