"""Columns of pandas and polars whose numbers were written one by one: to how many digits each is known."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lastdigit.printing.golden import Golden
from tests.harness.made_up_notebooks import goldens, only, printed, reasons, result

IMPORT = ("import pandas as pd", "")
MIXED = "          a\n0     57880\n1   3.45679\n2  0.000123"
WHOLE = "       a\n0  100.0\n1  200.0"
INTEGERS = "     a\n0  -14\n1  100"
SERIES = "shape: (3,)\nSeries: 'v' [f64]\n[\n\t0.001396\n\t-9.1937e-9\n\t57880.473123\n]\n"


def reach(golden: Golden, number: int = 0) -> Fraction:
    """Half the width of the interval of a number."""
    value = golden.numbers[number]
    return (value.high - value.low) / 2


@pytest.mark.parametrize(
    ("function", "reaches"),
    [
        ("'{:g}'.format", ["0.05", "5e-6", "5e-10"]),
        ("lambda x: '%g' % x", ["0.05", "5e-6", "5e-10"]),
        ("writer", ["0.75", "7.5e-6", "7.5e-7"]),
    ],
)
def test_a_function_that_writes_each_number_says_how_many_digits_are_known(read, function: str, reaches: list[str]):
    source = f"pd.options.display.float_format = {function}"
    golden = only(read(IMPORT, (source, ""), ("frame", result(MIXED))))
    assert [reach(golden, number) for number in range(3)] == list(map(Fraction, reaches))


def test_str_writes_all_digits(read):
    source = "pd.set_option('display.float_format', str)"
    text = "                 a\n0  12345.678901234\n1         0.000123"
    assert reach(only(read(IMPORT, (source, ""), ("frame", result(text))))) < Fraction("1e-11")


@pytest.mark.parametrize(
    ("source", "is_exact"),
    [
        ("", True),
        ("pd.set_option('display.precision', 0)", False),
        ("pd.options.display.float_format = '{:.0f}'.format", False),
        ("pd.options.display.float_format = '{:.2f}'.format", True),
        ("pd.set_option('display.precision', 0)\npd.reset_option('display.precision')", True),
        ("pd.options.display.float_format = '{:g}'.format\npd.reset_option('all')", True),
    ],
)
def test_whole_numbers_of_a_frame_may_be_floats_that_an_option_shows_without_a_point(read, source: str, is_exact: bool):
    assert (reach(only(read(IMPORT, (source, ""), ("frame", result(INTEGERS))))) == 0) is is_exact


def test_the_dtype_below_a_series_says_that_its_numbers_are_integers(read):
    text = "0    -14\n1    100\nName: a, dtype: int64"
    assert reach(only(read(IMPORT, ("pd.options.display.precision = 0\nframe.a", result(text))))) == 0


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("print(frame)", "5e-7"),
        ("print('mean', f'{m:.1f}')\nprint(frame)", "5e-7"),
        ("print(frame.to_string(float_format='%.1f'))", "0.05"),
        ("print(frame.to_string(float_format='%.2f'))", "5e-7"),
        ("print(frame.to_string(formatters={'a': '{:.1f}'.format}))", "0.05"),
        ("shown = frame.map('{:.1f}'.format)\nprint(shown)", "0.05"),
        ("url = 'https://pears.org/%.1f,%.1f' % (x, y)\nframe = get(url)\nprint(frame)", "5e-7"),
    ],
)
def test_a_format_for_the_cells_of_a_frame_leaves_its_own_digits(read, source: str, expected: str):
    assert reach(only(printed(read(IMPORT, (source, WHOLE))))) == Fraction(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("        a\n0  100.00\n1  200.50", "5e-3"),
        ("        a\n0  100.25\n1  200.50", "5e-7"),
    ],
)
def test_zeros_that_pandas_trims_show_a_format(read, text: str, expected: str):
    assert reach(only(printed(read(IMPORT, ("print(frame)", text))))) == Fraction(expected)


def test_a_series_of_polars_has_six_decimals_or_those_beside_its_exponent(read):
    *_, golden = goldens(read(("import polars as pl\nprint(s)", SERIES)))
    assert (golden.format.printer, golden.format.dtype) == ("polars", "float64")
    assert [reach(golden, number) for number in range(3)] == list(map(Fraction, ("5e-7", "5e-14", "5e-7")))


def test_a_precision_that_polars_is_told_leaves_its_decimals(read):
    source = "pl.Config.set_float_precision(3)\nprint(s)"
    *_, golden = goldens(
        read((source, SERIES.replace("-9.1937e-9", "1.500").replace("473123", "473").replace("396", "")))
    )
    assert reach(golden) == Fraction("5e-4")


FRAME = ",a,b\n1,381.916,400.125\n2,400.000,123.456\n"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("print(frame.to_csv())", FRAME),
        ("text = frame.to_csv()\nprint(text)", FRAME),
        ("print(f'row {i},{v:.3f}')", "row 1,381.916\n"),
        ("print('row %d,%.3f' % (i, v))", "row 1,381.916\n"),
    ],
)
def test_a_comma_between_fields_separates_no_thousands(read, source: str, text: str):
    found = read((source, text))
    assert not goldens(found)
    assert any("both sides of a comma" in one for one in reasons(found)) or "frame" in source


def test_a_comma_that_a_format_writes_separates_thousands(read):
    found = goldens(read(("print('mean', f'{x:,.3f}')", "mean 1,381.916\n")))
    assert [golden.tokens for golden in found] == [("1381.916",)]


@pytest.mark.parametrize(
    ("source", "is_rounded"),
    [("print(frame.to_json())", True), ("print(frame.to_json(double_precision=12))", False), ("print(text)", False)],
)
def test_pandas_writes_ten_decimals_in_json(read, source: str, is_rounded: bool):
    first, *_ = goldens(read((source, '{"a":{"0":-32701.4657459696,"1":-2701.46574596961}}\n')))
    assert (reach(first) >= Fraction("5e-11")) is is_rounded


def test_the_condition_number_of_a_fit_is_rounded_to_a_whole_number(read):
    text = "Skew:        0.123        Condition No.:       142450\n"
    found = {golden.label: golden for golden in goldens(read(("print(fit.summary2())", text)))}
    assert reach(found["Condition No."]) == Fraction("0.5")
