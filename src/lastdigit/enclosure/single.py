"""float32 arithmetic on bounds and variances of large arrays: half the memory, with a wider margin."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from lastdigit.enclosure.upward import quietly, raised

Kind: TypeAlias = type[np.float32] | type[np.float64]

LARGEST = 2.0**60
"""The largest number whose square, and sums of such squares, are in the range of float32."""

MOST_TERMS = 2**18
"""The most terms of a float32 sum whose roundings are small relative to it."""

UNDERFLOWN = 2.0**-100
"""A bound on underflow in float32 if all other factors are at most :data:`LARGEST`, for 2^20 terms."""


def single_where(largest: float, terms: int) -> Kind:
    """float32 if it suits numbers up to ``largest`` and sums of ``terms`` terms, else float64."""
    return np.float32 if largest < LARGEST and terms <= MOST_TERMS else np.float64


def slack(kind: Kind, terms: int) -> float:
    """The most by which a sum of non-negative terms, each with at most 16 roundings, may fall short."""
    return (terms + 40) * (2.0**-23 if kind is np.float32 else 2.0**-52)


def product_up(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """A float64 upper bound of the product of two non-negative arrays, except for underflow in float32."""
    kind = np.float32 if left.dtype == np.float32 else np.float64
    with quietly():
        product = np.asarray(left @ right, dtype=np.float64)
        product *= 1.0 + slack(kind, left.shape[-1])
        return raised(product)
