"""Labels of arrays behind a value on their line, below a line with a value, and in brackets that the source writes."""

from __future__ import annotations

import pytest

from lastdigit.printing.golden import CANDIDATE
from tests.harness.made_up_notebooks import goldens, names, result


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (
            "print('share of red:', s, '[', *np.quantile(a, [0.25, 0.75]).round(2), ']')",
            "share of red: 3.63 [ 2.6 5.4 ]\n",
            [("share of red", "3.63"), ("share of red", "2.6 5.4")],
        ),
        ("print('[', *np.sort(w), ']')", "[ 2.6 5.4 3.5 ]\n", [("np.sort(w)", "2.6 5.4 3.5")]),
        (
            "print 'at rate=', r, 'Weight of the pears is\\n', w",
            "at rate= 0.06 Weight of the pears is\n[-4.5625 -7.3125]\n",
            [("at rate", "0.06"), ("Weight of the pears", "-4.5625 -7.3125")],
        ),
        (
            "print('at rate', r, 'pears')\nprint(w)",
            "at rate 0.06 pears\n[-4.5625 -7.3125]\n",
            [("at rate", "0.06"), ("w", "-4.5625 -7.3125")],
        ),
        (
            "print('the first loss', a, 'and last loss', b)",
            "the first loss [0.5] and last loss [0.75]\n",
            [("the first loss", "0.5"), ("last loss", "0.75")],
        ),
        (
            "print('kind =', type(a), ', order =', a.order, ', mean =', a.mean())",
            "kind = <class 'pears.Pear'> , order = last , mean = 2.5\n",
            [("mean", "2.5")],
        ),
        (
            "print('pears', n, n / sum(n))",
            "pears [24  0] [1. 0.]\n",
            [("pears", "24 0"), ("n / sum(n)", "1. 0.")],
        ),
        ("print('pears：')\nprint(w)", "pears：\n[1.5 2.5]\n", [("pears", "1.5 2.5")]),
        ("print('w[0, 1] is', w)", "w[0, 1] is [1.5 2.5]\n", [("w[0, 1]", "1.5 2.5")]),
    ],
    ids=[
        "behind a value",
        "alone in brackets",
        "below a value",
        "no words that lead below",
        "between",
        "pairs",
        "two",
        "a wide colon",
        "an index",
    ],
)
def test_an_array_beside_or_below_a_value_is_named_by_words(read, source: str, text: str, expected):
    assert names(read((source, text))) == expected


@pytest.mark.parametrize(
    "heading",
    [
        "Name: colour, dtype: object",
        "pears : many kind:  <class 'pears.Pear'>",
        "Reading file pears.csv",
        "or other problems of the pears.",
    ],
)
def test_the_end_of_another_print_is_no_heading(read, heading: str):
    assert names(read(("show(w)\nprint(w)", f"{heading}\n[1.5 2.5]\n"))) == [("w", "1.5 2.5")]


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (
            "print('Sum of ' + str(a) + ' and ' + str(b) + ' is: ' + str(a + b))",
            "Sum of 0.5 and 1.5 is: 2.0\n",
            [("a", "0.5"), ("b", "1.5"), ("a + b", "2.0")],
        ),
        ("print(f'The square of {a} is {a**2}')", "The square of 0.5 is 0.25\n", [("The square of 0.5", "0.25")]),
        (
            "print(f'The mean of {n} pears is {m}')",
            "The mean of 3 pears is 0.25\n",
            [("n", "3"), ("The mean of pears", "0.25")],
        ),
        (
            "print('Text: ' + str(t) + ' Predicted: ' + str(p) + ' true: ' + str(y))",
            f"Text: {'All of it was fine. ' * 6}It could not be better! Predicted: 1 true: 0.5\n",
            [("Predicted", "1"), ("true", "0.5")],
        ),
        ("print('  Batch {:>5}  of  {:>5}.'.format(n, len(x)))", "  Batch   100  of    302.\n", []),
        ("print('weights:', *f(x), sep='\\n')", "weights:\n0.5\n0.25\n", [("f(x)[i]", "0.5"), ("f(x)[i]", "0.25")]),
        ("print(f'|f(p)| = {abs(y):.3f}')", "|f(p)| = 0.068\n", [("|f(p)|", "0.068")]),
        (
            "print('Weight/Size/Age: %s / %s / %s' % (w, s, a))",
            "Weight/Size/Age: 0.5 / 0.75 / 0.25\n",
            [("Weight", "0.5"), ("Size", "0.75"), ("Age", "0.25")],
        ),
        ("print(*f(x))", "0.5 0.75\n", [("f(x)[0]", "0.5"), ("f(x)[1]", "0.75")]),
        ("for n in x:\n    print(f(n), n)", "0.5\tX2 Area\n0.75\tX12\n", [("X2 Area", "0.5"), ("X12", "0.75")]),
        ("for n in x:\n    print(f(n), n)", "0.5 all of it\n0.75 some\n", [("f(n)", "0.5"), ("f(n)", "0.75")]),
        ("print(f'weights >> {w}')", "weights >> [0.5 0.75]\n", [("weights", "0.5 0.75")]),
        ("print(d)", "Dimensions:  (pear: 8, plum: 3)\n", [("Dimensions: pear", "8"), ("Dimensions: plum", "3")]),
        (
            "print(fit.summary())",
            "Sample:                           0   HQIC            13.590\n",
            [("HQIC", "13.590")],
        ),
    ],
    ids=[
        "operands",
        "an operand of one",
        "an operand with words behind",
        "prose",
        "a full stop",
        "line by line",
        "bars",
        "names between slashes",
        "in a row",
        "words behind",
        "words as a value",
        "arrows",
        "sizes",
        "a sample",
    ],
)
def test_words_name_what_they_stand_before(read, source: str, text: str, expected):
    assert names(read((source, text))) == expected


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (
            "for c in cs:\n    print(f'{c:.0%} range: ({a:.2f}, {b:.2f}) | {verdict}')",
            "90% range: (0.37, 0.45) | it is outside\n95% range: (0.36, 0.46) | it is outside\n",
            [("90% range a", "0.37"), ("90% range b", "0.45"), ("95% range a", "0.36"), ("95% range b", "0.46")],
        ),
        (
            "print('share:', round(s, 2), '[', a, b, ']')",
            "share: 3.63 [ 2.6 5.4 ]\n",
            [("share", "3.63"), ("share a", "2.6"), ("share b", "5.4")],
        ),
        ("print('pair:', (a, b))", "pair: (0.3, 0.14)\n", [("pair", "0.3 0.14")]),
        (
            "print('loss:[%.3f] acc:[%.3f]' % (loss, acc))",
            "loss:[0.651] acc:[0.930]\n",
            [("loss", "0.651"), ("acc", "0.930")],
        ),
    ],
    ids=["a range", "beside", "a tuple", "one by one"],
)
def test_values_in_brackets_of_the_source_have_names_of_their_own(read, source: str, text: str, expected):
    assert names(read((source, text))) == expected


