"""Which elements of a result a golden prints, and in which order."""

from __future__ import annotations

import math

import numpy as np

from lastdigit.cases.case import Expected
from lastdigit.errors import LastdigitError
from lastdigit.golden import Golden


class WrongShape(LastdigitError):
    """A result that has not the shape of what was printed."""


def printed_elements(expected: Expected, golden: Golden, shape: tuple[int, ...]) -> list[int]:
    """The flat indices, in a result of ``shape``, of the elements that ``golden`` prints.

    Of a golden that was cut, or that a case holds to the first rows, only the rows that are there; the trailing axes
    must match all the same. Raises :class:`WrongShape`.
    """
    part = np.arange(math.prod(shape)).reshape(shape)
    try:
        if expected.transpose:
            part = np.swapaxes(part, -1, -2)
        if expected.row is not None:
            part = part[expected.row]
        if expected.rows is not None:
            part = part[: expected.rows]
        begun = part[: golden.shape[0]] if golden.cut else part
    except IndexError as error:
        raise WrongShape(f"expected shape {golden.shape} as {golden.name} prints, found {shape}: {error}") from error
    if begun.shape != golden.shape:
        raise WrongShape(f"expected shape {golden.shape} as {golden.name} prints, found {part.shape} in {shape}")
    return [int(index) for index in begun.ravel()[: len(golden.tokens)]]
