"""The largest score of a whole call, which a softmax may subtract in all rows, even if rows are evaluated in blocks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np

from lastdigit.enclosure.arithmetic import SPLIT, Arithmetic
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.enclosure.rounded_scores import RoundedScores
from lastdigit.enclosure.upward import RAISED, quietly


@dataclass(frozen=True)
class Shift:
    """The largest magnitude of a computed score in any row, and the largest exact score; 0 and −∞ if there is none.

    ``error`` bounds the error of any computed score. Unknown scores and scores that a mask hides do not count.
    """

    reach: float
    highest: float
    error: float = 0.0


_OF_CALL: ContextVar[Callable[[Arithmetic], Shift] | None] = ContextVar("shift_of_call", default=None)


@contextmanager
def shift_of_call(of_all: Callable[[Arithmetic], Shift]) -> Iterator[None]:
    """Evaluate rows inside the block as part of the call with the shift ``of_all``, which is called only if needed."""
    token = _OF_CALL.set(of_all)
    try:
        yield
    finally:
        _OF_CALL.reset(token)


def shared_shift(x: RoundedBalls, mask: Any) -> Shift:
    """The shift for scores x that are those of a whole call, or of one of its blocks."""
    of_all = _OF_CALL.get()
    return shift_of([(x, mask)]) if of_all is None else of_all(x.arithmetic)


def shift_of(blocks: Iterable[tuple[RoundedBalls, Any]]) -> Shift:
    """The shift of blocks of scores, each with the mask that says which of them are visible."""
    shifts = [_of_block(x, mask) for x, mask in blocks]
    return Shift(*(max(parts) for parts in zip(*map(astuple, shifts), strict=True)))


def raised_floor(x: RoundedBalls, mask: Any) -> np.ndarray | None:
    """The largest weight of each row whose exponential may leave the normal range (…, 1); None if it is negligible.

    If nothing is subtracted from the scores x (…, m), or, in the split model, the largest score of all rows, then the
    exponentials of a row are smaller by a factor e^b than those of its softmax, where b > 0 is the distance of its own
    largest score below what is subtracted: weights up to 2^emin e^b belong to subnormal numbers. In a right result they
    are below the unit roundoff. None: all keys together have less than u² of such weight.
    """
    arithmetic = x.arithmetic
    fine, emin = math.log(arithmetic.accumulation.unit_roundoff), math.log(2.0) * arithmetic.steps.emin
    if fine <= emin:
        return None
    with quietly():
        errors = _errors(x)
        error = float(np.max(errors, initial=0.0, where=np.isfinite(errors)))
    of_call = shared_shift(x, mask) if arithmetic.model == SPLIT else Shift(0.0, 0.0)
    taken_off = max(of_call.highest, 0.0)
    if taken_off + x.value.largest + error + emin <= 3.0 * fine:
        return None
    middle, radius = x.value.low()
    with quietly():
        low = middle if mask is None else np.where(mask, middle, -np.inf)
        below = taken_off - np.max(low, axis=-1, keepdims=True, initial=-np.inf)
        below = below + (radius + of_call.error + error)
        lies_below = np.isfinite(below) & (below > 0.0)
        # A dozen roundings of the exponent, and those of exp.
        exponent = emin + below + (below - emin) * (RAISED - 1.0)
        return np.where(lies_below, np.exp(np.minimum(exponent, fine)), 0.0)


def _of_block(x: RoundedBalls, mask: Any) -> Shift:
    middle, _ = x.value.low()
    with quietly():
        errors = _errors(x)
        if mask is None and np.isfinite(x.value.largest) and np.all(np.isfinite(errors)):
            error = float(np.max(errors, initial=0.0))
            return Shift((x.value.largest + error) * RAISED, float(np.max(middle, initial=-np.inf)), error)
        reaches = (x.value.magnitudes() + errors) * RAISED
    seen = np.isfinite(reaches) if mask is None else np.isfinite(reaches) & mask

    def largest(numbers: np.ndarray, of_none: float) -> float:
        return float(np.max(np.where(seen, numbers, of_none), initial=of_none))

    return Shift(largest(reaches, 0.0), largest(middle, -np.inf), largest(errors, 0.0))


def _errors(x: RoundedBalls) -> np.ndarray:
    return x.row_bound if isinstance(x, RoundedScores) else x.error
