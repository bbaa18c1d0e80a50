"""A key whose weight is wrong in one row of an attention: left out, counted twice, or of another size.

The error of row i is then a multiple of vⱼ − oᵢ where weights are normalised with it, else of vⱼ. All n · m pairs are
looked at by three matrix products, as if the errors of a row's columns were independent; of the few largest pairs the
deviation is taken that the errors of the row's keys give together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from lastdigit.enclosure.upward import quietly
from lastdigit.verdicts.attention_errors import AttentionErrors

LEFT_OUT, TWICE, WRONG = (
    "key {key} is left out in row {row}",
    "key {key} is counted twice in row {row}",
    "the weight of key {key} is wrong in row {row}",
)
DIRECTIONS = 2
"""From the result to the value of a key, and from zero to it."""

MOST_ROWS = 8
"""Rows that are looked at closely, those with the largest statistics."""


@dataclass(frozen=True)
class _Found:
    """How far beyond its limit the error of a row is along a key, and which weight would do that."""

    excess: float
    row: int
    key: int
    share: float
    uncertainty: float

    @property
    def words(self) -> str:
        words = WRONG
        if abs(self.share + 1.0) <= self.uncertainty:
            words = LEFT_OUT
        elif abs(self.share - 1.0) <= self.uncertainty:
            words = TWICE
        return words.format(row=self.row, key=self.key)


def row_keys(error: np.ndarray, errors: AttentionErrors, deviations: float) -> str | None:
    """The key and row of which the weight is wrong beyond so many standard deviations, in words."""
    with quietly():
        scale = 1.0 / (np.square(errors.sigma) + np.square(errors.bias))
        usable = np.isfinite(scale) & np.isfinite(error)
        scale, error = np.where(usable, scale, 0.0), np.where(usable, error, 0.0)
        energy = np.sum(np.square(error) * scale, axis=-1)
        rows = np.argsort(-energy, kind="stable")
        rows = rows[: int(np.sum(energy > deviations**2))]
        found = list(_closely(error, scale, errors, deviations, _largest(error, scale, errors, rows)))
    return max(found, key=lambda one: one.excess).words if found else None


def _largest(
    error: np.ndarray, scale: np.ndarray, errors: AttentionErrors, rows: np.ndarray
) -> list[tuple[float, int, int, bool]]:
    """The largest statistics of rows, squared, each with its row, key and whether it is taken from the result.

    No statistic of a row exceeds √Σ (e ÷ σ)², so that rows where that is small have none.
    """
    found: list[tuple[float, int, int, bool]] = []
    samples, _ = errors.steps.within(rows)  # type: ignore[arg-type]
    for number in np.unique(samples):
        chosen = rows[samples == number]
        v, seen = errors.steps.v[number], errors.steps.weights[number, chosen % errors.steps.q.shape[1]] > 0.0
        g, o, weights = error[chosen] * scale[chosen], errors.values[chosen], scale[chosen]
        sums, sizes = g @ v.T, weights @ np.square(v).T
        from_result = np.square(sums - np.sum(g * o, axis=-1, keepdims=True))
        squares = sizes - 2.0 * ((weights * o) @ v.T) + np.sum(weights * o * o, axis=-1, keepdims=True)
        for of_result, ratios in ((True, from_result / squares), (False, np.square(sums) / sizes)):
            known = np.where(seen & np.isfinite(ratios), ratios, 0.0)
            keys = np.argmax(known, axis=-1)
            largest = known[np.arange(len(chosen)), keys]
            found += zip(largest.tolist(), chosen.tolist(), keys.tolist(), [of_result] * len(keys), strict=True)
    return sorted(found, reverse=True)[: DIRECTIONS * MOST_ROWS]


def _closely(
    error: np.ndarray,
    scale: np.ndarray,
    errors: AttentionErrors,
    deviations: float,
    candidates: list[tuple[float, int, int, bool]],
) -> Iterator[_Found]:
    """Those that the errors of the row's keys do not explain."""
    for _, row, key, of_result in candidates:
        sample, place = errors.steps.within(row)
        away = errors.steps.v[sample, key] - (errors.values[row] if of_result else 0.0)
        g = (away * scale[row])[np.newaxis]
        limit = float(errors.of_rows(np.array([row]), g).limit(deviations)[0])
        size = float(g[0] @ error[row])
        if not abs(size) > limit:
            continue
        weight = float(errors.steps.weights[sample, place, key])
        left, twice = (weight / (1.0 - weight), weight / (1.0 + weight)) if of_result else (weight, weight)
        unit = float(g[0] @ away) * (left if size < 0.0 else twice)
        yield _Found(abs(size) / limit, row, key, size / unit, limit / unit)
