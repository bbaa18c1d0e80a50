"""Shapes among words and in lists, tensors of old versions of torch, and arrays of which lines are left out."""

from __future__ import annotations

import pytest

from lastdigit.printing.described_arrays import described
from lastdigit.printing.words.reasons import REASONS
from tests.harness.made_up_notebooks import goldens, labels, names, only, result


@pytest.mark.parametrize("words", ["Shape of X", "Train samples"])
def test_a_shape_among_words_is_one(read, words):
    found = read((f"print('{words}:', x.shape)\nprint()\nprint('b')", f"{words}: (400, 7)\n\nb\n"))
    assert [(golden.label, golden.kind) for golden in goldens(found)] == [(words, "shape")]


def test_items_of_a_list_that_is_called_shapes_are_shapes(read):
    found = read(
        (
            "print(f'batch shape (image, label) = {[x.shape for x in b]}')",
            "batch shape (image, label) = [(8, 28), (8,)]\n",
        )
    )
    assert [golden.kind for golden in goldens(found)] == ["shape", "shape"]


def test_tensors_in_a_tuple_stand_one_by_one(read):
    one = "\n  3.5  2.5\n  1.5  0.5\n [torch.FloatTensor of size 2x2]"
    found = read(("x, y", result(f"({one}, {one})")))
    assert [golden.shape for golden in goldens(found)] == [(2, 2), (2, 2)]


def test_tensors_of_a_tuple_that_old_torch_shows_have_the_names_of_its_items(read):
    tensor = "\n {}\n {}\n[torch.FloatTensor of size 2]"
    text = "(" + ", ".join(tensor.format(one, two) for one, two in (("0.7511", "0.5"), ("0.0063", "0.25"))) + ")"
    assert names(read(("x[0], x[1]", result(text)))) == [("x[0]", "0.7511 0.5"), ("x[1]", "0.0063 0.25")]


def test_tensors_below_a_common_factor_are_left_out_whole(read):
    text = "Variable containing:\n1.00000e-03 *\n  1.2246\n[torch.FloatTensor of size 1]\n"
    plain = "Variable containing:\n 1.0014\n[torch.FloatTensor of size 1]\n"
    assert names(read(("for i in range(9):\n    print(loss)", text + "\n" + plain))) == [("loss", "1.0014")]


def test_an_array_of_which_lines_are_left_out_is_read_whole(read):
    text = "array([[[589.]],\n\n       [[561.]],\n\n...\n\n       [[797.]],\n\n       [[843.]]])\n"
    golden = only(read(("print(series)", text)))
    assert golden.shape == (4, 1, 1)
    assert golden.summary is not None


def test_a_shape_is_named_by_what_prints_a_shape_if_another_print_may_not_have_run(read):
    source = "for fold, (a, b) in folds:\n    if fold == 3:\n        print(fold)\nprint(x.shape)\nprint(y[a].shape)"
    assert labels(read((source, "(40, 8)\n(0, 8)\n"))) == ["x.shape", "y[a].shape"]


COUNTS = "CountsArray((500, 3), dtype=int16)\n[[ 1 11  5]\n [ 7  7  8]\n ...,\n [ 1  9 12]]"
STORED = "Chunked((500, 2), float32)\n  nbytes: 47.49 MB; ratio: 5.77\n  cparams := cparams(level=5)\n"
RECORDS = "Pears((177,), [('kind', 'S15'), ('weight', '<f4')])\n  nbytes: 11.06 KB\n[(b'abate', 0.25) (b'bosc', 0.5)]"


SHAPE = ("shape", "f(x).shape", "int64", (2,))


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (COUNTS, [("printed", "f(x)", "int16", (3, 3))]),
        (COUNTS.replace("500", "3").replace(" ...,\n", ""), [("printed", "f(x)", "int16", (3, 3))]),
        (STORED + "[[ 0.25  1.5 ]\n ...,\n [ 0.5   0.75]]", [("printed", "f(x)", "float32", (2, 2))]),
        (STORED.rstrip(), []),
    ],
    ids=["a summary", "all rows", "behind how it is stored", "without rows"],
)
def test_the_head_of_a_representation_says_the_shape_and_the_dtype_of_the_rows_below(read, text: str, rows):
    found = goldens(read(("x = load()\nf(x)", result(text))))
    assert [(one.kind, one.label, one.format.dtype, one.shape) for one in found] == [SHAPE, *rows]


def test_how_an_array_is_stored_is_left_out(read):
    found = read(("x = load()\nf(x)", result(STORED.rstrip())))
    assert [(one.reason, STORED[one.start : one.end].strip()[:6]) for one in found.left_out] == [
        (REASONS["representation"], "nbytes")
    ]


def test_the_full_shape_of_rows_with_dots_is_the_one_that_is_said(read):
    _, rows = goldens(read(("x = load()\nf(x)", result(COUNTS))))
    assert rows.summary.full_shape == (500, 3)


@pytest.mark.parametrize(
    "text",
    [COUNTS.replace("(500, 3)", "(500, 4)"), COUNTS.replace("int16", "bool"), COUNTS.replace("(500, 3)", "(2, 3)")],
    ids=["another width", "another dtype", "fewer rows"],
)
def test_rows_that_do_not_fit_what_is_said_have_a_dtype_of_their_own(read, text: str):
    found = goldens(read(("x = load()\nf(x)", result(text))))
    assert [(one.kind, one.format.dtype) for one in found] == [("shape", "int64"), ("printed", "int64")]


def test_records_have_a_shape_too(read):
    found = goldens(read(("x = load()\nf(x)", result(RECORDS))))
    assert [(one.label, one.tokens) for one in found if one.kind == "shape"] == [("f(x).shape", ("177",))]


@pytest.mark.parametrize(
    "text", ["norm: Norm((128,), eps=1e-05)", "LayerNorm((128,), eps=1e-05)", "Point((3, 4), red)"]
)
def test_settings_of_an_object_are_no_shape(text: str):
    assert described(text, 0) is None


def test_the_caption_of_a_table_says_the_shape_and_the_dtypes_of_its_columns(read):
    html = (
        "<table><caption>Pears((9, 2), dtype=int8)</caption><thead><tr><th></th><th>0</th><th>1</th></tr></thead>"
        "<tbody><tr><th>0</th><td>3</td><td>1.5</td></tr></tbody></table>"
    )
    found = goldens(read(("x = load()\nf(x)", result("Pears((9, 2), dtype=int8)\n[[3 1]]", html))))
    assert [(one.kind, one.label, one.format.dtype) for one in found] == [
        ("printed", "f(x)['0']", "int8"),
        ("printed", "f(x)['1']", "float64"),
        ("shape", "f(x).shape", "int64"),
    ]
    fields = "dtype=[('kind', 'S15'), ('0', '&lt;u2'), ('1', '&lt;f4')]"
    found = goldens(
        read(("x = load()\nf(x)", result("x", html.replace("dtype=int8", fields).replace("(9, 2)", "(9,)"))))
    )
    assert [one.format.dtype for one in found] == ["uint16", "float32", "int64"]


@pytest.mark.parametrize(("given", "is_exact"), [("float('-inf')", True), ("float('%.2f' % x)", False)])
def test_an_infinity_that_is_read_of_its_name_rounds_nothing(read, given: str, is_exact: bool):
    source = f"import torch\nw = torch.zeros(2, 2).masked_fill(mask(2) == 0, {given})\nprint(w)"
    value = only(read((source, "tensor([[0., -inf],\n        [0., 0.]])\n"))).format.value("0.")
    assert (value.high == value.low) is is_exact
