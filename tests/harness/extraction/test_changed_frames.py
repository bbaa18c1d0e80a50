"""Frames and series of literals that are changed by literals and shown; texts in the cells of tables of words."""

from __future__ import annotations

import pytest

from tests.harness.made_up_notebooks import result, tokens

FRAME = "df = pd.DataFrame({{'a': [1, 2], 'b': [3, 4]}}{})\n{}\ndf"
ROWS = ", index=['x', 'y']"


@pytest.mark.parametrize(
    ("changes", "rows", "text"),
    [
        ("df.loc['x', 'a'] = 9", ROWS, "   a  b\nx  9  3\ny  2  4"),
        ("df.at[1, 'b'] = 9", "", "   a  b\n0  1  3\n1  2  9"),
        ("df.iloc[-1, 0] = 9", "", "   a  b\n0  1  3\n1  9  4"),
        ("df.loc[:, 'a'] = 9", "", "   a  b\n0  9  3\n1  9  4"),
        ("df.loc[2] = [5, 6]", "", "   a  b\n0  1  3\n1  2  4\n2  5  6"),
        ("df.index = ['x', 'y']", "", "   a  b\nx  1  3\ny  2  4"),
        ("df.columns = ['c', 'd']", "", "   c  d\n0  1  3\n1  2  4"),
        ("df.insert(1, 'c', [8, 9])", "", "   a  c  b\n0  1  8  3\n1  2  9  4"),
    ],
)
def test_a_frame_of_literals_that_is_changed_by_literals_holds_literals(read, changes, rows, text):
    assert tokens(read((FRAME.format(rows, changes), result(text)))) == []
    computed = FRAME.format(rows, changes).replace("[3, 4]", "f(3)").replace("[5, 6]", "f(5)")
    assert tokens(read((computed, result(text)))) != []


@pytest.mark.parametrize(
    "changes", ["df.loc[df.a > 1, 'a'] = 0", "df.loc[1, 'a'] = f(0)", "df.iloc[1, 0] = f(0)", "df.loc[rows, 'a'] = 0"]
)
def test_a_column_in_which_a_condition_or_a_result_changes_a_cell_is_a_result_and_others_are_none(read, changes):
    assert tokens(read((FRAME.format("", changes), result("   a  b\n0  1  3\n1  0  4")))) == ["1 0"]


def test_a_frame_whose_rows_are_changed_by_results_holds_results(read):
    for changes in ("df.loc[2] = f(3)", "df.loc[rows] = [0, 0]", "df.columns = f(df)"):
        assert len(tokens(read((FRAME.format("", changes), result("   a  b\n0  1  3\n1  2  4"))))) == 2


def test_an_item_of_a_series_of_literals_may_be_given_by_its_name(read):
    source = "s = pd.Series([1, 2], index=['a', 'b'])\ns['a'] = {}\ns"
    assert tokens(read((source.format(5), result("a    5\nb    2\ndtype: int64")))) == []
    assert tokens(read((source.format("f(5)"), result("a    5\nb    2\ndtype: int64")))) == ["5 2"]


def test_a_number_in_a_text_that_is_a_cell_of_a_table_is_a_literal(read):
    source = "df = pd.DataFrame({'test': ['rate = 0.50', 'rate of plums'], 'of': ['all pears', f(3)]})\n"
    source += "print(df.to_string())"
    table = "            test         of\n     rate = 0.50  all pears\n   rate of plums  rate = {}\n"
    assert tokens(read((source, table.format("0.75")))) == ["0.75"]


@pytest.mark.parametrize("given", ["g(df)", "[5, 6]", "df[['b', 'a']]"])
def test_columns_that_are_given_together_may_be_anything(read, given: str):
    changed = FRAME.format("", f"df[['a', 'c']] = {given}")
    assert tokens(read((changed, result("   a  b  c\n0  1  3  7\n1  2  4  8")))) == ["1 2", "7 8"]


@pytest.mark.parametrize(
    "source", ["s = pd.Series([1, 2], index=[(1, 2), [3]])\ns['a']", "df = pd.DataFrame({'a': [1]})\ndf[[['x']]] = 5"]
)
def test_names_that_python_cannot_look_up_are_read(read, source: str):
    assert read((source, result("7"))) is not None
