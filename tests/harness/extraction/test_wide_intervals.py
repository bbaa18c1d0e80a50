"""What is not known widens: dtypes and roundings that neither a source nor digits tell make an interval wider."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from lastdigit.printing.golden import CANDIDATE, Golden
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.unions import widened
from tests.harness.made_up_notebooks import RESULT, STREAM, goldens, output, result


@pytest.fixture
def golden(read):
    """The first golden of a notebook, whose last cell prints a text."""

    def reads(source: str, text: str, kind: str = STREAM, before: str = "") -> Golden:
        return goldens(read((before,), (source, output(kind, text))))[0]

    return reads


def dtypes(golden: Golden) -> list[str]:
    return [golden.format.dtype, *(other.dtype for other in golden.format.others)]


@pytest.mark.parametrize(
    ("source", "text", "kind"),
    [
        ("print('loss:', loss.item())", "loss: 0.9793000221252441\n", STREAM),
        ("print(losses)", "[0.9793000221252441, 0.5]\n", STREAM),
        ("trainer.test(model)", "[{'test_loss': 0.037914443761110306}]", RESULT),
        ("loss.item()", "0.9793000221252441", RESULT),
        (
            "trainer.test(model)",
            "┃ metric   ┃ value                ┃\n│ accuracy │ 0.9900000095367432   │\n"
            "│ loss     │ 0.037914443761110306 │\n",
            STREAM,
        ),
    ],
)
def test_digits_of_a_float32_are_evidence_wherever_they_stand(golden, source, text, kind):
    found = golden(source, text, kind)
    assert found.format.dtype == "float32"
    assert found.format.floatmode == "unique"
    assert found.options.startswith("digits of float32 (by chance ")
    assert "dtype" in found.inferred


def test_small_numbers_are_float32_where_a_source_makes_several(golden):
    text = "loss: 7.259416634042282e-06\n"
    assert dtypes(golden("print('loss:', loss)", text)) == ["float64", "float32"]
    assert dtypes(golden("import torch\nprint('loss:', loss)", text)) == ["float64", "float32"]
    several = "loss: [7.259416634042282e-06, 7.259416634042282e-06]\n"
    assert dtypes(golden("print('loss:', loss)", several)) == ["float64", "float32"]
    assert dtypes(golden("import torch\nprint('loss:', loss)", several)) == ["float32"]


SHORT = "w: [0.089701   0.17109634 0.08139535]\n"


@pytest.mark.parametrize(
    ("module", "expected"),
    [("xgboost", ["float64", "float32"]), ("sklearn.linear_model", ["float64"]), ("helpers", ["float64", "float32"])],
)
def test_float32_that_digits_leave_open_widens_where_a_module_may_make_it(golden, module, expected):
    found = golden("print('w:', model.weights)", SHORT, before=f"from {module} import Model\nmodel = Model()")
    assert dtypes(found) == expected


def test_a_shortest_print_of_a_float32_among_words_has_the_interval_of_a_float32(golden):
    found = golden("print('loss:', loss)", "loss: 0.97930004\n", before="import tensorflow as tf\nloss = tf.norm(x)")
    assert dtypes(found) == ["float64"]
    found = golden("import tensorflow\nprint('loss:', loss)", "loss: 0.97930002\n")
    assert dtypes(found) == ["float64", "float32"]
    (value,) = found.numbers
    assert value.high - value.low > 5e-8


def test_a_format_of_the_source_that_rounds_is_believed(golden):
    found = golden("import tensorflow\nprint(f'loss: {loss:.8f}')", "loss: 0.97930002\n")
    assert dtypes(found) == ["float64"]


def test_a_record_of_numpy_shows_eight_decimals(golden):
    found = golden("b[0]", "(0.26915628, 0.5274105)", RESULT, before="import numpy as np\nb = np.zeros(3, kind)")
    assert found.format.precision == 8
    assert found.numbers[1].high - found.numbers[1].low >= Fraction(1, 10**8)


def test_data_of_few_decimals_may_have_been_rounded(golden):
    table = "         a\n0  387.167\n1  402.606\n2  395.944\n"
    assert golden("print(d.head())", table, before="d = pd.read_csv('a.csv')").format.rounded_to == 3
    assert golden("print(d.head())", table, before="d = pd.DataFrame(rows)").format.rounded_to is None
    whole = table.replace(".167", ".000").replace(".606", ".000").replace(".944", ".000")
    assert golden("print(d.head())", whole, before="d = pd.read_csv('a.csv')").format.rounded_to is None


def test_objects_in_an_array_show_their_own_digits(golden):
    found = golden("print('x:', x)", "x: [0.00404241467517202 -7.34771631268092e-8 0.00404241467517196]\n")
    value = found.numbers[1]
    assert 0.9e-22 < value.high - value.low < 1.1e-22


def test_a_matrix_of_sympy_shows_fifteen_digits_of_each_number(golden):
    text = "[0.0187545349523777, -2252.6036]"
    found = golden("G.subs(values)", text, RESULT, before="import sympy\nG = sympy.Matrix(rows)")
    value = found.numbers[1]
    assert value.high - value.low == Fraction(1, 10**11)


LARGE = "            a\n0   16.123457\n1  123.456787\n2  912.345703\n"


def test_a_column_of_large_float32_numbers_shows_more_digits_than_they_have(golden):
    made = "import torch\nframe = pd.DataFrame(torch.rand(3).numpy())"
    assert dtypes(golden("print(frame)", LARGE, before=made)) == ["float64", "float32"]
    assert dtypes(golden("print(frame)", LARGE, before="frame = pd.DataFrame(numpy.ones(3))")) == ["float64"]
    assert dtypes(golden("print(frame)", LARGE.replace(".123457", ".123458"), before=made)) == ["float64"]


@pytest.mark.parametrize("source", ["...", "# your code here\n", "", "pass"])
def test_a_cell_whose_code_was_taken_out_may_have_made_float32(golden, source: str):
    found = golden(source, "[54.32495  56.751    62.39591 ]", before="from astropy.io import fits")
    assert dtypes(found) == ["float64", "float32"]
    assert found.label == "output 1"


def test_a_cell_whose_code_was_taken_out_computes_in_float64_where_nothing_makes_other_numbers(golden):
    assert dtypes(golden("...", "[54.32495  56.751    62.39591 ]", before="import numpy as np")) == ["float64"]


@pytest.mark.parametrize(
    ("source", "text", "high"),
    [
        ("print('error:', str(f(x))[0:5])", "error: 0.480\n", Fraction("0.481")),
        ("print('error: ' + str(f(x))[:5] + ' of all')", "error: 0.480 of all\n", Fraction("0.481")),
        ("print(f'error: {str(f(x))[:5]} of all')", "error: 0.480 of all\n", Fraction("0.481")),
        ("print('error: {}'.format(str(f(x))[:5]))", "error: 0.480\n", Fraction("0.481")),
        ("print('error: %s' % str(f(x))[:5])", "error: 0.480\n", Fraction("0.481")),
        ("print('error:', str(f(x)))", "error: 0.480\n", Fraction("0.4805")),
        ("print('error:', str(f(x)[0:5]))", "error: 0.480\n", Fraction("0.4805")),
    ],
)
def test_a_slice_of_a_text_cuts_digits_and_rounds_none(golden, source: str, text: str, high: Fraction):
    found = golden(source, text)
    assert found.label == "error"
    assert found.values[0].high == high


@pytest.mark.parametrize("before", ["import mpmath", "from decimal import Decimal", "import sympy as sp"])
def test_more_digits_than_a_float64_has_were_rounded_to_those_shown(golden, before: str):
    text = "root: 1.41421356237309504880168872420969807857\n"
    value = golden("print('root:', root)", text, before=before).numbers[0]
    assert value.high - value.low == Fraction(1, 10**38)
    without = golden("print('root:', root)", text, before="x = np.round(y, decimals=3)").numbers[0]
    assert without.high - without.low > Fraction(1, 10**17)


@pytest.mark.parametrize(
    ("numbers", "rounded_to"),
    [
        (("-2.592000e-07", " 2.000000e-10"), 10),
        (("-2.592000e-07", " 2.123456e-10"), None),
    ],
)
def test_numbers_with_exponents_may_have_been_rounded_as_well(golden, numbers, rounded_to: int | None):
    text = "\n".join(("              d", *(f"{at} {number}" for at, number in enumerate(numbers))))
    found = golden("t = f(x)\ns = 'T'\nprint(s)\nt.round(10) if s else t", text, RESULT)
    assert found.format.scientific
    assert found.format.rounded_to == rounded_to


@pytest.mark.parametrize("source", ["%%ampl_eval\ndisplay total_cost;", "ampl.display('total_cost')"])
def test_an_integer_of_ampl_may_be_a_float_of_six_digits(golden, source: str):
    value = golden(source, "total_cost = 25\n").format.read("25")
    assert (value.low, value.high) == (Fraction("24.99995"), Fraction("25.00005"))


def test_a_file_that_is_run_may_have_set_the_precision(golden):
    found = golden("print(q)", "[[-5.0000e-01  8.8818e-16]]\n", before="%run ../imports.py")
    assert (found.format.precision, found.options) == (4, "left by an earlier run")
    assert "precision" in found.inferred
    assert golden("print(q)", "[[-5.0000e-01  8.8818e-16]]\n", before="import imports").format.precision == 4


def test_older_versions_of_xarray_show_six_decimals_whatever_numpy_does(golden):
    text = "<xarray.DataArray 'gw' (lat: 3)>\narray([0.000137, 0.000548, 0.5     ])\n"
    assert golden("print(gw)", text).format.precision == 6
    assert golden("gw", "<xarray.DataArray ()>\narray(0.333333)", RESULT).format.precision == 6
    newer = "<xarray.DataArray ()>\narray(0.33333333)"
    assert golden("gw", newer, RESULT).format.precision == 8
    assert golden("print(gw)", "array([0.000137, 0.000548, 0.5     ])\n").format.precision == 8


def test_the_precision_that_a_call_is_given_is_that_of_the_print(golden):
    found = golden("print(np.array_str(x, precision=2))", "[7.26e-01 8.22e-17]\n")
    assert (found.format.precision, found.format.rounded_to) == (2, None)
    assert golden("print(np.array2string(x, precision=3))", "[0.42 0.16 0.5 ]\n").format.precision == 3


UNREAD = "import arviz as az\nif dark:\n    )\nfrom jax import numpy as jnp"
"""A source that is no Python, and imports what may round and what computes in float32."""


def test_what_a_cell_imports_that_is_no_python_may_be_behind_any_name(read):
    frame = "   mean  tail\n0  0.25  41.0\n1  0.75  13.0"
    source = "import pandas as pd\nframe = az.summary(chain)\nframe"
    (mean, tail) = goldens(read((UNREAD, ""), (source, result(frame))))
    assert (mean.format.rounded_to, tail.format.rounded_to) == (2, 0)
    (entropy,) = goldens(read((UNREAD, ""), ("entropy(p)", result("0.71549076"))))
    assert "float32" in {entropy.format.dtype, *(other.dtype for other in entropy.format.others)}


def test_a_magic_alone_in_a_block_is_python(read):
    source = "import arviz as az\nif dark:\n    %config InlineBackend.figure_formats = ['svg']\nx = 0.5 * f(3)"
    (golden,) = goldens(read((source, ""), ("print('x:', x)", "x: 0.25\n")))
    assert golden.kind != CANDIDATE


def test_decimals_that_a_summary_is_told_to_round_to_are_known(read):
    source = "import arviz as az\nframe = az.summary(chain, round_to=5)\nframe"
    (golden,) = goldens(read((source, result("       mean\n0  28.48327\n1  47.92952"))))
    assert max(widths(golden)) == Fraction("1e-5")


def widths(golden: Golden) -> list[Fraction]:
    """How wide the interval of each number is."""
    return [value.high - value.low for value in golden.numbers if value is not None]


def test_numbers_of_a_list_may_each_be_rounded_to_what_they_show(read):
    row = "table.append([round(t, 2), round(w, 9), abs(round(y - w, 10))])"
    (golden,) = goldens(read((f"table = []\nfor t, w, y in rows:\n    {row}\nprint('table', table)", TABLE)))
    assert [f"{float(width):.3g}" for width in widths(golden)] == ["0.1", "1e-09", "1e-09"]
    source = "x = [round(v, 3) for v in w]\ny = round(z, 2)\nprint('x', x)"
    (golden,) = goldens(read((source, "x [0.125, 0.5, 0.25]\n")))
    assert widths(golden) == [Fraction("1e-3")] * 3


TABLE = "table [2000.1, 6.060301508, 5.05e-07]\n"


def test_texts_that_tabulate_reads_as_numbers_were_rounded(read):
    source = "shop['a'] = shop['b'].apply(lambda v: '{:.2f}'.format(v))\nprint(shop.to_markdown())"
    (golden,) = goldens(read((source, "|    |   a |\n|---:|----:|\n|  0 |   3 |\n|  1 |   2 |\n")))
    assert min(widths(golden)) >= Fraction("0.01")


PIPES = "|    |   yield |   waste |   trees |\n|---:|--------:|--------:|--------:|\n"
ROWS = "|  0 |  41.375 |   0.052 |      12 |\n|  1 |   9.25  |   0.052 |       7 |\n"


def test_fewer_digits_than_tabulate_shows_are_those_of_texts_though_no_source_is_seen(read):
    found = goldens(read(("orchard.info()", PIPES + ROWS)))
    for golden in found:
        assert min(widths(golden)) >= Fraction("1e-3"), golden.label
        assert max(widths(golden)) < Fraction("1.11e-3"), golden.label
    assert [golden.format.dtype for golden in found] == ["float64", "float64", "int64"]


def test_six_significant_digits_of_tabulate_are_those_of_the_numbers(read):
    rows = "|  0 | 41.3751 | 0.0521739 | 12345678 |\n|  1 | 9.25162 | 0.0526173 | 7 |\n"
    found = goldens(read(("orchard.info()", PIPES + rows)))
    assert [[f"{float(width):.2g}" for width in widths(golden)] for golden in found] == [
        ["0.0001", "1e-05"],
        ["1e-07", "1e-07"],
        ["0", "0"],
    ]


def test_numbers_of_a_grid_that_are_neither_fixed_nor_general_are_known_to_their_last_digits(read):
    rows = "|  0 | 41.3751234 | 0.05 | 1 |\n|  1 | 9.25 | 0.0526173 | 2 |\n"
    found = goldens(read(("orchard.info()", PIPES + rows)))
    assert widths(found[0])[1] >= Fraction("0.01")


def test_numbers_of_an_unknown_printer_have_the_quanta_of_their_own_last_digits(read):
    text = "tree     weight\n oak   0.304512\n elm    0.30451\n ash  0.0003045\n"
    (golden,) = goldens(read(("show()", text)))
    assert golden.format.printer == "table"
    assert widths(golden) == [Fraction("1e-6"), Fraction("1e-5"), Fraction("1e-7")]
    assert golden.record()["quantum"] == "one unit of each number's last digit"
    (golden,) = goldens(read(("show()", text.replace(" 0.30451\n", "0.304510\n").replace("0.0003045", " 0.000304"))))
    assert golden.record()["quantum"] == "1e-6"


def test_an_alternative_format_is_kept_where_another_is_added():
    form = PrintFormat("python", 8, False, "float64", "fixed")
    rounded, single = replace(form, rounded_to=2), PrintFormat("python", None, False, "float32", "unique")
    tokens = ("0.5", "90000000.5")
    assert widened(widened(form, (rounded,), tokens), (single,), tokens).others == (rounded, single)
    assert widened(replace(form, others=(rounded,)), (rounded,), tokens).others == (rounded,)


def test_an_array_that_shows_few_decimals_may_be_cut_by_options_of_an_imported_module(read):
    source = "from lab_utils import *\nw = layer.weights()\nprint('w', w)"
    (golden,) = goldens(read((source, "w [[1.37]]\n")))
    assert golden.format.rounded_to == 2
    (golden,) = goldens(read((source.replace("lab_utils", "numpy"), "w [[1.37]]\n")))
    assert golden.format.rounded_to is None


def test_both_parts_of_a_complex_number_have_digits_of_their_own(golden):
    text = "state: (0.18477309891527147+0.06390445657675543j)\n"
    found = golden("print('state:', state)", text, before="import sympy")
    assert (found.format.precision, found.format.floatmode) == (None, "unique")


@pytest.mark.parametrize(("before", "precision"), [("import cytnx", 5), ("import numpy as np", 8)])
def test_a_module_may_show_few_decimals_in_scientific_notation(golden, before: str, precision: int):
    text = "[[-6.02087e-01 -8.10213e-14]\n [ 9.50149e-14 -7.07107e-01]]\n"
    assert golden("print(u)", text, before=before).format.precision == precision


def test_arrays_in_a_result_of_scipy_may_be_what_it_found(read):
    optimize = pytest.importorskip("scipy.optimize")
    found = optimize.minimize(lambda x: ((x - [0.123456789, 1234.56789]) ** 2).sum(), [0.5, 1.0])
    printed = goldens(read(("from scipy.optimize import minimize\nminimize(f, start)", result(str(found)))))
    of_arrays = {golden.label: golden for golden in printed if golden.label in ("x", "jac")}
    assert of_arrays.keys() == {"x", "jac"}
    for label, golden in of_arrays.items():
        for number, value in zip(found[label], golden.numbers, strict=True):
            assert value.low <= Fraction(float(number)) <= value.high


def test_the_summary_of_a_fit_by_stan_has_six_digits(golden):
    text = "            Mean    R_hat\nlp__  449.355000  0.99954\nmu      0.374398  1.00144"
    found = golden("fit.summary()", text, RESULT, before="import cmdstanpy")
    value = found.numbers[0]
    assert value.low <= Fraction("449.3545") < Fraction("449.3555") <= value.high
    assert golden("fit.summary()", text, RESULT).numbers[0].high < Fraction("449.3555")


def test_rint_rounds_to_whole_numbers(golden):
    value = golden("x = np.rint(f(y))\nprint('infected:', x)", "infected: 178444.0\n").numbers[0]
    assert (value.low, value.high) == (Fraction("178443.5"), Fraction("178444.5"))


def test_scalars_of_numpy_in_a_dict_may_have_been_rounded_to_what_they_show(read):
    source = "results = {'z': round(z, 3), 'p': round(p, 4), 'q': q}\nresults"
    shown = result("{'z': np.float64(1.637), 'p': np.float64(0.1016), 'q': np.float64(0.3333333333333333)}")
    z, p, q = (golden.numbers[0] for golden in goldens(read((source, shown))))
    assert z.low <= Fraction("1.6365") < Fraction("1.6375") <= z.high
    assert p.low <= Fraction("0.10155") < Fraction("0.10165") <= p.high
    assert q.high - q.low < Fraction(1, 10**15)


OPEN = ("float64", "float32")


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("print(f'loss: {loss.item():.4f}')", "loss: 5.3889\n", OPEN),
        ("print(frame)", "   size  loss\n0  0.50   3.0\n1  0.25   2.0\n", OPEN),
        ("print(frame['loss'])", "0    0.25\n1    0.75\nName: loss, dtype: float64\n", ()),
        ("print(f'loss: {loss.item():.4f}')", "loss: 21161.9902\n", OPEN),
        ("print(f'loss: {loss.item():.4f}')", "loss: 21161.9905\n", ()),
        ("print('loss:', loss)", "loss: 0.2534985723450128\n", ()),
    ],
    ids=["rounded", "a frame", "a dtype below", "digits of a float32", "digits of none", "all digits"],
)
def test_the_dtype_of_rounded_numbers_is_open_where_a_source_makes_shorter_ones(golden, source, text, expected):
    found = golden(source, text, before="import pandas as pd\nimport torch\nloss = frame = net(torch.ones(3))")
    assert found.format.dtype == "float64"
    assert (found.format.inferred.dtypes if found.format.inferred else ()) == expected
    assert found.coarsest == "float32"
    in_float64 = golden(source, text, before="import pandas as pd\nloss = frame = 2 * 3.5")
    assert (in_float64.format.inferred, in_float64.computed_in) == (None, "")
    (one, *_), (other, *_) = in_float64.numbers, found.numbers
    assert one.high - one.low <= other.high - other.low <= 4 * (one.high - one.low)


@pytest.mark.parametrize(
    ("made", "text", "expected"),
    [
        ("net.half()(x)", "loss: 5.4062\n", (*OPEN, "float16", "bfloat16")),
        ("net.half()(x)", "loss: 5.3889\n", OPEN),
        ("torch.norm(x)", "loss: 5.4062\n", OPEN),
    ],
)
def test_dtypes_of_16_bits_are_open_where_a_source_makes_them_and_digits_allow_it(golden, made, text, expected):
    found = golden("print(f'loss: {loss.item():.4f}')", text, before=f"import torch\nloss = {made}")
    assert found.format.inferred.dtypes == expected
    assert found.coarsest == ("float16" if "half" in made else "float32")


def test_a_module_from_which_everything_is_imported_may_make_shorter_numbers(golden):
    shown = "print(f'loss: {loss:.4f}')", "loss: 5.3889\n"
    found = golden(*shown, before="from orchard import *\nloss = net(x)")
    assert found.format.inferred is not None
    assert found.format.inferred.dtypes == OPEN
    assert golden(*shown, before="from numpy import *\nloss = exp(2)").format.inferred is None


def half_widths(golden: Golden) -> list[str]:
    return [f"{float(width) / 2:.1e}" for width in widths(golden)]


@pytest.mark.parametrize("shown", ["[round(v, 7) for v in y]", "np.round(y, 7).tolist()"])
def test_a_rounding_holds_for_numbers_that_python_shows_with_exponents(golden, shown: str):
    found = golden(f"print('y:', {shown})", "y: [0.8251176, 1.3e-06, 4e-06]\n", before="import numpy as np\ny = f(2)")
    assert half_widths(found) == ["5.0e-08"] * 3


@pytest.mark.parametrize(
    ("shown", "text", "widths"),
    [
        ("np.round(y.numpy(), 4).tolist()", "[0.8251000046730042, 0.16660000383853912]", ["5.0e-05"] * 2),
        ("y.round(decimals=7).tolist()", "[0.8251175880432129, 0.16658839583396912]", ["1.4e-07", "7.2e-08"]),
        ("y.tolist()", "[0.8251175880432129, 0.16658839583396912]", ["3.0e-08", "7.5e-09"]),
    ],
)
def test_a_rounding_in_float32_holds_for_the_float64_numbers_that_show_it(golden, shown, text, widths):
    found = golden(f"print('y:', {shown})", f"y: {text}\n", before="import torch\ny = torch.exp(x)")
    assert (found.format.dtype, half_widths(found)) == ("float32", widths)


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("import torch\nlosses = [f(torch.ones(n)).item() for n in (1, 2)]", "float32"),
        ("import torch\nlosses = f(torch.ones(3).half())", "float16"),
        ("import torch\nwith torch.autocast('cuda'):\n    losses = f(3)", "bfloat16"),
        ("import torch\n# half() is slower\nlosses = f(torch.ones(3))", "float32"),
        ("import torch\nfrom torch import autocast\nlosses = f(torch.ones(3))", "float32"),
        ("import torch\nlosses = np.zeros(3)\ndef fill(a):\n    a[:] = torch.exp(a)\nfill(losses)", "float32"),
        ("import torch\ntorch.ones(3)\nexec(text)\nlosses = g(2)", "float32"),
        ("import torch\nif (losses := torch.ones(3)).any():\n    pass", "float32"),
        ("import torch\nmatch torch.ones(3):\n    case losses:\n        pass", "float32"),
        ("import torch\nlosses = []\nfor loss in torch.ones(3):\n    plot(loss)\ntrain(3, losses.append)", "float32"),
        ("import torch\nlosses = []\ndef fill(v, out=losses):\n    out.extend(torch.exp(v))\nfill(3)", "float32"),
        ("import torch\nimport json\ntorch.ones(3)\nlosses = json.load(open('a.json'))", "float32"),
        ("pip install torch", ""),
        ("losses = [\ntorch.ones(3)", "float32"),
        ("import json\nlosses = json.load(open('a.json'))", ""),
        ("import sys; import orchard\nlosses = orchard.losses()", "float32"),
        ("import numpy as np\nlosses = np.array(range(3), dtype='f')", "float32"),
        ("import pandas as pd\nlosses = pd.read_parquet('a')", "float32"),
        ("import numpy as np\nsettings = {}\nlosses = np.ones(3, dtype=settings['dtype'])", "float32"),
        ("import numpy as np\nlosses = np.ones(3, dtype=np.float64)", ""),
        ("import numpy as np\nlosses = np.ones(3, dtype= float)", ""),
    ],
)
def test_a_document_may_have_computed_in_what_its_sources_make(golden, before: str, expected: str):
    shown = "print('loss:', sum(losses) / 3)"
    shown = f"losses = [0.5]\n{shown}" if before.startswith("pip") else shown
    found = golden(shown, "loss: 0.7259294937054316\n", before=before)
    assert (found.format.dtype, found.computed_in) == ("float64", expected)


def test_names_that_no_source_gives_a_value_may_be_of_any_that_another_makes(golden):
    shown = "print('loss:', y)", "loss: 0.7259294937054316\n"
    assert golden(*shown, before="import torch\nx = torch.ones(3)\n%run orchard.py").computed_in == "float32"
    assert golden(*shown, before="import torch\nx = torch.ones(3)\ny = 2 * 3.5").computed_in == ""


def test_a_tensor_without_a_dtype_is_of_the_default_that_a_source_sets(golden):
    shown = "print('y:', y)", "y: tensor([0.2500, 0.5117])\n"
    found = golden(*shown, before="import torch\ntorch.set_default_dtype(torch.float64)\ny = torch.exp(x)")
    assert (found.format.inferred.dtypes, found.inferred) == (OPEN, ("dtype",))
    assert golden(*shown, before="import torch\ny = torch.exp(x)").format.dtype == "float32"


def test_items_of_a_list_of_dicts_are_rounded_to_what_those_under_their_key_show(read):
    text = "[{'plum': 0.758, 'all': 0.4404},\n {'plum': 0.24, 'all': 0.5}]"
    found = goldens(read(("import lab\n[lab.taste(one) for one in basket]", result(text))))
    assert [golden.format.precision for golden in found] == [3, 4, 3, 4]


@pytest.mark.parametrize("text", ["3.751665644813329e-11", "4.25757207267452e-11"])
@pytest.mark.parametrize(("module", "is_open"), [("torch", True), ("numpy", False)])
def test_a_float32_of_few_bits_may_be_one_where_a_source_makes_them(golden, text, module, is_open):
    """Sums of few squares are multiples of a power of two, so that their digits indicate no dtype."""
    (value,) = golden(f"import {module} as t\nprint('loss', t.mean(x) / 3)", f"loss {text}\n").numbers
    number = np.float32(text)
    assert (value.high - value.low > Fraction(float(np.spacing(number))) / 2) == is_open
