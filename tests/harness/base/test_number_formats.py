"""Number formats: unit roundoff, ulps and rounding, held to NumPy's and torch's own."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastdigit.base.number_format import FORMATS, UnknownNumberFormat, float_format, is_integer

IN_NUMPY = ["float64", "float32", "float16"]


@pytest.mark.parametrize(
    ("name", "roundoff", "largest"),
    [
        ("float64", 2.0**-53, float(np.finfo("float64").max)),
        ("float32", 2.0**-24, float(np.finfo("float32").max)),
        ("float16", 2.0**-11, 65504.0),
        ("bfloat16", 2.0**-8, 3.3895313892515355e38),
        ("tf32", 2.0**-11, 3.4011621342146535e38),
    ],
)
def test_a_format_has_its_unit_roundoff_and_its_largest_number(name: str, roundoff: float, largest: float):
    assert (FORMATS[name].unit_roundoff, FORMATS[name].largest) == (roundoff, largest)


@pytest.mark.parametrize("name", IN_NUMPY)
@given(data=st.data())
def test_an_ulp_is_the_distance_to_the_next_number_of_the_format(name: str, data: st.DataObject):
    width = np.dtype(name).itemsize * 8
    number = np.dtype(name).type(data.draw(st.floats(0, float(np.finfo(name).max) / 2, width=width)))
    assert FORMATS[name].ulp(Fraction(float(number))) == Fraction(float(np.spacing(number)))
    assert FORMATS[name].ulp(Fraction(-float(number))) == Fraction(float(np.spacing(number)))


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_rounding_to_bfloat16_is_that_of_torch(number: float):
    torch = pytest.importorskip("torch")
    exact_in_float32 = float(np.float32(number)) if abs(number) < 3e38 else 0.0
    rounded = torch.tensor(exact_in_float32, dtype=torch.float32).to(torch.bfloat16).double().item()
    assert float(FORMATS["bfloat16"].round(np.array(exact_in_float32))) == rounded


@pytest.mark.parametrize("name", FORMATS)
@given(number=st.floats(-60000, 60000))
def test_rounding_gives_a_nearest_number_and_an_even_one_at_ties(name: str, number: float):
    form = FORMATS[name]
    rounded = Fraction(float(form.round(np.array(number))))
    quantum = form.ulp(Fraction(number))
    assert abs(rounded - Fraction(number)) <= quantum / 2
    assert rounded / quantum % 1 == 0
    if abs(rounded - Fraction(number)) == quantum / 2:
        assert rounded / quantum % 2 == 0


@pytest.mark.parametrize("name", ["float32", "float16", "bfloat16"])
def test_what_is_beyond_the_range_becomes_infinite(name: str):
    beyond = np.array([1e39, -1e39])
    assert FORMATS[name].round(beyond).tolist() == [np.inf, -np.inf]
    assert FORMATS[name].round(np.array(FORMATS[name].largest)) == FORMATS[name].largest


def test_a_dtype_that_is_no_format_is_named_with_those_that_are():
    with pytest.raises(UnknownNumberFormat, match=r"float64, float32, tf32, bfloat16, float16.* found 'float24'"):
        float_format("float24")


def test_integer_types_are_told_from_formats_with_rounding():
    assert [is_integer(name) for name in ("int64", "uint8", "float32", "bfloat16")] == [True, True, False, False]
