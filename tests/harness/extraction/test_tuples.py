"""Tuples whose items the source names: those that Python 2 prints, and those that hold Series."""

from __future__ import annotations

import pytest

from lastdigit.printing.tables.tables_in_tuple import with_tables_alone
from tests.harness.made_up_notebooks import goldens, labels, names, result


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("print (x, y)", "(0.25, 1.5)\n", [("x", "0.25"), ("y", "1.5")]),
        ("print (x, y)", "(array([0.25, 1.5]), array([2, 3]))\n", [("x", "0.25 1.5"), ("y", "2 3")]),
        (
            "print(words)\nfor left, right in split(words):\n    print (left, right)",
            "['a' 'b']\n(array([0, 1]), array([2]))\n(array([1, 2]), array([0]))\n",
            [("left", "0 1"), ("right", "2"), ("left", "1 2"), ("right", "0")],
        ),
        (
            "def walk(tree):\n    print(tree.name, 'split=', tree.at)\n    for key, part in tree.parts.items():\n"
            "        pprint(key)\n        walk(part)\nwalk(pears)",
            "('weight', 'split=', 0.46)\n'low'\n('colour', 'split=', 3.5)\n",
            [("split", "0.46"), ("split", "3.5")],
        ),
        ("print(x.shape, y.shape)", "(3, 4) (5, 6)\n", [("x.shape", "3 4"), ("y.shape", "5 6")]),
    ],
    ids=["numbers", "arrays", "a loop", "a helper that calls itself", "two tuples of Python 3"],
)
def test_the_items_of_a_printed_tuple_have_the_names_of_what_was_printed(
    read, source: str, text: str, expected: list[tuple[str, str]]
):
    assert names(read((source, text))) == expected


SERIES = "a    0.25\n b    1.50\n dtype: float64"


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("left, right", f"({SERIES}, {SERIES})", [("left", "0.25 1.50"), ("right", "0.25 1.50")]),
        ("left, right", f"(np.float64(0.5),\n {SERIES})", [("left", "0.5"), ("right", "0.25 1.50")]),
        ("fit(x)", f"({SERIES}, {SERIES})", [("fit(x)[0]", "0.25 1.50"), ("fit(x)[1]", "0.25 1.50")]),
    ],
)
def test_series_in_a_tuple_are_read_whole_and_named_as_its_items(
    read, source: str, text: str, expected: list[tuple[str, str]]
):
    found = read((source, result(text)))
    assert names(found) == expected
    assert all(
        golden.column and golden.column.rows == ("a", "b") for golden in goldens(found) if len(golden.tokens) > 1
    )


def test_what_is_no_tuple_of_series_stays_as_it_is():
    for text in ("(1, 2)", SERIES, "(array([1.]),\n 'dtype: float64')"):
        assert with_tables_alone(text) == (text, [])


def test_a_string_in_a_tuple_names_the_value_behind_it(read):
    found = read(("'# words in all:', len(words)", result("('# words in all:', 46152)")))
    assert names(found) == [("# words in all", "46152")]


FRAME = "     rate  size\n a   0.50     3\n b   0.25     5"


def test_a_string_in_a_tuple_of_three_is_an_item_of_its_own(read):
    text = "('Plums', array([0.25, 1.5]), 0.8997188308734142)"
    assert labels(read(("best()", result(text)))) == ["best()[1]", "best()[2]"]
    assert labels(read(("best()", result("('Plums', array([0.25, 1.5]))")))) == ["best()['Plums']"]


def test_frames_in_a_tuple_are_read_whole_and_named_as_its_items(read):
    text = f"({FRAME[1:]},\n{FRAME},\n array([[1., 2.],\n        [3., 4.]]),\n 0.125)"
    found = read(("first, last.head(2), x, 1 / 8", result(text)))
    assert names(found) == [
        ("first['rate']", "0.50 0.25"),
        ("first['size']", "3 5"),
        ("last.head(2)['rate']", "0.50 0.25"),
        ("last.head(2)['size']", "3 5"),
        ("x", "1. 2. 3. 4."),
        ("1 / 8", "0.125"),
    ]


def test_a_frame_at_the_end_of_a_tuple_may_have_dots_and_a_footer(read):
    dots = "     rate\n a   0.50\n ..   ...\n b   0.25\n \n [10 rows x 1 columns]"
    found = read(("first, last", result(f"({dots[1:]},\n{dots})")))
    assert names(found) == [("first['rate']", "0.50 0.25"), ("last['rate']", "0.50 0.25")]
    assert [golden.summary is not None for golden in goldens(found)] == [True, True]


def test_what_is_called_a_shape_is_one(read):
    source, text = "train.image_shape, test.image_shape", "((299, 299, 3), (299, 299, 3))"
    assert {golden.kind for golden in goldens(read((source, result(text))))} == {"shape"}


ARRAY = "array([ 0.5,  1.5])"


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("print('share', a, 'rest', x, n)", f"('share', 0.25, 'rest', {ARRAY}, 3)\n", ["share", "rest x", "rest n"]),
        ("print(a, x, n)\nif n:\n    show(n)", f"(0.25, {ARRAY}, 3)\n(0.5, 1)\n", ["a", "x", "n"]),
        ("print(a, b)\nfor x in xs:\n    print(x, 'of', y)", "(0.25, 1.5)\n(2.5, 'of', 3.5)\n", ["a", "b", "x", "of"]),
    ],
    ids=["words of its own", "among other lines", "the string tells which"],
)
def test_each_item_that_python_2_printed_is_named_by_its_argument(read, source: str, text: str, expected: list[str]):
    found = labels(read((source, text)))
    assert [label for label in found if "output" not in label][: len(expected)] == expected


def test_one_number_in_brackets_within_a_list_is_of_python(read):
    found = read(("x", result("[[[0.0]], [[4.75], [0.5]]]")))
    assert [golden.format.printer for golden in goldens(found)] == ["python", "python"]


def test_a_pair_of_a_key_and_a_number_is_named_by_the_key(read):
    text = "('rate', 0.5)\n('depth', 250)\n"
    assert names(read(("for item in found.items():\n    print(item)", text))) == [
        ("item['rate']", "0.5"),
        ("item['depth']", "250"),
    ]
    assert names(read(("most_common(2)", result("('two words', 5)")))) == [("most_common(2)[1]", "5")]


def test_items_behind_an_empty_array_are_those_of_their_own_list(read):
    source = "print(heaps)\nprint(baskets)"
    found = read((source, "[0.5 0.25]\n[array([], dtype=int64), array([0]), array([3, 4])]\n"))
    assert names(found) == [("heaps", "0.5 0.25"), ("baskets[1]", "0"), ("baskets[2]", "3 4")]
    shown = read(("pick(pears)", result("[array([], dtype=int64),\n array([3, 4])]")))
    assert names(shown) == [("pick(pears)[1]", "3 4")]
