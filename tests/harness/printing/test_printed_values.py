"""What a printed token says: the interval of reals that print so, held to exact rationals and to real printing."""

from __future__ import annotations

import math
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from lastdigit.printing.print_format import NoInterval, PrintFormat
from lastdigit.printing.scan import scan
from lastdigit.printing.tokens import NUMBER
from lastdigit.printing.value import PrintedComplex, PrintedNonFinite, PrintedValue

NUMPY64 = PrintFormat("numpy", 8, False, "float64")
NUMPY32 = PrintFormat("numpy", 8, False, "float32")
NUMPY16 = PrintFormat("numpy", 8, False, "float16")
NUMPY_SCIENTIFIC = PrintFormat("numpy", 8, True, "float64")
TORCH = PrintFormat("torch", 4, False, "float32")
TORCH_SCIENTIFIC = PrintFormat("torch", 4, True, "float32")
TORCH_WHOLE = PrintFormat("torch", None, False, "float32")
LITERAL = PrintFormat("python", None, False, "float32")
INTEGER = PrintFormat("numpy", None, False, "int64")


@pytest.mark.parametrize(
    ("form", "token", "half_width"),
    [
        pytest.param(NUMPY64, "0.42231880", Fraction(1, 2 * 10**8), id="half a quantum"),
        pytest.param(NUMPY64, "0.4223188", Fraction(1, 2 * 10**8), id="half the array's quantum for a trimmed token"),
        pytest.param(NUMPY64, "1.", Fraction(1, 2 * 10**8), id="half the array's quantum for a trimmed whole number"),
        pytest.param(NUMPY64, "-0.", Fraction(1, 2 * 10**8), id="half a quantum about a zero with a sign"),
        pytest.param(NUMPY64, "268435456.5", Fraction(2) ** -25, id="half an ulp where that is more, in float64"),
        pytest.param(NUMPY32, "0.1", Fraction(1, 2 * 10**8), id="half a quantum where an ulp is less, in float32"),
        pytest.param(NUMPY32, "0.9", Fraction(2) ** -25, id="half an ulp where that is more, in float32"),
        pytest.param(NUMPY32, "1.5", Fraction(2) ** -24, id="half an ulp where that is more, above a power of two"),
        pytest.param(NUMPY16, "0.1", Fraction(2) ** -15, id="half an ulp in float16"),
        pytest.param(NUMPY16, "17570.", Fraction(8), id="half an ulp under filler digits in float16"),
        pytest.param(NUMPY_SCIENTIFIC, "1.24326146e-13", Fraction(1, 2 * 10**21), id="half a unit of the significand"),
        pytest.param(NUMPY_SCIENTIFIC, "9.5e+02", Fraction(1, 2 * 10**6), id="half a unit of a trimmed significand"),
        pytest.param(TORCH, "-0.0713", Fraction(1, 2 * 10**4), id="half a quantum of torch"),
        pytest.param(TORCH_SCIENTIFIC, "1.2346e+04", Fraction(1, 2), id="half a unit of torch's significand"),
        pytest.param(TORCH_WHOLE, "3.", Fraction(0), id="nothing for a whole-number tensor"),
        pytest.param(LITERAL, "0.1", Fraction(0), id="nothing for a literal"),
        pytest.param(INTEGER, "12", Fraction(0), id="nothing for an integer"),
    ],
)
def test_a_token_reaches_to_either_side_by(form: PrintFormat, token: str, half_width: Fraction):
    value = form.read(token)
    assert value == PrintedValue(token, Fraction(token) - half_width, Fraction(token) + half_width)
    assert (value.centre, value.half_width) == (Fraction(token), half_width)


FIXED16 = PrintFormat("numpy", 8, False, "float16", "fixed")
UNIQUE = PrintFormat("python", None, False, "float64", "unique")
GENERAL = PrintFormat("mlx", 6, False, "float32", "general")
LEGACY = PrintFormat("numpy", 4, True, "float32", "1.13")


