"""Cells with shorter dtypes, records, formatters and indirect print options: the interval holds what was printed."""

from __future__ import annotations

import contextlib
import io

import numpy as np
import pandas as pd
import pytest

from lastdigit.printing.value import PrintedComplex, PrintedValue
from tests.harness.made_up_notebooks import goldens, printed, result

SETUP = "import numpy as np\nimport pandas as pd\nx = load()\ns = float(x[0])"
SETTINGS = [
    "opts = dict(precision=3)\nnp.set_printoptions(**opts)",
    "opts = dict(precision=3)\nopts['precision'] = 2\nnp.set_printoptions(**opts)",
    "np.set_printoptions(**{'precision': 3})",
    "def setup(**kw):\n    np.set_printoptions(**kw)\nsetup(precision=2)",
    "sp = np.set_printoptions\nsp(precision=3)",
    "from numpy import set_printoptions as sp\nsp(3)",
    "import functools\nfunctools.partial(np.set_printoptions, precision=2)()",
    "old = np.get_printoptions()\nnp.set_printoptions(precision=3)\nnp.set_printoptions(**old)",
]
"""Cells that set print options in another way than by a call with a literal."""
PRINTS = [
    ("opts = dict(precision=3)\nprint(np.array2string(x, **opts))", "x"),
    ("opts = dict(precision=3)\nwith np.printoptions(**opts):\n    print(x)", "x"),
    ("def show(a, d=3):\n    print(np.array2string(a, precision=d))\nshow(x)", "x"),
    ("a2s = np.array2string\nprint(a2s(x, precision=2))", "x"),
    ("print(np.array_str(x, 70, 3))", "x"),
    ("print(np.array2string(x, max_line_width=70))", "x"),
    ("z = s + 1j*s*0.3\nprint(np.complex64(z))", "[np.complex64(s + 1j*s*0.3)]"),
    ("z = s + 1j*s*s\nprint('z', np.complex64(z))", "[np.complex64(s + 1j*s*s)]"),
    ("print(np.array(x*1e-3 + 1j*x**3, dtype=np.complex64))", "(x*1e-3 + 1j*x**3).astype('c8')"),
    ("y = x.astype(np.float32)\nprint(y + 1j*y)", "x.astype('f4') + 1j*x.astype('f4')"),
    ("y = x.astype(np.float16)\nprint(np.array2string(y, precision=3, separator=', '))", "x.astype('f2')"),
    ("y = x.astype(np.float16)\nprint(np.array2string(y, separator=', '))", "x.astype('f2')"),
    ("np.poly1d(x.astype(np.float16))", "x.astype('f2')"),
    ("np.rec.fromarrays([x[:3]/1e3, x[3:]/1e4], names='a,b')", "np.stack([x[:3]/1e3, x[3:]/1e4], 1)"),
    ("pd.DataFrame({'a': x[:3]/1e4}).to_records()", "np.stack([[0, 1, 2], x[:3]/1e4], 1)"),
    ("print('v:', np.format_float_positional(s*1e4, precision=4, fractional=False, trim='-'))", "[s*1e4]"),
    ("print('v:', np.format_float_positional(s*1e4, precision=0, trim='-'))", "[s*1e4]"),
    ("np.set_printoptions(formatter={'float': lambda v: str(int(v))})\nprint(x*10)", "x*10"),
    ("np.set_printoptions(formatter={'float': lambda v: str(int(v//1))})\nprint(x*10)", "x*10"),
]
ROUNDED = ["np.around(y, 3)", "y.round(2)", "np.round(y, 4)"]


def _numbers(seed: int) -> dict:
    x = np.random.default_rng(seed).normal(size=6) * 10.0 ** (seed % 4)
    return {"np": np, "pd": pd, "x": x, "s": float(x[0])}


def _is_held(value, number) -> bool:
    if isinstance(value, PrintedComplex):
        return _is_held(value.real, np.real(number)) and _is_held(value.imag, np.imag(number))
    return not isinstance(value, PrintedValue) or value.low <= float(number) <= value.high


def _not_held(read, source: str, truth: str, seed: int, setup: str = SETUP) -> list:
    names, stream = _numbers(seed), io.StringIO()
    *before, last = source.split("\n")
    shows = last.startswith(("print", "setup", "show", "    "))
    with contextlib.redirect_stdout(stream), np.printoptions(), np.errstate(over="ignore"):
        exec("\n".join([*before, last] if shows else before), names)
        shown = stream.getvalue() if shows else result(repr(eval(last, names)))
    wanted = np.ravel(np.asarray(eval(truth, _numbers(seed))))
    found = printed(read((setup, ""), (source, shown)))
    values = [(text, golden.format.value(text)) for golden in goldens(found) for text in golden.tokens]
    assert len(values) == len(wanted)
    return [(one, number) for one, number in zip(values, wanted, strict=True) if not _is_held(one[1], number)]


@pytest.mark.parametrize("source", SETTINGS)
def test_print_options_that_are_set_in_another_way(read, source: str):
    for seed in range(4):
        assert _not_held(read, f"{source}\nprint(x)", "x", seed) == []


@pytest.mark.parametrize(("source", "truth"), PRINTS, ids=[source for source, _ in PRINTS])
def test_prints_with_digits_of_their_own(read, source: str, truth: str):
    for seed in range(8):
        assert _not_held(read, source, truth, seed) == []


@pytest.mark.parametrize("call", ROUNDED)
@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_shorter_floats_that_are_rounded_and_have_exponents(read, call: str, dtype: str):
    made = f"(x * np.array([1, 1e-5, 1, 1, 1e-2, 10])).astype(np.{dtype})"
    for seed in range(8):
        with np.errstate(over="ignore"):
            is_finite = np.isfinite(np.round(eval(made, _numbers(seed)), 4)).all()
        if not is_finite:
            continue
        assert _not_held(read, f"y = {made}\nprint({call})", made, seed) == []


@pytest.mark.parametrize("setup", ["import numpy as np", "import numpy as np\nfrom lab import model"])
def test_an_array_of_what_no_source_shows_may_be_of_float32(read, setup: str):
    for number in ("9215.916", "-14.5"):
        found = printed(read((setup, ""), ("print(model.encode('a'))", f"[{number} 0.5]")))
        (golden,) = goldens(found)
        value, held = golden.format.value(number), float(np.float32(number))
        assert value.low <= held <= value.high


def test_a_sum_of_numpy_keeps_float64(read):
    setup = "import numpy as np\nx = np.arange(3) * 0.1"
    (golden,) = goldens(printed(read((setup, ""), ("print(x + 9215.9)", "[9215.9 9216.  9216.1]"))))
    assert {one.dtype for one in (golden.format, *golden.format.others)} == {"float64"}


@pytest.mark.parametrize(
    ("shown", "source", "truth"),
    [
        (result("1372.7"), "sp.Float(v, 5)", [1372.6597]),
        (result("5.53e+3"), "sp.Float(v).evalf(3)", [5532.6]),
        ("v = 5533\n", "print('v =', sp.N(v, 4))", [5532.6]),
        (result("[5533., 35.88]"), "[sp.N(one, 4) for one in v]", [5532.6, 35.8773]),
    ],
)
def test_sympy_shows_as_many_digits_as_it_is_told(read, shown, source: str, truth: list[float]):
    found = printed(read(("import sympy as sp\nv = load()", ""), (source, shown)))
    values = [(text, golden.format.value(text)) for golden in goldens(found) for text in golden.tokens]
    assert len(values) == len(truth)
    assert [one for one, number in zip(values, truth, strict=True) if not _is_held(one[1], number)] == []
