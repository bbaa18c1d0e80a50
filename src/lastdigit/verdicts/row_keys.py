"""A key whose weight is wrong in one row of an attention: missing, counted twice, or of another size.

The error of row i is then a multiple of vⱼ − oᵢ where weights are normalised with it, else of vⱼ. All n · m pairs are
tested by three matrix products, as if the errors of a row's columns were independent; for the few largest pairs the
joint deviation of the errors of the row's keys is used.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lastdigit.base.evidence import FALSE_ALARM
from lastdigit.enclosure.functionals import Sums
from lastdigit.enclosure.typical import factor_for
from lastdigit.enclosure.upward import quietly
from lastdigit.verdicts.attention_errors import AttentionErrors
from lastdigit.verdicts.tightest_rows import tell_tightest

LEFT_OUT, TWICE, ALONG = (
    "key {key} is missing in row {row}",
    "key {key} is counted twice in row {row}",
    "the error of row {row} is parallel to the value of key {key}",
)
DIRECTIONS = 4
"""Directions to the value of a key, from the result and from zero, in two arithmetic models."""

SHARED = 2
"""Half of a verdict's probability of a false alarm is left to the pairs of rows and keys, which are many."""

MOST_ROWS = 8
"""Rows that are tested closely, those with the largest statistics."""


@dataclass(frozen=True)
class RowKey:
    """The excess of a row's error along a key over its limit, and the weight that would explain it."""

    excess: float
    row: int
    key: int
    share: float
    uncertainty: float

    @property
    def along(self) -> str:
        """The description if other rows are wrong too."""
        return ALONG.format(row=self.row, key=self.key)

    @property
    def words(self) -> str:
        """The description of the weight, if this is the only wrong row."""
        words = ALONG
        if abs(self.share + 1.0) <= self.uncertainty:
            words = LEFT_OUT
        elif abs(self.share - 1.0) <= self.uncertainty:
            words = TWICE
        return words.format(row=self.row, key=self.key)