@pytest.mark.parametrize(
    ("form", "token", "below", "above"),
    [
        pytest.param(NUMPY32, "1.", Fraction(2) ** -25, Fraction(2) ** -24, id="a power of two"),
        pytest.param(NUMPY32, "-1.", Fraction(2) ** -24, Fraction(2) ** -25, id="a power of two with a sign"),
        pytest.param(UNIQUE, "0.1", Fraction(2) ** -57, Fraction(2) ** -57, id="repr of a float"),
        pytest.param(UNIQUE, "0.5", Fraction(2) ** -55, Fraction(2) ** -54, id="repr of a power of two"),
        pytest.param(UNIQUE, "5e-324", Fraction(2) ** -1075, Fraction(2) ** -1075, id="the smallest number"),
        pytest.param(TORCH_SCIENTIFIC, "1.0000e-05", Fraction(1, 2 * 10**10), Fraction(1, 2 * 10**9), id="ten"),
        pytest.param(TORCH_SCIENTIFIC, "0.0000e+00", Fraction(0), Fraction(0), id="a zero with an exponent"),
        pytest.param(FIXED16, "0.09997559", Fraction(1, 2 * 10**8), Fraction(1, 2 * 10**8), id="no ulp if fixed"),
        pytest.param(GENERAL, "0.333333", Fraction(1, 2 * 10**6), Fraction(1, 2 * 10**6), id="six digits"),
        pytest.param(GENERAL, "33.3333", Fraction(1, 2 * 10**4), Fraction(1, 2 * 10**4), id="six digits of more"),
        pytest.param(GENERAL, "100", Fraction(1, 2 * 10**4), Fraction(1, 2 * 10**3), id="six digits of a power of ten"),
        pytest.param(LEGACY, "2.5000e+00", Fraction(1, 2 * 10**4), Fraction(1, 2 * 10**4), id="fixed with an exponent"),
        pytest.param(LEGACY, "16777218.", Fraction(1), Fraction(1), id="an ulp without one"),
        pytest.param(TORCH, "3.", Fraction(0), Fraction(0), id="a whole number in a part of complex ones"),
    ],
)
def test_an_interval_reaches_as_far_as_the_printing_rounds(form: PrintFormat, token: str, below, above):
    assert form.read(token) == PrintedValue(token, Fraction(token) - below, Fraction(token) + above)


def test_truth_values_are_one_and_zero():
    form = PrintFormat("numpy", None, False, "bool")
    assert [form.read(token).centre for token in ("True", "False")] == [1, 0]
    assert form.prints("True", 1.0)
    assert not form.prints("False", 1.0)


@pytest.mark.parametrize(("token", "same", "other"), [("nan", math.nan, 1.0), ("-inf", -math.inf, math.inf)])
def test_what_is_no_number_equals_itself_alone(token: str, same: float, other: float):
    value = NUMPY64.value(token)
    assert isinstance(value, PrintedNonFinite)
    assert (value.is_value(same), value.is_value(other), value.is_value(math.nan)) == (True, False, math.isnan(same))
    assert (NUMPY64.prints(token, same), NUMPY64.prints(token, other), NUMPY64.prints("1.", same)) == (
        True,
        False,
        False,
    )
    assert value == NUMPY64.value(token) != NUMPY64.value("inf")
    with pytest.raises(NoInterval, match=f"expected a finite real number, found '{token}'"):
        NUMPY64.read(token)


@pytest.mark.parametrize(
    ("token", "real", "imag"),
    [("1. +2.5j", "1.", "+2.5"), ("-0.5-nanj", "-0.5", "-nan"), ("2.j", "0", "2."), ("(1e-05+3j)", "1e-05", "+3")],
)
def test_a_complex_token_says_two_things(token: str, real: str, imag: str):
    form = PrintFormat("numpy", 8, False, "complex128")
    assert form.value(token) == PrintedComplex(token, form.value(real), form.value(imag))
    with pytest.raises(NoInterval):
        form.read(token)


