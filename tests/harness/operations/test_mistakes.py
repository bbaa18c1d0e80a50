"""The catalogue of mistakes: each changes some exact result, has a name of its own and says what to look at."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.operations import all_operations, called_operations, changed_definitions, find_operation
from lastdigit.operations.gradients.steps import BACKWARD
from lastdigit.operations.linear import linear, total
from lastdigit.operations.mistakes import Mistake, NotApplicable, all_mistakes, applicable_mistakes, read_mistakes
from lastdigit.operations.mistakes.mistake import ANY_INPUT, ANY_RESULT
from lastdigit.operations.normalization import softmax
from studies.core_calls import core_calls
from studies.random_cases import drawn_operations
from studies.vocabulary_calls import Call, vocabulary

pytestmark = pytest.mark.long

CANCELS = "scores scaled where they should not be"
"""A scale that a plain sum divides out again."""

REASONS = {
    "no bias",
    "no epsilon",
    "no key is left",
    "no mask",
    "no two tiles",
    "no weight",
    "a scale of one",
    "a weight that is computed",
    "the same width",
    "the shape tells",
    "one feature",
    "one key",
    "one head to a group, or one group",
    "one row",
    "too few rows",
    "too few columns",
    "too few keys",
    "too few terms",
    "too few features",
    "fewer than three columns",
    "a quarter of the rows",
    "one element",
    "the same mask",
    "masked columns that are empty",
    "masked already, or one query",
}


CORE = [mistake for mistake in all_mistakes() if mistake.operation not in vocabulary()]
"""Those that every start loads; tests/harness/operations/test_vocabulary.py has the others."""


def balls(arrays: list[Any]) -> list[Any]:
    """Numbers as exact balls; a mask stays what it is."""
    return [array if array.dtype == bool else ExactBalls.of(array) for array in arrays]


def differs(one: ExactBalls, other: ExactBalls) -> bool:
    """Whether two results certainly differ: in shape, or in an element."""
    if one.shape != other.shape:
        return True
    pairs = zip(one.bounds(), other.bounds(), strict=True)
    return any(a is not None and b is not None and (a[1] < b[0] or b[1] < a[0]) for a, b in pairs)


def changes(mistake: Mistake, call: Call) -> bool | str:
    """Whether a mistake changes the exact result of a call; the reason where it cannot be made in it."""
    operation, arrays, parameters = call
    with precision():
        true = find_operation(operation).definition(*balls(arrays), **parameters)
        try:
            return differs(true, mistake.read(operation, balls(arrays), parameters))
        except NotApplicable as reason:
            return str(reason)


def test_the_calls_cover_every_operation():
    backward = {name for name in all_operations() if name.endswith(BACKWARD)}
    assert {operation for operation, _, _ in core_calls()} == {*drawn_operations(), *backward}


@pytest.mark.parametrize("mistake", CORE, ids=lambda mistake: f"{mistake.operation}: {mistake.name}")
def test_a_mistake_changes_the_result_wherever_it_is_made_directly(mistake: Mistake):
    found = [changes(mistake, call) for call in core_calls() if mistake.operation in (ANY_INPUT, ANY_RESULT, call[0])]
    assert found.count(True) >= 1
    assert False not in found
    assert {reason for reason in found if isinstance(reason, str)} <= REASONS


@pytest.mark.parametrize("mistake", CORE, ids=lambda mistake: f"{mistake.operation}: {mistake.name}")
def test_a_mistake_shows_through_the_operations_that_are_made_of_it(mistake: Mistake):
    for call in core_calls():
        with called_operations() as called, precision():
            find_operation(call[0]).definition(*balls(call[1]), **call[2])
        if mistake.operation in called and mistake in applicable_mistakes(called):
            found = changes(mistake, call)
            if "sum_normalization" in called and mistake.name == CANCELS:
                assert found is False
            else:
                assert found is True or found in REASONS, call[0]


def test_a_mistake_that_is_not_called_is_not_applicable():
    assert {mistake.operation for mistake in applicable_mistakes({"total"})} == {ANY_INPUT, ANY_RESULT, "total"}


def test_names_are_unique_and_every_mistake_says_what_to_look_at():
    names = [(mistake.operation, mistake.name) for mistake in all_mistakes()]
    assert len(names) == len(set(names)) >= 120
    assert all(mistake.name and mistake.look for mistake in all_mistakes())
    assert {mistake.operation for mistake in all_mistakes()} <= {*all_operations(), ANY_INPUT, ANY_RESULT}


GROSS = {
    *("all zeros", "every element the mean of all", "every row the mean of all rows", "rows reversed"),
    *("every row the one before", "rows shuffled", "first half of the rows computed twice"),
    *("halves of the last axis swapped", "columns moved by one", "result of other inputs"),
}
PARTS = {
    *("last row not computed", "last row repeats the one before", "last two rows swapped", "last column not computed"),
    *("last quarter of the rows not computed", "last 16 rows not computed", "a middle column not computed"),
    "last element not computed",
}


def test_gross_are_the_mistakes_that_leave_nothing_right_or_leave_a_part_out():
    assert {mistake.name for mistake in all_mistakes() if mistake.gross and not mistake.part} == GROSS
    assert {mistake.name for mistake in all_mistakes() if mistake.part} == PARTS
    assert all(mistake.gross for mistake in all_mistakes() if mistake.part)


@pytest.mark.parametrize("shape", [(4, 6), (8, 5), (40, 6), (2, 8, 4)])
def test_a_part_leaves_most_of_a_result_as_it_is_and_the_others_leave_nearly_nothing(shape: tuple[int, ...]):
    result = np.random.RandomState(3).normal(size=shape)
    for mistake in all_mistakes():
        if mistake.gross and mistake.of_result:
            try:
                changed = np.mean(mistake.definition(result) != result)
            except NotApplicable:
                continue
            assert 0 < changed <= 0.5 if mistake.part else changed >= 0.5, mistake.name


def test_other_inputs_are_the_same_numbers_and_none_of_them_in_its_place():
    x = np.arange(12.0).reshape(3, 4)
    other = named("result of other inputs", ANY_INPUT).definition(x)
    assert other.shape == x.shape
    assert sorted(other.ravel()) == sorted(x.ravel())
    assert not np.any(other == x)


def test_other_inputs_leave_masks_and_what_is_not_given_as_they_are():
    mask, x = np.tri(4, dtype=bool), np.arange(16.0).reshape(4, 4) % 5
    read = named("result of other inputs", ANY_INPUT).read("softmax", [x, mask], {})
    assert np.array_equal(read > 0, mask)
    assert named("result of other inputs", ANY_INPUT).read("linear", [x, x, None], {}).shape == (4, 4)


def test_a_query_whose_only_key_is_left_out_keeps_it():
    x, mask = np.zeros((3, 3)), np.array([[0, 0, 1], [1, 1, 0], [1, 1, 1]], dtype=bool)
    read = named("last key masked", "softmax").read("softmax", [x, mask], {})
    assert read.tolist() == [[0, 0, 1], [0.5, 0.5, 0], [0.5, 0.5, 0]]
    read = named("last key missing in the sum", "softmax").read("softmax", [x, mask], {})
    assert read.tolist() == [[0, 0, 1], [0.5, 0.5, 0], [0.5, 0.5, 0.5]]


def test_names_of_the_mistakes_that_one_operation_calls_are_told_apart():
    for call in core_calls():
        with called_operations() as called:
            find_operation(call[0]).definition(*call[1], **call[2])
        names = [mistake.name for mistake in applicable_mistakes(called)]
        assert len(names) == len(set(names)), call[0]


def test_inside_a_mistake_the_true_definition_is_seen():
    x = np.array([1.0, 2.0])
    with changed_definitions({"total": lambda x: total(x) + total(x)}):
        assert total(x) == 6.0
    assert total(x) == 3.0


def test_inside_a_mistake_the_other_changes_stay():
    doubled = {"total": lambda x: 2 * total(x), "softmax": lambda x: softmax(x) + total(x)}
    x = np.array([0.0, 0.0])
    with changed_definitions({**doubled, "total": lambda x: x.sum() + 7}):
        assert softmax(x).tolist() == [7.5, 7.5]


def test_changes_of_one_operation_nest_and_the_last_one_sees_the_truth():
    x = np.array([1.0, 2.0])
    changes = {"total": [lambda x: total(x) + 10, lambda x: 2 * total(x)]}
    with changed_definitions(changes):
        assert total(x) == 2 * 3 + 10
    with changed_definitions({"total": list(reversed(changes["total"]))}):
        assert total(x) == 2 * (3 + 10)
    assert total(x) == 3.0


def test_blocks_of_changes_nest_the_inner_one_first():
    x = np.array([1.0, 2.0])
    with changed_definitions({"total": lambda x: 2 * total(x)}):
        with changed_definitions({"total": lambda x: total(x) + 10}):
            assert total(x) == 2 * 3 + 10
        assert total(x) == 2 * 3


def named(name: str, operation: str) -> Mistake:
    (found,) = (entry for entry in all_mistakes() if (entry.name, entry.operation) == (name, operation))
    return found


def test_mistakes_are_read_together_and_those_of_the_result_come_last_in_order():
    mean, transposed = named("mean in place of the sum", "total"), named("result transposed", ANY_RESULT)
    x = np.array([[1.0, 3.0], [5.0, 7.0]])
    assert read_mistakes([mean], "total", [x], {}).tolist() == mean.read("total", [x], {}).tolist() == [2.0, 6.0]
    row, zeros = named("last row not computed", ANY_RESULT), named("all zeros", ANY_RESULT)
    identity = np.eye(2)
    read = [[1.0, 0.0], [3.0, 0.0]], [[1.0, 5.0], [0.0, 0.0]]
    for order, expected in zip(([row, transposed], [transposed, row]), read, strict=True):
        assert read_mistakes(order, "projection", [x, identity], {}).tolist() == expected
    assert read_mistakes([zeros, row, mean], "total", [np.array([x, x])], {}).tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_a_change_ends_with_its_block_even_after_an_error():
    def refuses(*_: Any) -> Any:
        raise NotApplicable("the shape tells")

    with pytest.raises(NotApplicable), changed_definitions({"linear": refuses}):
        linear(np.ones((1, 1)), np.ones((1, 1)))
    assert linear(np.ones((1, 1)), np.ones((1, 1))) == 1.0
