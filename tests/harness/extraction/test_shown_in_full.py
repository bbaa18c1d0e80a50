"""Numbers that a source plainly computes and prints as they are have all of their digits, however few they show."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lastdigit.printing.golden import Golden
from tests.harness.made_up_notebooks import goldens, printed, result

NEW = {"language_info": {"name": "python", "version": "3.11.4"}}
OLD = {"language_info": {"name": "python", "version": "2.7.13"}}
ULP = Fraction(2) ** -53
SINGLE = Fraction(2) ** -24
TWELVE_DIGITS = Fraction(1, 10**12)
DATA = """import numpy as np
import pandas as pd
df = pd.read_csv('crops.csv')
x = df['yield'].to_numpy()
hits, n = sum(x > 2), len(x)"""

MODEL = """class Model:
    def __init__(self, rate):
        self.rate = rate
    def fit(self, x):
        self.loss = np.mean(x) / 3
        return self
"""


@pytest.fixture
def golden(read):
    """The one golden that a cell prints, or that at a place, in a notebook that reads data before."""

    def reads(source: str, shown, before: str = DATA, metadata=NEW, at: int = 0) -> Golden:
        found = goldens(printed(read((before, ""), (source, shown), metadata=metadata)))
        assert at or len(found) == 1
        return found[at]

    return reads


def width(golden: Golden) -> Fraction:
    (value,) = golden.numbers
    return value.high - value.low


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("print(hits / n)", "0.25"),
        ("print('share', hits / n)", "share 0.25"),
        ("print('share ' + str(hits / n))", "share 0.25"),
        ("print(f'share {hits / n}')", "share 0.25"),
        ("print('share {}'.format(hits / n))", "share 0.25"),
        ("print('share %s' % (hits / n))", "share 0.25"),
        ("print(name + '\\t' + str(hits / n))", "red\t0.25"),
        ("print(f'share of {n} is {hits / n}')", "share of red is 0.25"),
        ("for one in df:\n    print(one, hits / n)", "red 0.25"),
        ("share = hits / n\nprint('share', share)", "share 0.25"),
        ("shares = [hits / n for one in range(1)]\nprint(*shares)", "0.25"),
        ("print('mean', df['yield'].mean())", "mean 7.5"),
        ("print('mean', np.mean(x[-200:]))", "mean 7.5"),
        ("def share(flags, m):\n    return flags.sum() / m\nprint(share(x, n))", "0.25"),
        ("def recall(a, b):\n    return a / b\ndef at(k):\n    return recall(x[k], n)\nprint(at(3))", "0.5"),
        ("def recall(a, b):\n    recall = a / b\n    return recall\nprint(recall(x[0], n))", "0.5"),
        ("total = 0\nfor one in x:\n    total += one\nprint('total', total)", "total 30.5"),
        ("total = 0.0\nfor one in x:\n    total = total + one * 0.5\nprint('total', total)", "total 30.5"),
        ("r = {}\nr['share'] = hits / n\nprint('share', r['share'])", "share 0.25"),
        ("shares = []\nfor one in x:\n    shares.append(one / n)\nprint('first', shares[0])", "first 0.25"),
        ("f = lambda a: a * a\nprint('square', f(x[0]))", "square 12.25"),
        ("from sklearn.metrics import accuracy_score\nprint(accuracy_score(x > 2, x > 3))", "0.95"),
        ("print('share', -(hits / n) if n else 0.0)", "share -0.25"),
        ("print('most', max(x / n))", "most 0.75"),
        ("y = (x > 2).astype(int)\nprint('share', y.mean())", "share 0.25"),
        ("print('share', int(hits) / n)", "share 0.25"),
        ("import simulation\nprint('share', hits / n)", "share 0.25"),
        ("import networkx as nx\nprint(nx.clustering(nx.path_graph(n))['A'])", "0.25"),
        ("print('shares', [one / n for one in x])", "shares [0.25, 0.25, 0.25]"),
        (f"{MODEL}m = Model(n / 16)\nm.fit(x)\nprint('loss', m.loss)", "loss 0.25"),
        (f"{MODEL}m = Model(n / 16)\nm.other = input()\nprint('rate', m.rate)", "rate 0.25"),
        (f"{MODEL}    def show(self):\n        print('loss', self.loss)\nModel(1 / 2).fit(x).show()", "loss 0.25"),
        ("from sympy import *\nprint('share', hits / n)", "share 0.25"),
        ("from scipy import stats\nfound = stats.kstest(x, 'norm')\nprint('p', found.pvalue)", "p 0.25"),
        ("from scipy import stats\nprint('p', stats.kstest(x, 'norm').pvalue)", "p 0.25"),
        ("from sklearn.linear_model import Ridge\nm = Ridge()\nprint('first', m.predict_proba(x)[0])", "first 0.25"),
    ],
)
def test_what_a_source_computes_and_prints_as_it_is_has_all_of_its_digits(golden, source: str, shown: str):
    coarsest = SINGLE if "import simulation" in source else ULP
    for value in golden(source, shown + "\n").numbers:
        assert value.high - value.low <= 2 * coarsest * abs(value.centre)


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("print(f'share {hits / n:.2f}')", "share 0.25"),
        ("print('share %.2f' % (hits / n))", "share 0.25"),
        ("print('share ' + str(hits / n)[:4])", "share 0.25"),
        ("print('share', format(hits / n, '.2f'))", "share 0.25"),
        ("share = f'{hits / n:.2f}'\nprint('share ' + share)", "share 0.25"),
        ("print('mean', survey.mean_of(x))", "mean 7.25"),
        ("print('value', x[0])", "value 7.25"),
        ("z = x.copy()\nnp.round(z, 2, out=z)\nprint('mean', z.mean())", "mean 7.25"),
        ("def shorten(rows):\n    rows[0] = round(rows[0], 2)\nz = list(x)\nshorten(z)\nprint(sum(z))", "7.25"),
        ("print('value', x[0] - x[0] % 0.01)", "value 7.25"),
        ("shown = ['%.2f' % one for one in x]\nprint('mean', np.mean([float(one) for one in shown]))", "mean 7.25"),
        ("rounded = getattr(np, 'round')\nprint('value', rounded(x[0], 2) / n)", "value 7.25"),
        ("v = hits / n\nprint('values', [v for v in x[:2]])", "values [7.25, 0.5]"),
        ("v = hits / n\ndef first(v):\n    return v\nprint('value', first(x[0]))", "value 7.25"),
        ("v = hits / n\nfirst = lambda v: v\nprint('value', first(x[0]))", "value 7.25"),
        ("v = hits / n\ndef show(v):\n    print('value', v)\nfor one in x[:1]:\n    show(one)", "value 7.25"),
        ("v = hits / n\nif not n:\n    v = x[0]\nprint('value', v)", "value 7.25"),
        ("vals = list(map('{:.2f}'.format, x))\nprint('first', vals[0])", "first 7.25"),
        ("for d in [df]:\n    d['yield'] = d['yield'].round(1)\nprint('middle', df['yield'].median())", "middle 7.25"),
        ("other = df\nother['yield'] = other['yield'].round(1)\nprint('middle', df['yield'].median())", "middle 7.25"),
        ("h = []\ndef log(store, v):\n    store.append('%.2f' % v)\nlog(h, x[0])\nprint('first', h[0])", "first 7.25"),
        ("rows = []\nfor v in x:\n    rows += [f'{v:.2f}']\nfor r in rows[:1]:\n    print('row', r)", "row 7.25"),
        ("print('half', float(str(x[0])[:4]) / 2)", "half 7.25"),
        ("def print(*a):\n    show(*['%.2f' % v for v in a])\nprint(hits / n)", "7.25"),
        ("show = lambda v: print('value', v * 2)\nshow(round(x[0], 2))", "value 7.25"),
        ("from utils import Money\nprint('each', Money(x[0]) / 2)", "each 7.25"),
        ("u = (x * 100).astype('i4')\nprint('first', u[0] / 100)", "first 7.25"),
        ("print('value', np.format_float_positional(x[0], precision=2))", "value 7.25"),
        ("np.set_printoptions(legacy='1.13')\nprint('mean', np.mean(x))", "mean 7.25"),
        ("from decimal import Decimal\nprint('half', Decimal('14.5') / n)", "half 7.25"),
        ("from sklearn.datasets import load_iris\nprint('first', load_iris().data[0][0])", "first 7.25"),
        ("from tools import Net\nloss, share = Net().evaluate(x)\nprint('share', share)", "share 7.25"),
        ("from tools import stats\nfound = stats.kstest(x, 'norm')\nprint('p', found.pvalue)", "p 7.25"),
        ("from sympy import *\nprint('root', sqrt(52.5625) / 1)", "root 7.25"),
        (f"{MODEL}m = Model(x[0])\nprint('rate', m.rate)", "rate 7.25"),
        (f"{MODEL}m = Model(n / 16)\nm.loss = input()\nprint('loss', m.loss)", "loss 7.25"),
        (f"{MODEL}m = Model(n / 16)\nm.fit(x)\nfrom tools import tune\ntune(m)\nprint('loss', m.loss)", "loss 7.25"),
        (f"{MODEL}m = Model(n / 16)\nsetattr(m, 'loss', x[0])\nprint('loss', m.loss)", "loss 7.25"),
        (
            f"from tools import Base\n{MODEL.replace(':', '(Base):', 1)}m = Model(n)\nm.fit(x)\nprint('loss', m.loss)",
            "loss 7.25",
        ),
        ("import brian2\nprint('voltage', v / n)", "voltage 7.25 mV"),
        (
            "class Coin:\n    def __str__(self):\n        return '%.2f' % self.n\nprint('each', Coin(x) / n)",
            "each 7.25",
        ),
    ],
)
def test_what_may_have_been_rounded_or_is_not_seen_is_known_to_what_it_shows(golden, source: str, shown: str):
    value = golden(source, shown + "\n").numbers[0]
    assert value.high - value.low >= Fraction(1, 100)


@pytest.mark.parametrize("source", ["k = round(hits, 2)\nprint('share', k / n)", "print('share', round(x[0], 1) / n)"])
def test_arithmetic_on_rounded_numbers_is_no_unrounded_number(read, source: str):
    assert goldens(printed(read((DATA, ""), (source, "share 0.25\n")))) == []


def test_numbers_of_an_old_python_or_numpy_show_twelve_digits(golden):
    source, shown = "print('share', hits / n)", "share 0.25\n"
    assert width(golden(source, shown, metadata=OLD)) == TWELVE_DIGITS
    assert width(golden(source, shown, metadata={})) == TWELVE_DIGITS
    assert width(golden("share = hits / n\nshare", result("0.25"), metadata=OLD)) <= ULP
    colab = {"kernelspec": {"name": "python3"}}
    assert width(golden(source, shown, metadata=colab)) == TWELVE_DIGITS
    assert width(golden("print('half', 3.14 / 8)", "half 0.3925\n", metadata=colab)) <= ULP
    assert width(golden("print('half', 3.14 / 8)", "half 0.3925\n", metadata=OLD)) == TWELVE_DIGITS
    full = golden("print('third', n / 3)\n" + source, "third 0.6666666666666666\n" + shown, metadata=colab, at=1)
    assert width(full) <= ULP


def test_numbers_that_may_be_float32_have_its_digits(golden):
    found = golden("print('share', hits / n)", "share 0.25\n", before=DATA + "\nhits = x.astype(np.float32)")
    assert SINGLE / 4 <= width(found) < SINGLE
    full = golden("print('share', hits / n)", "share 0.2512345\n", before=DATA + "\nhits = x.astype(np.float32)")
    assert width(full) >= Fraction(1, 10**7)
    more = golden("print('share', hits / n)", "share 0.2512345678\n", before=DATA + "\nhits = x.astype(np.float32)")
    assert width(more) <= ULP


def test_items_of_a_value_have_all_of_their_digits(golden, read):
    before = DATA + "\nshort = x.astype(np.float32)"
    found = goldens(printed(read((before, ""), ("a, b = hits / n, n / 3\na, b", result("(0.25, 1.5)")), metadata=NEW)))
    assert [width(one) <= 4 * SINGLE for one in found] == [True, True]
    by_ipython = "%precision 2\n" + before
    found = goldens(printed(read((by_ipython, ""), ("a = hits / n\na", result("0.25")), metadata=NEW)))
    assert width(found[0]) >= Fraction(1, 100)


def test_a_number_that_python_shows_has_the_decimals_of_its_rounding(golden):
    assert width(golden("print('share', round(hits / n, 6))", "share 0.25\n")) < Fraction(11, 10**7)
    assert width(golden("round(hits / n, 6)", result("0.25"))) < Fraction(11, 10**7)
    assert width(golden("y = round(hits / n, 6)\nprint(y)", "0.25\n")) >= Fraction(1, 100)
    assert width(golden("print('share', round(round(hits / n, 2), 6))", "share 0.2\n")) >= Fraction(1, 100)
    assert width(golden("print(f'share {round(hits / n, 6):.2f}')", "share 0.25\n")) >= Fraction(1, 100)


def test_the_printed_numbers_of_r_are_no_numbers_of_python(golden):
    metadata = {"language_info": {"name": "R", "version": "4.3.1"}}
    assert width(golden("share <- hits / n\nprint(share)", "[1] 0.25\n", metadata=metadata)) >= Fraction(1, 10**8)


def test_numpy_that_names_types_in_containers_shows_all_digits(golden, read):
    source, old = "share = np.mean(x)\nprint('share', share)", {"language_info": {"name": "python", "version": "3.6.4"}}
    assert width(golden(source, "share 0.25\n", metadata=old)) > TWELVE_DIGITS / 2
    found = goldens(read((DATA, ""), ("[x[0]]", result("[np.float64(2.5)]")), (source, "share 0.25\n"), metadata=old))
    assert width(found[-1]) < TWELVE_DIGITS / 2


def test_what_a_model_of_keras_evaluates_has_the_digits_of_float32(golden):
    source = "def build():\n    net = keras.Sequential([])\n    return net\nnet = build()\n"
    found = golden(
        f"from tensorflow import keras\n{source}loss, share = net.evaluate(x)\nprint('share', share)", "share 0.25"
    )
    assert width(found) < 2 * SINGLE


@pytest.mark.parametrize(
    ("source", "is_single"),
    [
        ("hits = 0\nfor one in range(9):\n    hits += 1\nprint('share', 100 * hits / 400)", False),
        ("def share(hits, n):\n    print('share', hits / n)\nshare(3, len(x))", False),
        ("from sklearn.metrics import accuracy_score\nprint('share', accuracy_score(x, x))", False),
        ("print('share', x.shape[0] / 400)", False),
        ("def share(hits, n):\n    print('share', hits / n)\nshare(x[0], len(x))", True),
        ("hits = x[0]\nhits += 1\nprint('share', hits / 400)", True),
        ("def accuracy_score(a, b):\n    return np.mean(a)\nprint('share', accuracy_score(x, x))", True),
    ],
)
def test_counts_and_what_is_made_of_them_are_no_shorter_floats(golden, source: str, is_single: bool):
    found = golden(source, "share 2.25\n", before=f"{DATA}\nx = x.astype('float32')")
    assert (width(found) > SINGLE / 2) is is_single


def test_functions_that_only_new_numpy_has_tell_that_all_digits_are_printed(golden):
    source, old = "share = np.mean(x)\nprint('share', share)", {"language_info": {"name": "python"}}
    assert width(golden(source, "share 0.25\n", metadata=old)) > TWELVE_DIGITS / 2
    new = f"{DATA}\nq = np.quantile(x, 0.5)"
    assert width(golden(source, "share 0.25\n", before=new, metadata=old)) < TWELVE_DIGITS / 2
    for remark in ("# np.quantile(x, 0.5)", "text = 'np.quantile(x, 0.5), n := 3'"):
        assert width(golden(source, "share 0.25\n", before=f"{DATA}\n{remark}", metadata=old)) > TWELVE_DIGITS / 2


def test_a_number_that_a_package_may_have_rounded_is_not_full_for_others_beside_it(golden):
    source = "from market import price\nfor name in names:\n    worth = price(name)\n    print('worth', worth)"
    assert width(golden(source, "worth 281.78999999999996\nworth 254.0\n", at=1)) >= Fraction(1, 10)


@pytest.mark.parametrize(
    ("source", "is_full"),
    [
        ("y = np.ones(3) / 2\ny", True),
        ("y = np.mean([x, x], axis=0)\ny", True),
        ("y = np.round(x / 3, 1)\ny", False),
        ("y = np.zeros(3)\ny[:] = np.round(x[:3], 1)\ny", False),
        ("y = helpers.f(x)\ny", False),
    ],
)
def test_an_array_that_a_source_computes_has_the_decimals_of_its_options(golden, source: str, is_full: bool):
    other = "np.round(x, 1)"
    found = golden(f"{source}", result("array([0.5, 0.5, 0.5])"), before=f"{DATA}\nimport helpers\n{other}")
    assert (found.numbers[0].high - found.numbers[0].low < Fraction(1, 10**7)) is is_full


def test_a_format_to_significant_digits_leaves_half_a_unit_of_the_last(golden):
    assert width(golden("print(f'share {hits / n:.3g}')", "share 0.25\n")) == Fraction(1, 1000)
    assert width(golden("print('share %.4g' % (hits / n))", "share 0.25\n")) == Fraction(1, 10000)
    assert width(golden("y = round(hits / n, 1)\nprint(f'share {y:.3g}')", "share 0.2\n")) >= Fraction(1, 10)
