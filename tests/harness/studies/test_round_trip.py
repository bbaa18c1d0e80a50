"""What real printers print is read back; and the comparison that says so finds what is wrong on purpose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lastdigit.base.number_format import FloatFormat
from lastdigit.printing.print_format import PrintFormat
from studies.roundtrip.exact_numbers import Grid, fraction
from studies.roundtrip.numpy_prints import numpy_array, numpy_options, numpy_print, numpy_scalar
from studies.roundtrip.printers import Printer, printers
from studies.roundtrip.python_prints import python_list
from studies.roundtrip.real_print import RealPrint
from studies.roundtrip.run import main
from studies.roundtrip.trial import failures

DRAWS = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def assert_read_back(printer: Printer, random: Random) -> None:
    real = printer(random)
    assert not failures(real, random.getrandbits(16)), str(real)


@DRAWS
@given(st.randoms())
def test_an_array_of_numpy_is_read_back_whatever_its_options(random: Random):
    assert_read_back(numpy_array, random)


@DRAWS
@given(st.randoms())
def test_a_scalar_of_numpy_is_read_back(random: Random):
    assert_read_back(numpy_scalar, random)


@DRAWS
@given(st.randoms())
def test_a_list_of_python_is_read_back(random: Random):
    assert_read_back(python_list, random)


@pytest.mark.parametrize("name", ["torch tensors", "jax arrays"])
@DRAWS
@given(random=st.randoms())
def test_a_tensor_of_a_framework_is_read_back_whatever_its_options(name: str, random: Random):
    if name not in printers():
        pytest.skip(f"{name.split(maxsplit=1)[0]} is not installed")
    assert_read_back(printers()[name][0], random)


def test_the_study_counts_what_it_read_back(capsys: pytest.CaptureFixture[str]):
    assert main(["--arrays", "60", "--processes", "1", "--seed", "3"]) == 0
    assert "60 arrays of " in capsys.readouterr().out


OPTIONS = {
    **numpy_options(Random(0)),
    "precision": 4,
    "floatmode": "maxprec",
    "legacy": False,
    "sign": "-",
    "suppress": False,
    "threshold": 1000,
    "linewidth": 75,
    "edgeitems": 3,
}


def printed(array: np.ndarray, **options: object) -> RealPrint:
    given_options = {**OPTIONS, **options}

    def by_numpy(changed: np.ndarray) -> str:
        with np.printoptions(**given_options):
            return repr(changed)

    return numpy_print(array, given_options, by_numpy, by_repr=True)


REAL = printed(np.array([0.123456, 0.5, 0.75]))


def test_the_print_that_is_changed_below_is_read_back():
    assert [failures(REAL, element) for element in range(3)] == [[], [], []]


@pytest.mark.parametrize(
    ("real", "words"),
    [
        pytest.param(replace(REAL, tokens=("0.1235", "0.5", "0.76")), "tokens", id="another token"),
        pytest.param(replace(REAL, shown=REAL.shown.reshape(1, 3)), "shape", id="another shape"),
        pytest.param(replace(REAL, dtype="float32", dtype_said=True), "dtype float64, expected", id="another dtype"),
        pytest.param(replace(REAL, edges=((1, 1),)), "expected edges", id="a summary"),
        pytest.param(replace(REAL, printer="torch"), "printer numpy, expected", id="another printer"),
        pytest.param(replace(REAL, array=REAL.array + 0.001), "outside of", id="other numbers"),
        pytest.param(replace(REAL, text=f"{REAL.text} "), "read up to", id="more text"),
        pytest.param(replace(REAL, options=replace(REAL.options, precision=5)), "outside of", id="more precision"),
        pytest.param(replace(REAL, options=replace(REAL.options, precision=3)), "contradiction", id="less precision"),
        pytest.param(replace(REAL, options=replace(REAL.options, sign="+")), "contradiction", id="a sign"),
        pytest.param(replace(REAL, options=replace(REAL.options, linewidth=9)), "contradiction", id="a narrow line"),
    ],
)
def test_what_was_not_printed_so_is_found(real: RealPrint, words: str):
    assert words in "; ".join(failures(real, 0))


def fails(changed: Callable[..., Fraction], monkeypatch: pytest.MonkeyPatch, owner: type, name: str) -> bool:
    monkeypatch.setattr(owner, name, changed)
    numbers = np.array([0.1, 0.7, 1 / 3, 1.0], dtype=np.float32)
    return any(failures(printed(numbers, precision=8), element) for element in range(len(numbers)))


def test_an_interval_without_the_ulp_of_the_dtype_is_found(monkeypatch: pytest.MonkeyPatch):
    assert fails(lambda *_: Fraction(0), monkeypatch, PrintFormat, "_ulp")


def test_an_interval_with_too_large_an_ulp_is_found(monkeypatch: pytest.MonkeyPatch):
    own = FloatFormat.ulp
    assert fails(lambda form, value: 3 * own(form, value), monkeypatch, FloatFormat, "ulp")


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.float16, np.longdouble])
@given(st.fractions(-60000, 60000))
def test_the_grid_gives_the_numbers_next_to_a_rational(kind: type, value: Fraction):
    grid = Grid(kind)
    low, high = grid.at_most(value), grid.at_least(value)
    assert fraction(low) <= value <= fraction(high)
    assert low == high or grid.above(low) == high
