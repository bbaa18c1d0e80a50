"""Rounded fast balls without propagation: the typical error of each step alone, as if its inputs were exact."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import numpy as np

from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.operators import Operators
from lastdigit.enclosure.perturbed import Perturbed, computed
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.enclosure.rounded_products import operand_typical
from lastdigit.enclosure.typical import Typical

NO_MORE_THAN = 2.0**-1074
"""A placeholder error bound that marks a number as computed, not given."""


DIVISIONS = frozenset({operator.truediv, "sqrt", "rsqrt"})
"""Steps behind which nothing is perturbed: norms, variances and sums of weights are computed in several ways.

Operations with a theorem, which covers these ways, are one step, and their quotients are none.
"""


class SingleSteps(Operators):
    """Balls of exact values, and ``typical``: the error added by the step that computed them.

    Constants, and results computed from constants alone, keep their errors: the step that combines them with an array
    adds them. ``perturbed``: the numbers that perturbed steps give, if they are asked for.
    """

    def __init__(self, found: RoundedBalls, *, constant: bool = False) -> None:
        self.constant = constant
        self.perturbed: Perturbed | None = None
        self.typical = found.typical.in_shape(found.shape)
        self.balls = found if constant or found.is_given else _forgotten(found)

    def stored(self) -> SingleSteps:
        """The numbers stored as an operand of a product, which is a step too; given numbers and constants unchanged."""
        if self.constant or self.balls.is_given:
            return self
        found = SingleSteps(RoundedBalls(self.balls.value, np.zeros(()), self.balls.arithmetic, Typical()))
        found.typical = operand_typical(self.balls).in_shape(self.shape)
        found.perturbed = None if self.perturbed is None else self.perturbed.with_errors(found.typical)
        return found

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape."""
        return self.balls.shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.balls.ndim

    def __array_namespace__(self, api_version: str | None = None) -> SingleStepsNamespace:
        """The functions of the array API that definitions use."""
        return SingleStepsNamespace(self.balls.__array_namespace__())

    def applied(self, function: Callable[..., Any], *others: Any) -> SingleSteps:
        """The result of a function of rounded balls as one step."""
        plainly = None if _divides(function) else function
        return one_step(function, self, *others, plainly=plainly)  # type: ignore[no-any-return]


class SingleStepsNamespace:
    """The functions of rounded balls, each as one step."""

    def __init__(self, xp: Any) -> None:
        self._xp = xp

    def asarray(self, value: Any) -> SingleSteps:
        """A constant."""
        return value if isinstance(value, SingleSteps) else SingleSteps(self._xp.asarray(value), constant=True)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        function = getattr(self._xp, name)
        if name == "elementwise":
            return lambda inner, x: one_step(partial(function, inner), x, plainly=None if _divides(inner) else inner)
        plainly = None if name in DIVISIONS else getattr(np, name, None)
        return lambda *given, **chosen: one_step(function, *given, plainly=plainly, **chosen)


def _divides(function: Any) -> bool:
    return getattr(function, "name", function) in DIVISIONS


def one_step(function: Callable[..., Any], *given: Any, plainly: Callable[..., Any] | None, **chosen: Any) -> Any:
    """The result of a function of rounded balls as a single step.

    ``plainly``: the same function of NumPy arrays, by which perturbed numbers are computed; None for none.
    """
    taken = list(_taken(given))
    found = function(*map(_balls, given), **chosen)
    if not isinstance(found, RoundedBalls):
        return found
    step = SingleSteps(found, constant=all(each.constant for each in taken))
    perturbed = [each.perturbed is not None for each in taken if not each.constant]
    if plainly is not None and perturbed and all(perturbed):
        numbers = computed(plainly, [_numbers(each) for each in given], chosen)
        step.perturbed = None if numbers is None else numbers.with_errors(step.typical)
    return step


def _taken(given: Any) -> Any:
    for each in given:
        if isinstance(each, SingleSteps):
            yield each
        elif isinstance(each, list | tuple):
            yield from _taken(each)


def _balls(given: Any) -> Any:
    if isinstance(given, list):
        return [_balls(each) for each in given]
    return given.balls if isinstance(given, SingleSteps) else given


def _numbers(given: Any) -> Any:
    if isinstance(given, list):
        return [_numbers(each) for each in given]
    if not isinstance(given, SingleSteps):
        return given
    return cast(FastBalls, given.balls.value).centres() if given.perturbed is None else given.perturbed


def _forgotten(found: RoundedBalls) -> RoundedBalls:
    bound = np.full((1,) * found.ndim, NO_MORE_THAN)
    return RoundedBalls(found.value, bound, found.arithmetic, Typical())
