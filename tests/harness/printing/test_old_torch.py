"""Tensors as torch printed them before version 0.4: rows without brackets above the name of their type."""

from __future__ import annotations

import pytest

from lastdigit.printing.found import FoundPrint
from lastdigit.printing.old_torch import old_tensors
from lastdigit.printing.scan import scan_all
from lastdigit.printing.shown_part import Summary

MATRIX = """
 0.5000 -1.2500
 2.0000  0.1250
[torch.FloatTensor of size 2x2]
"""
WIDE = """
Columns 0 to 1
 1  2
 5  6

Columns 2 to 3
 3  4
 7  8
[torch.LongTensor of size 2x4]
"""
DOTS = """
-0.2114  ...   0.0775
-0.0736  ...  -0.0047
          ...             ⋱             ...
 0.0970  ...  -0.1220
 0.0199  ...   0.2285
[torch.DoubleTensor of size 40x30]
"""
SLICES = """
(0 ,.,.) =
  1  2

(1 ,.,.) =
  3  4
[torch.cuda.IntTensor of size 2x1x2 (GPU 0)]
"""


@pytest.mark.parametrize(
    ("text", "dtype", "shape", "tokens"),
    [
        pytest.param(MATRIX, "float32", (2, 2), "0.5000 -1.2500 2.0000 0.1250", id="a matrix"),
        pytest.param("\n 1\n 2\n[torch.ByteTensor of size 2]\n", "uint8", (2,), "1 2", id="a vector"),
        pytest.param("\n nan\n-inf\n[torch.DoubleTensor of size 2]", "float64", (2,), "nan -inf", id="no numbers"),
        pytest.param(WIDE, "int64", (2, 4), "1 2 3 4 5 6 7 8", id="blocks of columns"),
        pytest.param(SLICES, "int32", (2, 1, 2), "1 2 3 4", id="slices"),
    ],
)
def test_rows_above_the_name_of_a_tensors_type_are_one_array(
    text: str, dtype: str, shape: tuple[int, ...], tokens: str
):
    (tensor,) = old_tensors(text)
    assert (tensor.dtype, tensor.shape, " ".join(tensor.texts)) == (dtype, shape, tokens)
    assert all(text.startswith(token.text, token.offset) for token in tensor.tokens)


@pytest.mark.parametrize(
    ("text", "shape", "summary"),
    [
        pytest.param(DOTS, (4, 2), Summary(((2, 2), (1, 1)), (40, 30)), id="in rows and columns"),
        pytest.param(" 1\n ⋮ \n 3\n[torch.IntTensor of size 9]", (2,), Summary(((1, 1),), (9,)), id="in a vector"),
        pytest.param(
            " 1 ... 2\n 3 ... 4\n[torch.IntTensor of size 2x9]",
            (2, 2),
            Summary((None, (1, 1)), (2, 9)),
            id="in columns",
        ),
        pytest.param(
            " 1 2\n...\n 3 4\n[torch.IntTensor of size 9x2]", (2, 2), Summary(((1, 1), None), (9, 2)), id="in rows"
        ),
    ],
)
def test_dots_stand_for_omitted_rows_and_columns(text: str, shape: tuple[int, ...], summary: Summary):
    (tensor,) = old_tensors(text)
    assert (tensor.shape, tensor.summary) == (shape, summary)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("1.00000e-02 *\n 0.5\n[torch.FloatTensor of size 2x1]", id="fewer numbers than it says"),
        pytest.param(" 1 2\n...\n 3\n[torch.FloatTensor of size 9x2]", id="dots above a shorter row"),
        pytest.param(" 1 ... 2\n...\n 3 4 ...\n[torch.FloatTensor of size 9x9]", id="dots in different columns"),
        pytest.param(" 1 2\n...\n 3 4\n[torch.FloatTensor of size 2x2]", id="dots that stand for no row"),
        pytest.param(" 1 2\n...\n 3 4\n[torch.FloatTensor of size 9x3]", id="dots and too few columns"),
        pytest.param("Columns 0 to 0\n 1\n 2\nColumns 1 to 1\n 3\n[torch.IntTensor of size 3]", id="uneven blocks"),
        pytest.param("[torch.FloatTensor of size 2]", id="nothing above"),
        pytest.param(" 1\n 2\n[torch.PearTensor of size 2]", id="another type"),
    ],
)
def test_other_rows_are_none(text: str):
    assert list(old_tensors(text)) == []


def test_words_on_the_line_above_name_the_tensor_and_other_prints_stay():
    found = [entry for entry in scan_all(f"loss: 0.5\nweights:{MATRIX}x: [1.5 2.5]\n") if isinstance(entry, FoundPrint)]
    assert [(entry.label, entry.array.shape) for entry in found] == [("loss", ()), ("weights", (2, 2)), ("x", (2,))]


def test_the_line_above_a_variable_does_not_name_it():
    (entry,) = scan_all(f"x: Variable containing:{MATRIX}")
    assert (entry.label, entry.array.shape) == ("x", (2, 2))


def test_many_tensors_and_many_rows_take_linear_time():
    assert len(list(old_tensors(MATRIX * 3_000))) == 3_000
    assert list(old_tensors(" 1 2\n" * 100_000 + "[torch.FloatTensor of size 2]")) == []


def test_tensors_that_are_printed_in_cpp_are_read():
    text = "Result:\n 0.5000  1.2500\n-1.0000  0.0026\n[ CPUFloatType{2,2} ]\n"
    (tensor,) = old_tensors(text)
    assert (tensor.shape, tensor.texts, tensor.dtype) == ((2, 2), ("0.5000", "1.2500", "-1.0000", "0.0026"), "float32")
