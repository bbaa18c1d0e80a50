"""Labels of what no words name: the expressions that a source prints, in order."""

from __future__ import annotations

import pytest

from lastdigit.documents.document import Passage
from lastdigit.documents.printed_expressions import PrintedExpression, labels_for, printed_expressions


def prints(source: str) -> list[str]:
    return [expression.text for expression in printed_expressions(Passage(source, 1)).prints]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("print(x)\nprint(y @ z)", ["x", "y @ z"]),
        ("print(a, b)", ["a", "b"]),
        ("print('Sum:', x)", []),
        ("print('Sum')\nprint(x)\nprint(y)", ["y"]),
        ("print('Sum', a, b)", ["b"]),
        ("print(f'loss = {loss:.4f}')", []),
        ("print(f'{q}\\n{k}')", ["q", "k"]),
        ("print(f'{value:.3f} of {total}')", ["value"]),
        ("print('-' * 20)\nprint(x)", ["x"]),
        ("print('\\n')\nprint(x)", ["x"]),
        ("print(type(x))\nprint(x.dtype)\nprint(x.shape)", ["x.shape"]),
        ("print(*rows)", []),
        ("display(frame)", ["frame"]),
        ("print(x.T)  # the transpose\n\nprint(y)\n", ["x.T", "y"]),
        ("def f(x):\n    return x\nprint(f(1))", ["f(1)"]),
        ("def f(x):\n    print(x)\nf(1)", ["x"]),
        ("text = '''\nprint(x)\n'''\nprint(y)", ["y"]),
        ("total = \\\nprint(x)", ["x"]),
        ("show(\nprint(x),\n)\nprint(y)", ["x", "y"]),
        ("print(None)\nprint(x)", ["None", "x"]),
        ("x = 1", []),
        ("this is no Python", []),
    ],
)
def test_expressions_without_words_come_in_order(source: str, expected: list[str]):
    assert prints(source) == expected


def test_the_value_of_a_cell_is_its_last_expression_and_never_a_print():
    assert printed_expressions(Passage("x = 1\nx + 1", 5)).result == PrintedExpression("x + 1", 6, repeated=False)
    assert printed_expressions(Passage("print(x)", 1)).result is None
    assert printed_expressions(Passage("x = 1", 1)).result is None


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("x = 1\nx.shape  # comment\n\n# more", ("x.shape", 2)),
        ("import a\n\na.b\n", ("a.b", 3)),
        ("x", ("x", 1)),
        ("x = 1\ndf['a b'].head(n=2)[0]  # the first", ("df['a b'].head(n=2)[0]", 2)),
        ("x = 1\nf(a,  b)", ("f(a, b)", 2)),
        ("x = 1\nf('a', ')')", ("f('a', ')')", 2)),
        ("x = 1\ny, z", ("y, z", 2)),
        ("x = 1\nx[0] = 2", None),
        ("x = 1\ndel(x)", None),
        ("x = 1\nx: f(y)", None),
        ("x = \\\ny", None),
        ("for x in xs:\n    x", None),
        ("text = '''\nx\n'''", None),
        ("pass", None),
    ],
)
def test_a_name_on_the_last_line_is_the_value(source: str, shown: tuple[str, int] | None):
    result = printed_expressions(Passage(source, 1)).result
    assert (result and (result.text, result.line)) == shown


def test_a_tuple_that_is_written_out_names_its_items():
    result = printed_expressions(Passage("q, k.T", 1)).result
    assert result is not None
    assert result.items == ("q", "k.T")


@pytest.mark.parametrize(
    ("source", "count", "labels"),
    [
        ("print(a)\nprint(b)", 2, ["a", "b"]),
        ("print(a)\nprint(b)", 3, ["a", "b", ""]),
        ("print(a)\nprint(b)", 1, ["a"]),
        ("for x in xs:\n    print(x)", 3, ["x", "x", "x"]),
        ("for x in xs:\n    print(x)\n    print(x.T)", 4, ["x", "x.T", "x", "x.T"]),
        ("for x in xs:\n    print(x)\n    print(x.T)", 3, ["x", "x.T", ""]),
        ("", 2, ["", ""]),
    ],
)
def test_every_value_without_words_gets_the_label_that_is_certain(source: str, count: int, labels: list[str]):
    assert labels_for(printed_expressions(Passage(source, 1)).prints, count) == labels
