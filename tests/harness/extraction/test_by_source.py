"""What the source of a cell tells of its prints beside the options that it sets, and what it leaves open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from lastdigit.base.errors import InvalidStore
from lastdigit.extraction.extract import extract
from lastdigit.printing.golden import Golden
from lastdigit.printing.value import PrintedValue
from lastdigit.readers.table import read_document
from lastdigit.store.documents import load_document, store
from tests.harness.made_up_notebooks import only, result

Printed = Callable[..., Golden]


@pytest.fixture
def golden(write: Callable[[str, str], Path]) -> Printed:
    """The last golden of a document whose cells have these sources, where the last one prints a text."""

    def found(*sources: str, prints: str) -> Golden:
        cells = "\n\n".join(f"In [{n}]:\n{source}" for n, source in enumerate(sources, start=1))
        goldens = extract(read_document(write("a.txt", f"{cells}\n\n{prints}\n")))
        return goldens[-1].golden

    return found


def half_width(golden: Golden, place: int = 0) -> float:
    value = golden.values[place]
    assert isinstance(value, PrintedValue)
    return float(value.half_width)


ORDINARY = np.random.RandomState(1).normal(size=(6, 4)).astype("float32")


def test_digits_settle_float32_whatever_the_source_says(golden: Printed):
    found = golden("import numpy as np\nprint(y)", prints=str(ORDINARY))
    assert found.format.dtype == "float32"
    assert all(value.low <= float(y) <= value.high for value, y in zip(found.numbers, ORDINARY.flat, strict=True))


WEIGHTS = str(np.float32([0.42231882, 0.15536241, 0.42231882]))


@pytest.mark.parametrize(
    ("sources", "dtype"),
    [
        (("import numpy as np\nw = np.exp(x)", "print(w)"), "float64"),
        (("w = layer(x).detach().numpy()", "print(w)"), "float32"),
        (("import jax.numpy as jnp", "print(jnp.exp(x))"), "float32"),
        (("def f(x):\n    return x.astype('float32')", "print(f(x))"), "float32"),
        (("import torch\nt = torch.rand(3)", "import numpy as np\nw = np.exp(x)\nprint(w)"), "float64"),
    ],
)
def test_three_weights_have_the_dtype_that_their_source_can_make(golden: Printed, sources, dtype: str):
    assert golden(*sources, prints=WEIGHTS).format.dtype == dtype


@pytest.mark.parametrize(
    ("sources", "rounded_to"),
    [
        (("print(x.round(2))",), 2),
        (("import numpy as np\nprint(np.round(x, 2))",), 2),
        (("y = np.around(x, decimals=2)", "print(y)"), 2),
        (("def f(x):\n    return np.round(x, 2)", "print(f(x))"), 2),
        (("y = np.round(x, 2)", "z = y.T", "print(z[0])"), 2),
        (("print('y:', x.round(2))",), 2),
        (("y = np.round(x, n)", "print(y)"), 2),
        (("y = np.round(x, 3) * 10", "print(y)"), 2),
        (("y = np.round(x, 4) * 100\nprint(y)",), 2),
        (("y = np.round(x, 1) / 10\nprint(y)", "y = 3"), 2),
        (("y = np.round(x, 2)\ny = x", "print(y)"), 2),
        (("for y in rows:\n    np.round(y, 1, out=y)\n    print(np.around(y, 3))",), 2),
        (("x = np.random.rand(3)\ny = np.round(x, 2)", "print(x)"), None),
        (("x = np.random.rand(3)\ny = np.exp(x)", "print(y)"), None),
    ],
)
def test_what_was_rounded_before_is_followed_through_names(golden: Printed, sources, rounded_to: int | None):
    """Where the source rounds but does not say plainly to what, it is to the digits that are shown."""
    found = golden(*sources, prints="[0.42 0.16 0.5 ]")
    assert found.format.rounded_to == rounded_to
    assert half_width(found) > 4e-3 if rounded_to else half_width(found) < 1e-8


def test_a_rounding_in_a_loop_is_not_held_to_come_before_what_the_loop_goes_over(golden: Printed):
    source = "for n in rows:\n    y = f(n)\n    print(np.around(y, 3))"
    assert golden(source, prints="[0.42 0.16 0.5 ]").format.rounded_to == 3


@pytest.mark.parametrize(
    ("printed", "prints"),
    [
        ("f\"{p['r'], p['score']}\"", "(1e-06, 0.33)"),
        ("[p['r'], p['score']]", "[1e-06, 0.33]"),
    ],
)
def test_each_item_of_a_tuple_or_a_list_may_be_rounded_in_its_own_way(golden: Printed, printed, prints):
    source = "def fit(r):\n    return {'r': r, 'score': round(f(r), 2)}\nfor r in rows:\n    p = fit(r)"
    found = golden(f"{source}\n    print({printed})", prints=prints)
    assert half_width(found, len(found.values) - 1) > 4e-3


def test_a_tuple_without_parentheses_in_a_text_has_its_items_in_every_version_of_python(golden: Printed):
    assert golden('print(f"{a, 2 * b}")', prints="(0.25, 0.5)").label == "2 * b"


def test_a_half_format_is_thought_of_only_where_the_source_names_one(golden: Printed):
    text = "[0.3208 0.6792]"
    assert golden("w = layer(x).numpy()", "print(w)", prints=text).format.dtype == "float32"
    assert golden("w = layer(x).half().numpy()", "print(w)", prints=text).format.dtype == "float16"


def test_a_rounding_that_the_digits_contradict_is_not_believed(golden: Printed):
    assert golden("print(x.round(1))", prints="[0.42318801 0.16]").format.rounded_to is None


def test_digits_that_are_not_shown_are_no_proof(golden: Printed):
    found = golden("print(x)", prints="[0.42 0.16]")
    assert (found.format.precision, found.widest.precision) == (8, 2)


def test_a_lone_zero_among_numbers_with_all_their_digits_is_one_of_them(golden: Printed):
    assert golden("f()", prints="loss 0.12345678901234566\nerror 0.9876543210987654\nrest 0.0").format.precision is None
    assert golden("f()", prints="loss 0.12\nerror 0.98\nrest 0.0").format.precision == 1


@pytest.mark.parametrize("source", ['print(f"loss: {x:.3g}")', 'print("loss: %.3g" % x)', 'print(f"loss: {x:.0f}")'])
def test_a_format_may_write_a_float_without_a_point(golden: Printed, source: str):
    assert half_width(golden(source, prints="loss: 100")) == 0.5
    assert half_width(golden('print(f"loss: {n}")', prints="loss: 100")) == 0


def test_six_significant_digits_are_read_where_the_source_names_mlx(golden: Printed):
    text = "array([12.3457, 20.5001], dtype=float32)"
    assert half_width(golden("import mlx.core as mx", "mx.eval(x)\nx", prints=text)) > 4e-5


def test_what_widens_a_golden_is_stored_with_it(golden: Printed, write: Callable[[str, str], Path], tmp_path: Path):
    text = f"In [1]:\nprint(np.round(x.numpy(), 2))\n\n{WEIGHTS}\n\nIn [2]:\nprint(y.round(2))\n\n[0.42 0.16]\n"
    document = read_document(write("b.txt", text))
    extracted = extract(document)
    stored = store(document, extracted, tmp_path)
    assert list(stored.goldens.values()) == [entry.golden for entry in extracted]


@pytest.mark.parametrize("digits", ["-1", "true", "100000", "2.5"])
def test_a_precision_that_no_print_has_is_a_named_error(write: Callable[[str, str], Path], tmp_path: Path, digits: str):
    document = read_document(write("b.txt", "In [1]:\nprint(x)\n\n[0.42 0.16]\n"))
    path = store(document, extract(document), tmp_path).folder / "document.toml"
    path.write_text(path.read_text().replace("precision = 8", f"precision = {digits}"))
    with pytest.raises(InvalidStore, match=r"document\.toml:\d+: expected precision of \w+ to be a number of digits"):
        load_document(path.parent)


@pytest.mark.parametrize(
    ("source", "precision", "width"), [("%precision 4", 4, 5e-5), ("%precision", 8, 5e-9), ("n = 4", 8, 5e-9)]
)
def test_the_magic_of_ipython_sets_the_precision_of_arrays(golden: Printed, source: str, precision: int, width: float):
    before = "import numpy as np\nx = np.random.rand(2)\n"
    found = golden(before + source, "print(x)", prints="x: [0.25   0.3046]")
    assert (found.format.precision, half_width(found)) == (precision, width)


@pytest.mark.parametrize(("source", "width"), [("%precision 4", 5e-5), ("%precision", float(np.spacing(9.1074)) / 2)])
def test_the_magic_of_ipython_rounds_the_floats_that_are_shown(read, source: str, width: float):
    found = read(("import numpy as np\nmean = np.mean(range(3))\n" + source,), ("mean", result("9.1074")))
    assert half_width(only(found)) == width


@pytest.mark.parametrize(("prints", "inferred"), [("x: [1 2]", True), ("x: array([1, 2], dtype=int32)", False)])
def test_the_width_of_integers_that_numpy_prints_is_inferred(golden: Printed, prints: str, inferred: bool):
    assert ("dtype" in golden("print('x:', x)", prints=prints).inferred) == inferred
