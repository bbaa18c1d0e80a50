"""Numbers in brackets that were each formatted with three significant digits, as awkward shows its arrays."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lastdigit.printing.scan import scan
from tests.harness.made_up_notebooks import goldens, result

RAGGED = "[[1.26, -1.32, 6.4], [130, 94.7, ..., 1, 0.0316], ..., [], [4.13, -0.5]]"


def test_dots_and_numbers_of_three_digits_are_awkwards():
    found = list(scan(f"weights {RAGGED}\n"))
    assert [(one.path, one.array.printer, one.array.dtype) for one in found] == [
        ("[0]", "awkward", "float64"),
        ("[1]", "awkward", "float64"),
        ("[-1]", "awkward", "float64"),
    ]
    summary = found[1].array.summary
    assert summary is not None
    assert summary.edges == ((2, 2),)


def test_numbers_of_awkward_are_known_to_their_third_digit(read):
    found = goldens(read(("print('weights', w)", f"weights {RAGGED}\n")))
    widths = [[value.high - value.low for value in golden.numbers if value is not None] for golden in found]
    assert widths[0] == [Fraction("0.01")] * 3
    assert widths[1] == [Fraction(1), Fraction("0.1"), Fraction("0.0055"), Fraction("0.0001")]
    assert widths[2] == [Fraction("0.01"), Fraction("0.001")]
    assert {golden.record()["quantum"] for golden in found} == {"3 significant digits"}


def test_a_list_without_dots_may_have_been_formatted_so(read):
    (golden,) = goldens(read(("print('weights', w)", "weights [1, 12.5, 0.125]\n")))
    assert golden.format.printer == "python"
    value = golden.numbers[1]
    assert value is not None
    assert value.high - value.low == Fraction("0.1")


@pytest.mark.parametrize(
    "text",
    [
        "x [[1.25, 0.5], [130.0, 94.7]]\n",
        "x [1.2513, 0.5, ..., 2]\n",
        "x [12, 15, ..., 130]\n",
        "x [1.25, 1.75, ..., 2.25]\n",
        "x [1.2 , 0.25, ..., 0.5 ]\n",
    ],
    ids=["a zero behind a point", "four digits", "integers", "equal decimals", "padding of NumPy"],
)
def test_other_brackets_are_not_awkwards(text: str):
    assert {one.array.printer for one in scan(text)} <= {"python", "numpy"}


def test_only_fields_with_floats_have_three_digits():
    found = list(scan("x [{a: 1.25, n: 1250}, {a: 3, n: 1}, ..., {a: 0.125, n: 7}]\n"))
    assert [(one.path, one.array.dtype) for one in found] == [
        ("[0][a]", "float64"),
        ("[0][n]", "int64"),
        ("[1][a]", "float64"),
        ("[1][n]", "int64"),
        ("[-1][a]", "float64"),
        ("[-1][n]", "int64"),
    ]


@pytest.mark.parametrize(
    ("text", "dtype", "width"),
    [
        ("<Array [1.5, 2.25] type='2 * float32'>", "float32", Fraction("0.01")),
        ("<Array [[120, 2.25], [], [1]] type='3 * var * ?float64'>", "float64", Fraction(1)),
        ("<Array [12, 25] type='2 * int64'>", "int64", Fraction(0)),
    ],
)
def test_the_type_behind_an_array_of_awkward_says_its_dtype(read, text: str, dtype: str, width: Fraction):
    found = goldens(read(("masses = f(x)\nmasses[0]", result(text))))
    assert next((golden.label[:9], golden.format.dtype, golden.format.others) for golden in found) == (
        "masses[0]",
        dtype,
        (),
    )
    (first, *_) = found[0].numbers
    assert first.high - first.low == width
