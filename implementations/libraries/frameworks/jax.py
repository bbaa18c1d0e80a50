"""JAX and Flax: arrays in and out, with 64 bits, which JAX drops unless it is told to keep them."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

DTYPES = ("float64", "float32", "float16", "bfloat16")
ACCUMULATION = {"float16": "float32", "bfloat16": "float32"}
jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")


def from_numpy(array: np.ndarray, dtype: str) -> Any:
    """A float64 array of representable values, as an array of ``dtype``."""
    return jnp.asarray(array, dtype=dtype)


def to_numpy(result: Any) -> tuple[np.ndarray, str]:
    """An array widened to float64, which changes no value, with the name of its dtype."""
    return np.asarray(result).astype(np.float64), result.dtype.name
