"""The coarsest dtype of the numbers that a source may make, on which the prints of a cell depend."""

from __future__ import annotations

from lastdigit.base.rule import Rule
from lastdigit.document import Cell
from lastdigit.source.reached_source import ReachedSource
from lastdigit.source.shown_floats import may_be_bfloat16, may_be_half
from lastdigit.source.unseen import may_be_no_float64

READS = Rule(
    r"\b(?:read_\w+|load\w*|open|genfromtxt|unpickle|restore\w*) ?\(",
    "a source reads a file",
    "frame = pd.read_csv(path)",
    "frame.reads = 3",
)
SINGLE, HALF, COARSEST = "float32", "float16", "bfloat16"


def reads_a_file(source: str) -> bool:
    """Whether a source reads a file."""
    return READS.search(source) is not None


def coarsest_made(reached: ReachedSource, cell: Cell) -> str:
    """``float32``, or a dtype of 16 bits if a source names one; "" if all numbers are certainly float64.

    What no source shows may make float32 numbers, but none of 16 bits. A file that one cell reads may have been written
    by any other.
    """
    makes_others = reached.may_say(cell, may_be_no_float64, unseen=True)
    if not makes_others and not (reached.may_say(cell, reads_a_file) and reached.any_says(may_be_no_float64)):
        return ""
    if reached.may_say(cell, may_be_bfloat16):
        return COARSEST
    return HALF if reached.may_say(cell, may_be_half) else SINGLE
