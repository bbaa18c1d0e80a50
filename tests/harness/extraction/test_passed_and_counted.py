"""Literals that calls pass to functions and constructors, and numbers that loops count: no results."""

from __future__ import annotations

import pytest

from tests.harness.made_up_notebooks import only, tokens

CRATE = """class Crate:
    def __init__(self, pears, plums=12):
        self.pears = pears
        self.plums = plums
    def fruit(self):
        return self.pears + self.plums
    def show(self):
        print('Pears =', self.pears)
"""


OF_TERMS = "    error = f(n)\n    print('For {} terms the error is {}'.format(n, error))"


@pytest.mark.parametrize(
    ("source", "text", "kept"),
    [
        pytest.param(CRATE + "c = Crate(pears=40)\nprint('Pears =', c.pears)", "Pears = 40\n", [], id="an attribute"),
        pytest.param(CRATE + "c = Crate(40)\nc.show()", "Pears = 40\n", [], id="inside its class"),
        pytest.param(CRATE + "c = Crate(40)\nprint('Fruit =', c.fruit())", "Fruit = 52\n", ["52"], id="a sum of two"),
        pytest.param(CRATE + "c = Crate(f(3))\nc.show()", "Pears = 40\n", ["40"], id="a computed argument"),
        pytest.param(CRATE + "c = Crate(*f(3))\nc.show()", "Pears = 40\n", ["40"], id="unknown arguments"),
        pytest.param(CRATE + "c = Crate(40)\nc.pears += f(3)\nc.show()", "Pears = 40\n", ["40"], id="changed"),
        pytest.param(CRATE + "cs = map(Crate, f(3))\nc = Crate(40)\nc.show()", "Pears = 40\n", ["40"], id="handed on"),
        pytest.param(CRATE + "Crate(3)\nc = f(3)\nprint('Pears =', c.pears)", "Pears = 40\n", ["40"], id="of another"),
        pytest.param(
            "def f(n, m=0.5):\n    print('m:', m)\nf(3)\nf(m=0.5, n=4)", "m: 0.5\nm: 0.5\n", [], id="a default"
        ),
        pytest.param("def f(n):\n    print('n:', n)\nf(len(x))", "n: 20\n", ["20"], id="a parameter that is computed"),
        pytest.param(
            "def f(n, m):\n    most = n\n    if g(m) > g(n):\n        most = m\n    print('most:', most)\nf(3.5, 4.5)",
            "most: 4.5\n",
            ["4.5"],
            id="a parameter that is chosen",
        ),
        pytest.param(
            "best = 0.5\nfor x in [1.5, 2.5]:\n    if f(x) > f(best):\n        best = x\nprint('best:', best)",
            "best: 1.5\n",
            ["1.5"],
            id="a loop's variable that is chosen",
        ),
    ],
)
def test_what_calls_pass_is_a_literal_if_it_is_one_at_every_call(read, source: str, text: str, kept: list[str]):
    assert tokens(read((source, text))) == kept


@pytest.mark.parametrize(
    ("source", "text", "kept"),
    [
        pytest.param("i = 0\nwhile i < 3:\n    print(i)\n    i += 1", "0\n1\n2\n", [], id="up to a limit"),
        pytest.param("i = 3\nwhile 0 < i:\n    i = i - 1\n    print(i)", "2\n1\n0\n", [], id="down to a limit"),
        pytest.param("i = 0\nwhile f(i) > 3:\n    i += 1\nprint(i)", "7\n", ["7"], id="until a condition holds"),
        pytest.param(
            "i = 0\nwhile i < 9:\n    if f(i):\n        break\n    i += 1\nprint(i)",
            "7\n",
            ["7"],
            id="until it is found",
        ),
        pytest.param(
            "n = i = 0\nwhile i < 9:\n    if f(i):\n        n += 1\n    i += 1\nprint(n)",
            "7\n",
            ["7"],
            id="another count",
        ),
        pytest.param(
            "def g(n):\n    for i in range(n):\n        yield i\nfor v in g(3):\n    print(v)",
            "0\n1\n2\n",
            [],
            id="yielded",
        ),
        pytest.param(
            "def g(n):\n    for i in range(n):\n        yield i\nk = g(3)\nv = next(k)\nprint(v)\nprint(next(k))",
            "0\n1\n",
            [],
            id="the next that is yielded",
        ),
        pytest.param("r = np.linspace(0, 9, 10)\nprint('r', r[3])", "r 3.0\n", [], id="an element of a grid"),
        pytest.param(
            "def g(n):\n    for i in range(n):\n        yield h(i)\nfor v in g(2):\n    print(v)",
            "3\n8\n",
            ["3", "8"],
            id="yielded results",
        ),
        pytest.param(
            "r = 10 ** np.linspace(-2, 0, 2)\nfor i in range(2):\n    print('rate', r[i], 'loss', f(r[i]))",
            "rate 0.01 loss 0.5\nrate 1.0 loss 0.75\n",
            ["0.5", "0.75"],
            id="elements of a grid",
        ),
        pytest.param(
            f"ns = [4**x for x in range(2, 4)]\nfor n in ns:\n{OF_TERMS}",
            "For 16 terms the error is 0.5\nFor 64 terms the error is 0.25\n",
            ["0.5", "0.25"],
            id="powers of a range",
        ),
        pytest.param(
            f"ns = [4**g(x) for x in range(2, 4)]\nfor n in ns:\n{OF_TERMS}",
            "For 16 terms the error is 0.5\nFor 64 terms the error is 0.25\n",
            ["16", "0.5", "64", "0.25"],
            id="powers of results",
        ),
        pytest.param(
            "r = np.logspace(-2, 0, 3)\nbest = f(r)\nprint('rate', r[best])",
            "rate 0.1\n",
            ["0.1"],
            id="one found in it",
        ),
    ],
)
def test_what_loops_count_is_no_result_and_what_they_find_is_one(read, source: str, text: str, kept: list[str]):
    assert tokens(read((source, text))) == kept


