"""Shapes among words and in lists, tensors of old versions of torch, and arrays of which lines are left out."""

from __future__ import annotations

import pytest

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
