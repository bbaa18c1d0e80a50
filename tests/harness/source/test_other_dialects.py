"""Sources of Python 2 and IPython that Python 3 does not parse, read as what they call."""

from __future__ import annotations

import ast

import pytest

from lastdigit.document import Passage
from lastdigit.source.syntax import Offsets, parse, spelled


@pytest.mark.parametrize(
    ("source", "last"),
    [
        pytest.param("rows.map(lambda (_, v): -v)", "rows.map(lambda _, v: -v)", id="a tuple as parameter"),
        pytest.param("rows.map(lambda (k, (a, b)): a)", "rows.map(lambda k, a, b: a)", id="a tuple in a tuple"),
        pytest.param("try:\n    f()\nexcept OSError, e:\n    g()\nprint 'n', n", "print('n', n)", id="an old clause"),
        pytest.param("took = %timeit -o f(3)\nprint(n)", "print(n)", id="the value of a magic"),
        pytest.param("names = !ls *.csv\nprint(n)", "print(n)", id="the value of a command"),
        pytest.param("f?\n?g\nprint(n)", "print(n)", id="asking for help"),
        pytest.param("/print n", "print(n)", id="called by a slash"),
        pytest.param("cd ../pears\nls\n! pip install pears==3\nprint(n)", "print(n)", id="commands"),
    ],
)
def test_a_source_of_another_dialect_is_parsed(source: str, last: str):
    tree = parse(Passage(source, 1))
    assert tree is not None
    assert spelled(tree.body[-1]) == last


@pytest.mark.parametrize("source", ["print(n))", "lambda (: 3", "x = = %f", "cd = = 3"])
def test_what_is_no_source_of_any_dialect_is_none(source: str):
    assert parse(Passage(source, 1)) is None


def test_a_value_of_a_magic_is_unknown():
    tree = parse(Passage("took = %timeit -o f(3)\nprint(took)", 1))
    assert tree is not None
    first = tree.body[0]
    assert isinstance(first, ast.Assign)
    assert isinstance(first.value, ast.Call)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = 3\n%time y = f(x)\nif y:\n    %time g(y)", "x = 3\ny = f(x)\nif y:\n    g(y)"),
        ("%time for one in x: f(one)\nx.mean()", "x.mean()"),
        ("%time x = f(3) if y else\nx", "x"),
        ("%timeit f(3)\n%time\nx", "x"),
    ],
    ids=["statements", "a loop", "half a statement", "other magics"],
)
def test_a_statement_that_is_timed_is_one(source: str, expected: str):
    tree = parse(Passage(source, 1))
    assert tree is not None
    assert spelled(tree) == expected


def test_a_statement_that_is_timed_has_its_place():
    source = Passage("%time f(x)", 1)
    tree = parse(source)
    assert tree is not None
    (statement,) = tree.body
    assert isinstance(statement, ast.Expr)
    assert Offsets(source).text(statement.value) == "f(x)"
