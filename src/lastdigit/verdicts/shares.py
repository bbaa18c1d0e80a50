"""Shares: the fraction of a mistake present in a result, as the projection of its error on the mistake's direction.

With direction d (the mistake's plain result minus the right one) and weights g = d ÷ σ², the share of an error e is a =
Σ g e ÷ Σ g d: 0 where the mistake is absent, 1 where it is present. The rounding in Σ g e has a known bound without
independence, and a known standard deviation (:mod:`lastdigit.enclosure.functionals`). For a direction in many rows, the
rows themselves give a sandwich estimate of the deviation; the smaller of the two is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lastdigit.enclosure.functionals import UNKNOWN_SUMS, Errors, Sums
from lastdigit.enclosure.upward import quietly

HALF = 0.5
"""A share whose interval lies below it rules a mistake out."""

TESTS_OF_A_SHARE = 2
"""One by the model of the errors, one by their empirical deviation."""

WHOLE = 0.1
"""A share this close to one may be the whole mistake: variants of it may differ in a few elements."""

CLEAR = 0.1
"""An element shows a direction clearly if it determines the share to this precision."""

AT_ONCE = 2**20
"""Numbers of directions that are tested together."""

WEIGHED_AT_ONCE = 2**16
"""The same for weighted directions, which take a dozen arrays of that size."""


@dataclass(frozen=True)
class Measured:
    """A share, the half-width of its interval, and whether rounding alone cannot explain that it is not zero."""

    share: float
    uncertainty: float
    beyond_rounding: bool

    @property
    def excludes(self) -> bool:
        """Whether the mistake is excluded."""
        return self.share + self.uncertainty < HALF

    @property
    def may_be_one(self) -> bool:
        """Whether the share may lie between one half and one and a half."""
        return HALF < self.share < 1.0 + HALF + self.uncertainty

    @property
    def is_whole(self) -> bool:
        """Whether the mistake may be present as a whole."""
        return abs(self.share - 1.0) <= max(self.uncertainty, WHOLE)

    @property
    def is_one(self) -> bool:
        """Whether the mistake is present as a whole, neither in part nor in excess."""
        return abs(self.share - 1.0) <= WHOLE and self.uncertainty < HALF


@dataclass(frozen=True, eq=False)
class Closely:
    """A weighted ``sum`` of errors, with weights as rows, using known correlations of elements, at some cost.

    It is used only where it may be sharper than sums without correlations: where independent elements would show
    something, or, with ``least``, elements (n, c) of these deviations.
    """

    sum: Callable[[np.ndarray], Sums]
    least: np.ndarray | None = None


UNKNOWN = Measured(0.0, float("inf"), False)
"""The share of a direction that vanishes or is unknown."""


def measured(
    error: np.ndarray,
    changes: Sequence[np.ndarray],
    errors: Errors,
    deviations: float,
    closely: Closely | None = None,
) -> Iterator[Measured]:
    """The shares of directions, which are finite, in an error, all of (n, c) numbers, at ``deviations``.

    One element may show a direction clearly; if none does, all are weighted. Elements with unbounded errors do not
    count.
    """
    nearest = list(in_nearest_element(error.reshape(-1), changes, errors.limits(deviations).reshape(-1)))
    unclear = [change for change, found in zip(changes, nearest, strict=True) if found.uncertainty > CLEAR]
    weighed = _weighed(error, unclear, errors, deviations, closely)
    for found in nearest:
        yield found if found.uncertainty <= CLEAR else _sharper(next(weighed), found)


def _sharper(weighed: Measured, nearest: Measured) -> Measured:
    """A share by all elements, or by the nearest if that is sharper."""
    if nearest.uncertainty < weighed.uncertainty:
        return Measured(nearest.share, nearest.uncertainty, weighed.beyond_rounding)
    return weighed


def _weighed(
    error: np.ndarray,
    changes: Sequence[np.ndarray],
    errors: Errors,
    deviations: float,
    closely: Closely | None,
) -> Iterator[Measured]:
    """The shares of directions by all elements; if the errors of none are known, only ``closely`` tells."""
    with quietly():
        scale = np.square(errors.sigma) + np.square(errors.bias)
        known = bool(np.any(np.isfinite(scale)))
        scale = scale if known else np.square(errors.last_rounding)
    at_once = max(1, WEIGHED_AT_ONCE // max(1, error.size))
    for start in range(0, len(changes), at_once):
        some = changes[start : start + at_once]
        directions = np.array(some).reshape(len(some), *error.shape)
        with quietly():
            weights = directions / scale
            usable = np.isfinite(weights) & np.isfinite(error)
            weights = np.where(usable, weights, 0.0)
            sizes = np.sum(weights * directions, axis=-1)
            sums = np.sum(weights * np.where(usable, error, 0.0), axis=-1)
            totals, size = np.sum(sizes, axis=-1), np.abs(np.sum(sums, axis=-1))
            shares = np.sum(sums, axis=-1) / totals
            limits = errors.of_all(weights) if known else UNKNOWN_SUMS
            own = deviation_of_own(weights, errors.sigma)
            rests = np.maximum(errors.observed(sums - shares[:, np.newaxis] * sizes), own)
            seen = np.maximum(errors.observed(sums), own)
            uncertain = (limits.bias + deviations * np.minimum(limits.sigma, rests)) / totals
            beyond = size > limits.bias + deviations * np.minimum(limits.sigma, seen)
            least = limits.bias + deviations * own
            if closely is not None and closely.least is not None:
                least = deviations * np.sqrt(np.sum(np.square(weights * closely.least), axis=(-2, -1)))
            unclear = (shares + uncertain >= HALF) & (shares + least / totals < HALF)
            asked = (~beyond & (size > least)) | unclear
        for number, total in enumerate(totals.tolist()):
            if not np.isfinite(total) or total == 0.0:
                yield UNKNOWN
            elif asked[number] and closely is not None:
                within = float(closely.sum(weights[number]).limit(deviations))
                less = min(float(uncertain[number]), within / total)
                yield Measured(float(shares[number]), less, bool(beyond[number] or size[number] > within))
            else:
                yield Measured(float(shares[number]), float(uncertain[number]), bool(beyond[number]))


def deviation_of_own(weights: np.ndarray, sigma: np.ndarray) -> np.ndarray:
    """The deviation of weighted sums of independent errors: weights (…, n, c) → (…). Those without a weight may be
    unbounded.
    """
    return np.asarray(np.sqrt(np.sum(np.square(np.where(weights == 0.0, 0.0, weights * sigma)), axis=(-2, -1))))


def in_nearest_element(error: np.ndarray, changes: Sequence[np.ndarray], limits: np.ndarray) -> Iterator[Measured]:
    """The shares of directions in an error that keeps ``limits``, all flat, in the elements that show them best.

    They are chosen independently of the error. If nothing is rounded, any element changed by the direction is decisive.
    If only the limits are known, no weighting of several elements is sharper: Σ c ÷ Σ c² ≥ 1 ÷ max c.
    """
    limits = np.where(np.isnan(error), np.inf, limits)
    at_once = max(1, AT_ONCE // max(1, error.size))
    for start in range(0, len(changes), at_once):
        some = np.array(changes[start : start + at_once])
        if not error.size:
            yield from [UNKNOWN] * len(some)
            continue
        with quietly():
            clear = np.abs(some) / limits
            clear[np.isnan(clear)] = 0.0
            places, every = np.argmax(clear, axis=-1), np.arange(len(some))
            uncertainties, shares = 1.0 / clear[every, places], error[places] / some[every, places]
        for share, uncertainty in zip(shares.tolist(), uncertainties.tolist(), strict=True):
            known = uncertainty < np.inf
            yield Measured(share, uncertainty, abs(share) > uncertainty > 0.0) if known else UNKNOWN