@dataclass(frozen=True, eq=False)
class KeyErrors:
    """The errors of an attention's rows in the widest arithmetic model and in the tightest."""

    widest: AttentionErrors
    tightest: AttentionErrors

    def row_keys(self, error: np.ndarray) -> RowKey | None:
        """The key and row whose weight is wrong beyond what roundings explain; the clearest one.

        Nothing but another model tells a wrong weight from one that the tightest model rounds.
        """
        if self.tightest is self.widest:
            return None
        tests = SHARED * DIRECTIONS * self.widest.steps.weights.size
        found = list(self._found(error, factor_for(tests, FALSE_ALARM), tests))
        return max(found, key=lambda one: one.excess, default=None)

    def _found(self, error: np.ndarray, deviations: float, tests: float) -> Iterator[RowKey]:
        with quietly():
            for errors in (self.widest, self.tightest):
                scale = 1.0 / (np.square(errors.sigma) + np.square(errors.bias))
                usable = np.isfinite(scale) & np.isfinite(error)
                scale, known = np.where(usable, scale, 0.0), np.where(usable, error, 0.0)
                energy = np.sum(np.square(known) * scale, axis=-1)
                rows = np.flatnonzero(energy > deviations**2)
                if errors is self.tightest:
                    rows = rows[np.argsort(-energy[rows], kind="stable")][:MOST_ROWS]
                    rows = np.array([row for row in rows.tolist() if self._alone(error, row, tests)], dtype=np.intp)
                yield from self._closely(known, scale, errors, deviations, _largest(known, scale, errors, rows))

    def tells_tightest(self, error: np.ndarray, rows: np.ndarray, tests: float) -> bool:
        """Whether an error in these rows shows that the result was computed in the tightest model."""
        if self.tightest is self.widest:
            return False
        deviations, needed = factor_for(tests, FALSE_ALARM), math.log2(tests / FALSE_ALARM)
        return tell_tightest(error, self.tightest, rows, self._ordinary, deviations, needed)

    def _alone(self, error: np.ndarray, row: int, tests: float) -> bool:
        """Whether the other rows with at least half as many keys show it."""
        counts = np.sum(self.widest.steps.weights > 0.0, axis=-1).reshape(-1)
        alike = 2 * counts >= counts[row]
        alike[row] = False
        return self.tells_tightest(error, alike, tests)

    @cached_property
    def _ordinary(self) -> np.ndarray:
        """Rows in which half of the seen scores, and of the weights, are rounded when they are stored."""
        steps, storage = self.widest.steps, self.widest.format
        found = np.zeros(steps.weights.shape[:-1], dtype=bool)
        for number, weights in enumerate(steps.weights):
            scores = (steps.q[number] * steps.scale) @ steps.k[number].T
            seen = weights > 0.0
            half = np.maximum(np.sum(seen, axis=-1), 2) / 2.0
            rounded = [np.sum(seen & (storage.round(array) != array), axis=-1) >= half for array in (scores, weights)]
            ranked = np.sort(np.where(seen, scores, np.inf), axis=-1)
            distinct = np.sum((ranked[:, 1:] != ranked[:, :-1]) & np.isfinite(ranked[:, 1:]), axis=-1)
            found[number] = rounded[0] & rounded[1] & (distinct >= half - 1.0)
        return found.reshape(-1)

    def _closely(
        self,
        error: np.ndarray,
        scale: np.ndarray,
        errors: AttentionErrors,
        deviations: float,
        candidates: list[tuple[float, int, int, bool]],
    ) -> Iterator[RowKey]:
        """Candidates that the errors of the row's keys do not explain; the dependent part is the widest model's."""
        for _, row, key, of_result in candidates:
            at = np.array([row])
            (sample,), (place,) = errors.steps.within(at)
            away = errors.steps.v[sample, key] - (errors.values[row] if of_result else 0.0)
            g = (away * scale[row])[np.newaxis]
            sums = errors.of_rows(at, g)
            if errors is not self.widest:
                sums = self._with_shift(sums, at, g)
            limit = float(sums.limit(deviations)[0])
            size = float(g[0] @ error[row])
            if not abs(size) > limit:
                continue
            weight = float(errors.steps.weights[sample, place, key])
            if not 0.0 < weight < 1.0:
                continue
            others = 1.0 + math.copysign(weight, size) if of_result else 1.0
            unit = float(g[0] @ away) * weight
            if unit > 0.0:
                yield RowKey(abs(size) / limit, row, key, size * others / unit, limit * others / unit)

    def _with_shift(self, sums: Sums, at: np.ndarray, g: np.ndarray) -> Sums:
        """Sums of the tightest model, with what does not depend on how other rows are rounded: the widest model's
        bias, and a shift by the largest score of some rows, which others need not share.
        """
        variance = np.square(sums.sigma) + self.widest.of_shift(at, g)
        return Sums(self.widest.of_rows(at, g).bias, np.sqrt(variance))


def _largest(
    error: np.ndarray, scale: np.ndarray, errors: AttentionErrors, rows: np.ndarray
) -> list[tuple[float, int, int, bool]]:
    """The largest squared statistics of rows, each with its row, key and whether it is relative to the result.

    No statistic of a row exceeds √Σ (e ÷ σ)², so that rows where that is small have none.
    """
    found: list[tuple[float, int, int, bool]] = []
    samples, places = errors.steps.within(rows)
    for number in np.unique(samples):
        chosen = rows[samples == number]
        v, seen = errors.steps.v[number], errors.steps.weights[number, places[samples == number]] > 0.0
        g, o, weights = error[chosen] * scale[chosen], errors.values[chosen], scale[chosen]
        sums, sizes = g @ v.T, weights @ np.square(v).T
        from_result = np.square(sums - np.sum(g * o, axis=-1, keepdims=True))
        squares = sizes - 2.0 * ((weights * o) @ v.T) + np.sum(weights * o * o, axis=-1, keepdims=True)
        for of_result, ratios in ((True, from_result / squares), (False, np.square(sums) / sizes)):
            known = np.where(seen & np.isfinite(ratios), ratios, 0.0)
            keys = np.argmax(known, axis=-1)
            largest = known[np.arange(len(chosen)), keys]
            found += zip(largest.tolist(), chosen.tolist(), keys.tolist(), [of_result] * len(keys), strict=True)
    return sorted(found, reverse=True)[: 2 * MOST_ROWS]
