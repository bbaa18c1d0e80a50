"""A rounding that a source keeps is found in every name to which it may come, and in no other."""

from __future__ import annotations

import pytest

from lastdigit.document import Passage
from lastdigit.source.kept_roundings import KeptRoundings

GIVEN = "x = [2 / 3, 7 / 3]\n"

COMES_BACK = [
    ("y = round(x[0], 2)", "y"),
    ("y = round(x[0], 2)\nz = y", "z"),
    ("y = z = round(x[0], 2)", "z"),
    ("y, z = x[0], round(x[0], 2)", "z"),
    ("y, *z = [round(one, 2) for one in x]", "z[0]"),
    ("y = [x[0]]\nz = y\nz.append(round(x[0], 2))", "y[1]"),
    ("y = {}\nz = [y]\nfor one in z:\n    one['a'] = round(x[0], 2)", "y['a']"),
    ("y = x\ny += [round(x[0], 2)]", "x[2]"),
    ("y = [[]]\ny[0].append(round(x[0], 2))\nz = sum(y[0])", "z"),
    ("def f(a):\n    return a\ny = f(round(x[0], 2))", "y"),
    ("def f(a, b=round(x[0], 2)):\n    return a + b\ny = f(3)", "y"),
    ("def f(*a, **k):\n    return a[0]\ny = f(*[round(one, 2) for one in x])", "y"),
    ("def f(a):\n    a.append(round(x[0], 2))\ny = []\nf(y)", "y[0]"),
    ("def f(a):\n    global y\n    y = round(a, 2)\nf(x[0])", "y"),
    (
        "def f():\n    n = 0\n    def g(a):\n        nonlocal n\n        n = round(a, 2)\n    g(x[0])\n    return n\n"
        "y = f()",
        "y",
    ),
    ("f = lambda a: round(a, 2)\ny = f(x[0])", "y"),
    ("y = list(map(lambda a: round(a, 2), x))", "y[0]"),
    ("def f(g, a):\n    return g(a)\ny = f(lambda a: round(a, 2), x[0])", "y"),
    ("def f(a):\n    print(a * 2)\nfor one in map(round, x, [2, 2]):\n    f(one)", "a"),
    ("def f():\n    for one in x:\n        yield round(one, 2)\ny = sum(f())", "y"),
    ("def f(g):\n    return lambda a: round(g(a), 2)\n@f\ndef h(a):\n    return a\ny = h(x[0])", "y"),
    ("class C:\n    def __init__(self, a):\n        self.a = round(a, 2)\ny = C(x[0]).a * 2", "y"),
    ("class C:\n    def __init__(self, a):\n        self.a = a\nc = C(round(x[0], 2))\ny = c.a", "y"),
    ("class C:\n    a = 0\n    def put(self, a):\n        self.a = a\nc = C()\nc.put(round(x[0], 2))", "c.a"),
    (
        "class C:\n    def put(self, a):\n        self.a = a\n    @property\n    def twice(self):\n"
        "        return 2 * self.a\nc = C()\nc.put(round(x[0], 2))\ny = c.twice",
        "y",
    ),
    (
        "class C(list):\n    def put(self, a):\n        self.rest = a\n    def __getitem__(self, at):\n"
        "        return self.rest\nc = C()\nc.put(round(x[0], 2))\ny = c[0]",
        "y",
    ),
    ("from dataclasses import dataclass\n@dataclass\nclass C:\n    a: float\ny = C(round(x[0], 2)).a", "y"),
    ("from collections import namedtuple\nC = namedtuple('C', 'a b')\ny = C(1, round(x[0], 2)).b", "y"),
    ("from numpy import round as r\ny = r(x, 2)", "y"),
    ("import numpy as np\nr = np.around\ny = r(x, 2)", "y"),
    ("import numpy as np\ny = np.array(x)\nnp.round(y, 2, out=y)", "y"),
    ("import numpy as np\ny = np.array(x)\nnp.round(y, 2, y)", "y"),
    ("import numpy as np\ny = np.array(x)\nz = y[:1]\nz[0] = round(x[0], 2)", "y"),
    ("import pandas as pd\nd = pd.DataFrame({'a': x})\nd.loc[:, 'a'] = d['a'].round(2)", "d.a.sum()"),
    ("import pandas as pd\nd = pd.DataFrame(x)\nfor one in [d]:\n    one[0] = one[0].round(2)", "d[0].sum()"),
    ("y = '%.2f' % x[0]\nz = float(y)", "z"),
    ("y = f'{x[0]:.2f}'\nz = [y]", "float(z[0])"),
    ("form = '{:.2f}'\ny = float(form.format(x[0]))", "y"),
    ("y = []\nfor one in x:\n    y.append('%.2f' % one)\nz = float(y[0])", "z"),
    ("import io\nf = io.StringIO()\nprint('%.2f' % x[0], file=f)\ny = float(f.getvalue())", "y"),
    ("with open('a', 'w') as f:\n    f.write('%.2f' % x[0])\nwith open('a') as g:\n    y = float(g.read())", "y"),
    ("try:\n    raise ValueError(round(x[0], 2))\nexcept ValueError as error:\n    y = error.args[0]", "y"),
    ("if (y := round(x[0], 2)):\n    z = y / 3", "z"),
    ("match round(x[0], 2):\n    case y:\n        z = y / 3", "z"),
    ("y = 100 * x[0] // 1 / 100", "y"),
    ("y = int(100 * x[0])\nz = [y]", "z[0] / 100"),
    ("import heapq\ny = []\nheapq.heappush(y, round(x[0], 2))", "y[0]"),
    ("from simulation import rounded\ny = rounded(x)", "y"),
    ("y = unknown / 3", "y"),
    ("y = round(x[0], 2)\nglobals()['z'] = y", "x"),
    ("%%R\nround(x, 2)", "x"),
]
STAYS_AWAY = [
    ("print(round(x[0], 2))\ny = x[0] / 3", "y"),
    ("y = round(x[0], 2)\nz = x[0] / 3", "z"),
    ("y = []\ny.append(round(x[0], 2))\ny.append(x[0])", "x"),
    ("def f(a):\n    b = round(a, 2)\n    print(b)\nb = 3 / 7\nf(b)", "x"),
    ("def f(a):\n    return a / 3\nf(round(x[0], 2))\ny = x[0] / 3", "y"),
    ("n = 3\nrows = []\nrows.append([n, round(x[0], 2)])", "n / 7"),
    ("y = sorted(x, key=lambda one: round(one, 2))\nz = 2 / 3\ndef f(a):\n    return a\nf(z)", "z"),
    ("import numpy as np\nw = np.linalg.norm(np.round(x, 2))\ny = np.linalg.norm(x)", "y"),
    ("import matplotlib.pyplot as plt\nplt.title(f'{x[0]:.2f}')\ny = x[0] / 3", "y"),
    (
        "class C:\n    def put(self, a):\n        self.a = a\n        self.b = round(a, 2)\nC().put(x[0])\n"
        "y = C().a / 3",
        "y",
    ),
    ("test = 20 val = 80", "x[0] / 3"),
    ("n = int(0.8 * len(x))\ny = 3 / n", "y"),
]


@pytest.mark.parametrize(("source", "expression"), COMES_BACK)
def test_a_rounding_is_found_where_it_comes_back(source: str, expression: str):
    assert KeptRoundings([Passage(GIVEN, 1), Passage(source, 1)]).may_be_in(expression)


@pytest.mark.parametrize(("source", "expression"), COMES_BACK)
def test_a_rounding_is_found_in_whatever_order_the_cells_are(source: str, expression: str):
    cells = [f"shown = {expression}", source, GIVEN]
    assert KeptRoundings([Passage(one, 1) for one in cells]).may_be_in("shown")


@pytest.mark.parametrize(("source", "expression"), STAYS_AWAY)
def test_what_no_rounding_reaches_is_told_apart(source: str, expression: str):
    assert not KeptRoundings([Passage(GIVEN, 1), Passage(source, 1)]).may_be_in(expression)


def test_an_expression_that_is_too_deep_may_have_any():
    assert KeptRoundings([Passage("y = " + " + ".join(["x"] * 990), 1)]).may_be_in("z")
