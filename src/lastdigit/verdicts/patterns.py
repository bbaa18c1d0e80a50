"""Patterns of error that rounding does not produce: excess energy, gains and offsets.

They are independent of the catalogue's mistakes; each is a family of directions for any result.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from lastdigit.enclosure.functionals import Errors, Sums
from lastdigit.enclosure.upward import quietly
from lastdigit.verdicts.shares import deviation_of_own

ELEMENT = "an element's error exceeds what independent roundings explain"
TOGETHER = "the errors together exceed what independent roundings explain"
GAIN, OFFSET = "a common factor", "a common offset"
OF_ALL, OF_ROW, OF_COLUMN = "of the whole result", "of row {}", "of column {}"


def pattern_tests(shape: tuple[int, int]) -> int:
    """The number of pattern tests of a result of this shape."""
    rows, columns = shape
    return rows * columns + 1 + 2 * (1 + rows + columns)


def patterns(error: np.ndarray, errors: Errors, deviations: float) -> Iterator[str]:
    """Those that an error (n, c) shows beyond ``deviations`` standard deviations, in words, the clearest first."""
    with quietly():
        limit = errors.bias + deviations * errors.sigma
        known = np.isfinite(limit) & np.isfinite(error)
        if np.any(known & (np.abs(error) > limit)):
            yield ELEMENT
        weights = np.where(known & (limit > 0.0), 1.0 / (np.square(errors.sigma) + np.square(errors.bias)), 0.0)
        weights = np.where(np.isfinite(weights), weights, 0.0)
        usable = np.where(weights > 0.0, error, 0.0)
        for name, direction in ((GAIN, errors.values), (OFFSET, np.ones_like(errors.values))):
            yield from _along(name, usable, weights * direction, errors, deviations)
        if _energy(usable, weights > 0.0, errors, deviations):
            yield TOGETHER


def _along(name: str, error: np.ndarray, weights: np.ndarray, errors: Errors, deviations: float) -> Iterator[str]:
    """A direction in the whole, in a row or in a column: the first that shows it."""
    products = weights * error
    rows = np.sum(products, axis=-1)
    by_row = errors.by_row(weights)
    whole = errors.of_all(weights, by_row)
    seen = np.maximum(errors.observed(rows), deviation_of_own(weights, errors.sigma))
    if abs(np.sum(rows)) > whole.bias + deviations * np.minimum(whole.sigma, seen):
        yield f"{name} {OF_ALL}"
    for words, sums, limits in (
        (OF_ROW, rows, by_row),
        (OF_COLUMN, np.sum(products, axis=0), errors.by_column(weights)),
    ):
        place = _furthest(sums, limits, deviations)
        if place is not None:
            yield f"{name} {words.format(place)}"


def _furthest(sums: np.ndarray, limits: Sums, deviations: float) -> int | None:
    """Where a sum exceeds its limit by most; None if none does."""
    limit = limits.limit(deviations)
    excess = np.where(np.isfinite(limit), np.abs(sums) - limit, -np.inf)
    place = int(np.argmax(excess)) if excess.size else 0
    return place if excess.size and excess[place] > 0.0 else None


def _energy(error: np.ndarray, usable: np.ndarray, errors: Errors, deviations: float) -> bool:
    """Σ (e ÷ σ)² beyond tr + 2 ‖C‖_F √x + 2 ‖C‖ x, x = λ² ÷ 2, C being the correlation of the elements.

    Hsu, Kakade and Zhang, "A tail inequality for quadratic forms of subgaussian random vectors", Electron. Commun.
    Probab. 17(52), 2012, theorem 2.1. Correlation within a row is taken as full, and so is that of like rows.
    """
    if not np.any(usable):
        return False
    sigma = np.where(usable & (errors.sigma > 0.0), errors.sigma, np.inf)
    element, row, whole = (
        np.square(np.where(np.isfinite(sigma), part, 0.0) / sigma) for part in errors.typical.parts()[1:]
    )
    beyond = np.maximum(np.abs(error) - np.where(usable, errors.bias, 0.0), 0.0)
    observed = float(np.sum(np.square(beyond / sigma)))
    trace = float(np.sum(np.isfinite(sigma)))
    rows = np.sum(element, axis=-1) if errors.has_like_elements else np.max(element, axis=-1)
    norms = errors.in_groups(rows + np.sum(row, axis=-1))
    of_all = float(np.sum(whole)) + errors.pooled(element)
    norm = float(np.max(norms, initial=0.0)) + of_all
    traces = errors.in_groups(np.sum(np.isfinite(sigma), axis=-1).astype(np.float64))
    frobenius = math.sqrt(float(np.sum((norms + of_all) * traces)))
    x = deviations**2 / 2.0
    return observed > trace + 2.0 * frobenius * math.sqrt(x) + 2.0 * norm * x
