"""Whether whole numbers follow each other by one: numbers of rows or years, identifiers, grids."""

from __future__ import annotations

import re
from itertools import pairwise

from lastdigit.extraction.thresholds import FEWEST_COUNTED_ROWS
from lastdigit.printing.array_print import ArrayPrint

_WHOLE = re.compile(r"-?\d{1,30}(?:\.0{0,30})?")


def are_in_a_row(array: ArrayPrint) -> bool:
    """Whether a vector or a column holds consecutive whole numbers, those beside its dots each for themselves."""
    tokens = array.whole_texts
    if len(array.shape) != 1 or len(tokens) < FEWEST_COUNTED_ROWS or not all(map(_WHOLE.fullmatch, tokens)):
        return False
    numbers = [int(token.partition(".")[0]) for token in tokens]
    edges = array.summary.edges[0] if array.summary is not None else None
    first = edges[0] if edges else len(numbers)
    parts = (numbers[:first], numbers[first:])
    return all(two - one == 1 for part in parts for one, two in pairwise(part))
