"""Whether a print could have been printed under given options, and which options it shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lastdigit.printing.array_reader import read_array
from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.printers import default_options
from lastdigit.printing.shown_options import contradiction, options_shown

NUMPY, TORCH = default_options("numpy"), default_options("torch")
WIDE = "[" + " ".join(f"{n:10}" for n in range(10)) + "]"


def why(text: str, options: PrintOptions) -> str | None:
    found = read_array(text, 0, cut=False)
    assert found is not None
    return contradiction(found, options)


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("[0.123 0.5]", replace(NUMPY, precision=2), "3 digits after the point, where the precision is 2"),
        ("[0.5]", replace(NUMPY, floatmode="fixed"), "1 digits after the point in 0.5, where always 8"),
        ("tensor([0.50, 1.25])", TORCH, "2 digits after the point in 0.50, where always 4"),
        ("[1.e-05 2.e+00]", replace(NUMPY, suppress=True), "exponents, where suppress is on"),
        ("[0.00001 2.     ]", NUMPY, "no exponents, where such numbers print with them"),
        ("[0.5 2000.]", NUMPY, "no exponents, where such numbers print with them"),
        ("[2.5e+00 3.0e+00]", NUMPY, "exponents, where such numbers print without them"),
        ("tensor([1.5000e-04, 5.0000e-04])", TORCH, "exponents, where such numbers print without them"),
        ("tensor([2.5000e+00])", TORCH, "exponents, where such numbers print without them"),
        ("tensor([2.5000e-07])", replace(TORCH, sci_mode=False), "exponents, where sci_mode is False"),
        ("tensor([2.5000])", replace(TORCH, sci_mode=True), "no exponents, where sci_mode is True"),
        ("[+1.5 -2.5]", NUMPY, "plus signs, where none are set"),
        ("[ 1.5 -2.5]", replace(NUMPY, sign="+"), "numbers without a sign"),
        (WIDE, NUMPY, "a line of 110 characters, where lines have 75"),
        ("[1 2 ... 8 9]", NUMPY, "other items about the dots than 3"),
        ("array([1, 2, 3, ..., 8, 9, 5], shape=(9,))", NUMPY, "a summary of 9 numbers, where up to 1000 are shown"),
        ("[1 2 3 4 5 6 7]", replace(NUMPY, threshold=6), "no summary of 7 numbers, where up to 6 are shown"),
    ],
)
def test_a_print_that_these_options_do_not_give_says_why(text: str, options: PrintOptions, words: str):
    assert words in (why(text, options) or "none")


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("[0.5 0.25]", NUMPY),
        ("[1.e-05 2.e+00]", NUMPY),
        ("[0.5 500.]", NUMPY),
        ("[1.5e+08 2.0e+00]", replace(NUMPY, suppress=True)),
        ("[0.00001 2.     ]", replace(NUMPY, suppress=True)),
        ("tensor([1., 2.])", TORCH),
        ("tensor([2.5000])", TORCH),
        ("np.float64(0.12345678901)", NUMPY),
        ("[0.12345678901, 0.5]", PrintOptions("python", 4)),
        ("[1 2 3 ... 7 8 9]", NUMPY),
        ("[nan inf]", replace(NUMPY, floatmode="fixed")),
        ("[1.5 2.25]", replace(NUMPY, legacy="1.13", precision=1)),
    ],
)
def test_a_print_that_these_options_can_give_contradicts_nothing(text: str, options: PrintOptions):
    assert why(text, options) is None


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[0.123 0.5  ]", PrintOptions("numpy", 3)),
        ("[0.50 0.25]", PrintOptions("numpy", 2, floatmode="fixed")),
        ("[+0.5]", PrintOptions("numpy", 1, sign="+")),
        ("[0.00001 2.     ]", PrintOptions("numpy", 5, suppress=True)),
        ("tensor([2.5000e+00])", PrintOptions("torch", 4, sci_mode=True)),
        ("tensor([0.50, 2000.25])", PrintOptions("torch", 2, sci_mode=False)),
        ("[1 2 ... 8 9]", PrintOptions("numpy", edgeitems=2)),
        ("np.float64(0.125)", PrintOptions("numpy")),
    ],
)
def test_a_print_shows_the_options_that_it_needs(text: str, shown: PrintOptions):
    found = read_array(text, 0, cut=False)
    assert found is not None
    assert replace(options_shown(found), origin="default") == shown
    assert contradiction(found, options_shown(found)) is None


@pytest.mark.parametrize("token", ["∞", "+∞", "-inf", "nan", "0."])
def test_what_is_no_number_or_zero_says_nothing_of_exponents(token: str):
    assert why(f"[{token} 0.5]", NUMPY) in (None, "plus signs, where none are set")


@pytest.mark.parametrize("text", ["[ 1.52709961e+0000 -1.00000000e+3623]", "[1.52709961e+0000 1.00000000e-2113]"])
def test_numbers_beyond_float64_need_exponents_as_well(text: str):
    assert why(f"array({text.replace(' -', ', -').replace(' 1.0', ', 1.0')}, dtype=float128)", NUMPY) is None
