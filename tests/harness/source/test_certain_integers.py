"""Of which values ``int`` cuts nothing: texts and integers, as far as a source is plain."""

import ast

import pytest

from lastdigit.document import Cell, Passage
from lastdigit.source.certain_integers import leaves_nothing_to_cut
from lastdigit.source.reached_source import ReachedSource


def is_exact(expression: str, *sources: str) -> bool:
    cells = [Cell(number, None, Passage(source, 1), ()) for number, source in enumerate(sources, 1)]
    return leaves_nothing_to_cut(ast.parse(expression, mode="eval").body, ReachedSource(cells))


@pytest.mark.parametrize(
    ("expression", "source"),
    [
        ("line.split(',')[2]", ""),
        ("tag.text", ""),
        ("input('n = ')", ""),
        ("digits.pop()", "digits = list(str(1234))"),
        ("row[2]", "import csv\nfor row in csv.reader(file):\n    pass"),
        ("price", "import csv\nfor row in csv.reader(file):\n    name, price = row\n    price = int(price)"),
        ("2 * n + 1", "n = len(x)\nn += 3"),
        ("x.shape[0] // 2", ""),
        ("random.randint(1, 6)", "import random"),
    ],
)
def test_texts_and_integers(expression, source):
    assert is_exact(expression, source)


@pytest.mark.parametrize(
    ("expression", "sources"),
    [
        ("n / 2", ["n = 4"]),
        ("x", [""]),
        ("parts[0]", ["parts = t.split(1)"]),
        ("n", ["n = 4", "n = 4.5"]),
        ("n", ["def f(n):\n    pass"]),
        ("n", ["n = len(x)\nn *= 0.5"]),
        ("n", ["n = 3\n(n := 4.5)"]),
        ("n", ["n = 3", "from helpers import *"]),
        ("len(x)", ["from helpers import len"]),
        ("row[2]", ["for row in table:\n    pass"]),
        ("price", ["for row in table:\n    name, price = row\n    price = int(price)"]),
        ("x.shape[0]", ["x.shape = [4.5]"]),
    ],
)
def test_what_may_be_a_float_is_cut(expression, sources):
    assert not is_exact(expression, *sources)
