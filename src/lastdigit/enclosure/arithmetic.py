"""The arithmetic of an implementation: what its rounding bounds depend on."""

from __future__ import annotations

from dataclasses import dataclass

from lastdigit.enclosure.upward import RAISED, gamma
from lastdigit.number_format import FORMATS, FloatFormat

EXP_ERROR = 6.0
"""Error of a library's exp, in units of roundoff. NumPy's float32 exp was seen to be off by 2.30 ulp, that is 4.6."""

RESCALED = 2
"""Extra roundings of a product whose two factors were multiplied by a constant first, as in (√α q)(√α k)ᵀ."""

TRUNCATED = 2.0
"""A matrix unit that truncates in place of rounding to nearest loses up to 2u (Fasi, Higham, Mikaitis and Pranesh,
"Numerical behavior of NVIDIA tensor cores", PeerJ Comput. Sci. 7, 2021)."""


@dataclass(frozen=True)
class Arithmetic:
    """What an implementation computes in: the format it stores, the one it sums up in, its tile of keys, its exp.

    ``operands``: the coarser format to which the operands of matrix products are rounded or truncated first, as TF32 on
    matrix units; None where they are taken as stored.
    """

    storage: FloatFormat
    accumulation: FloatFormat
    key_tile: int | None = None
    exp_error: float = EXP_ERROR
    operands: FloatFormat | None = None

    @classmethod
    def usual(cls, dtype: FloatFormat, **other: object) -> Arithmetic:
        """What frameworks do unless they say otherwise: formats narrower than float32 are accumulated in it."""
        wide = FORMATS["float32"]
        return cls(dtype, wide if dtype.digits < wide.digits else dtype, **other)  # type: ignore[arg-type]

    @property
    def u(self) -> float:
        """Unit roundoff of the storage format."""
        return self.storage.unit_roundoff

    @property
    def accumulation_roundoff(self) -> float:
        """Largest relative error of an addition. Sums in a wider format, or of coarser operands, may be truncated."""
        truncates = self.operands is not None or self.accumulation != self.storage
        return self.accumulation.unit_roundoff * (TRUNCATED if truncates else 1.0)

    @property
    def underflow(self) -> float:
        """Absolute error of a result below the normal range."""
        return self.storage.underflow

    @property
    def largest_sum(self) -> float:
        """What no partial sum may exceed."""
        return self.accumulation.largest

    @property
    def flushed(self) -> float:
        """What an operand may lose that is flushed to zero, as fast libraries do below the normal range."""
        return 0.0 if self.storage.name == "float16" else self.underflow

    def summation(self, n: int, *, stored: int = 1) -> float:
        """Relative error of a sum with n roundings of accumulation and ``stored`` ones of storage.

        Where both formats are the same, storing the sum is no rounding of its own.
        """
        if self.accumulation == self.storage:
            return gamma(n + stored - 1, self.accumulation_roundoff)
        factor = (1.0 + gamma(n, self.accumulation_roundoff)) * (1.0 + self.u) ** stored
        return (factor - 1.0 + 2.0**-50) * RAISED

    def product(self, n: int, *, stored: int = 1) -> float:
        """Relative error of a sum of products with n roundings of accumulation (Higham 2002, eq. 3.13).

        With coarser operands, each product has two relative errors of theirs more (Blanchard, Higham, Lopez, Mary and
        Pranesh, "Mixed precision block fused multiply-add", SIAM J. Sci. Comput. 42(3), 2020, theorem 3.2).
        """
        if self.operands is None:
            return self.summation(n, stored=stored)
        accumulated = gamma(n, self.accumulation_roundoff)
        operand = TRUNCATED * self.operands.unit_roundoff
        factor = (1.0 + accumulated) * (1.0 + operand) ** 2 * (1.0 + self.u) ** stored
        return (factor - 1.0 + 2.0**-50) * RAISED

    def tiles(self, keys: int) -> int:
        """Into how many tiles an online softmax cuts so many keys."""
        return 1 if self.key_tile is None else max(1, -(-keys // self.key_tile))
