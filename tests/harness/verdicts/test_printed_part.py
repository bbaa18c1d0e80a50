"""Which elements of a result a golden prints: all, a row, the first few, the transpose, or what was left of a cut."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from lastdigit.base.errors import InvalidStore
from lastdigit.base.toml_table import Table
from lastdigit.cases.case import Expected
from lastdigit.printing.golden import Golden, Provenance
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.shown_part import Summary
from lastdigit.store.golden_record import golden_of
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
        (Expected("y", transpose=True), golden((1, 3, 2), 6), (1, 2, 3), [0, 3, 1, 4, 2, 5]),
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


def summarised(shape: tuple[int, ...], *edges: tuple[int, int] | None, full: tuple[int, ...] | None = None) -> Golden:
    return replace(golden(shape, math.prod(shape)), summary=Summary(edges, full))


@pytest.mark.parametrize(
    ("printed", "shape", "elements"),
    [
        (summarised((4,), (2, 2)), (9,), [0, 1, 7, 8]),
        (summarised((2, 2), (1, 1), None), (5, 2), [0, 1, 8, 9]),
        (summarised((2, 2), None, (1, 1)), (2, 5), [0, 4, 5, 9]),
        (summarised((2, 3), (1, 1), (2, 1), full=(4, 6)), (4, 6), [0, 1, 5, 18, 19, 23]),
    ],
)
def test_of_a_summarised_array_the_elements_around_its_dots_are_held(printed: Golden, shape, elements: list[int]):
    assert printed_elements(Expected("y"), printed, shape) == elements


@pytest.mark.parametrize(
    ("printed", "shape"),
    [
        (summarised((4,), (2, 2)), (4,)),
        (summarised((4,), (2, 2)), (9, 1)),
        (summarised((2, 2), (1, 1), None), (5, 3)),
        (summarised((4,), (2, 2), full=(9,)), (10,)),
    ],
)
def test_a_result_that_is_not_summarised_so_is_refused(printed: Golden, shape: tuple[int, ...]):
    with pytest.raises(WrongShape):
        printed_elements(Expected("y"), printed, shape)


def test_the_csv_of_a_summarised_array_shows_its_dots():
    of_three_axes = replace(summarised((2, 2, 2), (1, 1), None, (1, 1)), tokens=tuple("01234567"))
    assert of_three_axes.rows == [["0", "...", "1"], ["2", "...", "3"], ["..."], ["4", "...", "5"], ["6", "...", "7"]]
    table = Table(Path("document.toml"), "golden", of_three_axes.record(), InvalidStore)
    assert replace(golden_of("007", table), tokens=of_three_axes.tokens) == of_three_axes


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
