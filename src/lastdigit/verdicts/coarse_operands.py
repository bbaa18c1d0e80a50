"""Directions of a matrix product with operands rounded to a coarser format."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lastdigit.base.number_format import FORMATS, FloatFormat, printed_format
from lastdigit.verdicts.coarse_directions import EIGHT_BITS
from lastdigit.verdicts.coarser_steps import rounded_inputs
from lastdigit.verdicts.plain import Direction, PlainReading

LARGEST = 2**24
"""The most numbers in all operands for which the directions are read."""


def operand_directions(plainly: PlainReading, storage: FloatFormat) -> Iterator[Direction]:
    """The directions that change the result; a unit that rounds to TF32 is declared, and not a mistake."""
    for format in _coarser(plainly, storage):
        step = rounded_inputs(format)
        read = plainly.read((step,))
        if read is None:
            continue
        change = (read - plainly.true).reshape(-1)
        if np.any(change) and np.all(np.isfinite(change)):
            yield Direction((step,), change)


def count_operands(plainly: PlainReading, storage: FloatFormat) -> int:
    """The number of possible directions."""
    return len(_coarser(plainly, storage))


def _coarser(plainly: PlainReading, storage: FloatFormat) -> list[FloatFormat]:
    if not plainly.is_product or plainly.size > LARGEST:
        return []
    coarser = [format for format in FORMATS.values() if format.digits < storage.digits and format.name != "tf32"]
    return [*coarser, *map(printed_format, EIGHT_BITS)]