@pytest.mark.parametrize("text", ["T-statistic: nan", "P-value: nan"])
def test_a_value_that_is_no_number_tells_no_rounding(read, text: str):
    words = text.partition(":")[0]
    golden = only(read((f"t = f(3)\nprint(f'{words}: {{t}}')", text + "\n")))
    assert golden.tokens == ("nan",)
    assert golden.format.rounded_to is None
    assert golden.format.precision is None


def test_a_complex_number_tells_its_rounding(read):
    golden = only(read(("t = f(3)\nprint('root:', g(t))", "root: 1.25j\n")))
    assert golden.tokens == ("1.25j",)
    assert golden.format.precision == 2


@pytest.mark.parametrize(
    ("source", "text", "kept"),
    [
        pytest.param(
            "for i in range(1, 3):\n    for k in range(-3, 1):\n        d = i\n        eps = 10**k\n"
            "        e = f(d, eps)\n"
            '        print(colored(f"""The error is {e}\nd={d} eps={eps}""", \'green\'))',
            "The error is 2.125\nd=1 eps=0.001\nThe error is 2.375\nd=1 eps=0.01\n",
            ["2.125", "2.375"],
            id="in a decorated text",
        ),
        pytest.param(
            "for k in range(3):\n    d = k\n    eps = 10**-k\n    print(f'd: {d} eps: {eps} error: {f(d, eps)}')",
            "d: 1 eps: 0.1 error: 2.125\n",
            ["2.125"],
            id="used in a print",
        ),
        pytest.param(
            "for k in range(3):\n    n = 2**k\n    e = f(n)\n    print('n:', n, 'error:', e)",
            "n: 1 error: 2.125\nn: 2 error: 2.375\n",
            ["2.125", "2.375"],
            id="powers",
        ),
        pytest.param("for k in range(3):\n    p = 2**k\n    print('p:', p)", "p: 1\np: 2\n", ["1", "2"], id="shown"),
        pytest.param(
            "best = 0\nfor k in range(3):\n    if f(k):\n        best = k\nprint('best:', best)",
            "best: 2\n",
            ["2"],
            id="a round that is kept",
        ),
        pytest.param(
            "def f(n):\n    e = g(n)\n    print('Guess: ' + str(e) + ', pears: ' + str(n))\n    return e\n"
            "n = 1000\ne = 9\nwhile e > 0.5:\n    e = f(n)\n    n *= 2",
            "Guess: 2.125, pears: 1000\nGuess: 2.375, pears: 2000\n",
            ["2.125", "2.375"],
            id="sizes for a function",
        ),
        pytest.param(
            "def f(n):\n    return g(n)\nn = 1\nwhile True:\n    if f(n):\n        print('n:', n)\n    n += 1",
            "n: 432\n",
            ["432"],
            id="a search",
        ),
        pytest.param(
            "for j in range(35):\n    sys.stdout.write('\\r' + ' I: ' + str(j) + ' Error: ' + str(f(j))[:5])",
            " I: 34 Error: 0.480",
            ["0.480"],
            id="written",
        ),
    ],
)
def test_what_a_loop_sets_by_its_rounds_is_a_setting(read, source: str, text: str, kept: list[str]):
    assert tokens(read((source, text))) == kept
