"""Elements in columns are a sequence like any other, and verdicts that must exclude mistakes are told from others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lastdigit.base.errors import UnknownMistake
from lastdigit.operations.mistakes import all_mistakes
from lastdigit.verdicts.elements import Elements, Grid, Terms
from lastdigit.verdicts.excluding import excluding
from lastdigit.verdicts.verdict import Element, Verdict

ROWS = (
    Element((0, 1), "0.5", "0.51", 0.01, 0.005, False, False),
    Element((1, 0), "2.", "2.0", 0.0, 0.5, True, True),
    Element((1, 2), "", "7.0", 0.25, 0.5, True, None),
)


def test_elements_in_columns_are_those_that_were_put_in():
    columns = Elements.of(ROWS)
    assert Elements.of(columns) is columns
    assert tuple(columns) == tuple(columns[at] for at in range(3)) == columns[:] == ROWS
    assert columns[1:] == ROWS[1:]
    assert [each.same_digits for each in columns] == [False, True, None]
    assert (len(columns), len(Elements.of(()))) == (3, 0)
    assert repr(columns) == repr(ROWS)


def test_elements_in_columns_equal_the_same_ones_in_any_sequence():
    columns = Elements.of(ROWS)
    assert columns == Elements.of(ROWS) == list(ROWS)
    assert columns != ROWS[:2]
    assert columns != (*ROWS[:2], ROWS[0])
    assert columns != "abc"
    assert Elements.of(()) != ""
    assert (columns == 3) is False


def test_a_grid_has_the_indices_of_its_places_in_row_major_order():
    whole, some = Grid((2, 3), range(5)), Grid((2, 3), np.array([5, 1]))
    assert list(whole) == [whole[at] for at in range(5)] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]
    assert list(some) == [some[0], some[1]] == [(1, 2), (0, 1)]
    assert (whole[1:3], some[:1], len(whole), len(some)) == (((0, 1), (0, 2)), ((1, 2),), 5, 2)


def test_terms_are_equal_where_all_names_and_numbers_are():
    terms = Terms.of({"printing": [0.5, 0.5], "rounding": [1.0, 2.0]})
    assert Terms.of(terms) is terms
    assert terms == {"printing": [0.5, 0.5], "rounding": [1.0, 2.0]}
    assert terms != {"printing": [0.5, 0.5], "rounding": [1.0, 3.0]}
    assert terms != {"printing": [0.5, 0.5]}
    assert terms != [0.5, 0.5]


MISTAKES = [each for each in all_mistakes() if each.operation == "softmax"][:3]
AGREED = Verdict("007", "c", "y", "softmax", "mine", "float64", "document", "agrees", blind_to=(MISTAKES[1].name,))


def test_an_agreement_that_does_not_exclude_what_it_shall_is_undecided():
    seen, unseen = MISTAKES[0].name, MISTAKES[1].name
    for names in (unseen, [seen, unseen], "all"):
        found = excluding(AGREED, MISTAKES, names)
        assert (found.verdict, found.reason) == ("undecided", f"not excluded: {unseen}")
    assert excluding(AGREED, MISTAKES, seen) is AGREED
    disagreed = replace(AGREED, verdict="disagrees")
    assert excluding(disagreed, MISTAKES, unseen) is disagreed
    with pytest.raises(UnknownMistake, match="no_such_mistake"):
        excluding(AGREED, MISTAKES, [seen, "no_such_mistake"])
