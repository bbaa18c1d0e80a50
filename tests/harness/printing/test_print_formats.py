"""Intervals of numbers that were rounded before printing, and prints that more than one format may have made."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import pytest

from lastdigit.printing.print_format import MOST_DIGITS, Inferred, PrintFormat
from lastdigit.printing.value import PrintedNonFinite

FIXED = PrintFormat("numpy", 2, False, "float64", "fixed")
LITERAL = PrintFormat("python", None, False, "float64")


def ends(form: PrintFormat, token: str) -> tuple[Fraction, Fraction]:
    value = form.read(token)
    return value.low, value.high


def ulp(exponent: int) -> Fraction:
    """An ulp of float64 of numbers between 2^exponent and the next power of two."""
    return Fraction(2) ** (exponent - 52)


@pytest.mark.parametrize(("rounded_to", "low", "high"), [(1, "0.945", "1.055"), (3, "0.9945", "1.0055")])
def test_a_number_rounded_before_its_print_reaches_as_far_as_both_roundings(rounded_to: int, low: str, high: str):
    found = ends(FIXED.of_rounded(rounded_to), "1.00")
    assert found == (Fraction(low) - ulp(0), Fraction(high) + ulp(0))


def test_a_number_that_was_rounded_to_the_digits_shown_is_rounded_once():
    assert FIXED.of_rounded(2) == FIXED


def test_decimals_say_nothing_of_how_many_digits_a_mantissa_shows():
    assert replace(FIXED, scientific=True).of_rounded(2).rounded_to == 2


@pytest.mark.parametrize("dtype", ["int64", "bool"])
def test_a_rounded_integer_has_no_error_of_arithmetic(dtype: str):
    form = PrintFormat("python", None, False, dtype, rounded_to=-2)
    assert ends(form, "300") == (250, 350)


@pytest.mark.parametrize(("token", "low", "high"), [("0", -1, 1), ("1", 1, 2), ("-1", -2, -1)])
def test_a_float_without_its_decimals_lay_further_from_zero(token: str, low: int, high: int):
    assert ends(replace(LITERAL, floatmode="truncated"), token) == (low, high)


def test_digits_that_were_cut_made_a_number_no_larger():
    cut = PrintFormat("python", 3, False, "float64", "truncated")
    assert ends(cut, "0.480") == (Fraction("0.48"), Fraction("0.481"))
    assert ends(cut, "-0.480") == (Fraction("-0.481"), Fraction("-0.48"))
    assert cut.prints("0.480", Fraction("0.4809"))
    assert not cut.prints("0.480", Fraction("0.4811"))


def test_a_number_made_whole_in_one_direction_was_less_than_a_unit_away():
    whole = replace(LITERAL, floatmode="either_way")
    assert ends(whole, "7") == (6, 8)
    assert ends(whole, "-7") == (-8, -6)
    assert whole.prints("7", Fraction("6.001"))
    assert whole.prints("7", Fraction("7.999"))
    assert not whole.prints("7", Fraction("5.999"))


@pytest.mark.parametrize("token", ["<NA>", "None", "NaT", "null"])
def test_a_missing_value_is_a_nan_by_its_token(token: str):
    found = FIXED.value(token)
    assert isinstance(found, PrintedNonFinite)
    assert found.token == token
    assert found.is_value(math.nan)


@pytest.mark.parametrize("also", [{"rounded_to": 1}, {"others": (LITERAL,)}], ids=["rounded", "another format"])
def test_a_cut_token_that_may_have_been_printed_otherwise_says_nothing(also: dict[str, object]):
    assert FIXED.read_cut("0.2") is not None
    assert replace(FIXED, **also).read_cut("0.2") is None


@pytest.mark.parametrize(
    ("token", "observed", "prints"),
    [
        ("0.25+1.50j", 0.25 + 1.5j, True),
        ("0.25+1.50j", 0.25 - 1.5j, False),
        ("0.25+0.00j", Fraction(1, 4), True),
        ("0.25", 0.25 + 0j, True),
        ("0.25", 0.5 + 0j, False),
        ("0.25", 0.25 + 1j, False),
    ],
)
def test_a_real_number_is_a_complex_one_without_imaginary_part(token: str, observed: complex | Fraction, prints: bool):
    assert FIXED.prints(token, observed) is prints


@pytest.mark.parametrize(("observed", "prints"), [("0.26", True), ("0.34", True), ("0.36", False), ("0.24", False)])
def test_a_number_prints_as_it_was_rounded_before(observed: str, prints: bool):
    assert replace(FIXED, rounded_to=1).prints("0.30", Fraction(observed)) is prints


@pytest.mark.parametrize(("observed", "prints"), [("0.25", True), ("0.2504", True), ("0.2506", True), ("0.256", False)])
def test_a_number_prints_as_in_any_of_the_formats(observed: str, prints: bool):
    form = PrintFormat("numpy", 3, False, "float64", "fixed", others=(FIXED,))
    assert form.prints("0.25", Fraction(observed)) is prints


@pytest.mark.parametrize(
    ("token", "low", "high"),
    [("1.151e-05", "1.1505e-05", "1.1515e-05"), ("2.0957", "2.09565", "2.09575"), ("-292.25", "-292.255", "-292.245")],
)
def test_a_number_of_a_table_with_several_formats_was_rounded_to_its_own_last_digit(token: str, low: str, high: str):
    form = PrintFormat("table", 4, True, "float64", "fixed")
    assert ends(form, token) == (Fraction(low), Fraction(high))


def test_nothing_is_inferred_of_a_format_unless_it_says_so():
    assert Inferred().settled
    assert MOST_DIGITS == 6000
    assert FIXED.widest is FIXED
    assert replace(FIXED, inferred=Inferred(widest=LITERAL)).widest is LITERAL
