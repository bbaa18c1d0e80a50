"""Weighted sums of a result's errors: their bounds and typical sizes, where errors share causes.

Elements that are stored as the same number may be rounded alike, and so may rows that are nearly equal. Errors that may
be shared are added up fully; all others are independent.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from lastdigit.base.number_format import FloatFormat
from lastdigit.enclosure.typical import ROUNDING, Typical
from lastdigit.enclosure.upward import quietly

NEAR = 16.0
"""Units of roundoff within which two values may be rounded alike, after a few roundings each.

Measured (``python -m studies.assumptions``): errors of rows of an attention with every step stored have a correlation
of 0.64 if they are less than one unit apart, 0.07 up to two, and at most 0.02 beyond.
"""


SAME_DIGITS = 40
"""Binary digits to which two values count as the same number: engines may round them once or twice."""

REPEATED = 1.0 + 2.0**-6
"""The variance of a sum with numbers repeated in several rows, over that of as many independent numbers.

Below this ratio, accidental repetitions are ignored.
"""


@dataclass(frozen=True, eq=False)
class Sums:
    """Weighted sums of errors: ``sigma`` is the deviation of the independent parts, ``bias`` bounds the others."""

    bias: np.ndarray
    sigma: np.ndarray

    def limit(self, factor: float) -> np.ndarray:
        """What a sum exceeds as rarely as a normal number exceeds ``factor`` standard deviations."""
        return np.asarray(self.bias + factor * self.sigma)


UNKNOWN_SUMS = Sums(np.asarray(np.inf), np.asarray(np.inf))
"""Sums of errors of which nothing is known."""


@dataclass(frozen=True, eq=False)
class Errors:
    """The typical errors of a result of rows (n, c) with exact ``values``, stored in a ``format``.

    ``alike`` (n,) gives equal numbers to rows that are computed from the same numbers, such as those of equal queries,
    which are rounded alike although a mask makes their values differ; None if all differ. ``apart``: the errors of
    different rows are independent unless the rows are alike; False if rows share a cause, such as the variance of a
    channel.
    """

    values: np.ndarray
    typical: Typical
    format: FloatFormat
    alike: np.ndarray | None = field(default=None, kw_only=True)
    apart: bool = field(default=True, kw_only=True)

    @cached_property
    def _parts(self) -> Typical:
        """The known parts; unknown elements have no weight in any sum."""
        known = (
            part if np.isfinite(part).all() else np.where(np.isfinite(part), part, 0.0) for part in self.typical.parts()
        )
        return Typical(*known).in_shape(self.values.shape)

    @cached_property
    def factor(self) -> np.ndarray:
        """Bounds on the factors of the rows (n, 1)."""
        return np.broadcast_to(self.typical.factor, (*self.values.shape[:-1], 1))

    @cached_property
    def _known_factor(self) -> np.ndarray:
        return np.where(np.isfinite(self.factor), self.factor, 0.0)

    @cached_property
    def sigma(self) -> np.ndarray:
        """The standard deviation of each element."""
        return np.broadcast_to(self.typical.sigma, self.values.shape)

    def are_known(self, weights: np.ndarray) -> bool:
        """Whether every element with a weight has known errors."""
        return bool(np.all(np.isfinite(self.sigma + self.bias) | (weights == 0.0)))

    @cached_property
    def last_rounding(self) -> np.ndarray:
        """The standard deviation of storing each element, which is the least that it can have."""
        with quietly():
            return np.asarray(ROUNDING * self.format.unit_roundoff * np.abs(self.values))

    @cached_property
    def bias(self) -> np.ndarray:
        """The part of each element's error that is not independent."""
        bias = np.broadcast_to(self.typical.bias, self.values.shape)
        with quietly():
            return np.asarray(bias + self.factor * np.abs(self.values))

    def at(self, rows: np.ndarray) -> Errors:
        """The errors of some rows."""
        parts = (np.broadcast_to(part, self.values.shape)[rows] for part in self.typical.parts())
        bias, element, row, whole = parts
        typical = Typical(bias, element, row, whole, self.factor[rows])
        alike = None if self.alike is None else self.alike[rows]
        return Errors(self.values[rows], typical, self.format, alike=alike, apart=self.apart)

    def limits(self, deviations: float) -> np.ndarray:
        """What errors exceed as rarely as a normal number exceeds ``deviations`` standard deviations; ∞ if unknown."""
        if deviations not in self._limits:
            limits = self.bias + deviations * self.sigma
            self._limits[deviations] = np.where(np.isfinite(limits), limits, np.inf)
        return self._limits[deviations]

    @cached_property
    def _limits(self) -> dict[float, np.ndarray]:
        return {}

    @cached_property
    def _stored(self) -> np.ndarray:
        """The values rounded to the storage format."""
        return self.format.round(self.values)

    @cached_property
    def has_like_elements(self) -> bool:
        """Whether two elements of any row are stored as the same number."""
        ranked = np.sort(self._stored, axis=-1)
        return bool(np.any(ranked[:, 1:] == ranked[:, :-1]))

    @cached_property
    def like_elements(self) -> np.ndarray:
        """The group of each element (n, c): elements of a row that are stored as the same number."""
        return like_in_rows(self._stored)

    @cached_property
    def like_rows(self) -> np.ndarray:
        """The group of each row (n,); consecutive rows share one if at least half of their elements are close.

        The order is that of one weighted sum of the elements, in which similar rows are neighbours.
        """
        draw = np.random.default_rng(0).uniform(0.5, 1.5, size=self.values.shape[-1])
        order = np.argsort(self.values @ draw, kind="stable")
        ranked = self.values[order]
        reach = NEAR * self.format.unit_roundoff * np.maximum(np.abs(ranked[1:]), np.abs(ranked[:-1]))
        with quietly():
            near = np.mean(np.abs(ranked[1:] - ranked[:-1]) <= reach, axis=-1) >= 0.5
        groups = np.zeros(len(ranked), dtype=np.intp)
        groups[order[1:]] = np.cumsum(~near)
        return groups if self.alike is None else _joined(groups, self.alike)

    @cached_property
    def repeats_numbers(self) -> bool:
        """Whether rows that are not alike contain so many equal numbers that their errors are not independent."""
        _, first = np.unique(self.like_rows, return_index=True)
        digits, exponents = np.frexp(self.values[first])
        rows = np.sort(np.ldexp(np.rint(np.ldexp(digits, SAME_DIGITS)), exponents - SAME_DIGITS), axis=-1)
        own = np.isfinite(rows) & (rows != 0.0)
        own[:, 1:] &= rows[:, 1:] != rows[:, :-1]
        _, counts = np.unique(rows[own], return_counts=True)
        return bool(np.sum(np.square(counts, dtype=np.float64)) > REPEATED * np.sum(counts))

    @cached_property
    def _starts(self) -> tuple[np.ndarray, np.ndarray] | None:
        """Rows ordered by group, and the start of each group; None if every row is alone."""
        order = np.argsort(self.like_rows, kind="stable")
        ranked = self.like_rows[order]
        starts = np.flatnonzero(np.r_[True, ranked[1:] != ranked[:-1]]) if len(ranked) else ranked
        return None if len(starts) == len(ranked) else (order, starts)

    def by_row(self, weights: np.ndarray) -> Sums:
        """Sums for every row: weights (…, n, c) → (…, n)."""
        parts, size = self._parts, np.abs(weights)
        own = size * parts.element
        if self.has_like_elements:
            own = self._of_like_elements(own)
        elements, rows, whole = np.vecdot(own, own), np.vecdot(size, parts.row), np.vecdot(size, parts.whole)
        bias = np.vecdot(size, parts.bias) + self._gains(weights)
        return Sums(bias, np.sqrt(elements + rows**2 + whole**2))

    def _of_like_elements(self, sizes: np.ndarray) -> np.ndarray:
        """Sums over the elements of each group of a row (…, n, c), padded with zeros."""
        stack = sizes.reshape(-1, self.values.size)
        groups = self.like_elements.reshape(-1) + self.values.size * np.arange(len(stack))[:, np.newaxis]
        return np.bincount(groups.reshape(-1), stack.reshape(-1), minlength=stack.size).reshape(sizes.shape)

    def _gains(self, weights: np.ndarray) -> np.ndarray:
        """Bounds on the effect of the rows' factors on the sums."""
        return np.asarray(self._known_factor[:, 0] * np.abs(np.vecdot(weights, self.values)))

    def by_column(self, weights: np.ndarray) -> Sums:
        """Sums for every column: weights (…, n, c) → (…, c)."""
        parts, size = self._parts, np.abs(weights)
        own = np.hypot(size * parts.element, size * parts.row)
        spread = np.sum(self._of_groups(own) ** 2, axis=-2)
        whole = np.sum(size * parts.whole, axis=-2)
        bias = np.sum(size * (parts.bias + self._known_factor * np.abs(self.values)), axis=-2)
        return Sums(bias, np.sqrt(spread + whole**2))

    def of_all(self, weights: np.ndarray, rows: Sums | None = None) -> Sums:
        """Sums over the whole result: weights (…, n, c) → (…); ``rows`` are the sums for every row, if known.

        The factors of rows are independent: each is within its bound, which serves as a standard deviation, since the
        tails of a bounded number are no heavier (Hoeffding's lemma).
        """
        parts, size = self._parts, np.abs(weights)
        rows, gains = rows or self.by_row(weights), self._gains(weights)
        shared = np.vecdot(size, parts.whole)
        apart = rows.sigma**2 - shared**2 + gains**2
        together = self.in_groups(np.sqrt(np.maximum(apart, 0.0)))
        whole = np.sum(shared, axis=-1)
        return Sums(np.sum(rows.bias - gains, axis=-1), np.sqrt(np.sum(together**2, axis=-1) + whole**2))

    def observed(self, sums: np.ndarray) -> np.ndarray:
        """The deviation estimated from the row sums (…, n): √Σ T², with those of like rows added first.

        A sum of independent symmetric numbers is sub-Gaussian with respect to this as a normal number is to its
        standard deviation, whatever their sizes (Efron, "Student's t-test under symmetry conditions", JASA 64, 1969).
        If rows are not ``apart`` they give no estimate: ∞.
        """
        if not self.apart:
            return np.full(sums.shape[:-1], np.inf)
        return np.asarray(np.sqrt(np.sum(self.in_groups(sums) ** 2, axis=-1)))

    def pooled(self, own: np.ndarray) -> float:
        """The share of equal elements in different rows; 0 here."""
        return 0.0

    def in_groups(self, rows: np.ndarray) -> np.ndarray:
        """Sums over the rows of each group (…, n) → (…, groups)."""
        return self._of_groups(rows[..., np.newaxis])[..., 0]

    def _of_groups(self, rows: np.ndarray) -> np.ndarray:
        """Sums over the rows of each group (…, n, c) → (…, groups, c)."""
        if self._starts is None:
            return rows
        order, starts = self._starts
        return np.asarray(np.add.reduceat(rows[..., order, :], starts, axis=-2))


def _joined(groups: np.ndarray, others: np.ndarray) -> np.ndarray:
    """The groups (n,) that join all members of either kind of group, directly or through others."""
    found = groups
    while True:
        before = found
        for kind in (others, groups):
            lowest = np.full(int(np.max(kind, initial=0)) + 1, len(groups), dtype=np.intp)
            np.minimum.at(lowest, kind, found)
            found = lowest[kind]
        if np.array_equal(found, before):
            return found


def like_in_rows(numbers: np.ndarray) -> np.ndarray:
    """The group of each element (n, c): equal elements of a row."""
    order = np.argsort(numbers, axis=-1)
    ranked = np.take_along_axis(numbers, order, axis=-1)
    steps = np.zeros(ranked.shape, dtype=np.intp)
    steps[:, 1:] = ranked[:, 1:] != ranked[:, :-1]
    groups = np.empty(ranked.shape, dtype=np.intp)
    np.put_along_axis(groups, order, np.cumsum(steps, axis=-1), axis=-1)
    return np.asarray(groups + ranked.shape[-1] * np.arange(len(ranked))[:, np.newaxis])
