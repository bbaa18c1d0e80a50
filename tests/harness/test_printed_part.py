"""Which elements of a result a golden prints: all, a row, the first few, the transpose, or what was left of a cut."""

from __future__ import annotations

import pytest

from lastdigit.cases.case import Expected
from lastdigit.golden import Golden, Provenance
from lastdigit.printing.print_format import PrintFormat
from lastdigit.verdicts.printed_part import WrongShape, printed_elements

FORM = PrintFormat("numpy", 3, False, "float64")
PLACE = Provenance("007", 1, None, 1, 1, 1)


def golden(shape: tuple[int, ...], count: int, *, cut: bool = False) -> Golden:
    return Golden("y", "printed", "y", PLACE, FORM, "default", shape, ("0.5",) * count, cut)


@pytest.mark.parametrize(
    ("expected", "printed", "shape", "elements"),
    [
        (Expected("y"), golden((2, 3), 6), (2, 3), [0, 1, 2, 3, 4, 5]),
        (Expected("y", transpose=True), golden((3, 2), 6), (2, 3), [0, 3, 1, 4, 2, 5]),
        (Expected("y", row=1), golden((3,), 3), (2, 3), [3, 4, 5]),
        (Expected("y", rows=2), golden((2, 2), 4), (3, 2), [0, 1, 2, 3]),
        (Expected("y", transpose=True, row=2), golden((2,), 2), (2, 3), [2, 5]),
        (Expected("y"), golden((2, 3), 5, cut=True), (4, 3), [0, 1, 2, 3, 4]),
        (Expected("y"), golden((1, 3), 1, cut=True), (4, 3), [0]),
        (Expected("y"), golden((), 1), (), [0]),
    ],
)
def test_the_elements_are_those_that_were_printed_in_their_order(expected, printed, shape, elements: list[int]):
    assert printed_elements(expected, printed, shape) == elements


@pytest.mark.parametrize(
    ("expected", "printed", "shape"),
    [
        (Expected("y"), golden((2, 2), 4), (2,)),
        (Expected("y"), golden((4,), 4), (2, 2)),
        (Expected("y"), golden((2, 3), 6), (3, 2)),
        (Expected("y"), golden((2, 3), 6), (4, 3)),
        (Expected("y", rows=3), golden((2, 2), 4), (3, 2)),
        (Expected("y"), golden((2, 3), 5, cut=True), (4, 2)),
        (Expected("y"), golden((5, 3), 14, cut=True), (4, 3)),
        (Expected("y", row=2), golden((3,), 3), (2, 3)),
        (Expected("y", transpose=True), golden((3,), 3), (3,)),
    ],
)
def test_a_shape_that_is_not_the_printed_one_is_refused(expected: Expected, printed: Golden, shape: tuple[int, ...]):
    with pytest.raises(WrongShape, match=r"expected shape .* as y prints, found"):
        printed_elements(expected, printed, shape)
