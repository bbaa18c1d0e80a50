"""Shares: how much of a mistake is in a result, as the projection of its error on the mistake's direction.

With direction d (the mistake's plain result minus the right one) and weights g = d ÷ σ², the share of an error e is
a = Σ g e ÷ Σ g d: 0 where the mistake is absent, 1 where it is present. Of the rounding in Σ g e are known what it is
at most without independence and its standard deviation (:mod:`lastdigit.enclosure.functionals`). Where a direction
lives in many rows, the rows themselves show the deviation, by a sandwich; the smaller of the two is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lastdigit.enclosure.functionals import Errors, Sums
from lastdigit.enclosure.upward import quietly

HALF = 0.5
"""A share whose interval lies below it rules a mistake out."""

TESTS_OF_A_SHARE = 2
"""By what is known of the errors, and by what they show themselves."""

WHOLE = 0.1
"""A share within so much of one may be a mistake as it is: others differ from what is read here in a few elements."""

CLEAR = 0.1
"""An element shows a direction clearly if it tells a share to so much."""

AT_ONCE = 2**20
"""Numbers of directions that are looked at together."""


@dataclass(frozen=True)
class Measured:
    """A share, the half-width of its interval, and whether rounding alone cannot explain that it is not zero."""

    share: float
    uncertainty: float
    beyond_rounding: bool

    @property
    def excludes(self) -> bool:
        """Whether the mistake is not in the result."""
        return self.share + self.uncertainty < HALF

    @property
    def is_whole(self) -> bool:
        """Whether the mistake may be in the result as it is."""
        return abs(self.share - 1.0) <= max(self.uncertainty, WHOLE)

    @property
    def is_one(self) -> bool:
        """Whether the mistake is in the result as it is, and not only a part of it or more."""
        return abs(self.share - 1.0) <= WHOLE and self.uncertainty < HALF


UNKNOWN = Measured(0.0, float("inf"), False)
"""Of a direction that vanishes, or is not known."""


def measured(
    error: np.ndarray,
    changes: Sequence[np.ndarray],
    errors: Errors,
    deviations: float,
    closely: Callable[[np.ndarray], Sums] | None = None,
) -> Iterator[Measured]:
    """The shares of directions, which are finite, in an error, all of (n, c) numbers, at so many standard deviations.

    One element may show a direction clearly; where none does, all of them are weighed. Elements of which an error is
    not bounded do not count. ``closely`` gives weighted sums of errors of which it is known what elements share, at
    some cost: it is asked where elements that share nothing would tell.
    """
    limits = errors.limits(deviations).reshape(-1)
    at_once = max(1, AT_ONCE // max(1, error.size))
    for start in range(0, len(changes), at_once):
        some = changes[start : start + at_once]
        for change, nearest in zip(some, _nearest_elements(error.reshape(-1), np.stack(some), limits), strict=True):
            if nearest.uncertainty <= CLEAR:
                yield nearest
            else:
                yield _weighed(error, change.reshape(error.shape), errors, deviations, closely, nearest)


def _weighed(
    error: np.ndarray,
    direction: np.ndarray,
    errors: Errors,
    deviations: float,
    closely: Callable[[np.ndarray], Sums] | None,
    nearest: Measured,
) -> Measured:
    """The share of one direction by all elements, or by the nearest where that tells more."""
    with quietly():
        scale = np.square(errors.sigma) + np.square(errors.bias)
        weights = direction / scale
        usable = np.isfinite(weights) & np.isfinite(error) & (scale > 0.0)
        weights = np.where(usable, weights, 0.0)
        moved = np.where(usable, direction, 0.0)
    if not np.any(weights):
        return UNKNOWN
    with quietly():
        sizes = weights * moved
        total = float(np.sum(sizes))
    if not np.isfinite(total) or total == 0.0:
        return UNKNOWN
    sums = np.sum(weights * np.where(usable, error, 0.0), axis=-1)
    share = float(np.sum(sums)) / total
    limits = errors.of_all(weights)
    own = float(np.sqrt(np.sum(np.square(weights) * np.where(usable, np.square(errors.sigma), 0.0))))
    rests = errors.observed(sums - share * np.sum(sizes, axis=-1))
    bias, sigma = float(limits.bias), float(limits.sigma)
    uncertainty = (bias + deviations * min(sigma, max(rests, own))) / total
    least = min(bias + deviations * sigma, bias + deviations * max(errors.observed(sums), own))
    size = abs(float(np.sum(sums)))
    beyond = bool(size > least)
    if not beyond and closely is not None and size > bias + deviations * own:
        limits = closely(weights)
        within = float(limits.bias) + deviations * float(limits.sigma)
        beyond, uncertainty = bool(size > within), min(uncertainty, within / total)
    if nearest.uncertainty < uncertainty:
        return Measured(nearest.share, nearest.uncertainty, beyond)
    return Measured(share, uncertainty, beyond)


def _nearest_elements(error: np.ndarray, changes: np.ndarray, limits: np.ndarray) -> Iterator[Measured]:
    """The shares of directions (k, n) in the elements that show them best: chosen without a look at the error.

    Where nothing is rounded, any element that the direction moves tells.
    """
    with quietly():
        clear = np.abs(changes) / np.where(np.isnan(error), np.inf, limits)
        clear[np.isnan(clear)] = 0.0
        places = np.argmax(clear, axis=-1)
        every = np.arange(len(changes))
        uncertainties, shares = 1.0 / clear[every, places], error[places] / changes[every, places]
        for share, uncertainty in zip(shares.tolist(), uncertainties.tolist(), strict=True):
            known = uncertainty < np.inf
            yield Measured(share, uncertainty, abs(share) > uncertainty > 0.0) if known else UNKNOWN


def interval_share(error: np.ndarray, direction: np.ndarray, allowed: np.ndarray) -> Measured:
    """The share of a direction in an error of which nothing but what is ``allowed`` is known; all flat.

    It is read in the element that shows the direction best, or with weights 1 ÷ allowed² in all of them, whichever is
    the narrower interval whatever the error is.
    """
    with quietly():
        usable = np.isfinite(allowed) & np.isfinite(error) & np.isfinite(direction) & (direction != 0.0)
        if not np.any(usable):
            return UNKNOWN
        error, direction, allowed = error[usable], direction[usable], allowed[usable]
        sizes = np.abs(direction)
        if np.any(allowed == 0.0):
            place = int(np.argmax(np.where(allowed == 0.0, sizes, 0.0)))
            return Measured(float(error[place] / direction[place]), 0.0, False)
        clear = sizes / allowed
        place = int(np.argmax(clear))
        weights = direction / np.square(allowed)
        total = float(weights @ direction)
        uncertainty = float(np.abs(weights) @ allowed) / total
        if 1.0 / clear[place] <= uncertainty or not np.isfinite(uncertainty):
            return Measured(float(error[place] / direction[place]), float(1.0 / clear[place]), False)
        return Measured(float(weights @ error) / total, uncertainty, False)
