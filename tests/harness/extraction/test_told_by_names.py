"""Values behind a name that a loop prints before them, and names of several words on a line."""

from __future__ import annotations

import pytest

from tests.harness.made_up_notebooks import labels, names


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (
            "for key in keys:\n    print(key, table[key].unique())",
            "height [1 0 2]\nwidth [1 5 2]\n",
            ["height table[key].unique()", "width table[key].unique()"],
        ),
        (
            "for key in keys:\n    print(key, len(table[key]), table[key].mean())",
            "height 3 2.5\nwidth 4 3.5\n",
            ["height table[key].mean()", "width table[key].mean()"],
        ),
        (
            "for model in models:\n    train, test = fit(model)\n    print(model, train, test)",
            "Forest() 0.5 0.25\nTree() 0.75 0.5\n",
            ["Forest() train", "Forest() test", "Tree() train", "Tree() test"],
        ),
        (
            "for key in keys:\n    print('gain', f(key), g(key))",
            "gain 0.5 0.25\ngain 0.75 0.5\n",
            ["gain", "g(key)", "gain", "g(key)"],
        ),
        (
            "for n in sizes:\n    print(n, area(n), error(n))",
            "10 3.2 0.0186\n100 3.16 0.0059\n",
            ["10 area(n)", "error(n) 10", "100 area(n)", "error(n) 100"],
        ),
    ],
)
def test_values_are_told_from_those_of_other_lines_by_the_name_before_them(read, source, text, expected):
    assert labels(read((source, text))) == expected


def test_a_number_of_a_title_with_its_year_is_no_value(read):
    source = (
        "for one in ratings:\n    user_id, score = one\n"
        "    print(f\"user {user_id} rated {one['title']} with {score.numpy()}\")"
    )
    text = "user 833 rated Pear Romance (1993) with 2.5\nuser 9 rated Plum (1996) with 3.5\n"
    assert [token for _, token in names(read((source, text)))] == ["2.5", "3.5"]


def test_rows_of_values_below_a_longer_line_are_no_table(read):
    text = (
        "LinearFit(state=0) 1.0 0.9411764705882353\nLinearFit(kind='l1', state=0, by='libfit') 1.0 1.0\n"
        "Perceptron() 1.0 0.8529411764705882\n"
    )
    source = "import pandas as pd\nfor model in models:\n    print(model, score(model), test(model))"
    assert "Perceptron() test(model)" in labels(read((source, text)))
    assert not any("['" in label for label in labels(read((source, text))))


def test_signs_of_a_formula_between_two_values_name_nothing(read):
    source = "m, b = fit(x)\nprint('y=%fx+%f' % (m, b))"
    assert names(read((source, "y=0.500000x+0.250000\n"))) == [("b", "0.250000")]
