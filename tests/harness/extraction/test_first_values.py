"""Integers at the start of a line: values where the source computes them, and keys of the line where it does not."""

from __future__ import annotations

import pytest

from tests.harness.made_up_notebooks import names


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("print(x.size, x.mean())", "148 0.25\n", [("x.size", "148"), ("x.mean()", "0.25")]),
        ("print x.size, x.mean(), x.std()", "9 0.25 1.5", [("x.size", "9"), ("x.mean()", "0.25"), ("x.std()", "1.5")]),
        (
            "for x in groups:\n    print(len(x), x.mean())",
            "8 0.25\n9 1.5\n",
            [("len(x)", "8"), ("x.mean()", "0.25"), ("len(x)", "9"), ("x.mean()", "1.5")],
        ),
        ("best, loss = fit(x)\nprint(best, loss)", "25 0.25\n", [("best", "25"), ("loss", "0.25")]),
        ("print(n, f(n))", "25 0.25\n", [("f(n) 25", "0.25")]),
        ("while True:\n    print(k, loss)", "25 0.25\n26 0.5\n", [("loss 25", "0.25"), ("loss 26", "0.5")]),
        ("step = 0\nwhile loss > 1:\n    step += 1\nprint(step, loss)", "25 0.25\n", [("loss 25", "0.25")]),
    ],
    ids=["a size", "Python 2", "a loop", "a name", "a key", "a counter", "what a loop counted"],
)
def test_an_integer_before_other_values_is_a_value_if_it_is_computed(
    read, source: str, text: str, expected: list[tuple[str, str]]
):
    assert names(read((source, text))) == expected


@pytest.mark.parametrize(
    ("source", "printed", "expected"),
    [
        pytest.param("print(len(pears))", "12\n", [("len(pears)", "12")], id="an integer"),
        pytest.param("print(a == b)", "True\n", [("a == b", "True")], id="a truth value"),
        pytest.param("print(a, b)", "3 5\n", [("a", "3"), ("b", "5")], id="two integers"),
        pytest.param("print('pears:\\n', n)", "pears:\n 12\n", [("pears", "12")], id="below its words"),
        pytest.param("fit(pears)", "12\n", [], id="an integer that nothing prints"),
        pytest.param("print('step', n)", "12\n", [], id="an integer that its words would name"),
        pytest.param("print(' '.join(words))", "12\n", [], id="a string"),
    ],
)
def test_an_integer_alone_on_its_line_is_a_value_if_the_source_prints_one_so(
    read, source: str, printed: str, expected: list[tuple[str, str]]
):
    assert names(read((source, printed))) == expected
