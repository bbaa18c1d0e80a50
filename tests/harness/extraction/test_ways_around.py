"""Ways of a rounding, or of a shorter dtype, to a print that lead around what is looked at first: none is narrower.

Each row has the cells of a notebook and what the last one prints; and the unit of its last digit, where a rounding
makes the number short. A print that is left out is no narrower.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.harness.made_up_notebooks import goldens, printed

X = "x = [2 / 3, 7 / 3]"
N = "import numpy as np\nx = np.array([2 / 3, 7 / 3])"
HALF = "print('half', y / 2)"
ONE, CENTS, MILLS = Fraction(1), Fraction(1, 100), Fraction(1, 1000)
"""What the digits leave open that are shown."""
FULL = "0.5833333333333334"

ROUNDED = [
    (
        [X, "y = x[0] / 100", "if x[1] > 2:\n    y = round(x[1]) / 100\nelse:\n    y = x[1] / 100\nprint('y', y)"],
        "y 0.25",
        CENTS,
    ),
    (
        [
            X,
            "def euros(v, exact):\n    if exact:\n        return v / 100\n    return round(v) / 100",
            "y = euros(x[0], n)\nprint('y', y)",
        ],
        "y 0.25",
        CENTS,
    ),
    (
        [
            X,
            "def euros(v):\n    return int(v) * 0.01\ndef fit(h, v):\n    w = h(v)\n    return w * 1",
            "y = fit(euros, x[0])\nprint('y', y)",
        ],
        "y 0.25",
        CENTS,
    ),
    ([N, "y = x.astype(int) / 100", "print('y', y[0])"], "y 0.25", CENTS),
    (
        [N, "import pandas as pd\ndf = pd.DataFrame({'math': x}) / 3", "y = df.math.round(1).mean()\nprint('y', y)"],
        "y 0.25",
        CENTS,
    ),
    (
        [X, "best = 0.0\nfor r in open('prices.txt'):\n    best = max(best, float(r))", "print('y', best)"],
        "y 0.25",
        CENTS,
    ),
    ([X, f"y = 0.0\nany((y := round(v, 2)) > 0 for v in x)\n{HALF}"], "half 0.335", MILLS),
    (
        [
            f"{X}\nlr = x[0]",
            "def f(lr):\n    def step():\n        global lr\n        lr = round(x[0], 2)\n    step()\nf(1)",
            "print('half', lr / 2)",
        ],
        "half 0.335",
        MILLS,
    ),
    ([X, "a = b = []\na.append(round(x[0], 2))", "print('half', b[0] / 2)"], "half 0.335", MILLS),
    (
        [
            X,
            "def keep(v, seen=[]):\n    seen.append(v)\n    return seen\nkeep(round(x[0], 2))",
            "print('half', keep(1.0)[0] / 2)",
        ],
        "half 0.335",
        MILLS,
    ),
    ([X, "y = 1.0\nget_ipython().push({'y': round(x[0], 2)})", HALF], "half 0.335", MILLS),
    ([X, "input = lambda p: '%.2f' % x[0]", f"y = eval(input('a'))\n{HALF}"], "half 0.335", MILLS),
    (
        [X, "import sys, io\nsys.stdin = io.StringIO('%.2f' % x[0])", f"y = float(input())\n{HALF}"],
        "half 0.335",
        MILLS,
    ),
    ([f"{X}\nimport m", "print('f1', m.f1_score(x, x))"], "f1 0.67", CENTS),
    (
        [
            f"{X}\nfrom types import SimpleNamespace",
            "metrics = SimpleNamespace(f1_score=lambda a: round(a[0], 2))",
            "print('half', metrics.f1_score(x) / 2)",
        ],
        "half 0.335",
        MILLS,
    ),
    (
        [
            X,
            "class R(float):\n    def __truediv__(self, by):\n        return round(self + 0, 2)\nT = type(R(1))",
            "print('half', T(2 / 3) / 2)",
        ],
        "half 0.33",
        MILLS,
    ),
    (
        [
            N,
            "import pandas as pd\ndf = pd.DataFrame([[1]], columns=np.round(x[:1], 2))",
            "print('half', df.columns[0] / 2)",
        ],
        "half 0.335",
        MILLS,
    ),
    (
        [
            X,
            "class Open(dict):\n    __getattr__ = dict.get\nc = Open(size=round(x[0], 2))",
            "print('half', c.size / 2)",
        ],
        "half 0.335",
        MILLS,
    ),
    (
        [X, f"def to_grid(v, step):\n    return int(v / step) * step\ny = to_grid(x[0], 0.25)\n{HALF}"],
        "half 0.25",
        MILLS,
    ),
    (
        [
            X,
            "con.execute('create table u as select round(v, 2) as v from t')",
            f"y = con.execute('select v from u').fetchone()[0]\n{HALF}",
        ],
        "half 0.335",
        MILLS,
    ),
    (
        [X, "def show(name, value):\n    print(name, value)", "mean = x[0] / 2\nshow('mean', round(mean, 2))"],
        "mean 0.33",
        MILLS,
    ),
    (
        [f"{X}\nimport m", "print('mean', x[1] / 4)\nprint('mean', m.mean(x))"],
        "mean 0.5833333333333334\nmean 0.33",
        MILLS,
    ),
    (
        [X, "def f():\n    print(round(x[0] / 2, 2))\n    return x[1] / 4\nprint(f())"],
        "0.33\n0.5833333333333334",
        MILLS,
    ),
    ([X, "for v in range(3):\n    pass", "c = [int(v) for v in [200 / 3]]\nprint('share:', c[0])"], "share: 66", ONE),
    ([X, "def f():\n    global c\n    c = 100 * x[0]", "c = 0\nf()\nprint('share:', int(c))"], "share: 66", ONE),
    ([f"{X}\nc = 100 * x[0]", "def f():\n    print('share:', int(c))\nf()\nc = 3"], "share: 66", ONE),
    ([N, "a, b = np.split(100 * x, 2)\nprint('share:', int(a[0]))"], "share: 66", ONE),
    (
        [X, "class Box:\n    def __init__(self):\n        self.text = 100 * x[0]\nprint('share:', int(Box().text))"],
        "share: 66",
        ONE,
    ),
    (
        [X, "class Box:\n    def upper(self):\n        return 100 * x[0]\nprint('share:', int(Box().upper()))"],
        "share: 66",
        ONE,
    ),
    (
        [
            X,
            "def f(a):\n    a[0] = 100 * x[0]\nparts = '100 20'.split()\nf(parts)\nprint('share:', int(parts[0]))",
        ],
        "share: 66",
        ONE,
    ),
    (
        [X, "v = 100 * x[0]\nw = int(v)", "c = [w for v in '1 2'.split() if int(v)]\nprint('share:', c[0])"],
        "share: 66",
        ONE,
    ),
    ([N, "import torch\nparts = torch.tensor(100 * x).split(1)", "print('share:', int(parts[0]))"], "share: 66", ONE),
    ([X, "a = '1 2'.split()\nb = a\nb.append(100 * x[0])\nprint('share:', int(a.pop()))"], "share: 66", ONE),
]

SHORTER = [
    (["import numpy as np\nT = type(np.float32(3))", "print('m', T(2) / 3)"], "m 0.6666667"),
    (["import numpy as np\na = np.ones(3, np.float32)", "print('m', a.dtype.type(2) / 3)"], "m 0.6666667"),
    (
        ["import numpy as np\na = np.ones(3, 'f')", "print('m', (np.arange(3) / 3).astype(a.dtype).mean())"],
        "m 0.33333334",
    ),
    (["import numpy as np\nkind = 'f'", "print('m', (np.arange(3) / 3).astype(kind).mean())"], "m 0.33333334"),
    (["from numpy import float32 as f", "print('m', f(2 / 3) / 7)"], "m 0.0952381"),
    (["import numpy as np\nload = np.load", "a = load('a.npy')\nprint('m', a.mean())"], "m 1.1"),
    (["import numpy as np\na = np.array([2, 3], np.int16)", "print('m', np.sqrt(a).max())"], "m 1.7320508"),
]


@pytest.mark.parametrize(("cells", "shown", "unit"), ROUNDED, ids=[cells[-1] for cells, _, _ in ROUNDED])
def test_a_rounding_that_comes_by_another_way_is_held_to_no_last_digit(
    read, cells: list[str], shown: str, unit: Fraction
):
    *before, last = cells
    found = goldens(printed(read(*((one, "") for one in before), (last, shown))))
    rounded = [one.numbers[0] for one in found if one.tokens[0] != FULL and one.label not in ("x", "df")]
    assert all(value.high - value.low >= unit for value in rounded)
    assert rounded or len(found) == shown.count(FULL)


@pytest.mark.parametrize(("cells", "shown"), SHORTER, ids=[cells[-1] for cells, _ in SHORTER])
def test_a_shorter_dtype_that_comes_by_another_way_leaves_its_width(read, cells: list[str], shown: str):
    *before, last = cells
    found = goldens(printed(read(*((one, "") for one in before), (last, shown))))[-1]
    (value,) = found.numbers
    assert value.high - value.low > abs(value.low) / 2**25
