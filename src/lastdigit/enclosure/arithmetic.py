"""The arithmetic of an implementation: what its rounding bounds depend on."""

from __future__ import annotations

from dataclasses import dataclass

from lastdigit.enclosure.upward import gamma, up
from lastdigit.number_format import FloatFormat

EXP_ERROR = 6.0
"""Error of a library's exp, in units of roundoff. NumPy's float32 exp was seen to be off by 2.30 ulp, that is 4.6."""

RESCALED = 2
"""Extra roundings of a product whose two factors were multiplied by a constant first, as in (√α q)(√α k)ᵀ."""


@dataclass(frozen=True)
class Arithmetic:
    """What an implementation computes in: the format it stores, the one it sums up in, its tile of keys, its exp."""

    storage: FloatFormat
    accumulation: FloatFormat
    key_tile: int | None = None
    exp_error: float = EXP_ERROR

    @property
    def u(self) -> float:
        """Unit roundoff of the storage format."""
        return self.storage.unit_roundoff

    @property
    def underflow(self) -> float:
        """Absolute error of a result below the normal range."""
        return self.storage.underflow

    def summation(self, n: int, *, stored: int = 1) -> float:
        """Relative error of a sum with n roundings of accumulation and ``stored`` ones of storage.

        Where both formats are the same, storing the sum is no rounding of its own.
        """
        accumulation = self.accumulation.unit_roundoff
        if self.accumulation == self.storage:
            return gamma(n + stored - 1, accumulation)
        factor = (1.0 + gamma(n, accumulation)) * (1.0 + self.u) ** stored
        return float(up(factor - 1.0 + 2.0**-51))

    def tiles(self, keys: int) -> int:
        """Into how many tiles an online softmax cuts so many keys."""
        return 1 if self.key_tile is None else max(1, -(-keys // self.key_tile))
