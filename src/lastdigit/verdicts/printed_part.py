"""The elements of a result that a golden prints, in order, and the printed values as arrays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lastdigit.base.errors import LastdigitError
from lastdigit.cases.case import Expected
from lastdigit.printing.golden import Golden
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.shown_part import Summary
from lastdigit.printing.value import PrintedValue
from lastdigit.verdicts.reals import Reals
from lastdigit.verdicts.same_digits import SameDigits


class WrongShape(LastdigitError):
    """A result whose shape differs from the print."""


@dataclass(frozen=True, eq=False)
class PrintedPart:
    """Printed values as arrays, and the flat ``elements`` of a result that they correspond to."""

    elements: np.ndarray
    tokens: tuple[str, ...]
    centre: Reals
    half_width: Reals
    digits: SameDigits

    @classmethod
    def of(cls, format: PrintFormat, values: Sequence[PrintedValue], elements: Sequence[int]) -> PrintedPart:
        """The values printed in a format."""
        return cls(
            np.array(elements, dtype=np.intp),
            tuple(value.token for value in values),
            Reals.of([value.centre for value in values]),
            Reals.of([value.half_width for value in values]),
            SameDigits(format, values),
        )


def printed_part(expected: Expected, golden: Golden, shape: tuple[int, ...]) -> PrintedPart:
    """The printed part of a result of ``shape``, without truncated tokens that bound nothing. Raises
    :class:`WrongShape`."""
    elements = printed_elements(expected, golden, shape)
    pairs = [(at, value) for at, value in zip(elements, golden.numbers, strict=True) if value is not None]
    return PrintedPart.of(golden.format, [value for _, value in pairs], [at for at, _ in pairs])


def printed_elements(expected: Expected, golden: Golden, shape: tuple[int, ...]) -> list[int]:
    """The flat indices, in a result of ``shape``, of the elements that ``golden`` prints.

    Of a golden that was cut, or that a case holds to the first rows, only the rows that are there; the trailing axes
    must match all the same. Of one that was summarised, the items before and after its dots. Raises
    :class:`WrongShape`.
    """
    part = np.arange(math.prod(shape)).reshape(shape)
    try:
        if expected.transpose:
            part = np.swapaxes(part, -1, -2)
        if expected.row is not None:
            part = part[expected.row]
        if expected.rows is not None:
            part = part[: expected.rows]
        begun = part[: golden.shape[0]] if golden.cut else shown_part(part, golden.summary)
    except IndexError as error:
        raise WrongShape(f"expected shape {golden.shape} as {golden.name} prints, found {shape}: {error}") from error
    if begun.shape != golden.shape:
        raise WrongShape(f"expected shape {golden.shape} as {golden.name} prints, found {part.shape} in {shape}")
    return [int(index) for index in begun.ravel()[: len(golden.tokens)]]


def shown_part(part: np.ndarray, summary: Summary | None) -> np.ndarray:
    """The indices of an array shown by such a summary; raises :class:`WrongShape`."""
    if summary is None:
        return part
    edges, full = summary.edges, summary.full_shape
    if part.ndim != len(edges) or (full is not None and part.shape != full):
        raise WrongShape(f"expected {len(edges)} axes{f' of {full}' if full else ''}, found {part.shape}")
    for axis, edge in enumerate(edges):
        extent = part.shape[axis]
        if edge is None:
            continue
        if extent <= sum(edge):
            raise WrongShape(f"expected more than {sum(edge)} items in axis {axis}, found {extent}")
        part = np.take(part, [*range(edge[0]), *range(extent - edge[1], extent)], axis)
    return part
