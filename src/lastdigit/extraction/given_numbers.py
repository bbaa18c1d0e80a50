"""Whether numbers look as if they were given and not computed: a grid, or identifiers in their order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from lastdigit.extraction.thresholds import (
    FEWEST_COPIED,
    FEWEST_COUNTED_ROWS,
    FEWEST_DIGITS_COPIED,
    FEWEST_DIGITS_OF_IDENTIFIERS,
)
from lastdigit.printing.array_print import ArrayPrint

_WHOLE = re.compile(r"-?\d{1,30}(?:\.0{0,30})?")
_NUMBER = re.compile(r"-?\d{1,30}(?:\.\d{0,30})?(?:e[-+]?\d{1,3})?")
_ZEROS = re.compile(r"\D|0*\Z")
_PLAIN = re.compile(r"-?\d{1,30}(?:\.\d{0,30})?")


def are_evenly_spaced(array: ArrayPrint) -> bool:
    """Whether a vector or a column holds a grid; the numbers before its dots and behind them have one step."""
    tokens = array.whole_texts
    if len(array.shape) != 1 or len(tokens) < FEWEST_COUNTED_ROWS or not all(map(_PLAIN.fullmatch, tokens)):
        return False
    numbers = [Decimal(token) for token in tokens]
    edges = array.summary.edges[0] if array.summary is not None else None
    first = edges[0] if edges else len(numbers)
    steps = {two - one for part in (numbers[:first], numbers[first:]) for one, two in pairwise(part)}
    return len(steps) == 1 and steps != {0}


def may_identify(array: ArrayPrint) -> bool:
    """Whether a column holds ascending whole numbers of one length, none of them round."""
    tokens = array.whole_texts
    if array.column is None or len(tokens) < FEWEST_COUNTED_ROWS or not all(map(_WHOLE.fullmatch, tokens)):
        return False
    digits = [token.partition(".")[0] for token in tokens]
    is_one_length = len(set(map(len, digits))) == 1 and len(digits[0]) >= FEWEST_DIGITS_OF_IDENTIFIERS
    ascend = all(one < two for one, two in pairwise(digits))
    return is_one_length and ascend and not any(one.endswith("00") for one in digits)


def parts_of_a_row(array: ArrayPrint) -> Sequence[str]:
    """The numbers of an array as they stand in a text of the lists that sources write, forwards and backwards.

    Both orders, since a table sorted upwards shows a descending list from its end. Empty for too few digits, which may
    match by chance.
    """
    tokens = array.whole_texts
    if len(tokens) < FEWEST_COPIED or not all(map(_NUMBER.fullmatch, tokens)):
        return ()
    if sum(len(_ZEROS.sub("", token)) for token in tokens) < FEWEST_DIGITS_COPIED:
        return ()
    numbers = [repr(float(token)) for token in tokens]
    return ",".join(numbers), ",".join(reversed(numbers))