def test_a_complex_number_prints_where_both_its_parts_do():
    form = PrintFormat("numpy", 2, False, "complex128")
    assert form.prints("1. +2.5j", 1 + 2.5001j)
    assert not form.prints("1. +2.5j", 1 + 2.51j)
    assert not form.prints("1. +2.5j", 1.01 + 2.5j)
    assert not form.prints("1.", 1 + 1j)


@pytest.mark.parametrize(
    ("form", "token", "low", "high"),
    [
        (NUMPY64, "0.1306", "0.130599995", "0.130699995"),
        (PrintFormat("numpy", 3, False, "float64"), "-6.73", "-6.7395", "-6.7295"),
        (NUMPY64, "2.", "1.999999995", "2.999999995"),
        (NUMPY64, "-0.", "-0.999999995", "0.000000005"),
    ],
)
def test_a_cut_token_is_every_number_whose_print_starts_so(form: PrintFormat, token: str, low: str, high: str):
    assert form.read_cut(token) == PrintedValue(token, Fraction(low), Fraction(high), whole=False)


def test_a_cut_token_that_shows_all_decimals_is_whole():
    assert NUMPY64.read_cut("0.13062402") == NUMPY64.read("0.13062402")


@pytest.mark.parametrize(
    ("form", "token"),
    [
        pytest.param(NUMPY64, "13", id="cut before the point"),
        pytest.param(NUMPY_SCIENTIFIC, "1.24", id="its exponent is missing"),
        pytest.param(INTEGER, "12", id="an integer may go on"),
    ],
)
def test_a_cut_token_that_could_be_of_any_size_says_nothing(form: PrintFormat, token: str):
    assert form.read_cut(token) is None


@given(st.floats(-1e6, 1e6), st.integers(1, 10), st.data())
def test_a_number_lies_in_the_interval_of_its_print_wherever_that_is_cut(number: float, precision: int, data):
    printed = f"{number:.{precision}f}"
    cut = printed[: data.draw(st.integers(printed.index(".") + 1, len(printed)))]
    value = PrintFormat("numpy", precision, False, "float64").read_cut(cut)
    assert value is not None
    assert value.low <= Fraction(number) <= value.high


@pytest.mark.parametrize(
    ("number", "token", "prints"),
    [
        (0.125, "0.12", True),
        (0.125, "0.13", False),
        (0.375, "0.38", True),
        (-0.125, "-0.12", True),
        (0.1250001, "0.13", True),
        (-0.0004, "-0.", True),
        (0.5, "0.5", True),
    ],
)
def test_ties_round_to_even_as_printers_do(number: float, token: str, prints: bool):
    assert PrintFormat("numpy", 2, False, "float64").prints(token, number) is prints


def test_a_whole_number_tensor_prints_one_number_only():
    assert TORCH_WHOLE.prints("1.", 1.0)
    assert not TORCH_WHOLE.prints("1.", 1.0 + 2.0**-23)


def numbers(dtype: str, shape: tuple[int, ...]) -> st.SearchStrategy[np.ndarray]:
    width = np.dtype(dtype).itemsize * 8
    some = st.one_of(
        st.floats(-1, 1, width=width),
        st.integers(-2000, 2000).map(float),
        st.floats(allow_nan=False, allow_infinity=False, width=width),
    )
    return arrays(dtype, shape, elements=some)


def printed_arrays(dtypes: list[str], least: int) -> st.SearchStrategy[np.ndarray]:
    shapes = array_shapes(min_dims=least, max_dims=3, max_side=4)
    return st.tuples(st.sampled_from(dtypes), shapes).flatmap(lambda pair: numbers(*pair))


def assert_read_back(text: str, array: np.ndarray, precision: int, dtype: str) -> None:
    """The one array that ``text`` prints has the tokens and the shape of ``array``, and intervals that contain it."""
    found = next(scan(text, cut=False)).array
    assert (found.kind, found.shape, found.dtype, found.cut) == ("printed", array.shape, dtype, False)
    assert [token.text for token in found.tokens] == NUMBER.findall(text.partition("dtype")[0])
    assert all(text.startswith(token.text, token.offset) for token in found.tokens)
    form = PrintFormat(found.printer, found.print_format(precision).precision, found.print_format(0).scientific, dtype)
    for token, number in zip(found.tokens, array.ravel().tolist(), strict=True):
        value = form.read(token.text)
        assert value.low <= Fraction(number) <= value.high, (token.text, number)


