"""Scaled attention scores of given queries and keys, with error bounds computed only as finely as needed."""

from __future__ import annotations

import functools
import math
from decimal import Decimal, localcontext
from functools import cached_property

import numpy as np

from lastdigit.base.number_format import FloatFormat
from lastdigit.enclosure.arithmetic import RESCALED, TYPICAL_PARTIALS, Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.enclosure.rounded_products import distinct_values
from lastdigit.enclosure.sharing import once
from lastdigit.enclosure.single import Kind, slack
from lastdigit.enclosure.typical import ROUNDING, Typical
from lastdigit.enclosure.upward import RAISED, gamma, norms_up, quietly, raised

SCALE_ROUNDINGS = 6
"""Roundings of √d, of its root and of its inverse, each twice if both sides are scaled."""


DIGITS = 40
"""Decimal digits of the computed error of a constant."""

LOST = Decimal(10) ** (5 - DIGITS)
"""A bound on the error of these digits: a result below it counts as zero."""


def of_terms(arithmetic: Arithmetic, d: int) -> float:
    """Relative error of the terms of a scaled score: of their sum, and of two operands that were scaled before."""
    return arithmetic.product(d, stored=1 + RESCALED)


def of_scores(arithmetic: Arithmetic, d: int) -> float:
    """Relative error of a scaled score itself: of the constants, and of the scaling."""
    return gamma(SCALE_ROUNDINGS + 1, arithmetic.u) * (1.0 + of_terms(arithmetic, d)) * RAISED


def raised_scale(d: int) -> float:
    """An upper bound of 1 ÷ √d."""
    return (1.0 + 2.0**-50) / math.sqrt(d)


class RoundedScores(RoundedBalls):
    """q kᵀ ÷ √d of given q (…, n, d) and k (…, m, d) ≠ ∅, which cannot overflow; ``lost`` bounds the underflow."""

    def __init__(self, value: Balls, q: RoundedBalls, k: RoundedBalls, lost: float) -> None:
        self.value = value
        self.arithmetic = q.arithmetic
        self.lost = lost
        self._q, self._k = q.value, k.value
        self.width = q.shape[-1]

    @cached_property
    def bound(self) -> np.ndarray:  # type: ignore[override]
        """The bound of each score, by |q||k|."""
        with quietly():
            return raised(self.combined_bound(self.value.magnitudes(), np.float64, 1.0, 0.0))

    def combined_bound(self, sizes: np.ndarray, kind: Kind, factor: float, of_sizes: float) -> np.ndarray:
        """``factor`` times the bound plus ``of_sizes`` times the scores' magnitudes, rounded in ``kind``."""
        terms, scores = of_terms(self.arithmetic, self.width), of_scores(self.arithmetic, self.width)
        per_term = factor * raised_scale(self.width) * terms * (1.0 + scores)
        found = kind(per_term) * once(_products, self._q, self._k, kind)
        found += kind(factor * scores + of_sizes) * sizes
        found += kind(factor * self.lost)
        return np.asarray(found)

    @cached_property
    def reach(self) -> np.ndarray:
        """An upper bound of the scores of a row, and of Σ|qk| ÷ √d, by the norms (…, n, 1)."""
        with quietly():
            largest = np.max(once(_norms, self._k), axis=-2, keepdims=True)
            return np.asarray(once(_norms, self._q) * largest * (raised_scale(self.width) * RAISED))

    @cached_property
    def row_bound(self) -> np.ndarray:
        """The largest error of a row's scores, by the norms (…, n, 1)."""
        terms, scores = of_terms(self.arithmetic, self.width), of_scores(self.arithmetic, self.width)
        with quietly():
            return np.asarray((self.reach * (terms * (1.0 + scores) + scores) + self.lost) * RAISED)

    @cached_property
    def typical(self) -> Typical:  # type: ignore[override]
        """The typical error: the actual error of the constant for this width; the others are independent."""
        sizes = self.value.magnitudes()
        with quietly():
            own, row = self.variances(sizes, np.float64, 2.0)
            own = (ROUNDING * self.arithmetic.u) * np.sqrt(own + row)
            return Typical(self.lost + self.scale_error * sizes, own)

    @cached_property
    def scale_error(self) -> float:
        """Relative error of the rounded scale."""
        return scale_error(self.width, self.arithmetic.steps)

    def variances(self, sizes: np.ndarray, kind: Kind, of_sizes: float) -> tuple[np.ndarray, np.ndarray]:
        """The variance of each score, in units of u²/3: a new array, and a term added to each row of it.

        ``of_sizes`` s²: two roundings of the score itself, stored and scaled, and what else is proportional to it.
        Roundings of each term: two of scaled operands, where they are stored, and those of partial sums. Σ|qk| is at
        most the product of the norms of a query and a key; where stored terms are far coarser, the largest such product
        of the row is used.
        """
        arithmetic, scale = self.arithmetic, 1.0 / math.sqrt(self.width)
        per_term = RESCALED * (arithmetic.steps == arithmetic.storage) + TYPICAL_PARTIALS * bool(arithmetic.partials)
        found = kind(of_sizes) * once(_squares, sizes)
        if arithmetic.is_wide and per_term:
            found += kind(scale * scale * per_term) * once(_squared_products, self._q, self._k, kind)
            return found, np.square(self.reach * self.summation)
        rows = np.square(once(_norms, self._q)) * (scale * scale * (self.summation**2 + per_term))
        columns = np.square(np.swapaxes(once(_norms, self._k), -1, -2))
        found += rows.astype(kind) * columns.astype(kind)
        return found, np.zeros(())

    @property
    def summation(self) -> float:
        """Standard deviation of a sum, relative to Σ|qk|, in units of u/√3."""
        distinct = max(once(distinct_values, self._q.magnitudes()), once(distinct_values, self._k.magnitudes()))
        return self.arithmetic.typical_summation(self.width, distinct) / (ROUNDING * self.arithmetic.u)


@functools.cache
def scale_error(d: int, format: FloatFormat) -> float:
    """The largest relative error of 1 ÷ √d as a constant: as a factor, as a divisor, or as its root on both sides.

    Zero if d is a power of sixteen: all three are then numbers of the format.
    """
    with localcontext() as context:
        context.prec = DIGITS
        root = Decimal(d).sqrt()
        held = [_held(number, format) for number in (root, 1 / root, root.sqrt(), 1 / root.sqrt())]
        inverse_of_held = _held(1 / held[0], format)
        found = (held[0] / root, held[1] * root, held[2] ** 2 / root, held[3] ** 2 * root, inverse_of_held * root)
        error = max(abs(each - 1) for each in found)
        return float(error + LOST) * RAISED if error > LOST else 0.0


def _held(number: Decimal, format: FloatFormat) -> Decimal:
    return Decimal(float(format.round(np.asarray(float(number)))))


def _products(q: Balls, k: Balls, kind: Kind) -> np.ndarray:
    left, right = (side.magnitudes().astype(kind) for side in (q, k))
    product: np.ndarray = left @ np.swapaxes(right, -1, -2)
    product *= kind(1.0 + slack(kind, left.shape[-1]))
    return np.asarray(product)


def _squared_products(q: Balls, k: Balls, kind: Kind) -> np.ndarray:
    left, right = (np.square(side.magnitudes().astype(kind)) for side in (q, k))
    return np.asarray(left @ np.swapaxes(right, -1, -2))


def _norms(vectors: Balls) -> np.ndarray:
    return norms_up(vectors.magnitudes())


def _squares(sizes: np.ndarray) -> np.ndarray:
    return np.asarray(sizes * sizes)
