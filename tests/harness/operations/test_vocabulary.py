"""Operations that are loaded on demand: right results agree, mistakes change results and are excluded by right ones."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import numpy as np
import pytest

from lastdigit import judge
from lastdigit.base.number_format import float_format
from lastdigit.cases.shapes import Shaped
from lastdigit.check.shapes import NotDrawn, slots
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.unrounded import Unrounded
from lastdigit.enclosure.upward import quietly
from lastdigit.operations import called_operations, find_operation
from lastdigit.operations.mistakes import Mistake, NotApplicable, applicable_mistakes
from lastdigit.operations.mistakes.mistake import ANY_INPUT, ANY_RESULT
from lastdigit.verdicts.verdict import AGREES, DISAGREES, UNDECIDED
from studies.containment import outside
from studies.vocabulary_calls import Call, calls, vocabulary

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.long

CALLS = list(calls())
NAMED = [f"{number} {operation}" for number, (operation, _, _) in enumerate(CALLS)]
EVERY = pytest.mark.parametrize("call", CALLS, ids=NAMED)
SMALL = 2.0**-20
"""Relative changes below it are not looked for."""
LEAST = 6
"""Mistakes of its own, or of what it is made of, that each operation has beside those that any result can end in."""


def plainly(call: Call) -> tuple[np.ndarray, set[str]]:
    """What float64 gives for a call, and the operations that it reads."""
    operation, arrays, parameters = call
    with called_operations() as called, quietly():
        found = np.asarray(find_operation(operation).definition(*arrays, **parameters))
    return found, called


def own_mistakes(call: Call) -> list[Mistake]:
    """Those that belong to the operations that a call reads."""
    return [each for each in applicable_mistakes(plainly(call)[1]) if each.operation not in (ANY_INPUT, ANY_RESULT)]


def test_the_calls_cover_the_vocabulary():
    assert {operation for operation, _, _ in CALLS} == vocabulary()


@EVERY
def test_the_fast_engine_contains_the_exact_one(call: Call):
    operation, arrays, parameters = call
    definition = find_operation(operation).definition
    fast = definition(*(None if x is None else FastBalls.of(x) for x in arrays), **parameters)
    with precision(400):
        exact = definition(*(None if x is None else ExactBalls.of(x) for x in arrays), **parameters)
    assert fast.shape == exact.shape
    flat = ExactBalls(exact.balls.reshape(-1))
    assert not np.any(outside(fast.mid.reshape(-1), np.asarray(fast.radii).reshape(-1), flat))
    assert np.all(np.isfinite(fast.radii))


@EVERY
def test_what_torch_computes_is_not_refused(call: Call):
    from studies.vocabulary_torch import by_torch

    operation, arrays, parameters = call
    for dtype in ("float64", "float32", "float16", "bfloat16"):
        given, result = by_torch(operation, arrays, parameters, getattr(torch, dtype))
        verdict = judge(result, operation, *given, **parameters)
        usual = (AGREES,) if dtype in ("float64", "float32") else (AGREES, UNDECIDED)
        assert verdict.verdict in usual, (dtype, verdict.evidence, verdict.reason, verdict.explanation)


@cache
def directions() -> dict[tuple[str, str], list[bool]]:
    """For each mistake whether right results in float64 exclude it, in each call in which it changes anything."""
    found: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for call in CALLS:
        operation, arrays, parameters = call
        right, _ = plainly(call)
        verdict = judge(right, operation, *arrays, **parameters)
        assert verdict.verdict == AGREES, (operation, verdict.reason)
        for each in own_mistakes(call):
            try:
                with quietly():
                    wrong = np.asarray(each.read(operation, arrays, parameters))
            except (NotApplicable, ValueError):
                continue
            if wrong.shape != right.shape or np.array_equal(wrong, right):
                continue
            change = np.nanmax(np.abs(wrong - right)) > SMALL * np.max(np.abs(right))
            if change:
                found[each.operation, each.name].append(each.name not in verdict.blind_to)
    return dict(found)


def test_an_operation_has_mistakes_of_its_own():
    assert [call[0] for call in CALLS if len(own_mistakes(call)) < LEAST] == []


def test_every_mistake_of_the_vocabulary_changes_a_result_and_is_excluded_by_the_right_one():
    known = {(each.operation, each.name) for call in CALLS for each in own_mistakes(call)}
    of_it = {name for name in known if name[0] in vocabulary()}
    assert len(of_it) >= 200
    found = directions()
    assert sorted(of_it - set(found)) == []
    assert sorted(name for name in of_it if not all(found[name])) == []


@EVERY
def test_results_with_a_mistake_in_them_are_refused_and_some_named(call: Call):
    operation, arrays, parameters = call
    right, _ = plainly(call)
    for each in own_mistakes(call)[:3]:
        try:
            with quietly():
                wrong = np.asarray(each.read(operation, arrays, parameters))
        except (NotApplicable, ValueError):
            continue
        if wrong.shape == right.shape and np.max(np.abs(wrong - right)) > SMALL * np.max(np.abs(right)):
            assert judge(wrong, operation, *arrays, **parameters).verdict == DISAGREES, each.name


@EVERY
def test_shapes_alone_give_the_shape_of_the_result(call: Call):
    operation, arrays, parameters = call
    shapes = (None if x is None else Shaped.of(np.shape(x)) for x in arrays)
    assert find_operation(operation).definition(*shapes, **parameters).shape == plainly(call)[0].shape


@EVERY
def test_what_is_called_unrounded_is_exact(call: Call):
    operation, arrays, parameters = call
    whole = [None if x is None else np.rint(x) for x in arrays]
    form = float_format("bfloat16")
    given = (None if x is None else Unrounded.of(x, form, strict=True) for x in whole)
    definition = find_operation(operation).definition
    with quietly():
        found, true = definition(*given, **parameters), np.asarray(definition(*whole, **parameters))
    assert found.shape == true.shape
    assert np.array_equal(found.value[found.sure], true[found.sure])


def test_an_operation_of_which_no_arguments_are_drawn_says_what_to_do_instead():
    assert [slot.name for slot in slots("conv2d")] == ["input", "weight", "bias"]
    with pytest.raises(NotDrawn, match=r"found max_pool2d: call lastdigit.assert_agrees\(result, 'max_pool2d', …\)"):
        slots("max_pool2d")


def test_names_of_the_mistakes_that_one_operation_calls_are_told_apart():
    for call in CALLS:
        names = [each.name for each in own_mistakes(call)]
        assert len(names) == len(set(names)), (call[0], sorted(n for n in names if names.count(n) > 1))


def test_an_operation_of_the_core_loads_no_vocabulary(python):
    program = """if True:
        import sys
        import lastdigit
        lastdigit.assert_agrees([0.5, 0.5], "softmax", [1.0, 1.0])
        print(sorted(name for name in sys.modules if name.endswith((".vocabulary", ".convolutions"))))
        lastdigit.assert_agrees([1.0, 0.0], "relu", [1.0, -1.0])
        print(sum(name.endswith((".vocabulary", ".convolutions")) for name in sys.modules))
        """
    assert python("-c", program).stdout.splitlines() == ["[]", "4"]


def test_bounds_that_are_loaded_late_are_those_that_are_there():
    import lastdigit.enclosure.functions.theorems as late
    from lastdigit.enclosure.rounded import _THEOREMS, LATER

    assert {name for name, bound in _THEOREMS.items() if bound.__module__ == late.__name__} == LATER
