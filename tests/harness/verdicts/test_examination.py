"""What the shares of mistakes say of a result: how they are written, what they exclude, what the arithmetic hides."""

from __future__ import annotations

import numpy as np
import pytest

from lastdigit.operations.mistakes import Mistake
from lastdigit.verdicts.examination import Examination, beside_nan, hidden_gross, names_of
from lastdigit.verdicts.plain import Direction
from lastdigit.verdicts.shares import Measured

UNSEEN = Measured(0.25, 0.5, False)
EXCLUDED = Measured(0.0, 0.125, False)


def mistake(name: str, *, gross: bool = False, part: bool = False) -> Mistake:
    return Mistake("total", name, "look", lambda x: x, gross=gross, part=part)


def direction(*names: str, change: object = (1.0, 1.0), gross: bool = False, part: bool = False) -> Direction:
    mistakes = tuple(mistake(name, gross=gross, part=part) for name in names)
    return Direction(mistakes, np.asarray(change, dtype=np.float64))


@pytest.mark.parametrize(
    ("number", "nearest", "above"),
    [
        (0.0, 0.0, 0.0),
        (np.inf, np.inf, np.inf),
        (1.00004, 1.0, 1.001),
        (1.00051, 1.001, 1.001),
        (9.9994, 9.999, 10.0),
        (123444.0, 123400.0, 123500.0),
        (0.5, 0.5, 0.5),
    ],
)
def test_shares_have_four_digits_and_their_uncertainty_is_rounded_up(number: float, nearest: float, above: float):
    (found,) = Examination([(direction("a", "b"), Measured(number, number, False))]).shares
    assert found == (("a", "b"), nearest, above)
    assert found.uncertainty >= number


def test_what_is_not_excluded_is_named_once_among_all_that_was_looked_for():
    found = Examination([(direction("a", "b"), UNSEEN), (direction("c"), EXCLUDED), (direction("b"), UNSEEN)])
    assert found.names == {"a", "b", "c"}
    assert found.blind_to == ("a", "b")
    assert list(names_of([mistake("a"), mistake("b"), mistake("a")])) == ["a", "b"]


@pytest.mark.parametrize(
    ("error", "at", "uncertainty"),
    [
        ([1.0, 1.0, 1.0], slice(None), 0.0),
        ([1.0, np.nan, 1.0], slice(None), np.inf),
        ([np.nan, 1.0, np.nan], slice(None), 0.0),
        ([1.0, 1.0], np.array([0, 1]), 0.0),
        ([1.0, np.nan], np.array([0, 1]), np.inf),
    ],
)
def test_a_mistake_that_gives_nan_is_excluded_where_something_finite_was_observed(error, at, uncertainty: float):
    found = beside_nan(np.array(error), direction("a", change=[1.0, np.nan, 1.0]), at)
    assert found == Measured(0.0, uncertainty, False)


def test_a_mistake_that_gives_numbers_where_it_is_looked_at_is_measured():
    assert beside_nan(np.ones(2), direction("a")) is None
    assert beside_nan(np.ones(2), direction("a", change=[1.0, np.nan, 1.0]), np.array([0, 2])) is None


def hidden(change: list[float], values: list[float], least: list[float], share: Measured = UNSEEN, **kind: bool):
    found = hidden_gross([(direction("a", change=change, **kind), share)], np.array(values), np.array(least))
    return bool(found)


def test_only_gross_mistakes_that_are_not_excluded_can_be_hidden():
    assert hidden([3.0], [100.0], [1.0], gross=True)
    assert not hidden([3.0], [100.0], [1.0])
    assert not hidden([3.0], [100.0], [1.0], EXCLUDED, gross=True)
    assert not hidden([], [], [], gross=True)


def test_a_mistake_is_hidden_where_it_moves_an_element_by_more_than_two_right_results_differ():
    assert not hidden([2.0, 0.0], [100.0, 100.0], [1.0, 1.0], gross=True)
    assert hidden([2.0, 2.125], [100.0, 100.0], [1.0, 1.0], gross=True)
    assert not hidden([np.inf, 2.0], [100.0, 100.0], [1.0, 1.0], gross=True)


def test_or_where_it_moves_one_by_more_than_half_of_its_size():
    assert not hidden([-2.0], [-4.0], [8.0], gross=True)
    assert hidden([-2.125], [-4.0], [8.0], gross=True)
    assert not hidden([0.0], [0.0], [8.0], gross=True)
    assert hidden([0.5], [0.0], [8.0], gross=True)


def test_a_mistake_in_a_part_is_hidden_unless_an_element_of_median_size_is_clear():
    for sizes, clear in (([1.0, 2.0, 4.0], False), ([1.0, 2.5, 2.5], True), ([2.5, -2.5, 1.0], True)):
        assert hidden([9.0] * 3, sizes, [1.0] * 3, gross=True, part=True) == (not clear)
        assert hidden([9.0] * 3, sizes, [1.0] * 3, gross=True)


def test_median_sizes_are_told_by_what_may_differ_there():
    assert hidden([9.0] * 3, [1.0] * 3, [4.0, 0.75, 0.75], gross=True, part=True)
    assert not hidden([9.0] * 3, [1.0] * 3, [4.0, 0.25, 0.25], gross=True, part=True)


def test_an_examination_is_of_all_rows_unless_it_says_otherwise():
    found = Examination([])
    assert (found.rows_read, found.shares) == (0, ())


def test_what_is_hidden_is_looked_for_at_the_elements_that_are_compared_and_named_once():
    found = [(direction("a", "b", change=[9.0, 0.0, 0.0], gross=True), UNSEEN)] * 2
    values, least = np.full(2, 100.0), np.ones(2)
    assert hidden_gross(found, values, least, np.array([1, 2])) == ()
    assert hidden_gross(found, values, least, np.array([0, 2])) == ("a", "b")
