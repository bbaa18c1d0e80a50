"""Which numbers print the digits of a token: told by intervals just as printing them tells it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastdigit.base.number_format import printed_format
from lastdigit.printing.print_format import PrintFormat
from lastdigit.verdicts.reals import Reals
from lastdigit.verdicts.same_digits import BORDER, SameDigits

FORMATS = [
    *(PrintFormat("numpy", 8, scientific, dtype) for scientific in (False, True) for dtype in ("float64", "float32")),
    PrintFormat("numpy", 3, False, "float16"),
    PrintFormat("torch", 4, False, "float32"),
    PrintFormat("torch", 4, True, "float64"),
    PrintFormat("mlx", 6, False, "float32", "general"),
    PrintFormat("python", None, False, "float64", "unique"),
    PrintFormat("numpy", None, False, "int64"),
]
TOKENS = {False: ["0.5", "0.33333333", "-12.25", "1.", "0.", "1024.5", "0.1", "99.9999"], True: ["1.e-03", "9.99e+02"]}


@given(st.data())
@pytest.mark.parametrize("format", FORMATS, ids=lambda format: f"{format.printer} {format.precision} {format.dtype}")
def test_intervals_tell_what_printing_tells(format: PrintFormat, data: st.DataObject):
    """Numbers in the middle, about both ends, at them, and in steps of the dtype beyond them."""
    token = data.draw(st.sampled_from([*TOKENS[format.scientific], *(["7"] if format.dtype == "int64" else [])]))
    value = format.read(token)
    step = Fraction(1) if format.dtype == "int64" else printed_format(format.dtype).ulp(value.centre)
    start = data.draw(st.sampled_from([value.low, value.centre, value.high]))
    number = start + step * data.draw(st.fractions(-6, 6, max_denominator=8))
    for seen in (number, Fraction(float(number))):
        assert SameDigits(format, [value]).of(Reals.of([seen])).tolist() == [format.prints(token, seen)]


def test_a_cut_token_is_the_beginning_of_what_lies_between_its_ends():
    value = PrintFormat("numpy", 8, False, "float64").read_cut("0.1306")
    digits = SameDigits(PrintFormat("numpy", 8, False, "float64"), [value] * 4)
    numbers = [value.low, value.high, value.low - Fraction(1, 10**30), Fraction("0.13062402")]
    assert digits.of(Reals.of(numbers)).tolist() == [True, True, False, True]


def test_what_lies_well_inside_or_outside_is_not_printed(monkeypatch: pytest.MonkeyPatch):
    format = PrintFormat("numpy", 8, False, "float64")
    numbers = Reals.floats(np.array([0.5, 0.500000004, 0.7]))
    digits = SameDigits(format, [format.read("0.5")] * 3)
    first = digits.of(numbers)
    monkeypatch.setattr(PrintFormat, "prints", lambda *_: pytest.fail("printed"))
    assert digits.of(numbers).tolist() == first.tolist() == [True, True, False]


@pytest.mark.parametrize("token", ["100000.5", "-100000.5"])
def test_no_number_prints_more_digits_than_the_format_has(token: str):
    format = PrintFormat("mlx", 6, False, "float32", "general")
    number = Fraction(token)
    numbers = [number, number + Fraction(1, 4), number / 2]
    assert SameDigits(format, [format.read(token)] * 3).of(Reals.of(numbers)).tolist() == [False] * 3


def test_what_rounding_before_printing_allows_is_printed_only_by_its_middle():
    """The interval of a number that was rounded to two decimals and printed with four is that of two."""
    format = PrintFormat("numpy", 4, False, "float64")
    rounded = replace(format.read("0.5"), low=Fraction("0.495"), high=Fraction("0.505"))
    numbers = [Fraction(1, 2), Fraction("0.5001"), Fraction("0.5049"), Fraction("0.4951"), Fraction("0.50004")]
    digits = SameDigits(format, [rounded] * len(numbers))
    assert digits.of(Reals.of(numbers)).tolist() == [True, False, False, False, True]


@pytest.mark.parametrize(
    ("dtype", "token", "border"),
    [
        ("float32", "1.", 2.0**-23),
        ("float64", "1.", 2.0**-52),
        ("float128", "1.", 2.0**-52),
        ("int64", "7", 2.0**-50),
        ("bool", "1.", 2.0**-52),
    ],
)
def test_ends_lie_units_of_their_format_apart(dtype: str, token: str, border: float):
    """Within the interval by the border and a unit more, outside of it likewise, never less."""
    format = PrintFormat("numpy", 0, False, dtype)
    value = format.read(token)
    units = BORDER * Fraction(border)
    inner_low, inner_high, outer_low, outer_high = (Fraction(each) for each in SameDigits(format, [value])._ends[:, 0])
    assert value.low + units < inner_low < value.low + 2 * units
    assert value.high - 2 * units < inner_high < value.high - units
    assert value.low - 2 * units < outer_low < value.low - units
    assert value.high + units < outer_high < value.high + 2 * units
