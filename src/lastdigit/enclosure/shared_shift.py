"""The largest score of a whole call, which a softmax may subtract in all rows, even if rows are evaluated in blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import numpy as np

from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.enclosure.rounded_scores import RoundedScores
from lastdigit.enclosure.upward import RAISED, quietly


@dataclass(frozen=True)
class Shift:
    """The largest magnitude of a computed score in any row, and the largest exact score; 0 and −∞ if there is none.

    Unknown scores and scores that a mask hides do not count.
    """

    reach: float
    highest: float


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
    return Shift(max(each.reach for each in shifts), max(each.highest for each in shifts))


def _of_block(x: RoundedBalls, mask: Any) -> Shift:
    middle, _ = x.value.low()
    with quietly():
        errors = x.row_bound if isinstance(x, RoundedScores) else x.error
        if mask is None and np.isfinite(x.value.largest) and np.all(np.isfinite(errors)):
            largest = (x.value.largest + float(np.max(errors, initial=0.0))) * RAISED
            return Shift(largest, float(np.max(middle, initial=-np.inf)))
        reaches = (x.value.magnitudes() + errors) * RAISED
    seen = np.isfinite(reaches) if mask is None else np.isfinite(reaches) & mask
    reach, highest = np.where(seen, reaches, 0.0), np.where(seen, middle, -np.inf)
    return Shift(float(np.max(reach, initial=0.0)), float(np.max(highest, initial=-np.inf)))
