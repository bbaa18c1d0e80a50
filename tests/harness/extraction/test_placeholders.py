"""Which value of a call stands in which placeholder of a text, and values with a percent sign behind them."""

from __future__ import annotations

import pytest

from lastdigit.document import Passage
from lastdigit.printing.golden import CANDIDATE
from lastdigit.source.printed_calls import Helpers
from lastdigit.source.printed_lines import printed_lines
from tests.harness.made_up_notebooks import goldens, tokens


def _expressions(source: str) -> list[list[str]]:
    """The expressions on each line that a source prints."""
    passage = Passage(source, 1)
    return [[hole.expression for hole in line.holes] for line in printed_lines(passage, Helpers([passage]))]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("print('a {} b {}'.format(x, y))", ["x", "y"]),
        ("print('a {1} b {0}'.format(x, y))", ["y", "x"]),
        ("print('a {0} b {0:.2f}'.format(x))", ["x", "x"]),
        ("print('a {n} b {m:2.2f}'.format(m=x, n=y))", ["y", "x"]),
        ("print('a {!r} b {n}'.format(x, n=y))", ["x", "y"]),
        ("print('a {} {{}} b {}'.format(x, y))", ["x", "y"]),
        ("print('a {} b {}'.format(*x))", ["x[0]", "x[1]"]),
        ("print('a {n} b {m}'.format(n=x))", ["'a {n} b {m}'.format(n=x)"]),
    ],
)
def test_placeholders_are_filled_by_order_number_or_name(source, expected):
    assert _expressions(source) == ([expected] if len(expected) > 1 else [])


def test_a_setting_in_a_named_placeholder_is_no_result(read):
    source = (
        "for i in [1, 4]:\n    print('for df = {df}, Mean is {mean:2.2f}'.format\n          (df=i, mean=np.mean(f(i))))"
    )
    assert tokens(read((source, "for df = 1, Mean is 0.95\nfor df = 4, Mean is 4.08\n"))) == ["0.95", "4.08"]


@pytest.mark.parametrize("words", ["'gain'", "'生存率：'"])
def test_a_value_before_a_sign_of_its_own_is_laid_upon_the_source(read, words):
    text = f"{words[1:-1]} 38.38 %\n"
    (golden,) = goldens(read((f"t = load()\nprint({words}, round(t['s'].mean() * 100, 2), '%')", text)))
    assert golden.kind != CANDIDATE


def test_an_array_below_its_words_has_the_expression_that_prints_it(read):
    source = "frame = load()\nfor key in frame:\n    print('values of {}:\\n'.format(key), frame[key].unique())"
    found = goldens(read((source, "values of a:\n [3 4 5]\nvalues of b:\n [3 4 9]\n")))
    assert [(golden.label, golden.kind == CANDIDATE) for golden in found] == [
        ("values of a", False),
        ("values of b", False),
    ]


def test_what_several_calls_print_on_one_line_is_laid_upon_each(read):
    source = (
        "for n in range(2):\n    f = area(n)\n    print(f'{n:3d} | f = {f:.3e} | step = {0.25:.2f}', end='')\n"
        "    if f < 1:\n        print(' | ended')\n        break\n    print(f' | gain: {f * f:.3f}')"
    )
    text = "  0 | f = 5.125e+00 | step = 0.25 | gain: 26.266\n  1 | f = 5.125e-01 | step = 0.25 | ended\n"
    found = goldens(read((source, text)))
    assert [(golden.label, golden.kind == CANDIDATE) for golden in found] == [
        ("0 f", False),
        ("0 gain", False),
        ("1 f", False),
    ]


def test_the_part_of_a_whole_is_laid_upon_the_source(read):
    source = "correct = count(x)\nprint('Accuracy: {}/{} ({:.1f}%)'.format(correct, len(x), 100. * correct / len(x)))"
    found = goldens(read((source, "Accuracy: 7568/582621 (1.3%)\n")))
    assert [(golden.tokens[0], golden.kind == CANDIDATE) for golden in found] == [("7568", False), ("1.3", False)]
