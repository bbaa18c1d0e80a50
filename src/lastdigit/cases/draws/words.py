"""The words of the Mersenne Twister, and the uniform numbers that NumPy, Python and torch derive from them.

MT19937: Matsumoto and Nishimura, ACM TOMACS 8(1), 1998. NumPy's legacy generator and torch's on the CPU are seeded by
init_genrand of its authors' version of 2002, Python's by init_by_array.
"""

from __future__ import annotations

import math

import numpy as np

Shape = tuple[int, ...]


class Words:
    """The output of one generator from ``offset`` words on, taken in order."""

    def __init__(self, seed: int | list[int], offset: int = 0) -> None:
        self.state = np.random.RandomState(seed)
        self.take(offset)

    def take(self, count: int) -> np.ndarray:
        """The next ``count`` words. NumPy would draw one word for none."""
        if count == 0:
            return np.empty(0, dtype="<u4")
        return np.frombuffer(self.state.bytes(4 * count), dtype="<u4")

    def doubles(self, shape: Shape) -> np.ndarray:
        """53 bits of two words each, as in NumPy's legacy generator and Python's ``random``."""
        return np.asarray(self.state.random_sample(shape))

    def floats(self, shape: Shape) -> np.ndarray:
        """The low 24 bits of one word each, as in torch's float32 numbers."""
        return ((self.take(math.prod(shape)) & 0xFFFFFF) * 2.0**-24).reshape(shape)

    def low_doubles(self, shape: Shape) -> np.ndarray:
        """The low 53 bits of two words each, high word first, as in torch's float64 numbers."""
        words = self.take(2 * math.prod(shape)).astype(np.uint64).reshape(-1, 2)
        joined = (words[:, 0] << np.uint64(32)) | words[:, 1]
        return ((joined & np.uint64(2**53 - 1)) * 2.0**-53).reshape(shape)
