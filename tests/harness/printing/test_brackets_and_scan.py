"""The grammar of printed arrays: nested brackets, calls, labels and cuts; and what is no printed array at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastdigit.printing.array_print import ArrayPrint
from lastdigit.printing.brackets import read_brackets
from lastdigit.printing.found import FoundPrint
from lastdigit.printing.scan import scan


def found_in(text: str, *, cut: bool = False) -> FoundPrint:
    (found,) = scan(text, cut=cut)
    return found


def only(text: str, *, cut: bool = False) -> ArrayPrint:
    return found_in(text, cut=cut).array


def tokens(found: ArrayPrint) -> list[str]:
    return [token.text for token in found.tokens]


@pytest.mark.parametrize(
    ("text", "shape", "numbers"),
    [
        ("[1.5 -2. 3.25]", (3,), ["1.5", "-2.", "3.25"]),
        ("[[1. 2.]\n [3. 4.]]", (2, 2), ["1.", "2.", "3.", "4."]),
        ("[[[1.]\n  [2.]]\n\n [[3.]\n  [4.]]]", (2, 2, 1), ["1.", "2.", "3.", "4."]),
        ("[[1, 2, 3]]", (1, 3), ["1", "2", "3"]),
        ("[1.e-05 +2.5E+10 .5]", (3,), ["1.e-05", "+2.5E+10", ".5"]),
    ],
)
def test_nested_brackets_give_shape_and_tokens_in_row_major_order(text: str, shape: tuple[int, ...], numbers):
    read = read_brackets(f"x = {text} and more", 4)
    assert read is not None
    assert (read.shape, [token.text for token in read.tokens]) == (shape, numbers)
    assert (read.end, read.cut) == (4 + len(text), False)


@pytest.mark.parametrize(
    "text",
    ["[[1. 2.]\n [3.]]", "[[1. 2.] 3.]", "[1. [2.]]", "[[1.] [[2.]]]", "[a b]", "[1.5x]", "[1.2.3]"],
)
def test_what_is_not_rectangular_or_not_of_numbers_is_no_array(text: str):
    assert read_brackets(text, 0) is None


def test_many_integers_before_a_word_are_not_split_in_every_way():
    """If each could be split in two ways, this would never end."""
    assert read_brackets(f"[{', '.join(map(str, range(10, 100)))}, many]", 0) is None


@pytest.mark.parametrize(
    ("text", "shape", "numbers"),
    [
        ("[[1.5 2.5]\n [3.5 0.1", (2, 2), ["1.5", "2.5", "3.5", "0.1"]),
        ("[[1.5 2.5]\n [", (2, 2), ["1.5", "2.5"]),
        ("[[1.5 2.", (1, 2), ["1.5", "2."]),
        ("[1.5 2.5 ", (2,), ["1.5", "2.5"]),
    ],
)
def test_a_text_that_ends_inside_an_array_gives_the_rows_that_were_begun(text: str, shape: tuple[int, ...], numbers):
    found = only(text, cut=True)
    assert (found.cut, found.shape, tokens(found)) == (True, shape, numbers)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[[1.5 nan]\n [2.5 none]]", id="words"),
        pytest.param("[[1.5 2.5]\n ...\n ...\n [3.5 4.5]]", id="summarised twice"),
        pytest.param("[[1.5 2.5]\n [3.5]]", id="ragged"),
        pytest.param("[[1.5 2.5]\n [3.5 4.5", id="not closed"),
        pytest.param("tensor([[0.5, 1.5],\n        [2.5, 3.5]]", id="call not closed"),
        pytest.param("tensor([[0.5, True],\n        [2.5, 3.5]])", id="numbers among truth values"),
    ],
)
def test_no_part_of_what_is_no_array_is_one(text: str):
    assert list(scan(f"Result:\n{text}\n", cut=False)) == []


FIXED = "Result:\n [[ 0.97411966 -1.59622051]\n [-0.23738409  1.25      ]\n [ 0.25       -3.        ]]"
SCIENTIFIC = "Result:\n [[ 9.7411966e-01 -1.5962205e+00]\n [-2.3738409e-01  1.2500000e-05]]"


@pytest.mark.parametrize("whole", [FIXED, SCIENTIFIC])
@given(data=st.data())
def test_an_array_is_found_wherever_the_text_was_cut(whole: str, data: st.DataObject):
    text = whole[: data.draw(st.integers(whole.index(" ", whole.index(".")) + 1, len(whole) - 2))]
    assert found_in(text, cut=True).label == "Result"
    found = only(text, cut=True)
    assert found.cut
    complete = [token for token in only(whole).tokens if token.offset + len(token.text) < len(text)]
    assert list(found.tokens[: len(complete)]) == complete
    assert len(found.tokens) - len(complete) in (0, 1)


def test_a_token_that_was_cut_does_not_tell_how_many_digits_were_printed():
    assert only("[0.5 0.123", cut=True).decimals == 1
    assert only("[0.5 0.123]").decimals == 3


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Query Matrix:\n [[1.5 2.5]]", "Query Matrix"),
        ("Query Matrix (torch): tensor([[1.5, 2.5]])", "Query Matrix (torch)"),
        ("y = tensor([-0.0713], grad_fn=<ViewBackward0>)", "y"),
        ("w = Parameter containing:\ntensor([[0.4424, 0.4990]], requires_grad=True)", "w"),
        ("Parameter containing:\ntensor([0.4424])", ""),
        ("Sum of normalized attention\ntensor(1.0000)", "Sum of normalized attention"),
        ("tensor([1.5, 2.5])", ""),
        ("Input X:\n[[ 1.789  0.437]]", "Input X"),
    ],
)
def test_an_array_is_named_by_the_words_before_it(text: str, label: str):
    assert found_in(text).label == label


def test_two_arrays_of_one_line_have_labels_of_their_own():
    assert [found.label for found in scan("a = tensor([1.5]), b = tensor([2.5])", cut=False)] == ["a", "b"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("[1 2 3] [99 99] [3 2 1]", [["1", "2", "3"], ["99", "99"], ["3", "2", "1"]]),
        ("[29] ----> 49", [["29"], ["49"]]),
        ("[29, 49] => 22", [["29", "49"], ["22"]]),
        ("[29] loss", []),
        ("step [29] [30]", []),
        ("[3/10] [30]", []),
    ],
)
def test_integers_in_brackets_are_arrays_where_they_begin_a_line_of_nothing_else(line: str, expected):
    assert [tokens(found.array) for found in scan(line)] == expected


def test_the_arrays_of_a_list_are_found_one_by_one():
    text = "inputs: [array([[1.5],\n       [2.5]]), array([[3.5],\n       [4.5]])]\n"
    found = list(scan(text, cut=False))
    assert [(entry.label, entry.path, entry.array.shape) for entry in found] == [
        ("inputs", "[0]", (2, 1)),
        ("inputs", "[1]", (2, 1)),
    ]
    assert [token for entry in found for token in tokens(entry.array)] == ["1.5", "2.5", "3.5", "4.5"]


@pytest.mark.parametrize("name", ["torch.Size", "TensorShape"])
@pytest.mark.parametrize("extents", [[], [2], [32, 10, 64]])
def test_a_printed_size_is_a_shape(name: str, extents: list[int]):
    found = found_in(f"Input shape : {name}({extents})")
    assert (found.array.kind, found.label) == ("shape", "Input shape")
    assert tokens(found.array) == list(map(str, extents))


@pytest.mark.parametrize(
    ("text", "printer", "dtype", "shape"),
    [
        ("[0.5 1.5]", "numpy", "float64", (2,)),
        ("[1 2]", "numpy", "int64", (2,)),
        ("[0.5, 1.5]", "python", "float64", (2,)),
        ("array([0.5, 1.5])", "numpy", "float64", (2,)),
        ("array([0.5, 1.5], dtype=float32)", "numpy", "float32", (2,)),
        ("array([1, 2], dtype=int32)", "numpy", "int32", (2,)),
        ("tensor([0.5, 1.5])", "torch", "float32", (2,)),
        ("tensor([1, 2])", "torch", "int64", (2,)),
        ("tensor(0.5)", "torch", "float32", ()),
        ("tensor([0.5], dtype=torch.float64)", "torch", "float64", (1,)),
        ("tensor([0.5], device='cuda:0', dtype=torch.bfloat16, grad_fn=<MmBackward0>)", "torch", "bfloat16", (1,)),
        ("tensor([[0.5]], grad_fn=<MmBackward0>)", "torch", "float32", (1, 1)),
    ],
)
def test_printer_and_dtype_are_those_that_the_text_shows(text: str, printer: str, dtype: str, shape: tuple[int, ...]):
    found = only(text)
    assert (found.printer, found.dtype, found.shape, found.end) == (printer, dtype, shape, len(text))


@pytest.mark.parametrize("dtype", ["int64", "int32", "uint8"])
def test_integers_are_printed_exactly_whatever_their_width(dtype: str):
    form = only(f"array([1, 2], dtype={dtype})").print_format(8)
    assert (form.precision, form.read("2").half_width) == (None, 0)


@pytest.mark.parametrize(
    "text",
    [
        "Epoch [12]",
        "step [3/10]",
        "[notice] A new release of pip is available: 23.0 -> 24.1",
        "[INFO] loss",
        " 50%|#####     | 5/10 [00:01<00:01,  4.90it/s]",
        "   ---------------------------------------- 4.0/4.0 MB 22.0 MB/s eta 0:00:00",
        "Python 3.11.7 (main) [GCC 12.2.0] on linux",
        "torch 2.13.0, numpy 2.4.6",
        "see [1] and [2] for more",
        "[]",
        "[...]",
        "<Figure size 640x480 with 1 Axes>",
    ],
)
def test_log_lines_progress_bars_and_versions_are_no_values(text: str):
    assert list(scan(text, cut=False)) == []


def test_a_complex_number_in_parentheses_is_a_scalar():
    found = found_in("(1+2j)")
    assert (tokens(found.array), found.array.shape, found.array.dtype) == (["(1+2j)"], (), "complex128")


@pytest.mark.parametrize("text", ["low: [-0.625] high: [[2.125]]", "low: [[-0.625]], high: [0.5 1.5]"])
def test_an_array_of_one_number_before_another_one_with_a_name_is_a_value(text: str):
    found = list(scan(text))
    assert [one.label for one in found] == ["low", "high"]
    assert tokens(found[0].array) == ["-0.625"]


def test_a_smiley_in_an_array_of_texts_does_not_end_it():
    texts = ["'glad to be back :))'", "'a (small lot'", "'3.7k to 3.2k'", "'16 for 2.5k'"]
    assert list(scan(f"array([{(', ' + chr(10)).join(texts)}], dtype=object)", result=True)) == []
