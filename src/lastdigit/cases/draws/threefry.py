"""JAX's keys: the Threefry-2×32 cipher with 20 rounds (Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3",
SC 2011), with JAX's counters since version 0.5.
"""

from __future__ import annotations

import math

import numpy as np

from lastdigit.cases.draws.words import Shape

ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
PARITY = 0x1BD11BDA
Key = tuple[int, int]


def threefry(key: Key, high: np.ndarray, low: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two words for every pair of counters (n,), (n,) → (n,), (n,)."""
    keys = [np.uint32(word) for word in (*key, key[0] ^ key[1] ^ PARITY)]
    x, y = high.astype(np.uint32) + keys[0], low.astype(np.uint32) + keys[1]
    for injection in range(1, 6):
        for rotation in ROTATIONS[(injection - 1) % 2]:
            x = x + y
            y = ((y << np.uint32(rotation)) | (y >> np.uint32(32 - rotation))) ^ x
        x = x + keys[injection % 3]
        y = y + keys[(injection + 1) % 3] + np.uint32(injection)
    return x, y


def split(key: Key) -> tuple[Key, Key]:
    """``jax.random.split(key)``: the next key, and the one to draw with."""
    x, y = threefry(key, np.zeros(2), np.arange(2))
    return (int(x[0]), int(y[0])), (int(x[1]), int(y[1]))


def uniform(key: Key, shape: Shape) -> np.ndarray:
    """``jax.random.uniform(key, shape)`` in float32: the upper 23 bits of one word for every element."""
    x, y = threefry(key, np.zeros(math.prod(shape)), np.arange(math.prod(shape)))
    return np.asarray((((x ^ y) >> np.uint32(9)) * 2.0**-23).reshape(shape))


class Keys:
    """The keys of ``key, drawn = jax.random.split(key)``, after ``offset`` of them were used."""

    def __init__(self, seed: int, offset: int) -> None:
        self.key: Key = (0, seed)
        for _ in range(offset):
            self.take()

    def take(self) -> Key:
        """The next key to draw with."""
        self.key, drawn = split(self.key)
        return drawn
