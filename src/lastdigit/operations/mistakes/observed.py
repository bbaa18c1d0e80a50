"""Mistakes that only an observed result shows: dropped elements, and numbers beyond a format's range."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lastdigit.base.number_format import FloatFormat
from lastdigit.operations.mistakes.mistake import ANY_RESULT, Mistake

DROPPED = (0.1, 0.2, 0.5)
"""Probabilities that a dropout is commonly made with."""

DROPOUT = "dropout left on"
DROPOUT_LOOK = "whether dropout is off where nothing is trained: eval(), or dropout_p = 0"
OVERFLOW = "softmax without the shift by the largest score"
OVERFLOW_LOOK = "the subtraction of the largest score before exp, which overflows without it"


def left_out(observed: np.ndarray, true: np.ndarray) -> Iterator[Mistake]:
    """Dropout of the result, for every probability p: what is zero was dropped, what is left is divided by 1 − p.

    ``observed`` and ``true`` have the result's shape. Nothing is given where no element was dropped that is not zero by
    definition, or where all were.
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

    Its exact value is the softmax's own: it is no mistake where nothing overflows.
    """
    for largest in sorted({format.largest for format in formats}):

        def unshifted(x: Any, mask: Any = None, largest: float = largest) -> Any:
            exponentials = np.exp(x if mask is None else np.where(mask, x, -np.inf))
            exponentials = np.where(exponentials > largest, np.inf, exponentials)
            total = np.sum(exponentials, axis=-1, keepdims=True)
            return exponentials / np.where(total > largest, np.inf, total)

        yield Mistake("softmax", OVERFLOW, OVERFLOW_LOOK, unshifted)
