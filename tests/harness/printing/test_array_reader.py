"""Arrays as frameworks print them that are not at hand here, and texts that would take a careless reader long."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import numpy as np
import pytest

from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.array_reader import OPENER, read_array
from lastdigit.printing.print_options import PrintOptions
from lastdigit.printing.shown_part import Summary
from lastdigit.printing.tokens import BEGUN, COMPLEX, NUMBER, TOKEN

LONG = 60_000


def only(text: str) -> ArrayPrint:
    found = read_array(text, 0, cut=False)
    assert found is not None
    assert found.end == len(text)
    return found


@pytest.mark.parametrize(
    ("text", "printer", "dtype", "shape", "tokens"),
    [
        ("Array([0.5, 1.5], dtype=float32)", "jax", "float32", (2,), "0.5 1.5"),
        ("DeviceArray([[1, 2]], dtype=int32)", "jax", "int32", (1, 2), "1 2"),
        ("Array(0.5, dtype=float32, weak_type=True)", "jax", "float32", (), "0.5"),
        ("Array([1, 2.5, nan],      dtype=bfloat16)", "jax", "bfloat16", (3,), "1 2.5 nan"),
        (
            "tf.Tensor(\n[[1. 2.]\n [3. 4.]], shape=(2, 2), dtype=float32)",
            "tensorflow",
            "float32",
            (2, 2),
            "1. 2. 3. 4.",
        ),
        ("tf.Tensor(0.5, shape=(), dtype=float32)", "tensorflow", "float32", (), "0.5"),
        (
            "<tf.Tensor: shape=(1, 2), dtype=float32, numpy=array([[1., 2.]], dtype=float32)>",
            *("tensorflow", "float32", (1, 2), "1. 2."),
        ),
        ("<tf.Tensor: id=3, shape=(), dtype=int32, numpy=3>", "tensorflow", "int32", (), "3"),
        ("<tf.Tensor: shape=(), dtype=bool, numpy=True>", "tensorflow", "bool", (), "True"),
        ("<tf.Tensor: shape=(), dtype=float64, numpy=np.float64(0.1)>", "tensorflow", "float64", (), "0.1"),
        (
            "<tf.Variable 'Variable:0' shape=(2,) dtype=float32, numpy=array([1., 2.], dtype=float32)>",
            *("tensorflow", "float32", (2,), "1. 2."),
        ),
        ("array(10000000j, dtype=complex64)", "numpy", "complex64", (), "10000000j"),
        ("array([[1, 2.5],\n       [3, 4]], dtype=float32)", "mlx", "float32", (2, 2), "1 2.5 3 4"),
        ("array([1, 2], dtype='>i4')", "numpy", "int32", (2,), "1 2"),
        ("array([0.1, 2.5], dtype=object)", "python", "float64", (2,), "0.1 2.5"),
        ("array([], shape=(0, 3), dtype=float32)", "numpy", "float32", (0, 3), ""),
        ("tensor([], size=(0, 3))", "torch", "float32", (0, 3), ""),
        ("tensor([], dtype=torch.int64)", "torch", "int64", (0,), ""),
        ("tensor([1.5], device='cuda:0', grad_fn=<torch::autograd::Copy>)", "torch", "float32", (1,), "1.5"),
        ("np.True_", "numpy", "bool", (), "True"),
        ("np.longdouble('0.1')", "numpy", "float128", (), "0.1"),
        ("np.complex128(1+2j)", "numpy", "complex128", (), "1+2j"),
        ("(0.1, 0.2)", "python", "float64", (2,), "0.1 0.2"),
        ("(0.1,)", "python", "float64", (1,), "0.1"),
        ("[(1, 2), (3, 4)]", "python", "int64", (2, 2), "1 2 3 4"),
        ("[(1+2j), 3j]", "python", "complex128", (2,), "(1+2j) 3j"),
    ],
)
def test_a_print_is_read_with_its_printer_dtype_and_shape(text: str, printer: str, dtype: str, shape, tokens: str):
    found = only(text)
    assert (found.printer, found.dtype, found.shape) == (printer, dtype, shape)
    assert [token.text for token in found.tokens] == tokens.split()
    assert all(text.startswith(token.text, token.offset) for token in found.tokens)


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("[0 1 2 ... 7 8 9]", Summary(((3, 3),))),
        ("[0 1 2 ..., 7 8 9]", Summary(((3, 3),))),
        ("tensor([0, 1,  ..., 8, 9])", Summary(((2, 2),))),
        ("[[1 2]\n ...\n [3 4]]", Summary(((1, 1), None))),
        ("array([[1, ..., 2],\n       ...,\n       [3, ..., 4]], shape=(9, 9))", Summary(((1, 1), (1, 1)), (9, 9))),
    ],
)
def test_of_a_summary_the_edges_and_the_printed_shape_are_known(text: str, summary: Summary):
    assert only(text).summary == summary


@pytest.mark.parametrize(
    "text",
    [
        "[1, 2 3]",
        "[1,, 2]",
        "[, 1]",
        "[1, 2,]",
        "(1 2)",
        "(1, 2]",
        "(1)",
        "[1 ... 2 ... 3]",
        "[[1 ... 2]\n [1 2]]",
        "[1 []]",
        "[1 True]",
        "[1 2j]",
        "[]",
        "[...]",
        "array([1, 2], dtype=float24)",
        "array([1, 2], dtype=int32, dtype=int32)",
        "array([1.5], dtype=int32)",
        "array([1, 2], shape=(3,))",
        "array([1, ..., 2], shape=(2,))",
        "array([1, 2], fill_value=3)",
        "masked_array(data=[1.0, 2.0])",
        "tensor([1, 2], size=(2,), nnz=2)",
        "tensor(..., device='meta', size=(2,))",
        "tensor(indices=tensor([[0]]),\n       values=tensor([1.]), size=(2,), nnz=1)",
        "tensor([1.], size=(1,), dtype=torch.qint8, quantization_scheme=torch.per_tensor_affine)",
        "ShapedArray(float32[3])",
        "np.float64(0.1",
        "np.float64([1])",
        "<tf.Tensor 'Const:0' shape=() dtype=float32>",
        "torch.Size([1.5])",
    ],
)
def test_what_no_printer_prints_is_not_read(text: str):
    assert read_array(text, 0, cut=False) is None


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("[True Fal", ["True"]),
        ("[1.5 na", ["1.5"]),
        ("[1.5 -i", ["1.5"]),
        ("[1. +2.j  3. +4", ["1. +2.j"]),
        ("[1. +2.j  3.", ["1. +2.j"]),
        ("[(1+2j), (3", ["(1+2j)"]),
        ("[1 2 ..", ["1", "2"]),
    ],
)
def test_what_was_cut_before_it_was_a_token_is_left_out(text: str, tokens: list[str]):
    found = read_array(text, 0, cut=True)
    assert found is not None
    assert (found.cut, [token.text for token in found.tokens]) == (True, tokens)
    assert read_array(text, 0, cut=False) is None


@pytest.mark.parametrize(
    "opening",
    ["[", "(", "tensor([", "array(", "Array(", "np.int64(", "np.True_", "tf.Tensor(", "<tf.Tensor: ", "torch.Size("],
)
def test_what_opens_a_print_is_found(opening: str):
    assert opening == "(" or OPENER.search(f"x: {opening}") is not None


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[" * LONG, id="brackets"),
        pytest.param("(" * LONG, id="parentheses"),
        pytest.param("[" + "1" * LONG + "]", id="digits"),
        pytest.param("[" + "1" * LONG, id="digits without an end"),
        pytest.param("[0." + "1" * LONG + "x]", id="decimals"),
        pytest.param("[1e" + "9" * LONG + "]", id="exponent"),
        pytest.param("[1" + " " * LONG + "+2x]", id="spaces"),
        pytest.param("[" + "+" * LONG + "]", id="signs"),
        pytest.param("[" + "," * LONG + "]", id="commas"),
        pytest.param("[" + "1+1" * (LONG // 3) + "j]", id="sums"),
        pytest.param("[" + "1 +" * (LONG // 3) + "j]", id="sums with spaces"),
        pytest.param("[" + "... " * (LONG // 4) + "]", id="dots"),
        pytest.param("[[]" + "[]" * (LONG // 2) + "x]", id="empty brackets"),
        pytest.param("[" + "[1] " * (LONG // 4), id="rows without an end"),
        pytest.param("array([1]" + ", dtype=int32" * (LONG // 13) + ")", id="suffixes"),
        pytest.param("array([1], " + " " * LONG, id="a suffix of spaces"),
        pytest.param("<tf.Tensor: " + "x" * LONG, id="a head without an end"),
        pytest.param("np.float64(" + " " * LONG, id="a scalar of spaces"),
    ],
)
def test_a_long_text_that_is_no_print_is_refused_without_recursion_or_delay(text: str):
    assert read_array(text, 0, cut=False) is None


@pytest.mark.parametrize("pattern", [NUMBER, COMPLEX, TOKEN, BEGUN])
def test_a_token_of_any_length_is_matched_or_refused(pattern):
    for text in ("1" * LONG, "1" * 5000 + "x", "1." * LONG, "1e" * LONG, " " * LONG, "1 " * LONG):
        assert pattern.fullmatch(text) is None


@pytest.mark.skipif(np.finfo(np.longdouble).nmant != 63, reason="long double is another format here")
@pytest.mark.parametrize("number", ["1.00000000000000000015e-2238", "1.2345678901234567893", "9.999999999999999999e99"])
def test_a_long_double_of_numpy_1_13_was_rounded_to_twenty_digits(number: str):
    value = np.longdouble(number)
    with np.printoptions(legacy="1.13"):
        printed = repr(np.array(value))
    found = read_array(printed, 0, cut=False)
    interval = found.print_format(PrintOptions("numpy", 8, legacy="1.13")).read(found.texts[0])
    significand, exponent = np.frexp(value)
    exact = Fraction(int(np.ldexp(significand, 64))) * Fraction(2) ** (int(exponent) - 64)
    assert interval.low <= exact <= interval.high


@pytest.mark.parametrize(
    ("text", "printer"),
    [
        ("[-5.2533879315268695 0.9278622045448855 ]", "python"),
        ("[-5.2533879315268695 0.9278622045448855]", "python"),
        ("[-2.6409970055321192 0.21548192577104403 1.3710478554473153]", "python"),
        ("[0.4955225435577661 ]", "python"),
        ("[1.5 2.25 ]", "python"),
        ("[-5.2533879315268695  0.9278622045448855]", "numpy"),
        ("[0.5  0.25 1.  ]", "numpy"),
        ("[ 0.5   0.25  1.  ]", "numpy"),
        ("[[-5.2533879315268695  0.9278622045448855]\n [ 1.2533879315268695 -0.9278622045448855]]", "numpy"),
    ],
)
def test_floats_that_are_not_aligned_as_numpy_aligns_them_were_printed_one_by_one(text: str, printer: str):
    found = read_array(text, 0, cut=False)
    assert found is not None
    assert found.printer == printer


@pytest.mark.parametrize("sign", ["-", "+", " "])
@pytest.mark.parametrize("precision", [1, 8, 17])
def test_what_numpy_aligns_is_its_own(sign: Literal["-", "+", " "], precision: int):
    draw = np.random.default_rng(precision)
    for shape in ((1,), (2,), (5,), (3, 4)):
        for scale in (1e-3, 1.0, 1e5):
            text = np.array2string(draw.normal(size=shape) * scale, precision=precision, sign=sign, max_line_width=60)
            found = read_array(text, 0, cut=False)
            assert found is not None
            assert found.printer == "numpy", text
