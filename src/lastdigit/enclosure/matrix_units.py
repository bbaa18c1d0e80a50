"""Matrix units that add products in a narrow format: terms per block, and binary digits kept."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lastdigit.base.errors import LastdigitError, meant
from lastdigit.enclosure.upward import RAISED, quietly

FLOAT8 = "float8"
"""The prefix of the formats whose products these units add so coarsely."""

ROUNDED = 1.0 + 2.0**-30
"""A factor that covers the rounding of a bound of up to a million blocks."""


@dataclass(frozen=True)
class MatrixUnit:
    """A unit that adds ``terms`` products and the previous sum at once.

    All are aligned to the largest of them and truncated to ``digits`` binary digits after its leading one; their exact
    sum is truncated likewise. Terms are added in order.
    """

    terms: int
    digits: int

    @property
    def share(self) -> float:
        """The largest error of one block, relative to the largest number in it, including the sum."""
        return (self.terms + 2) * 2.0**-self.digits

    def relative(self, n: int) -> float:
        """Error of n terms in any order, relative to the sum of their magnitudes; no number in a block is larger."""
        return math.expm1(math.ceil(n / self.terms) * math.log1p(self.share)) * RAISED

    def in_order(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """Error bounds of the product of two arrays (…, n, k) and (…, k, m) with terms added in order.

        The largest number of a block is the previous sum, or a product of the largest factors.
        """
        with quietly():
            total: np.ndarray = np.zeros((*np.broadcast_shapes(left.shape[:-2], right.shape[:-2]), left.shape[-2], 1))
            error = total
            for start in range(0, left.shape[-1], self.terms):
                block = slice(start, start + self.terms)
                rows, columns = left[..., block], right[..., block, :]
                before, total = np.abs(total), total + rows @ columns
                largest = np.max(np.abs(rows), axis=-1, keepdims=True) * np.max(np.abs(columns), axis=-2, keepdims=True)
                reach = np.maximum(np.maximum(before, np.abs(total)), largest) + error
                error = error + self.share * reach
            return np.asarray(error * ROUNDED)


HARDWARE = {"ada": MatrixUnit(16, 13), "hopper": MatrixUnit(32, 13)}
"""Units of NVIDIA's architectures for float8 (Khattak and Mikaitis, "Accurate models of NVIDIA tensor cores", 2025;
DeepSeek-AI, "DeepSeek-V3 technical report", 2024, section 3.3.2). Where the block length is unknown, a shorter one is
used, which gives more blocks and a wider bound."""


class UnknownHardware(LastdigitError):
    """Hardware without a known matrix unit."""

    def __init__(self, name: str) -> None:
        known = ", ".join(HARDWARE)
        super().__init__(f"expected hardware among {known}, found {name!r}{meant(name, HARDWARE)}")


def unit_of(hardware: str, dtypes: Sequence[str]) -> MatrixUnit | None:
    """The unit that adds products of arrays of these dtypes; None if it is no coarser than float32.

    Raises :class:`UnknownHardware`.
    """
    if hardware and hardware not in HARDWARE:
        raise UnknownHardware(hardware)
    return HARDWARE[hardware] if hardware and any(dtype.startswith(FLOAT8) for dtype in dtypes) else None
