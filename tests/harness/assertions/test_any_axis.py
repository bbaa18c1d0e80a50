"""Softmax over any axis as a parameter: like that over the last one of the array with its axes swapped."""

from __future__ import annotations

import numpy as np
import pytest

from lastdigit import gradient_of, judge
from lastdigit.assertions.arguments import InvalidArgument
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.operations import find_operation
from lastdigit.verdicts.verdict import AGREES, DISAGREES
from studies.containment import outside

X, G = (np.random.RandomState(seed).normal(size=(5, 6, 6)) * 3.0 for seed in range(2))
AXES = pytest.mark.parametrize("dim", [0, 1, 2, -1, -2, -3])


def softmax(x: np.ndarray, dim: int) -> np.ndarray:
    raised = np.exp(x - x.max(axis=dim, keepdims=True))
    return np.asarray(raised / raised.sum(axis=dim, keepdims=True))


@AXES
def test_softmax_over_an_axis_agrees_and_over_another_one_does_not(dim: int):
    assert judge(softmax(X, dim), "softmax", X, dim=dim).verdict == AGREES
    assert judge(softmax(X, (dim + 1) % 3), "softmax", X, dim=dim).verdict == DISAGREES


@AXES
def test_enclosures_contain_softmax_over_an_axis(dim: int):
    definition = find_operation("softmax").definition
    fast = definition(FastBalls.of(X), dim=dim)
    with precision(200):
        exact = definition(ExactBalls.of(X), dim=dim).balls.reshape(-1)
    assert not np.any(outside(fast.mid.reshape(-1), np.asarray(fast.radii).reshape(-1), ExactBalls(exact)))


@AXES
def test_the_gradient_of_softmax_over_an_axis_agrees(dim: int):
    weights = softmax(X, dim)
    found = weights * (G - (weights * G).sum(axis=dim, keepdims=True))
    gradient = gradient_of("softmax", "x")
    assert judge(found, gradient, X, cotangent=G, dim=dim).verdict == AGREES
    wrong = weights * G
    assert judge(wrong, gradient, X, cotangent=G, dim=dim).verdict == DISAGREES


def test_mistakes_over_an_axis_are_named():
    powers = 2.0 ** (X - X.max(axis=0))
    verdict = judge(powers / powers.sum(axis=0), "softmax", X, dim=0)
    assert verdict.explanation == "powers of two in place of e"


def test_an_axis_that_is_not_there_and_a_mask_over_another_one_are_refused():
    with pytest.raises(InvalidArgument, match="axis 3"):
        judge(X, "softmax", X, dim=3)
    with pytest.raises(InvalidArgument, match="a mask is of the last axis, not of 0"):
        judge(X, "softmax", X, X > 0, dim=0)
    assert judge(np.full(4, 0.25), "softmax", np.zeros(4), dim=0).verdict == AGREES
