"""The coarsest dtype of the numbers that a source may make, on which the prints of a cell depend."""

from __future__ import annotations

from lastdigit.document import Cell
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.shown_floats import may_be_bfloat16, may_be_half
from lastdigit.source.unseen import may_be_no_float64

SINGLE, HALF, COARSEST = "float32", "float16", "bfloat16"


def coarsest_made(reached: ReachedSource, cell: Cell) -> str:
    """``float32``, or a dtype of 16 bits if a source names one; "" if all numbers are certainly float64.

    What no source shows may make float32 numbers, but none of 16 bits.
    """
    if not reached.may_say(cell, may_be_no_float64, unseen=True):
        return ""
    if reached.may_say(cell, may_be_bfloat16):
        return COARSEST
    return HALF if reached.may_say(cell, may_be_half) else SINGLE
