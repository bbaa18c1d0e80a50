"""Errors of results with equal elements in many rows: a function of equal numbers rounds alike everywhere.

A half format has few numbers, so a large result contains each of them many times. Their errors do not add up like
independent roundings, and the error of a number in one row is its error in all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lastdigit.enclosure.functionals import Errors, Sums, like_in_rows


@dataclass(frozen=True, eq=False)
class PooledErrors(Errors):
    """Errors that are alike for all elements stored as the same number, in any row."""

    @cached_property
    def _pools(self) -> tuple[np.ndarray, int] | None:
        """The pool of each element, flat, and the number of pools; None if all elements differ."""
        numbers, pools = np.unique(self._stored, return_inverse=True)
        return None if len(numbers) == self._stored.size else (pools.reshape(-1), len(numbers))

    def at(self, rows: np.ndarray) -> PooledErrors:
        """The errors of some rows."""
        some = super().at(rows)
        return PooledErrors(some.values, some.typical, some.format, alike=some.alike, apart=some.apart)

    def by_column(self, weights: np.ndarray) -> Sums:
        """Sums for every column: elements of one pool in a column are added up fully, others as independent."""
        found = super().by_column(weights)
        if self._pools is None:
            return found
        own = np.swapaxes(np.abs(weights) * self._parts.element, -1, -2)
        stack = own.reshape(-1, self.values.size)
        groups = self._in_columns.reshape(-1) + self.values.size * np.arange(len(stack))[:, np.newaxis]
        sums = np.bincount(groups.reshape(-1), stack.reshape(-1), minlength=stack.size).reshape(own.shape)
        return Sums(found.bias, np.sqrt(found.sigma**2 + np.sum(sums**2, axis=-1)))

    @cached_property
    def _in_columns(self) -> np.ndarray:
        """The group of each element (c, n): elements of a column that are stored as the same number."""
        return like_in_rows(self._stored.T)

    def of_all(self, weights: np.ndarray, rows: Sums | None = None) -> Sums:
        """Sums over the whole result: elements of one pool are added up fully, others as independent."""
        found = super().of_all(weights, rows)
        if self._pools is None:
            return found
        pools, count = self._pools
        own = (np.abs(weights) * self._parts.element).reshape(-1, self.values.size)
        together = np.array([np.sum(np.bincount(pools, each, minlength=count) ** 2) for each in own])
        return Sums(found.bias, np.sqrt(found.sigma**2 + together.reshape(found.sigma.shape)))

    def observed(self, sums: np.ndarray) -> np.ndarray:
        """Rows that contain the same numbers give no estimate of what they share: ∞."""
        return super().observed(sums) if self._pools is None else np.full(sums.shape[:-1], np.inf)

    def pooled(self, own: np.ndarray) -> float:
        """The largest sum of ``own`` (n, c) over the elements of one pool."""
        if self._pools is None:
            return 0.0
        pools, count = self._pools
        return float(np.max(np.bincount(pools, own.reshape(-1), minlength=count), initial=0.0))
