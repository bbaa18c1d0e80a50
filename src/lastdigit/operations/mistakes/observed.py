"""Mistakes that depend on the observed result: dropout, and overflow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lastdigit.base.number_format import FloatFormat
from lastdigit.operations.mistakes.mistake import ANY_RESULT, Mistake

DROPPED = (0.1, 0.2, 0.5)
"""Common dropout probabilities."""

DROPOUT = "dropout left on"
DROPOUT_LOOK = "whether dropout is off where nothing is trained: eval(), or dropout_p = 0"
OVERFLOW = "softmax without the shift by the largest score"
OVERFLOW_LOOK = "the subtraction of the largest score before exp, which overflows without it"


def left_out(observed: np.ndarray, true: np.ndarray) -> Iterator[Mistake]:
    """Dropout of the result, for each probability p: zeros were dropped, other elements are divided by 1 − p.

    ``observed`` and ``true`` have the result's shape. Yields nothing if only elements that are zero by definition were
    dropped, or if all were.
    """
    kept = observed != 0
    if not kept.any() or not np.any(~kept & (true != 0)):
        return
    for p in DROPPED:

        def dropped(result: Any, p: float = p) -> Any:
            xp = result.__array_namespace__()
            return xp.where(kept, result / xp.asarray(1.0 - p), result * xp.asarray(0.0))

        yield Mistake(ANY_RESULT, DROPOUT, DROPOUT_LOOK, dropped)


def overflowing(formats: set[FloatFormat]) -> Iterator[Mistake]:
    """The softmax of float64 arrays whose exponentials and their sum overflow as in one of these formats.

    Without an overflow it equals the softmax, so it is no mistake then.
    """
    for largest in sorted({format.largest for format in formats}):

        def unshifted(x: Any, mask: Any = None, largest: float = largest) -> Any:
            exponentials = np.exp(x if mask is None else np.where(mask, x, -np.inf))
            exponentials = np.where(exponentials > largest, np.inf, exponentials)
            total = np.sum(exponentials, axis=-1, keepdims=True)
            return exponentials / np.where(total > largest, np.inf, total)

        yield Mistake("softmax", OVERFLOW, OVERFLOW_LOOK, unshifted)