@given(printed_arrays(["float64"], 1), st.integers(1, 10), st.booleans())
def test_what_numpy_prints_is_read_back(array: np.ndarray, precision: int, suppress: bool):
    with np.printoptions(precision=precision, suppress=suppress, threshold=sys.maxsize):
        assert_read_back(f"Weights:\n {array}\n", array, precision, "float64")


@given(printed_arrays(["float64", "float32", "float16"], 1), st.integers(1, 10), st.booleans())
def test_what_numpy_represents_is_read_back_with_its_dtype(array: np.ndarray, precision: int, suppress: bool):
    with np.printoptions(precision=precision, suppress=suppress, threshold=sys.maxsize):
        assert_read_back(repr(array), array, precision, array.dtype.name)


@given(printed_arrays(["float64", "float32"], 0), st.integers(1, 10))
def test_what_torch_prints_is_read_back(array: np.ndarray, precision: int):
    torch = pytest.importorskip("torch")
    torch.set_printoptions(precision=precision)
    try:
        assert_read_back(str(torch.from_numpy(array.copy())), array, precision, array.dtype.name)
    finally:
        torch.set_printoptions(profile="default")


@given(printed_arrays(["float64", "float32", "float16"], 1), st.integers(1, 10), st.booleans())
def test_a_number_prints_the_digits_that_numpy_printed(array: np.ndarray, precision: int, suppress: bool):
    with np.printoptions(precision=precision, suppress=suppress, threshold=sys.maxsize):
        found = next(scan(repr(array), cut=False)).array
    form = found.print_format(precision)
    for token, number in zip(found.tokens, array.ravel().tolist(), strict=True):
        assert form.prints(token.text, number), (token.text, number)


def test_half_way_between_two_tokens_a_number_prints_as_the_one_that_is_unique_to_it():
    value = np.float16(0.015625)
    with np.printoptions(precision=5):
        assert str(np.array([value])) == "[0.01563]"
    form = PrintFormat("numpy", 5, False, "float16")
    assert form.prints("0.01563", float(value))
    assert not form.prints("0.01562", float(value))
    with np.printoptions(precision=3):
        assert str(np.array([value, np.float16(1e-5)])).startswith("[1.563e-02")
    assert PrintFormat("numpy", 3, True, "float16").prints("1.563e-02", float(value))
    assert not PrintFormat("numpy", 3, True, "float16").prints("1.562e-02", float(value))


@pytest.mark.parametrize(
    ("number", "others", "precision", "token"),
    [
        (5.896816288783659e166, 1.8807909613156594e-37, 15, "5.896816288783659e+166"),
        (-5.896816288783659e166, 1.8807909613156594e-37, 15, "-5.896816288783659e+166"),
    ],
)
def test_unique_digits_need_not_be_the_nearest_decimal(number: float, others: float, precision: int, token: str):
    with np.printoptions(precision=precision):
        assert token in str(np.array([number, others]))
    digits = Fraction(10) ** (166 - precision)
    assert round(Fraction(number) / digits) * digits != Fraction(token)
    form = PrintFormat("numpy", precision, True, "float64")
    assert form.prints(token, number)
    assert not form.prints(token.replace("9e", "8e"), number)
    assert not form.prints(token.replace("59e", "60e"), number)


def test_behind_unique_digits_of_an_exponent_stand_exact_ones():
    with np.printoptions(precision=15, floatmode="maxprec_equal"):
        shown = str(np.array([1e-227, -5803923779279333e15]))
    form = PrintFormat("numpy", 15, True, "float64")
    (token,) = (token for token in shown.strip("[]").split() if "e-22" in token)
    assert form.prints(token, 1e-227)
    assert not form.prints("1.000000000000000e-227", 1e-227)
    assert form.read("1.000000000000000e-227").low < Fraction(1e-227)
