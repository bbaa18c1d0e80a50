"""Weighted sums of a result's errors: how large they are at most, and typically, where errors share their causes.

Elements that are stored as the same number may be rounded alike, and so may rows that are nearly the same. What they
may share is added up in full; the rest is independent.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lastdigit.enclosure.typical import Typical
from lastdigit.enclosure.upward import quietly
from lastdigit.number_format import FloatFormat

NEAR = 16.0
"""Units of roundoff within which two values may be rounded alike, after a few roundings each.

Measured (``python -m studies.assumptions``): errors of rows of an attention of which each step is stored have a
correlation of 0.64 where they are less than one unit apart, 0.07 up to two, and at most 0.02 beyond.
"""


@dataclass(frozen=True, eq=False)
class Sums:
    """Weighted sums of errors: ``bias`` bounds what is not independent, ``sigma`` is the rest's standard deviation."""

    bias: np.ndarray
    sigma: np.ndarray

    def limit(self, factor: float) -> np.ndarray:
        """What a sum exceeds as rarely as a normal number exceeds ``factor`` standard deviations."""
        return np.asarray(self.bias + factor * self.sigma)


@dataclass(frozen=True, eq=False)
class Errors:
    """The typical errors of a result of rows (n, c) with exact ``values``, stored in a ``format``."""

    values: np.ndarray
    typical: Typical
    format: FloatFormat

    @cached_property
    def _parts(self) -> Typical:
        """What is known; elements of which nothing is have no weight in any sum."""
        parts = self.typical.in_shape(self.values.shape).parts()
        bias, element, row, whole = (np.where(np.isfinite(part), part, 0.0) for part in parts)
        return Typical(bias, element, row, whole)

    @cached_property
    def factor(self) -> np.ndarray:
        """Bounds of what rows are multiplied by (n, 1)."""
        return np.broadcast_to(self.typical.factor, (*self.values.shape[:-1], 1))

    @cached_property
    def _known_factor(self) -> np.ndarray:
        return np.where(np.isfinite(self.factor), self.factor, 0.0)

    @cached_property
    def sigma(self) -> np.ndarray:
        """The standard deviation of each element."""
        return np.broadcast_to(self.typical.sigma, self.values.shape)

    @cached_property
    def bias(self) -> np.ndarray:
        """What of each element's error is not independent."""
        bias = np.broadcast_to(self.typical.bias, self.values.shape)
        with quietly():
            return np.asarray(bias + self.factor * np.abs(self.values))

    def at(self, rows: np.ndarray) -> Errors:
        """Those of some rows."""
        parts = (np.broadcast_to(part, self.values.shape)[rows] for part in self.typical.parts())
        bias, element, row, whole = parts
        return Errors(self.values[rows], Typical(bias, element, row, whole, self.factor[rows]), self.format)

    def limits(self, deviations: float) -> np.ndarray:
        """What each error exceeds as rarely as a normal number exceeds so many standard deviations; ∞: not known."""
        if deviations not in self._limits:
            limits = self.bias + deviations * self.sigma
            self._limits[deviations] = np.where(np.isfinite(limits) & np.isfinite(self.values), limits, np.inf)
        return self._limits[deviations]

    @cached_property
    def _limits(self) -> dict[float, np.ndarray]:
        return {}

    @cached_property
    def _stored(self) -> np.ndarray:
        """The values as they are stored, zeros without a sign."""
        return self.format.round(self.values) + 0.0

    @cached_property
    def has_like_elements(self) -> bool:
        """Whether two elements of any row are stored alike."""
        ranked = np.sort(self._stored, axis=-1)
        return bool(np.any(ranked[:, 1:] == ranked[:, :-1]))

    @cached_property
    def like_elements(self) -> np.ndarray:
        """For each element the number of its group (n, c): those of a row that are stored alike."""
        order = np.argsort(self._stored, axis=-1)
        ranked = np.take_along_axis(self._stored, order, axis=-1)
        steps = np.zeros(ranked.shape, dtype=np.intp)
        steps[:, 1:] = ranked[:, 1:] != ranked[:, :-1]
        groups = np.empty(ranked.shape, dtype=np.intp)
        np.put_along_axis(groups, order, np.cumsum(steps, axis=-1), axis=-1)
        return np.asarray(groups + ranked.shape[-1] * np.arange(len(ranked))[:, np.newaxis])

    @cached_property
    def like_rows(self) -> np.ndarray:
        """For each row the number of its group (n,): rows follow one another in a group where half of them is alike.

        They are taken in the order of one weighted sum of their elements, in which like rows are neighbours.
        """
        draw = np.random.RandomState(0)
        order = np.argsort(self.values @ draw.uniform(0.5, 1.5, size=self.values.shape[-1]), kind="stable")
        ranked = self.values[order]
        reach = NEAR * self.format.unit_roundoff * np.maximum(np.abs(ranked[1:]), np.abs(ranked[:-1]))
        with quietly():
            near = np.mean(np.abs(ranked[1:] - ranked[:-1]) <= reach, axis=-1) >= 0.5
        groups = np.zeros(len(ranked), dtype=np.intp)
        groups[order[1:]] = np.cumsum(~near)
        return groups

    @cached_property
    def _starts(self) -> tuple[np.ndarray, np.ndarray] | None:
        """Rows in the order of their groups and where each group starts; None where every row is alone."""
        order = np.argsort(self.like_rows, kind="stable")
        ranked = self.like_rows[order]
        starts = np.flatnonzero(np.r_[True, ranked[1:] != ranked[:-1]]) if len(ranked) else ranked
        return None if len(starts) == len(ranked) else (order, starts)

    def by_row(self, weights: np.ndarray) -> Sums:
        """Of every row: weights (n, c) → (n,)."""
        parts, size = self._parts, np.abs(weights)
        own = size * parts.element
        if self.has_like_elements:
            groups = self.like_elements.reshape(-1)
            together = np.bincount(groups, own.reshape(-1), minlength=self.values.size) ** 2
            elements = together.reshape(self.values.shape).sum(axis=-1)
        else:
            elements = np.sum(own**2, axis=-1)
        rows = np.sum(size * parts.row, axis=-1)
        whole = np.sum(size * parts.whole, axis=-1)
        bias = np.sum(size * parts.bias, axis=-1) + self._gains(weights)
        return Sums(bias, np.sqrt(elements + rows**2 + whole**2))

    def _gains(self, weights: np.ndarray) -> np.ndarray:
        """What the rows' factors make of the sums at most."""
        return np.asarray(self._known_factor[:, 0] * np.abs(np.sum(weights * self.values, axis=-1)))

    def by_column(self, weights: np.ndarray) -> Sums:
        """Of every column: weights (n, c) → (c,)."""
        parts, size = self._parts, np.abs(weights)
        own = np.hypot(size * parts.element, size * parts.row)
        spread = np.sum(self._of_groups(own) ** 2, axis=0)
        whole = np.sum(size * parts.whole, axis=0)
        bias = np.sum(size * (parts.bias + self._known_factor * np.abs(self.values)), axis=0)
        return Sums(bias, np.sqrt(spread + whole**2))

    def of_all(self, weights: np.ndarray) -> Sums:
        """Of the whole: weights (n, c) → a number.

        The factors of rows are rounded apart: each is within its bound, which is a deviation that a bounded number's
        tails do not exceed (Hoeffding's lemma).
        """
        parts, size = self._parts, np.abs(weights)
        rows, gains = self.by_row(weights), self._gains(weights)
        whole = float(np.sum(size * parts.whole))
        apart = rows.sigma**2 - np.sum(size * parts.whole, axis=-1) ** 2 + gains**2
        together = self._of_groups(np.sqrt(np.maximum(apart, 0.0))[:, np.newaxis])[:, 0]
        return Sums(np.asarray(np.sum(rows.bias - gains)), np.sqrt(np.sum(together**2) + whole**2))

    def observed(self, sums: np.ndarray) -> float:
        """The deviation that row sums (n,) show themselves: √Σ T², those of like rows taken together.

        A sum of independent symmetric numbers is to this as sub-Gaussian as a normal number is to its standard
        deviation, whatever their sizes are (Efron, "Student's t-test under symmetry conditions", JASA 64, 1969).
        """
        return float(np.sqrt(np.sum(self._of_groups(sums[:, np.newaxis]) ** 2)))

    def in_groups(self, rows: np.ndarray) -> np.ndarray:
        """Sums over the rows of each group (n,) → (groups,)."""
        return self._of_groups(rows[:, np.newaxis])[:, 0]

    def _of_groups(self, rows: np.ndarray) -> np.ndarray:
        """Sums over the rows of each group."""
        if self._starts is None:
            return rows
        order, starts = self._starts
        return np.asarray(np.add.reduceat(rows[order], starts, axis=0))
