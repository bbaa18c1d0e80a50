"""Errors of the logarithms of a softmax's exponentials: per key, or per row where they hardly matter."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from lastdigit.enclosure.arithmetic import FUSED, SPLIT
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.enclosure.rounded_scores import RoundedScores
from lastdigit.enclosure.shared_shift import shared_shift
from lastdigit.enclosure.sharing import once
from lastdigit.enclosure.single import UNDERFLOWN, Kind, single_where, slack
from lastdigit.enclosure.typical import ROUNDING
from lastdigit.enclosure.upward import RAISED, quietly

NEGLIGIBLE = 0.25
"""Fraction of the roundoff of stored weights up to which errors of scores are computed per row."""

NOTHING = np.zeros(())


@dataclass(frozen=True, eq=False)
class Logarithms:
    """Errors θⱼ of the exponentials' logarithms, up to a factor that a row shares: arrays (…, m), or (…, 1).

    ``bound`` is a bound of |θⱼ|. Of the typical size, ``bias`` is the part that is not independent, ``variance`` (in
    units of u²/3) that of each key's own part, ``shared`` the standard deviation of the part that keys may share, a 0-d
    zero if there is none. ``factor`` (…, 1) bounds the logarithm of the row's factor where it is not divided out again,
    ``typical_factor`` is its typical size.
    """

    bound: np.ndarray
    bias: np.ndarray
    variance: np.ndarray
    shared: np.ndarray
    factor: np.ndarray
    typical_factor: np.ndarray


def key_logarithms(x: RoundedBalls, weights: Balls, mask: Any, tiles: int) -> Logarithms:
    """Per key, in float32 if its range suffices; log Σ exp x lies −log max w above the largest score.

    ``weights`` are w. With δ for an error, z for a depth and s for a score the bound is δ + u (z + δ + max δ), and in
    the split model twice the latter and u (2|s| + 2M + L), M the largest |s| of all rows; where sums are wider, 4u (|s|
    + max |s|) with their u. A correct result has no shift that moves a row out of the normal range, so M is at most
    that range beyond the row's own scores.
    """
    arithmetic, keys = x.arithmetic, x.shape[-1]
    u, fine = arithmetic.u, arithmetic.accumulation.unit_roundoff
    split, is_stored = arithmetic.model == SPLIT, arithmetic.steps != arithmetic.accumulation
    with quietly():
        kind = single_where(x.value.largest, keys)
        sizes, largest = once(_sizes, x.value, mask, kind)
        depths, beyond = once(_depths, x.value, mask, kind)
        times, of_sizes, of_row = 1.0, 0.0, NOTHING
        factor, typical_factor, shift = np.zeros((*x.shape[:-1], 1)), NOTHING, NOTHING
        if split:
            all_rows, furthest_shift = shared_shift(x, mask), -math.log(2.0) * arithmetic.accumulation.emin
            reach = np.minimum(all_rows.reach, largest + furthest_shift)
            length = largest + math.log(keys)
            times, of_sizes, of_row = 2.0, 2.0 * u, u * (2.0 * reach + length)
            beyond_largest = -np.log(np.maximum.reduce(weights.magnitudes(), axis=-1, keepdims=True))
            factor, typical_factor = 4.0 * u * length, u * (largest + beyond_largest)
            below_all = np.minimum(once(_below, all_rows.highest, x.value, mask), furthest_shift)
            shift = np.maximum(beyond_largest, below_all)
        elif arithmetic.is_wide:
            of_sizes, of_row = 4.0 * fine, 4.0 * fine * largest
        library = tiles * arithmetic.exp_roundoff / (1.0 - arithmetic.exp_roundoff)
        bound, furthest = _scores_error(x, sizes, kind, 1.0 + times * u, of_sizes)
        bound += kind(times * u) * depths
        row = times * u * (beyond + furthest) + of_row + library + UNDERFLOWN
        if split:
            each = u * (math.log(keys) + 2.0 * (beyond + furthest)) + library
            seen_depths = depths if mask is None else np.where(mask, depths, kind(0.0))
            w = weights.magnitudes().astype(kind)
            factor += _of_other_exponentials(w, sizes, seen_depths, largest, each, u)
            typical_factor = typical_factor + 2.0 * tiles * arithmetic.exp_error * fine
        bound += row.astype(kind)
        bound *= kind(1.0 + slack(kind, x.shape[-1]))
        variance, fixed = _variance(x, sizes, kind, 2.0 * bool(split))
        argument = depths + shift.astype(kind) if shift.ndim else depths
        variance += argument * argument
        variance += (fixed + (tiles * (1 + split)) * is_stored).astype(kind)
        bias, shared = _bias(x, sizes, largest, tiles * arithmetic.exp_error * fine)
    if mask is not None:
        bound, bias, variance, shared = (
            np.where(mask, part, part.dtype.type(0)) if part.ndim and part.shape[-1] == keys else part
            for part in (bound, bias, variance, shared)
        )
    return Logarithms(bound, bias, variance, shared, factor, typical_factor)


def _of_other_exponentials(
    w: np.ndarray, sizes: np.ndarray, depths: np.ndarray, largest: np.ndarray, each: np.ndarray, u: float
) -> np.ndarray:
    """The logarithm of a row's factor if the weights' exponentials differ from those of their sum (…, 1).

    The scores s are the same, but each side rounds its argument and its exp again: tⱼ = 2u|sⱼ| in powers of two, u zⱼ
    in the sum, twice in the weight, and ``each``. A side changes log Σ wⱼ e^±tⱼ by at most (1 + T) Σ wⱼ tⱼ if T ≤ 1,
    and by T always; no depth z is above 2 max |s|.
    """
    raised = RAISED + slack(sizes.dtype.type, sizes.shape[-1])
    mean = u * (4.0 * np.vecdot(w, sizes) + 3.0 * np.vecdot(w, depths))[..., np.newaxis] * raised + 2.0 * each
    most = u * 6.0 * largest + each
    return np.asarray(np.where(most <= 1.0, (1.0 + most) * mean, 2.0 * most) * raised)


def _below(highest: float, scores: Balls, mask: Any) -> np.ndarray:
    """How far the largest visible score of each row is below ``highest`` (…, 1): the additional depth by that shift."""
    middle, _ = scores.low()
    if mask is not None:
        middle = np.where(mask, middle, -np.inf)
    largest = np.maximum.reduce(middle, axis=-1, keepdims=True)
    return np.asarray(np.where(np.isfinite(largest), np.maximum(highest - largest, 0.0), 0.0))


def row_logarithms(x: RoundedBalls, tiles: int) -> Logarithms | None:
    """Per row, if all of it is far below the error of storing the weights; else None.

    A depth is at most twice the largest score.
    """
    arithmetic = x.arithmetic
    if not isinstance(x, RoundedScores) or arithmetic.model != FUSED or not arithmetic.is_wide:
        return None
    u = arithmetic.u
    with quietly():
        library = tiles * arithmetic.exp_roundoff / (1.0 - arithmetic.exp_roundoff)
        bound = x.row_bound + u * (10.0 * x.reach + 2.0 * x.row_bound) + library
        bound = np.asarray(bound * RAISED)
        if not np.max(bound, initial=0.0) <= NEGLIGIBLE * arithmetic.storage.unit_roundoff:
            return None
        bias = x.lost + x.scale_error * x.reach + tiles * arithmetic.exp_error * u
        variance = np.square(x.reach) * (6.0 + x.summation**2)
        return Logarithms(bound, bias, variance, NOTHING, np.zeros_like(bound), NOTHING)


def _scores_error(
    x: RoundedBalls, sizes: np.ndarray, kind: Kind, factor: float, of_sizes: float
) -> tuple[np.ndarray, np.ndarray]:
    """A new array of ``factor`` δ + ``of_sizes`` |s|, with some roundings, and the largest δ of each row."""
    if isinstance(x, RoundedScores):
        return x.combined_bound(sizes, kind, factor, of_sizes), x.row_bound
    found: np.ndarray[Any, Any] = np.broadcast_to(x.bound, x.shape).astype(kind)
    furthest = np.maximum.reduce(found, axis=-1, keepdims=True).astype(np.float64) * (1.0 + slack(kind, 0))
    found *= kind(factor)
    if of_sizes:
        found += kind(of_sizes) * sizes
    return found, furthest


def _variance(x: RoundedBalls, sizes: np.ndarray, kind: Kind, of_sizes: float) -> tuple[np.ndarray, np.ndarray]:
    """A new array of the scores' variances and ``of_sizes`` half times s², in units of u²/3; and what a row adds."""
    if isinstance(x, RoundedScores):
        return x.variances(sizes, kind, 2.0 + of_sizes / 2.0)
    deviations = x.settled.element / (ROUNDING * x.arithmetic.u)
    own: np.ndarray[Any, Any] = np.broadcast_to(np.square(deviations), x.shape).astype(kind)
    if of_sizes:
        own += kind(of_sizes / 2.0) * (sizes * sizes)
    return own, NOTHING


