"""Whole numbers that may have been floats: rounded or cut by an expression, by a format, or by their printer."""

from __future__ import annotations

import pytest

from tests.harness.made_up_notebooks import RESULT, STREAM, goldens, only, output, result


@pytest.mark.parametrize(
    ("source", "kind", "floatmodes"),
    [
        ("print('share:', round(100 * share))", STREAM, [None]),
        ("print('share:', int(100 * share))", STREAM, ["truncated"]),
        ("print(f'share: {int(np.rint(f(share)))}')", STREAM, [None]),
        ("round(share)", RESULT, [None]),
        ("whole = int(f(share).sum())\nprint('share:', whole)", STREAM, ["truncated"]),
        ("def cut(x):\n    return round(100 * x)\ncut(share)", RESULT, [None]),
        ("whole = round(share) if share else 0\nwhole", RESULT, [None]),
        ("print('share:', int(np.ceil(share)))", STREAM, ["either_way"]),
        ("print('share:', int((share > 3).sum()))", STREAM, []),
        ("print('share:', int(len(share)))", STREAM, []),
        ("print('share:', f(share))", STREAM, []),
        ("plot(f'{share:.0f}')\nprint(f'share: {f(share)}')", STREAM, []),
        ("# the key: g of all\nprint(f'share: {f(share)}')", STREAM, []),
        ("print(f'share: {share:>9,.0f}')", STREAM, [None]),
        ("print(f'share: {share:{width}.0f}')", STREAM, [None]),
    ],
)
def test_an_integer_may_be_a_float_that_its_expression_rounds_or_cuts(read, source: str, kind: str, floatmodes):
    found = only(read((source, output(kind, "share: 32\n" if kind == STREAM else "32"))))
    assert (found.format.dtype, [other.floatmode for other in found.format.others]) == ("int64", floatmodes)


def test_an_item_may_be_a_float_that_the_source_rounds_under_its_key(read):
    source = "whole = {'mean': int(x.mean()), 'middle': round(middle(x)), 'number': len(x)}\nwhole"
    found = goldens(read((source, result("{'mean': 71, 'middle': 67, 'number': 5}"))))
    assert [[other.floatmode for other in golden.format.others] for golden in found] == [["truncated"], [None], []]


def test_whole_numbers_of_awkward_may_be_floats_of_three_digits(read):
    found = goldens(read(("import awkward as ak\nprint(ak.Array(x))", "[[54.1, 120], [], [300]]\n")))
    assert [[other.floatmode for other in golden.format.others] for golden in found] == [["general"], ["general"]]


def test_truth_values_beside_awkward_are_exact(read):
    assert only(read(("import awkward as ak\nx > 3", result("True")))).format.others == ()


@pytest.mark.parametrize("style", [".0f", "{:.0f}"])
def test_whole_numbers_in_a_column_may_be_floats_that_a_format_rounds(read, style: str):
    source = f"table['a'].format = {style!r}\nprint(table)"
    found = goldens(read((source, "  a    b \n----- ---\n 7569 0.5\n-1234 1.5\n")))
    assert [(other.precision, other.floatmode) for other in found[0].format.others] == [(0, "fixed")]


def test_a_whole_number_with_its_error_was_rounded(read):
    (found, *_) = goldens(read(("print('length:', v)", "length: -2+/-8\n")))
    assert [(other.precision, other.dtype) for other in found.format.others] == [(0, "float64")]


@pytest.mark.parametrize(
    ("table", "floatmodes"),
    [
        ("+-----+---+\n| name| kg|\n+-----+---+\n| pear|  3|\n|apple|  4|\n+-----+---+\n", []),
        ("+-------+------+\n| name  |   kg |\n+=======+======+\n| pear  |    3 |\n+-------+------+\n", ["general"]),
    ],
    ids=["Spark", "tabulate"],
)
def test_whole_numbers_in_a_grid_may_be_floats_as_tabulate_shows_them(read, table: str, floatmodes):
    (found,) = goldens(read(("show(rows)", table)))
    assert [other.floatmode for other in found.format.others] == floatmodes


@pytest.mark.parametrize("source", ["print(share // 4)", "print(np.floor(share))"])
def test_a_float_made_whole_in_one_direction_was_less_than_a_unit_away(read, source: str):
    found = only(read((source, "25.0\n")))
    assert (found.format.value("25.0").low, found.format.value("25.0").high) == (24, 26)
