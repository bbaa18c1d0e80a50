"""The arithmetic of an implementation, which determines its rounding bounds, and the models of what it may round."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from lastdigit.base.number_format import FORMATS, FloatFormat
from lastdigit.enclosure.matrix_units import MatrixUnit
from lastdigit.enclosure.upward import RAISED, gamma

FUSED, STORED, SPLIT = "fused", "stored", "split"
MODELS = (FUSED, STORED, SPLIT)
"""The steps that may be rounded to the storage format, from the tightest model to the widest; each bound contains the
previous one.

*fused*: operands of matrix products and the result; everything else stays in the accumulation format. *stored*: every
step of the definition. *split*: partial sums too, and factors that a softmax removes before normalising, as where
weights are exp(x − log Σ exp x) or parts are merged by their log-sum-exp.
"""

PARTIALS = 8
"""Stored partial sums that a term of a sum passes through in the split model: 256 parts that are added in pairs.

A disagreement is proven only if it exceeds the bound for that many. Measured (``python -m studies.assumptions``):
products of 2,048 terms in bfloat16 reached 0.18 of the bound in 256 parts added in pairs, 0.35 in 32 added one by one
and 0.87 in 256, of which a term may pass through as many partial sums as there are.
"""

TYPICAL_PARTIALS = 2
"""The same for the typical error: one for the part, and one for all further sums, whose roundings partly cancel.

