"""A rounding that a source keeps is found in every name to which it may come, and in no other."""

from __future__ import annotations

import pytest

from lastdigit.document import Passage
from lastdigit.source.kept_roundings import KeptRoundings

GIVEN = "x = [2 / 3, 7 / 3]\n"

NUMBER = """class V:
    def __init__(self, d):
        self.d = d
    def __add__(self, o):
        return V(self.d + o)
"""

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
    ("z = []\nadd = z.append\nadd(round(x[0], 2))", "z[0]"),
    ("def fill(push):\n    push(round(x[0], 2))\nz = []\nfill(z.append)", "z[0]"),
    ("z = []\nlist(map(z.append, [round(x[0], 2)]))", "z[0]"),
    ("z = []\nlist.append(z, round(x[0], 2))", "z[0]"),
    ("ax = []\nax.insert(0, round(x[0], 2))", "ax[0]"),
    ("import numpy as np\nz = np.zeros(2)\nnp.sqrt(np.round(x, 2), z)", "z[0]"),
    ("import os\nos.environ.update(A=f'{x[0]:.2f}')\ny = float(os.environ['A'])", "y"),
    (
        "class Log:\n    rows = None\n    def __init__(self, rows):\n        self.rows = rows\n    def add(self, v):\n"
        "        self.rows.append(round(v, 2))\nz = []\nLog(z).add(x[0])",
        "z[0]",
    ),
    ("from enum import Enum\nclass E(Enum):\n    A = round(x[0], 2)\ny = list(E)[0].value", "y"),
    ("from typing import NamedTuple\nclass Q(NamedTuple):\n    a: float = round(x[0], 2)\n(y,) = Q()", "y"),
    ("class A:\n    vals = [round(v, 2) for v in x]\n    same = [v / 1 for v in vals]\ny = A.same[0]", "y"),
    ("class A:\n    v = round(x[0], 2)\n    def f(self):\n        global v\n        v = 1\ny = A.v", "y"),
    ("box = []\nclass Log:\n    def __lshift__(self, v):\n        box.append(v)\nLog() << round(x[0], 2)", "box[0]"),
    (
        "def deco(f):\n    def wrapper(v):\n        return f() * v\n    return wrapper\n@deco\ndef f():\n    return 1\n"
        "y = f(round(x[0], 2))",
        "y",
    ),
    ("def deco(c):\n    return lambda v: round(v, 2)\n@deco\nclass A:\n    pass\ny = A(x[0])", "y"),
    (
        "seen = []\ndef keep(v):\n    seen.append(v)\n    return v\nsorted([round(v, 2) for v in x], key=keep)",
        "seen[0]",
    ),
    ("try:\n    {}[round(x[0], 2)]\nexcept KeyError as e:\n    y = e.args[0]", "y"),
    (
        "box = []\ndef g():\n    while True:\n        v = yield\n        box.append(v)\nit = g()\nnext(it)\n"
        "it.send(round(x[0], 2))",
        "box[0]",
    ),
    ("exec('y = round(x[0], 2)')", "x"),
    ("y = x[0]\nimport __main__\n__main__.y = round(x[0], 2)", "y"),
    ("def report(print):\n    print('half', x[0] / 2)", "x"),
    ("%prun y = round(x[0], 2)", "x"),
    ("from mylib import *\ny = x[0] + total / 2", "y"),
    ("y = 100 * x[0]\ny //= 1\ny /= 100", "y"),
    ("t = str(x[0])\ny = float(t[:4])", "y"),
    ("a, b = repr(x[0]).split('.')\ny = float(a + '.' + b[:2])", "y"),
    ("import re\ny = float(re.match(r'..[.]..', f'{x[0]}').group())", "y"),
    ("form = '%.' + str(2) + 'f'\ny = float(form % x[0])", "y"),
    ("f = float.__round__\ny = f(x[0], 2)", "y"),
    ("from operator import floordiv as fd\ny = fd(x[0], 0.01) * 0.01", "y"),
    ("import pandas as pd\ny = pd.Series(x).mul(100).round().div(100)", "y[0]"),
    ("import math\ny = [v / 100 for v in map(math.trunc, [100 * one for one in x])]", "y[0]"),
    ("import numpy as np\nt = 100 * np.array(x)\nfor v in t.astype(int):\n    y = v / 100", "y"),
    ("import numpy as np\nt = 100 * x[0]\nwhole = np.int64\ny = whole(t) / 100", "y"),
    ("import numpy as np\nu = np.array([1, 2, 3])\nu[0] = 100 * x[0]\ny = u[0] / 100", "y"),
    ("import pandas as pd\ny = pd.DataFrame({'a': x}).eval('a // 0.01') * 0.01", "y[0]"),
    ("import sqlite3\ny = sqlite3.connect('a').execute('select round(?, 2)', (x[0],)).fetchone()[0]", "y"),
    ("%%R\nround(x, 2)", "x"),
    ("import numpy as np\na = np.array([str(one) for one in x], dtype='<U4')\ny = float(a[0])", "y"),
    ("def f(a):\n    return a\nz = [round(x[0], 2)]\ny = f(z)", "f(z)[0]"),
    ("t = str(x[0])\nk = t.find('.') + 3", "float(t[:k]) / 2"),
    ("t = 100 * x[0]", "int(t) / 100"),
    (f"{NUMBER}y = V(0) + round(x[0], 2)", "y.d"),
    (f"{NUMBER}y = V(0)\ny += round(x[0], 2)", "y.d"),
    (f"{NUMBER}y = sum([round(x[0], 2)], V(0))", "y.d"),
    ("def mul(a, b):\n    return b\nclass V:\n    __mul__ = mul\ny = V() * round(x[0], 2)", "y"),
    ("import timeit\ny = []\ntimeit.timeit('y.append(round(x[0], 2))', globals=globals())", "y[0]"),
    ("import timeit\ntimeit.timeit(text, globals=globals())\nz = round(x[0], 2)\ny = x[0]", "y"),
    ("from sympy import *\ny = sqrt(x[0])", "y"),
    ("import sympy as sp\nf = sp.lambdify(t, t / 3)\ny = f(x[0])", "y"),
    ("from decimal import Decimal\ny = Decimal(3) / 7", "y"),
    ("from tools import accuracy_score\ny = accuracy_score(x, x)", "y"),
    ("def accuracy_score(a, b):\n    return round(sum(a) / 3, 2)\ny = accuracy_score(x, x)", "y"),
    ("from sklearn.metrics import accuracy_score\ny = round(accuracy_score(x, x), 2)", "y"),
]
STAYS_AWAY = [
    (
        "from sklearn.metrics import accuracy_score\nimport numpy as np\np = np.round(x)\ny = accuracy_score(x, p)",
        "y",
    ),
    ("import pandas as pd\nframe = pd.DataFrame(x).round(2)", "frame.isnull().mean()"),
    (
        "from sklearn.metrics import accuracy_score\ndef rate(p):\n    return accuracy_score(p, x)\n"
        "share = rate(np.round(x))",
        "share",
    ),
    ("for one in x\n    print(one)", "x[0] / 3"),
    ("rows = x[:1]\nt = '{:.2f} of {}'.format(100 * max(rows), rows)\ny = x[0] / 3", "rows"),
    (f"{NUMBER}y = V(x[0]) + 3\nprint(round(x[0], 2))", "y.d"),
    (
        f"{NUMBER}from graphviz import Digraph\ny = V(x[0]) + 3\ndef draw(root):\n"
        "    dot = Digraph(graph_attr={'rankdir': 'LR'})\n    for n in [root]:\n"
        "        dot.node(name=str(id(n)), label='%.2f' % (n.d,))\n    return dot\ndraw(y)",
        "y.d",
    ),
    ("import timeit\ntimeit.timeit('sum(x)', globals=globals())\nz = round(x[0], 2)\ny = x[0]", "y"),
    ("from sympy import *\nimport math\ny = math.sqrt(x[0])", "y"),
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
    ("rows = []\nfor one in x:\n    rows.append(str(one))\ny = x[0] / 3", "y"),
    ("import numpy as np\nlabels = np.array([1, 0])\ny = (labels == np.array(x).astype(int)).mean()", "y"),
    ("model = make()\ndef make():\n    return [1]\nmodel.eval()\ny = x[0] / 3", "y"),
    ("n = int(0.8 * len(x))\ny = 3 / n", "y"),
    (
        "def share(cut, a):\n    n = 0\n    for one in a:\n        if one > cut:\n            n += 1\n"
        "    return n / len(a)\ncut = round(x[0], 2)\ny = share(cut, x)",
        "share(cut, x)",
    ),
    ("y = [round(one) for one in x]\nz = 3 / 7", "(z == y) / 7"),
    ("import numpy as np\na = np.append(np.round(x, 2), 3)\ny = np.mean(x)", "np.mean(x)"),
    ("import numpy as np\na = np.array('red', dtype='<U8')\ny = x[0] / 3", "y"),
    ("n = float(input('number ' + str(len(x))))\ny = x[0] / n", "y"),
    ("n = eval(input('n = '))\ny = x[0] / n", "y"),
    ("y = eval('3 / 7')", "y"),
    ("def eval(a):\n    return 3 * a / 7\ny = eval(3)", "y"),
    ("def f(a):\n    return round(a, 2), a / 7\ncut, y = f(x[0])", "y"),
    ("def f(a):\n    if a:\n        return round(a, 2), a / 7\n    return 3, 4\ncut, y = f(x[0])", "y"),
    ("def f(a):\n    b = a / 7\n    return b\ncut = f(round(x[0], 2))\ny = f(x[1])", "y"),
    ("def f(a):\n    return a, 3\ncut, n = f(round(x[0], 2))\ny, n = f(x[1])", "y"),
    ("import autograd.numpy as np\ny = np.mean(x)", "y"),
    ("note = 'the quantities of all'\ny = x[0] / 7", "y"),
    ("from scipy import stats\nz = x.round(2)\ny = stats.pearsonr(z, x)[1]", "y"),
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


def test_calls_of_several_functions_that_are_written_alike_may_have_what_any_has():
    source = "def f(a):\n    return 3 / 7\nz = [x[0]]\ny = f(z)\ndef g(f, z):\n    return f(z)\n"
    given = "g(lambda a: round(a[0], 2), z)"
    kept = KeptRoundings([Passage(one, 1) for one in (GIVEN, source, given)])
    assert kept.may_be_in("f(z)")
    assert not kept.may_be_in("y")


@pytest.mark.parametrize(
    "printing",
    [
        "y = 3 / 7\nprint(y)",
        "y, z = 3 / 7, 2\nprint(y)",
        "y = 1\ny += 3 / 7\nprint(y)",
        "y = 3 / 7\nprint([y for one in x])",
        "for y in x:\n    print(y)",
    ],
)
def test_what_a_cell_gives_a_name_before_it_reads_it_is_not_that_of_another(printing: str):
    cells = [Passage(one, 1) for one in (GIVEN, "y = round(x[0], 2)\nprint(y / 2)", printing)]
    assert not KeptRoundings(cells).may_be_in("y", cells[2])
    assert KeptRoundings(cells).may_be_in("y", cells[1])


@pytest.mark.parametrize(
    "printing",
    [
        "print(y)\ny = 3 / 7",
        "y = y\nprint(y)",
        "y += 0\nprint(y)",
        "if x:\n    y = 3 / 7\nprint(y)",
        "for y in x:\n    pass\nprint(y)",
        "def show():\n    print(y)\ny = 3 / 7\nshow()",
        "y = 3 / 7\nshow = lambda: print(y)",
        "def change():\n    global y\n    y = round(x[0], 2)\ny = 3 / 7\nchange()\nprint(y)",
        "y = 3 / 7\ndef y():\n    pass\nprint(y)",
    ],
)
def test_a_name_that_may_have_what_another_cell_gave_it_may_be_rounded(printing: str):
    cells = [Passage(one, 1) for one in (GIVEN, "y = round(x[0], 2)", printing)]
    assert KeptRoundings(cells).may_be_in("y", cells[2])


@pytest.mark.parametrize("change", ["y.append(round(x[0], 2))", "z = y\nz[0] = round(x[0], 2)", "%run more.py"])
def test_a_list_that_another_cell_changes_later_may_be_rounded(change: str):
    cells = [Passage(one, 1) for one in (GIVEN, "y = [3 / 7]\nprint(y)", change)]
    assert KeptRoundings(cells).may_be_in("y", cells[1])


@pytest.mark.parametrize("printed", ["q.size", "q.size / 3"])
def test_what_a_named_tuple_calls_its_size_may_be_rounded(printed: str):
    source = "from collections import namedtuple\nQ = namedtuple('Q', 'size price')\nq = Q(round(x[0], 2), 1)"
    assert KeptRoundings([Passage(GIVEN, 1), Passage(f"{source}\nprint({printed})", 1)]).may_be_in(printed)


@pytest.mark.parametrize(
    "source",
    [
        "def f(a):\n    return a / 7, round(a, 2)\ncut, y = f(x[0])",
        "def f(a):\n    if a:\n        return 3, a\n    return 3, round(a, 2)\ncut, y = f(x[0])",
        "def f(a):\n    if a:\n        return 3, a\n    return [round(a, 2)] * 2\ncut, y = f(x[0])",
        "def f(a):\n    yield round(a, 2)\n    yield 3\n    return 4, 5\ny, n = f(x[0])",
        "def f(a):\n    return 3, a\nf = g\ndef g(a):\n    return 3, round(a, 2)\nn, y = f(x[0])",
        "def f(a):\n    return a\ng = f\nf.__code__ = h.__code__\ndef h(a):\n    return round(a, 2)\ny = f(x[0])",
        "def f(a, b=round(x[0], 2)):\n    return b\ny = f(3)",
        "def f(a):\n    a[0] = round(a[0], 2)\nf(x)\ny = x[0]",
        "def f(a):\n    global y\n    y = round(a, 2)\ny = 3 / 7\nf(x[0])",
        "def f(a, n):\n    return a if n == 0 else f(round(a, 2), n - 1)\ny = f(x[0], 2)",
    ],
)
def test_a_rounding_comes_through_the_functions_that_a_call_runs(source: str):
    assert KeptRoundings([Passage(GIVEN, 1), Passage(f"{source}\nprint(y)", 1)]).may_be_in("y")
