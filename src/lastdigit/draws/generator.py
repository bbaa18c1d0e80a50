"""Generators whose streams never change: NumPy's legacy generator and torch's on the CPU.

Both are the Mersenne Twister MT19937 seeded by an integer (Matsumoto and Nishimura, ACM TOMACS 8(1), 1998). torch's
uniform float32 numbers are the low 24 bits of one word each, so that they can be drawn where torch is not installed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np

Draw = Callable[[tuple[int, ...]], np.ndarray]


def numpy_legacy(seed: int) -> Mapping[str, Draw]:
    """The calls of ``numpy.random.seed(seed)``: float64 arrays, in the order in which they are drawn."""
    state = np.random.RandomState(seed)
    return {
        "normal": lambda shape: state.normal(size=shape),
        "rand": lambda shape: state.random_sample(size=shape),
    }


def torch_cpu(seed: int) -> Mapping[str, Draw]:
    """The calls of ``torch.manual_seed(seed)`` on the CPU: float32 numbers, widened to float64."""
    state = np.random.RandomState(seed)

    def rand(shape: tuple[int, ...]) -> np.ndarray:
        words = state.randint(0, 2**32, size=math.prod(shape), dtype=np.uint32)
        return ((words & 0xFFFFFF) * 2.0**-24).reshape(shape)

    return {"rand": rand}


GENERATORS: Mapping[str, Callable[[int], Mapping[str, Draw]]] = {"numpy.random": numpy_legacy, "torch": torch_cpu}