By the same study the deviation is at most 1.4 σ for 256 parts added in pairs or 8 one by one; one by one it is 2.3 σ
for 32 and 6.2 σ for 256.
"""

EXP_ERROR = 6.0
"""Error of a library's exp, in units of roundoff. The largest error observed of NumPy's float32 exp is 2.30 ulp, that
is 4.6."""

RESCALED = 2
"""Additional roundings of a product whose factors were both multiplied by a constant first, as in (√α q)(√α k)ᵀ."""

TRUNCATED = 2.0
"""A matrix unit that truncates instead of rounding to nearest has an error of up to 2u (Fasi, Higham, Mikaitis and
Pranesh, "Numerical behavior of NVIDIA tensor cores", PeerJ Comput. Sci. 7, 2021)."""


@dataclass(frozen=True)
class Arithmetic:
    """The arithmetic of an implementation: storage format, accumulation format, tile of keys, exp.

    ``operands``: the coarser format to which the operands of matrix products are rounded or truncated, such as TF32 on
    matrix units; None if they are used as stored. ``unit``: the matrix unit, if it accumulates more coarsely than that.
    ``partials_overflow``: a stored partial sum may exceed the storage format. Errors of finite results presume that
    none does, since an infinite part makes a sum infinite or nan.
    """

    storage: FloatFormat
    accumulation: FloatFormat
    key_tile: int | None = None
    exp_error: float = EXP_ERROR
    operands: FloatFormat | None = None
    model: str = SPLIT
    unit: MatrixUnit | None = None
    partials_overflow: bool = False

    def in_model(self, model: str) -> Arithmetic:
        """The same arithmetic in another model."""
        return replace(self, model=model)

    @property
    def is_wide(self) -> bool:
        """Whether the accumulation format differs from the storage format."""
        return self.accumulation != self.storage

    @property
    def steps(self) -> FloatFormat:
        """The format in which a step of the definition is stored."""
        return self.accumulation if self.model == FUSED else self.storage

    @property
    def partials(self) -> int:
        """The number of stored partial sums that a term of a sum passes through."""
        return PARTIALS if self.model == SPLIT and self.is_wide else 0

    @property
    def operand_roundoff(self) -> float:
        """The relative error of storing a computed operand of a matrix product."""
        return self.storage.unit_roundoff if self.steps != self.storage else 0.0

    @property
    def exp_roundoff(self) -> float:
        """Relative error of a stored exponential: the library's, in the accumulation format, and that of storing it.

        In the split model exp may be computed in the storage format itself.
        """
        if self.model == SPLIT or not self.is_wide:
            return self.exp_error * self.storage.unit_roundoff
        kept = 0.0 if self.model == FUSED else self.storage.unit_roundoff
        return self.exp_error * self.accumulation.unit_roundoff + kept

    @property
    def truncates(self) -> bool:
        """Whether sums, or the operands of products, may be truncated: roundings are then not independent."""
        return self.operands is not None or self.unit is not None

    @classmethod
    def usual(cls, dtype: FloatFormat, **other: object) -> Arithmetic:
        """The default of frameworks: formats narrower than float32 are accumulated in float32."""
        wide = FORMATS["float32"]
        return cls(dtype, wide if dtype.digits < wide.digits else dtype, **other)  # type: ignore[arg-type]

    @property
    def u(self) -> float:
        """Unit roundoff of a step of the definition."""
        return self.steps.unit_roundoff

    @property
    def accumulation_roundoff(self) -> float:
        """Largest relative error of an addition. Sums in a wider format, or with coarser operands, may be truncated."""
        truncates = self.operands is not None or self.accumulation != self.storage
        return self.accumulation.unit_roundoff * (TRUNCATED if truncates else 1.0)

    @property
    def underflow(self) -> float:
        """Absolute error of a step's result below the normal range."""
        return self.steps.underflow

    @property
    def largest_sum(self) -> float:
        """The largest magnitude of a partial sum within a step, as of a norm or a mean."""
        return self.accumulation.largest

    @property
    def largest_partial(self) -> float:
        """The largest magnitude of a partial sum that a step returns."""
        stored = self.partials and self.partials_overflow
        return (self.storage if stored else self.accumulation).largest

    @property
    def flushed(self) -> float:
        """The error of flushing an operand to zero, as fast libraries do below the normal range."""
        return 0.0 if self.steps.name == "float16" else self.underflow

    def accumulated(self, n: float) -> float:
        """Relative error of n additions in any order: nu with rounding to nearest, for any n, and γₙ with truncation.

        Jeannerod and Rump, "On relative errors of floating-point operations: optimal bounds and applications", Math.
        Comp. 87, 2018, sections 4.1 and 4.2.
        """
        if self.is_wide or self.operands is not None:
            return gamma(n, self.accumulation_roundoff)
        return n * self.accumulation_roundoff * RAISED

    def summation(self, n: int, *, stored: int = 1) -> float:
        """Relative error of a sum with n roundings of accumulation and ``stored`` ones of a step's format.

        If both formats are the same, storing the sum is not a separate rounding.
        """
        further = stored - 1 if self.accumulation == self.steps else stored + self.partials
        return _both(self.accumulated(n), gamma(further, self.u))

    def typical_summation(self, n: int, distinct: float = math.inf) -> float:
        """Standard deviation of n additions, relative to the sum of magnitudes: √(n ÷ 3) u for independent roundings.

        Each has variance u²/3 (Connolly, Higham and Mary, "Stochastic rounding and its probabilistic backward error
        analysis", SIAM J. Sci. Comput. 43(1), 2021). If the terms have only ``distinct`` values, equal terms are
        rounded alike and their errors add up fully. Sums are taken in parts of :attr:`longest_part` terms. Never more
        than the worst case, which is used if sums are known to be truncated.
        """
        worst = self.accumulated(n)
        if self.truncates:
            return worst
        part = min(n, self.longest_part)
        parts = n / part if part else 1.0
        own = part / parts + parts - 1.0 + part * part / distinct
        return min(worst, self.accumulation_roundoff * math.sqrt(own / 3.0))

    @property
    def longest_part(self) -> float:
        """The most terms that are typically added one after another.

        A sum of 1 ÷ u terms of equal size no longer changes when another one is added, so a correct result of more
        terms is computed in parts. An accumulation format narrower than float32 is declared, and with it its loss.
        """
        wide = self.accumulation.digits >= FORMATS["float32"].digits
        return 1.0 / self.accumulation.unit_roundoff if wide else math.inf

    def product(self, n: int, *, stored: int = 1) -> float:
        """Relative error of a sum of products with n roundings of accumulation (Higham 2002, eq. 3.13).

        With coarser operands, each product has two more relative errors, those of its operands (Blanchard, Higham,
        Lopez, Mary and Pranesh, "Mixed precision block fused multiply-add", SIAM J. Sci. Comput. 42(3), 2020, theorem
        3.2).
        """
        if self.unit is not None:
            return _both(_both(self.accumulated(n), self.unit.relative(n)), gamma(stored + self.partials, self.u))
        if self.operands is None:
            return self.summation(n, stored=stored)
        operands = gamma(2, TRUNCATED * self.operands.unit_roundoff)
        return _both(_both(self.accumulated(n), operands), gamma(stored + self.partials, self.u))

    def tiles(self, keys: int) -> int:
        """The number of tiles of keys in an online softmax."""
        return 1 if self.key_tile is None else max(1, -(-keys // self.key_tile))


def _both(one: float, other: float) -> float:
    """The relative error of two consecutive relative errors."""
    return (one + other + one * other) * RAISED
