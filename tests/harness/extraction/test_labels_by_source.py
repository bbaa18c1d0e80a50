"""Labels by what the source prints: percentages, units between values, loops below words, branches, and counters."""

from __future__ import annotations

import pytest

from tests.harness.made_up_notebooks import Output, goldens, labels, only, result, shown


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("print('{0:.2%}'.format(share[i]))", "62.50%\n", "share[i] in %"),
        ("print(f'{share:.1%}')", "62.5%\n", "share in %"),
        ("x = f(y)\nif x:\n    print(f'{x.mean():{w}.1%}')", "62.5%\n", "x.mean() in %"),
        ("print(f'{100 * share:.1f}%')", "62.5%\n", "100 * share"),
        ("print(f'share of pears {share:.1%}')", "share of pears 62.5%\n", "share of pears in %"),
    ],
    ids=["format", "an f-string", "a width", "a product", "words"],
)
def test_an_expression_that_its_spec_multiplies_by_100_says_so(read, source: str, text: str, expected: str):
    assert labels(read((source, text))) == [expected]


def test_a_unit_and_a_joining_word_between_values_name_nothing(read):
    source = "print('The pole measures {:.2f} m or {:.2f} feet'.format(h, h / 0.3048))"
    assert labels(read((source, "The pole measures 1.25 m or 4.10 feet\n"))) == ["The pole measures", "h / 0.3048"]


def test_a_word_put_in_before_the_first_value_stays_with_the_next_ones(read):
    source = "for pear in pears:\n    print('Pear: {}\\tLow: {}\\tMean: {}'.format(pear, low(pear), mean(pear)))"
    text = "Pear: green\tLow: 0.5\tMean: 2.25\nPear: red\tLow: 1.5\tMean: 3.75\n"
    assert labels(read((source, text))) == [
        "Pear: green Low",
        "Pear: green Mean",
        "Pear: red Low",
        "Pear: red Mean",
    ]


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (
            "print('Halves')\nfor i in range(n):\n    print(h[i])",
            "Halves\n[1.5 0.5]\n[2.5 0.25]\n",
            ["h[i]", "h[i]"],
        ),
        ("print('Halves')\nfor i in range(n):\n    print(h[i])", "Halves\n[1.5 0.5]\n", ["Halves"]),
        (
            "for i in range(n):\n    print('Halves')\n    print(h[i])",
            "Halves\n[1.5 0.5]\nHalves\n[2.5 0.25]\n",
            ["Halves", "Halves"],
        ),
    ],
    ids=["above", "one round", "inside"],
)
def test_words_above_a_loop_do_not_name_its_first_round_alone(read, source: str, text: str, expected: list[str]):
    assert labels(read((source, text))) == expected


def test_a_branch_that_prints_values_names_them_if_the_other_prints_words(read):
    assert labels(read(("if s:\n    print(s)\nelse:\n    print('no pears')", "0.375\n"))) == ["s"]
    assert labels(read(("if s:\n    print(s)\nelse:\n    print(t)", "0.375\n"))) == []
    assert labels(read(("s = (1, 2, 3, 4)\nif s:\n    print(s)\nelse:\n    print('no pears')", "(1, 2, 3, 4)\n"))) == []


def test_a_table_of_comparisons_ends_with_its_rule(read):
    rule = "=" * 44
    rows = f" green  red   -0.375  -1.0625 0.3125 False \n{rule.replace('=', '-')}\n"
    head = (
        f"Multiple Comparison of Means - Tukey HSD, FWER=0.05\n{rule}\ngroup1 group2 meandiff  lower  upper  reject\n"
    )
    found = labels(read(("print(pears)\nprint(sorts)", f"{head}{rule.replace('=', '-')}\n{rows}['green' 'red']\n")))
    assert found == ["pears['meandiff']", "pears['lower']", "pears['upper']", "pears['reject']"]


def test_an_incremented_name_names_no_array(read):
    loop = "    while n < 3:\n        print(x)\n        print(n)\n        x = x / 2\n        n += 1"
    before = f"def walk(x):\n    n = 0\n{loop}"
    assert labels(read((before,), ("walk(pears)", "[1.5 2.5]\n0\n[0.75 1.25]\n1\n[0.375 0.625]\n2\n"))) == ["x"] * 3


def apart(texts: list[str]) -> list[str | Output]:
    """Texts with a figure between each two, as a cell shows them that draws as it prints."""
    figure = shown("<Figure size 640x480 with 1 Axes>")
    return [one for text in texts for one in (text, figure)][:-1]


def test_values_of_a_loop_are_not_named_in_turn_across_outputs_of_other_rounds(read):
    before = "def weigh(x):\n    print(x.list())\n    print(x.loss)\n    plot(x)\n    return x"
    source = "found = [weigh(pear) for pear in pears]"
    whole = ["[0.125, 0.5]\n[0.25]\n"] * 3
    assert labels(read((before,), (source, *apart(whole)))) == ["pear.list()", "pear.loss"] * 3
    assert labels(read((before,), (source, *apart(["[0.125, 0.5]\n"] * 4)))) == []


def test_a_length_names_no_list_of_floats(read):
    source = "for pears in sorts:\n    print(len(pears))\n    f(pears)"
    assert labels(read((source, "[0.125, 0.5]\n" * 3))) == ["output 1"] * 3


def test_a_heading_above_a_loop_names_all_rows_where_several_loops_print(read):
    loop = "for i in range(n):\n    print({}[i])\n"
    source = f"print('Low')\n{loop.format('a')}print('High:')\n{loop.format('b')}"
    found = labels(read((source, "Low\n[1.5, 0.5]\n[0.5, 2.5]\nHigh:\n[4.5 2. ]\n[0.5 8. ]\n")))
    assert found == ["Low"] * 2 + ["High"] * 2


def test_a_sentence_around_a_value_of_its_own_names_no_table_below(read):
    source = "print(f'Ends after {i} rounds as it is negative')\nprint(pd.DataFrame(rows, columns=['x', 'y'])[::2])"
    text = "Ends after 548 rounds as it is negative\n      x     y\n0  2.25  3.75\n2  1.50  2.25\n"
    found = labels(read((f"import pandas as pd\n{source}", text)))
    assert found[1:] == [f"pd.DataFrame(rows, columns=['x', 'y'])[::2]['{name}']" for name in "xy"]


def test_a_report_in_the_last_line_leaves_the_value_to_the_expression_above(read):
    frame = result("   a  b\n0  5  3\n1  7  4")
    source = "import pandas as pd\nshop.head()\nshop.info()"
    assert labels(read((source, "<class 'pandas.core.frame.DataFrame'>\n", frame))) == [
        "shop.head()['a']",
        "shop.head()['b']",
    ]


def test_a_value_that_no_line_of_its_cell_can_have_is_not_named_by_a_print(read):
    source = "for pear, kind in found:\n    if kind:\n        print(pear)"
    assert goldens(read((source, "a green one\n", result("0.6")))) == []
    assert only(read(("score(pear)", "a green one\n", result("0.6")))).label == "score(pear)"
