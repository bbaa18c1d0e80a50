"""What a name certainly is where it is printed, although a statement below gives it something else."""

from __future__ import annotations

import ast

import pytest

from lastdigit.source.straight_values import literal_above
from tests.harness.made_up_notebooks import names, result


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (
            "x = 0.8\nprint('first guess: %.3f' % x)\nfor i in range(3):\n    x = f(x)\n    print('x is %.3f' % x)",
            "first guess: 0.800\nx is 0.400\n",
            ["0.400"],
        ),
        ("x = 0.8\nx = f(x)\nprint('x: %.3f' % x)", "x: 0.400\n", ["0.400"]),
        ("x = 0.8\nif dry:\n    x = f(x)\nprint('x: %.3f' % x)", "x: 0.400\n", ["0.400"]),
        (
            "a, b = 0.5, f(2)\nprint('a: %.3f, b: %.3f' % (a, b))\na = f(a)",
            "a: 0.500, b: 0.250\n",
            ["0.250"],
        ),
    ],
)
def test_a_literal_that_is_printed_before_it_is_changed_is_a_setting(read, source, text, expected):
    assert [token for _, token in names(read((source, text)))] == expected


@pytest.mark.parametrize(
    ("source", "is_one"),
    [
        ("x = 3\nprint(x)", True),
        ("x = 3\nif y:\n    print(x)", True),
        ("x = 3\nx += 1\nprint(x)", False),
        ("x = 3\nfor x in y:\n    print(x)", False),
        ("x = 3\nwhile y:\n    print(x)\n    x = f(x)", False),
        ("x = 3\nwhile y:\n    print(x)", True),
        ("x = 3\ndef f():\n    print(x)\nx = 4", False),
        ("def f():\n    x = 3\n    print(x)", True),
        ("x = 3\ndef f():\n    global x\n    x = 4\nf()\nprint(x)", False),
        ("x = 3\ntry:\n    x = f(2)\nexcept ValueError:\n    print(x)", False),
        ("x = 3\nif (x := f(2)) > 1:\n    print(x)", False),
        ("x = 3\ndel x\nprint(x)", False),
        ("x = 3\nimport lab as x\nprint(x)", False),
        ("x = 3\nfrom lab import *\nprint(x)", False),
        ("x = 3\nwith f(2) as x:\n    print(x)", False),
        ("x = 3\ntry:\n    print(x)\nfinally:\n    pass", True),
    ],
)
def test_it_is_one_only_if_no_statement_in_between_may_change_it(source, is_one):
    tree = ast.parse(source)
    (name,) = [
        call.args[0]
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "print"
    ]
    assert (literal_above(name, tree) is not None) is is_one


def test_items_of_a_value_on_lines_have_its_name_and_their_places(read):
    text = "-0.0899\n0.0187306\n0.125821\n-0.0402909\n"
    assert [label for label, _ in names(read(("print(face)", text)))] == ["face[0]", "face[1]", "face[2]", "face[3]"]
    assert [label for label, _ in names(read(("for x in face:\n    print(x)", text)))] == ["x"] * 4


def test_arrays_in_the_cells_of_a_frame_are_no_arrays_of_their_own(read):
    frame = (
        "   State   Kind        Tax  \\\n0     CA   none  [35253.4]   \n1     CA    two  [32603.5]   \n\n"
        "      Reform  \n0   [3525.44]  \n1  [32603.98]  \n"
    )
    assert names(read(("import pandas as pd\nprint(frame)", frame))) == []


def test_the_month_of_a_day_is_no_result(read):
    assert names(read(("day.strftime('%m')", result("'09'")))) == []
    assert names(read(("print('month', day.strftime('%m'))", "month 09\n"))) == []
