"""Generators with frozen streams: NumPy's legacy one, torch's on the CPU, Python's, and JAX's keys.

They are reimplemented without torch and JAX, so that their draws can be verified where these are not installed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from lastdigit.cases.draws.box_muller import TorchNormals
from lastdigit.cases.draws.threefry import Keys, uniform
from lastdigit.cases.draws.words import Shape, Words

Draw = Callable[..., np.ndarray]
Calls = Mapping[str, Draw]


def numpy_legacy(seed: int, offset: int = 0) -> Calls:
    """The calls of ``numpy.random.seed(seed)`` after ``offset`` words: float64 arrays, in order."""
    state = Words(seed, offset).state

    def normal(shape: Shape, mean: float = 0.0, std: float = 1.0) -> np.ndarray:
        return np.asarray(state.normal(mean, std, size=shape))

    def between(shape: Shape, low: float = 0.0, high: float = 1.0) -> np.ndarray:
        return np.asarray(state.uniform(low, high, size=shape))

    def rand(shape: Shape) -> np.ndarray:
        return np.asarray(state.random_sample(size=shape))

    return {"normal": normal, "randn": normal, "rand": rand, "random_sample": rand, "random": rand, "uniform": between}


def torch_cpu(seed: int, offset: int = 0) -> Calls:
    """The calls of ``torch.manual_seed(seed)`` on the CPU after ``offset`` words: float32 by default. The generator
    uses the low 32 bits of a seed.
    """
    words = Words(seed, offset)
    normals = TorchNormals(words)

    def rand(shape: Shape, dtype: str = "float32") -> np.ndarray:
        return words.floats(shape) if dtype == "float32" else words.low_doubles(shape)

    def between(shape: Shape, low: float = 0.0, high: float = 1.0, dtype: str = "float32") -> np.ndarray:
        return _between(rand(shape, dtype), low, high, dtype)

    def normal(shape: Shape, mean: float = 0.0, std: float = 1.0, dtype: str = "float32") -> np.ndarray:
        return normals.draw(shape, dtype, mean, std)

    return {"rand": rand, "uniform": between, "randn": normal, "normal": normal}


def python(seed: int, offset: int = 0) -> Calls:
    """The calls of ``random.seed(seed)`` after ``offset`` words, each element one call: float64."""
    words = Words([seed], offset)

    def between(shape: Shape, low: float = 0.0, high: float = 1.0) -> np.ndarray:
        return np.asarray(low + (high - low) * words.doubles(shape))

    return {"random": words.doubles, "uniform": between}


def jax_keys(seed: int, offset: int = 0) -> Calls:
    """Draws with ``key, drawn = jax.random.split(key)`` before each, after ``offset`` such splits: float32."""
    keys = Keys(seed, offset)

    def between(shape: Shape, low: float = 0.0, high: float = 1.0) -> np.ndarray:
        return np.asarray(np.maximum(np.float32(low), _between(uniform(keys.take(), shape), low, high, "float32")))

    return {"uniform": between}


GENERATORS: Mapping[str, Callable[..., Mapping[str, Any]]] = {
    "numpy.random": numpy_legacy,
    "torch": torch_cpu,
    "random": python,
    "jax.random": jax_keys,
}


def _between(unit: np.ndarray, low: float, high: float, dtype: str) -> np.ndarray:
    """unit · (high − low) + low, its ends in the dtype; rounded once, as by the libraries' fused instruction."""
    first, last = (np.asarray(end).astype(dtype) for end in (low, high))
    width = np.asarray(last - first).astype(np.float64)
    return np.asarray((unit * width + first).astype(dtype).astype(np.float64))
