"""Columns of elements and of numbers: they say what the elements and numbers themselves say."""

from __future__ import annotations

import base64
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastdigit.records.fields import NoRecord
from lastdigit.records.lines import SHORT, elements_line, elements_of
from lastdigit.reports.page.numbers import decimals, short
from lastdigit.verdicts.elements import Elements, Grid, Terms, same_column
from lastdigit.verdicts.texts import AsciiTexts, texts_of
from lastdigit.verdicts.verdict import Element, Verdict
from tests.harness.made_up_runs import elements
from tests.harness.read_page import numbers as read_numbers

sizes = st.floats(min_value=0.0, allow_nan=False)
halves = st.builds(lambda m, p: float(f"{m}.5e{p}"), st.integers(0, 9999), st.integers(-330, 300))
"""Decimals half-way between two of three digits, or next to half-way: their rounding is the hard one."""


@given(st.lists(elements, max_size=4))
def test_columns_are_equal_to_the_elements_they_are_made_of(made: list[Element]):
    columns = Elements.of(made)
    assert columns == tuple(made)
    assert [columns[at] for at in range(len(columns))] == made
    assert Elements.of(columns) is columns
    assert columns[1:] == tuple(made[1:])
    if made:
        assert columns != tuple(made[1:])
        assert columns != (*made[1:], made[0]._replace(observed=f"{made[0].observed}1"))


def test_the_indices_of_a_grid_are_in_row_major_order():
    assert list(Grid((2, 3), range(6))) == list(product(range(2), range(3)))
    assert list(Grid((2, 3), range(4))) == [(0, 0), (0, 1), (0, 2), (1, 0)]
    assert list(Grid((2, 3), np.array([5, 1]))) == [(1, 2), (0, 1)]
    assert Grid((2, 3), np.array([5, 1]))[0] == (1, 2)
    assert list(Grid((), range(1))) == [()]


@pytest.mark.parametrize(
    ("texts", "packed"),
    [
        (("0.5", "-1.25e-07", ""), True),
        (("0.5", "½"), False),
        (("0.5\0", "0.5"), False),
        (("", ""), False),
        ((), False),
        (("1", "2", "3", "4", "5", "x" * 40), False),
    ],
)
def test_texts_are_packed_only_where_they_come_back_as_they_were(texts: tuple[str, ...], packed: bool):
    column = texts_of(texts)
    assert isinstance(column, AsciiTexts) == packed
    assert tuple(column) == texts
    assert [column[at] for at in range(len(column))] == list(texts)


def test_terms_are_equal_by_name_and_number():
    terms = Terms.of({"printing": [0.5, float("inf")], "inputs": [0.0, 1.0]})
    assert terms == {"inputs": [0.0, 1.0], "printing": [0.5, float("inf")]}
    assert terms != {"inputs": [0.0, 1.0], "printing": [0.5, 2.0]}
    assert terms != {"printing": [0.5, float("inf")]}


@pytest.mark.parametrize("places", [range(3), np.array([5, 1, 2])])
def test_a_record_gives_columns_back_as_columns(places: range | np.ndarray):
    made = Elements(
        Grid((2, 3), places),
        texts_of(("0.5", "1.25", "[0, 1]")),
        texts_of(("0.5", "", "-1e-07")),
        np.array([0.0, 1e-300, np.inf]),
        np.array([5e-324, 0.1, np.inf]),
        np.array([True, False, True]),
        same_column([True, None, False]),
    )
    light = Verdict("007", "c", "y", "total", "i", "float64", "document", "agrees")
    line = elements_line(replace(light, details=made, terms=Terms.of({"printing": [0.5, 0.1, np.inf]})))
    elements, terms = elements_of(line)
    assert elements == made
    assert isinstance(elements.indices, Grid)
    assert isinstance(elements.observed, AsciiTexts)
    assert terms == {"printing": [0.5, 0.1, np.inf]}
    assert elements_line(replace(light, details=elements, terms=terms)) == line


@pytest.mark.parametrize(
    ("known", "other"),
    [
        ('"shape":[2,3]', '"shape":[1,2]'),
        ('"places":[5,1,2]', '"places":[6,1,2]'),
        ('"places":[5,1,2]', '"places":[5,-1,2]'),
        ('"places":[5,1,2]', '"places":[5,1]'),
        ('"agrees":"101"', '"agrees":"1-1"'),
        ('"same":"1-0"', '"same":"1x0"'),
        ('"same":"1-0"', '"same":"10"'),
        ('"printed":["a","b","c"]', '"printed":["a","b"]'),
    ],
)
def test_columns_that_contradict_each_other_are_none(known: str, other: str):
    numbers = base64.b64encode(np.zeros(3).tobytes()).decode()
    line = '{"index":{"shape":[2,3],"places":[5,1,2]},"printed":["a","b","c"],"observed":["a","b","c"],"error":'
    line += f'"{numbers}","allowed":"{numbers}","agrees":"101","same":"1-0","terms":{{}}}}'
    assert len(elements_of(line)[0]) == 3
    assert known in line
    with pytest.raises(NoRecord, match=r"outside|out of range|lengths|known|flags|whole numbers"):
        elements_of(line.replace(known, other))


@given(st.lists(sizes | halves, min_size=1, max_size=5))
def test_numbers_come_back_to_three_digits(values: list[float]):
    assert read_numbers(decimals(np.array(values))) == [float(f"{value:.3g}") for value in values]
    assert [short(value) for value in values] == [float(f"{value:.3g}") if value < np.inf else None for value in values]


def test_a_line_of_elements_that_was_read_is_not_read_again():
    verdict = Verdict("000", "a", "a", "softmax", "one", "float64", "document", "agrees")
    element = Element((0, 1), "0.5", "0.50001", 1e-5, 1e-4, True, True)
    line = elements_line(replace(verdict, details=(element,), terms={"printing": [1e-4]}))
    assert elements_of(line) is elements_of("".join(line))
    long = elements_line(replace(verdict, details=(element,) * 1000))
    assert len(long) > SHORT
    assert elements_of(long) is not elements_of(long)
    assert elements_of(long) == elements_of(long)
