"""Which expressions are certainly no shorter floats, and which are numbers of Python's own."""

import pytest

from lastdigit.document import Passage
from lastdigit.source.other_numbers import OtherNumbers
from lastdigit.source.unseen import IN_FLOAT64

SINGLE = "np.float32(0.1)"


def is_float64(expression: str, *sources: str) -> bool:
    """Whether an expression, which the last of the cells prints, is certainly no shorter than a float64."""
    printed = sources[-1] if f"({expression})" in sources[-1] else f"{sources[-1]}\nprint({expression})"
    cells = [Passage(source, 1) for source in (*sources[:-1], printed)]
    return not OtherNumbers(cells, IN_FLOAT64).may_be(expression, cells[-1])


@pytest.mark.parametrize(
    ("expression", "sources"),
    [
        ("len(x) / 3", ["x = 1"]),
        ("x.shape[0] / 3", ["x = np.ones(3)"]),
        ("n / 3", ["n = 3"]),
        ("float(n) / 3", ["n = int(3)"]),
        ("n / 3", [f"n = {SINGLE}", "n = 3\nprint(n / 3)"]),
        ("n / 3", [f"n = {SINGLE}", "def show():\n    n = 3\n    print(n / 3)\nshow()"]),
        ("int(x) / 7", ["x = np.float16(2049)"]),
        ("shares[2]", ["shares = []\nfor i in range(5):\n    shares.append(i / 5)"]),
        ("f(3.0)", ["f = lambda x: 3 * x**2\nprint(f(3.0))"]),
        ("found['b']", ["found = {}\nfor key in words:\n    found[key] = len(key) / 3", "words = ['a', 'b']"]),
        ("np.median(np.arange(5)) / 3", ["import numpy as np"]),
        ("i / n", ["n = 0\nfor i in range(3):\n    n += 1"]),
        ("n / 3", ["def show(n):\n    print(n / 3)\nshow(2)"]),
        ("accuracy_score(a, b)", ["from sklearn.metrics import accuracy_score"]),
        ("metrics.accuracy_score(a, b)", ["from sklearn import metrics"]),
    ],
)
def test_counts_literals_and_scores(expression, sources):
    assert is_float64(expression, *sources)


@pytest.mark.parametrize(
    ("expression", "source", "expected"),
    [
        ("n / 3", "n = 3", True),
        ("float(x) / 3", "import numpy as np\nx = np.float64(3)", True),
        ("math.sqrt(9)", "import math", True),
        ("x / 3", "import numpy as np\nx = np.float64(3)", False),
        ("np.mean([1, 2])", "import numpy as np", False),
        ("sum(x == 1) / 3", "import numpy as np\nx = np.arange(3)", False),
    ],
)
def test_numbers_of_python(expression, source, expected):
    cell = Passage(f"{source}\nprint({expression})", 1)
    assert OtherNumbers([cell], frozenset()).may_be(expression, cell) != expected


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
        "import helpers\ndef f(n):\n    print(n / 3)\nhelpers.run(f)",
        "exec('n = 1')",
        f"globals()['n'] = {SINGLE}",
        f"globals().update(n={SINGLE})",
        "%run more.py",
        "from helpers import *",
        "from helpers import n",
    ],
)
def test_a_name_that_may_have_another_value_is_none(source):
    assert not is_float64("n / 3", "n = 3", source)


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
    assert not is_float64("n / 3", f"n = {SINGLE}", source)


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
    assert not is_float64("n / 3", source)


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
        ("i / 3", f"range = make\nfor i in range({SINGLE}):\n    pass"),
        ("accuracy_score(a, b)", f"def accuracy_score(a, b):\n    return {SINGLE}"),
        ("accuracy_score(a, b)", "from torchmetrics.functional import accuracy_score"),
        ("metrics.f1_score(a, b)", "from torcheval import metrics"),
    ],
)
def test_what_a_document_calls_like_a_count_is_none(expression, source):
    assert not is_float64(expression, source)
