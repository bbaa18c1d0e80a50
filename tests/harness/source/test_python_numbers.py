"""Which expressions are certainly numbers of Python's own, or float64; nothing that may be a shorter float is."""

import ast

import pytest

from lastdigit.document import Cell, Passage
from lastdigit.source.python_numbers import is_of_python
from lastdigit.source.reached_source import ReachedSource

SINGLE = "np.float32(0.1)"


def says(expression: str, *sources: str) -> bool:
    """What it says of an expression in the last of the cells."""
    cells = [Cell(number, None, Passage(source, 1), ()) for number, source in enumerate(sources, 1)]
    return is_of_python(ast.parse(expression, mode="eval").body, ReachedSource(cells).within(cells[-1].source))


@pytest.mark.parametrize(
    ("expression", "sources"),
    [
        ("len(x) / 3", ["x = 1"]),
        ("x.shape[0] / 3", ["x = np.ones(3)"]),
        ("n / 3", ["n = 3"]),
        ("float(n) / 3", ["n = int(3)"]),
        ("n / 3", [f"n = {SINGLE}", "n = 3\nprint(n / 3)"]),
        ("n / 3", [f"n = {SINGLE}", "def show():\n    n = 3\n    print(n / 3)\nshow()"]),
        ("i / n", ["n = 0\nfor i in range(3):\n    n += 1"]),
        ("n / 3", ["def show(n):\n    print(n / 3)\nshow(2)"]),
        ("accuracy_score(a, b)", ["from sklearn.metrics import accuracy_score"]),
        ("metrics.accuracy_score(a, b)", ["from sklearn import metrics"]),
    ],
)
def test_counts_literals_and_scores(expression, sources):
    assert says(expression, *sources)


@pytest.mark.parametrize(
    "source",
    [
        f"n, m = {SINGLE}, 2",
        f"for n in [{SINGLE}]:\n    pass",
        f"(n := {SINGLE})",
        f"[print(n / 3) for n in [{SINGLE}]]",
        f"match {SINGLE}:\n    case n:\n        pass",
        f"n += {SINGLE}",
        f"n = m = {SINGLE}",
        f"def f():\n    global n\n    n = {SINGLE}",
        f"f = lambda n: n / 3\nf({SINGLE})",
        "def f(n):\n    return n / 3",
        "exec('n = 1')",
        f"globals()['n'] = {SINGLE}",
        f"globals().update(n={SINGLE})",
        "%run more.py",
        "from helpers import *",
        "from helpers import n",
    ],
)
def test_a_name_that_may_have_another_value_is_none(source):
    assert not says("n / 3", "n = 3", source)


@pytest.mark.parametrize(
    "source",
    [
        "print(n / 3)\nn = 3",
        "n += 3\nprint(n / 3)",
        "if x:\n    n = 3\nprint(n / 3)",
        "def f():\n    print(n / 3)\nf()\nn = 3",
        "def f():\n    n = 3\nf()\nprint(n / 3)",
        "class A:\n    n = 3\nprint(n / 3)",
        "for n in range(k):\n    pass\nprint(n / 3)",
    ],
)
def test_a_name_that_another_cell_may_have_given_its_value_is_none(source):
    assert not says("n / 3", f"n = {SINGLE}", source)


@pytest.mark.parametrize(
    "source",
    [
        "import helpers\nclass A:\n    def show(self, n):\n        print(n / 3)\na = A()\na.show(1)\nhelpers.run(a)",
        "import helpers\nclass A(helpers.B):\n    def show(self, n):\n        print(n / 3)\nA().show(1)\nA().run()",
        "def show(n):\n    print(n / 3)\nshow(1)\nshow(*more)",
        f"def show(n):\n    print(n / 3)\nshow(1)\nother = show\nother({SINGLE})",
        f"def show(n={SINGLE}):\n    print(n / 3)\nshow(1)\nshow()",
    ],
)
def test_a_parameter_that_may_be_passed_another_value_is_none(source):
    assert not says("n / 3", source)


@pytest.mark.parametrize(
    ("expression", "source"),
    [
        ("q.shape[0] / 3", f"P = namedtuple('P', 'shape price')\nq = P([{SINGLE}], 1)"),
        ("q.shape[0] / 3", f"q.shape = [{SINGLE}]"),
        ("q.shape[0] / 3", f"class P:\n    @property\n    def shape(self):\n        return [{SINGLE}]"),
        ("q.size / 3", f"q.size = {SINGLE}"),
        ("len(x) / 3", "from helpers import len"),
        ("len(x) / 3", f"len = lambda x: {SINGLE}"),
        ("float(3) / 7", "from jax.numpy import float32 as float"),
        ("float(x) / 7", "x = np.float16(0.1)"),
        ("int(x) / 7", "x = np.float16(2049)"),
        ("i / 3", f"range = make\nfor i in range({SINGLE}):\n    pass"),
        ("accuracy_score(a, b)", f"def accuracy_score(a, b):\n    return {SINGLE}"),
        ("accuracy_score(a, b)", "from torchmetrics.functional import accuracy_score"),
        ("metrics.f1_score(a, b)", "from torcheval import metrics"),
    ],
)
def test_what_a_document_calls_like_a_count_is_none(expression, source):
    assert not says(expression, source)