def test_a_literal_behind_arrows_is_one(read):
    source = "w = np.array([[4.0, 3], [-2, -4]])\nprint(f'the pears >> {w}')"
    assert names(read((source, "the pears >> [[ 4.  3.]\n [-2. -4.]]\n"))) == [("w", "4.0 3 -2 -4")]


def test_rows_of_a_series_in_a_dict_head_no_table(read):
    rows = "2020-01-02    75.5\n2020-01-03    75.2\n              ...    \n2020-09-08    -4.4\n2020-09-12   -16.1\n"
    found = names(read(("print(p)", f"{{'gap': Date\n{rows}Length: 32, dtype: float64, 'n': 3}}\n")))
    assert found == [("n", "3")]


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (
            "weigh()\nprint(f(1), g(1))\nprint(f(2), g(2))",
            "Some words\n1.5 1.25\n2.5 2.25\n",
            [("f(1)", "1.5"), ("g(1)", "1.25"), ("f(2)", "2.5"), ("g(2)", "2.25")],
        ),
        (
            "weigh()\nprint(f(1), g(1))\nprint(f(2), g(2))",
            "Some words\n1.5 1.25\n2.5 2.25\n3.5 3.25\n",
            [("output 1", token) for token in ("1.5", "1.25", "2.5", "2.25", "3.5", "3.25")],
        ),
        ("print('rate：', x)", "rate： 0.25\n", [("rate", "0.25")]),
        ("print(f'Order {o} => error={e}')", "Order (2, 0, 7) => error=1.18\n", [("Order error", "1.18")]),
        ("print('mean of <H>', x)", "mean of <H> 0.25\n", [("mean of <H>", "0.25")]),
        (
            "m = auto_arima(w, trace=True)\nn = ARIMA(w)",
            " ARIMA(2,1,2)(1,0,1)[12] intercept   : AIC=1341.103, Time=0.75 sec\n",
            [],
        ),
    ],
    ids=["in turn", "more than the source prints", "a wide colon", "an arrow", "angle brackets", "a log"],
)
def test_lines_are_named_in_turn_and_labels_keep_their_ends(read, source: str, text: str, expected):
    assert names(read((source, text))) == expected


def test_brackets_that_a_source_writes_around_one_value_are_no_array(read):
    source = "for word, weight in zip(words, softmax(x)):\n    print(f'{word:9s} [{weight:.3f}] {bar(weight)}')"
    found = goldens(read((source, "the       [0.000] \npears     [0.120] ##\nwere      [0.880] #########\n")))
    assert [(golden.label, golden.shape, golden.format.precision) for golden in found] == [
        ("the", (), 3),
        ("pears", (), 3),
        ("were", (), 3),
    ]
    assert not any(golden.kind == CANDIDATE for golden in found)
    beside = goldens(read(("x = f(3)\nprint(f'[{n}]', x * 2)", "[3] [1.]\n")))
    assert [(golden.label, golden.shape) for golden in beside] == [("x * 2", (1,))]


def test_a_quantity_is_named_by_its_expression(read):
    assert names(read(("flux.to('Jy')", result("<Quantity [1.5, 2.25] Jy>")))) == [("flux.to('Jy')", "1.5 2.25")]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("out \n (torch.Size([30, 2]))\n", "out"),
        ("out (torch.Size([30, 2]))\n", "out"),
        ("out \n torch.Size([30, 2])\n", "out"),
        ("out\n(torch.Size([30, 2]),)\n", "out[0]"),
        ("out\n(torch.Size([30, 2]), 0.25)\n", "out[0]"),
    ],
)
def test_one_value_in_parentheses_is_no_tuple_without_a_comma(read, text: str, label: str):
    """A method of a class prints, which the cell calls by the object."""
    prints = "print(f'out \\n ({x.size()})')\n        print(f'out ({x})')"
    method = f"class M(nn.Module):\n    def forward(self, x):\n        {prints}"
    found = goldens(read((method, ""), ("z = M()(y)", text)))
    assert (found[0].label, found[0].shape, found[0].kind) == (label, (2,), "shape")
