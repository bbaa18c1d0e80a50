"""Digits that indicate a shorter dtype: what a float32 looks like as a Python float, and what only looks so."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lastdigit import printed
from lastdigit.printing.dtype_from_digits import dtypes_by_digits
from lastdigit.printing.scan import scan
from lastdigit.printing.widened_floats import UNLIKELY, Shorter, shorter_by_digits


def as_python(numbers: np.ndarray) -> str:
    return str(numbers.astype(np.float64).tolist())


def shorter(text: str) -> Shorter | None:
    return shorter_by_digits(printed(text).found)


def bfloat16(numbers: np.ndarray) -> np.ndarray:
    return (numbers.astype("float32").view("uint32") & np.uint32(0xFFFF0000)).view("float32")


@pytest.fixture
def numbers() -> np.ndarray:
    return np.random.default_rng(7).normal(size=400)


def test_a_float32_printed_as_a_python_float_agrees_and_its_neighbours_do_not(numbers):
    indicated = 0
    for number in numbers.astype("float32"):
        read = printed(str(float(number)))
        read.assert_agrees(number)
        found = shorter(str(float(number)))
        if found is None or not found.all or found.by_nature:
            continue
        indicated += 1
        assert read.format.dtype == "float32"
        for side in (-np.inf, np.inf):
            assert read.judge(np.nextafter(number, np.float32(side))).verdict == "disagrees"
    assert indicated > 300


def test_the_interval_is_half_a_float32_step():
    value = printed("0.9793000221252441").format.read("0.9793000221252441")
    assert value.high - value.low == float(np.spacing(np.float32(0.9793)))


def test_no_float64_looks_like_a_float32(numbers):
    assert not any(shorter(repr(float(number))) for number in numbers)


@pytest.mark.parametrize("digits", [8, 9, 10, 11])
def test_the_chance_bounds_how_many_decimals_look_like_float32(digits):
    random = np.random.default_rng(digits)
    texts = [f"{number:.{digits}f}" for number in random.uniform(0.5, 1, size=4000)]
    texts = [text for text in texts if not text.endswith("0")]
    format_ulp = 2.0**-24
    chance = 2 * 10.0**-digits / format_ulp
    looks = sum(_looks_single(text) for text in texts)
    spread = 4 * math.sqrt(len(texts) * chance)
    assert looks <= len(texts) * chance + spread


def _looks_single(text: str) -> bool:
    digits = len(text.partition(".")[2])
    return f"{float(np.float32(text)):.{digits}f}" == text


@pytest.mark.parametrize(
    "text",
    [
        "0.5",
        "0.75",
        "0.30078125",
        "[0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625]",
        "[0.984375, 0.96875, 0.953125, 0.9375, 0.90625]",
        "0.97930002",
        "0.1234567890123456",
        "1e-300",
    ],
)
def test_short_tokens_and_fractions_of_two_indicate_nothing(text):
    assert shorter(text) is None


def test_fractions_with_a_common_denominator_are_no_half_floats():
    counts = [math.comb(10, chosen) / 2**10 for chosen in range(11)]
    assert shorter(str(counts)) is None


@pytest.mark.parametrize(
    "text",
    [str(48391 / 2**21), str(3 * 2.0**-50 + 2.0**-68), str([math.comb(20, chosen) / 2**20 for chosen in range(21)])],
)
def test_numbers_that_have_few_bits_by_nature_only_widen(text):
    found = shorter(text)
    assert found is not None
    assert found.by_nature
    read = printed(text)
    assert read.format.dtype == "float64"
    assert [other.dtype for other in read.format.others] == ["float32"]


def test_many_half_floats_of_different_sizes_indicate_their_dtype(numbers):
    assert shorter(as_python(numbers[:40].astype("float16"))).dtype == "float16"
    assert shorter(as_python(bfloat16(numbers[:40]))).dtype == "bfloat16"
    assert shorter(as_python(numbers[:2].astype("float16"))) is None


def test_one_float32_among_float64_numbers_widens_all():
    read = printed("[0.9793000221252441, 0.1234567890123456]")
    assert read.format.dtype == "float64"
    assert [other.dtype for other in read.format.others] == ["float32"]
    assert read.judge([np.float32(0.9793), 0.1234567890123456]).verdict == "agrees"


def test_short_numbers_do_not_hinder_what_others_indicate():
    read = printed("[0.5, 0.9793000221252441]")
    assert read.format.dtype == "float32"
    assert read.format.inferred.dtypes == ("float32",)


def test_complex_numbers_of_two_float32_are_complex64():
    assert printed(str(complex(np.complex64(0.3 + 0.7j)))).format.dtype == "complex64"


def test_digits_of_a_float32_that_a_format_has_cut_count_as_well():
    found = shorter("0.979300022125244")
    assert found is not None
    assert found.dtype == "float32"
    assert 1e-8 < found.chance < UNLIKELY


def test_a_dtype_that_is_said_is_kept():
    assert printed("0.9793000221252441", dtype="float64").format.dtype == "float64"


def test_a_column_of_large_float32_numbers_shows_all_their_digits():
    table = "               a\n0  123456.789062\n1  234567.890625\n2  345678.906250"
    numbers = np.array([123456.789, 234567.89, 345678.906], "float32")
    assert printed(table).format.dtype == "float32"
    printed(table).assert_agrees(numbers)


def test_an_array_that_only_holds_float32_numbers_may_be_float64():
    drawn = np.random.default_rng(0).normal(size=(20, 6)).astype(np.float32)
    assert dtypes_by_digits(next(scan(str(drawn))).array)[0] == ("float32",)
    assert dtypes_by_digits(next(scan(str(drawn.astype(np.float64)))).array)[0] == ("float64", "float32")