def _bias(x: RoundedBalls, sizes: np.ndarray, largest: np.ndarray, library: float) -> tuple[np.ndarray, np.ndarray]:
    """The part that is not independent, and that which keys may share; per row if the scale's error is small."""
    if isinstance(x, RoundedScores):
        row = x.scale_error * largest
        if float(np.max(row, initial=0.0)) <= library:
            return row + (x.lost + library), NOTHING
        of_scale = sizes.dtype.type(x.scale_error) * sizes
        of_scale += sizes.dtype.type(x.lost + library)
        return of_scale, NOTHING
    typical = x.settled
    shared = typical.row + typical.whole
    shared = np.broadcast_to(shared, x.shape) if np.any(shared) else NOTHING
    return np.broadcast_to(typical.bias + library, x.shape), shared


def _depths(scores: Balls, mask: Any, kind: Kind) -> tuple[np.ndarray, np.ndarray]:
    """The depth of each score below the largest of its row, and for each row a bound of the excess."""
    if mask is not None:
        scores = scores.__array_namespace__().where(mask, scores, -float("inf"))
    depths, beyond = scores.depths()
    return depths.astype(kind), beyond


def _sizes(scores: Balls, mask: Any, kind: Kind) -> tuple[np.ndarray, np.ndarray]:
    """Magnitudes of the visible scores, and the largest of each row."""
    sizes = scores.magnitudes()
    if mask is not None:
        sizes = np.where(mask, sizes, 0.0)
    return sizes.astype(kind), np.maximum.reduce(sizes, axis=-1, keepdims=True)
