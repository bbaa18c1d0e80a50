"""Weighted sums of a result's errors, propagated back to the steps that round.

Σ g e is to first order Σ a r over the roundings r of all steps, where a is the cotangent of the step's result: reverse
mode on the definition (Griewank and Walther, "Evaluating Derivatives", 2nd ed. 2008, chapter 3). Roundings of different
steps are independent, so their variances add up, and the cotangents tell how much of a step's roundings the elements of
a result share.
"""

from __future__ import annotations

import hashlib
import inspect
import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from lastdigit.base.number_format import FloatFormat
from lastdigit.enclosure.functionals import UNKNOWN_SUMS, Errors, Sums
from lastdigit.enclosure.perturbed import Perturbed
from lastdigit.enclosure.pooled_errors import PooledErrors
from lastdigit.enclosure.rounded import RoundedBalls, theorems
from lastdigit.enclosure.single_steps import SingleSteps, one_step
from lastdigit.enclosure.typical import Typical
from lastdigit.enclosure.upward import quietly
from lastdigit.operations import Operation, changed_definitions, find_operation
from lastdigit.operations.attention import scaled_dot_product_attention
from lastdigit.operations.gradients.derivatives import NoGradient
from lastdigit.operations.gradients.steps import STEPS
from lastdigit.operations.gradients.traced import Traced, cotangent_of, cotangents
from lastdigit.verdicts.nonlinear_errors import NonlinearErrors

Definition = Callable[..., Any]


@dataclass(frozen=True, eq=False)
class FollowedErrors:
    """The typical errors of every step of a definition, and their backpropagation from a ``result``.

    Steps of one ``group`` have the same result, and are rounded alike. ``nonlinear``, as rows, is the part of a
    result's errors that is not linear in the roundings, with what is not known of its exact values.
    """

    result: Traced
    steps: dict[int, Errors]
    group: dict[int, int]
    nonlinear: NonlinearErrors

    def linear(self, weights: np.ndarray) -> Sums:
        """Σ g e for weights g, as rows, of the errors linear in the roundings; ∞ if unknown.

        Kept: implementations of one case ask for the same mistakes.
        """
        key = hashlib.blake2b(weights.tobytes()).digest()
        if key not in self._sums:
            self._sums[key] = self._propagated(weights)
        return self._sums[key]

    @cached_property
    def _sums(self) -> dict[bytes, Sums]:
        return {}

    def _propagated(self, weights: np.ndarray) -> Sums:
        bias, sigma = 0.0, np.zeros(len(self.group))
        with quietly(), suppress(NoGradient):
            for node, cotangent in cotangents(self.result, weights.reshape(self.result.shape)):
                if (errors := self.steps.get(node.number)) is not None:
                    found = errors.of_all(np.reshape(cotangent, errors.values.shape))
                    bias += float(found.bias)
                    sigma[self.group[node.number]] += float(found.sigma)
            total = np.sqrt(np.sum(np.square(sigma)))
            if np.isfinite(bias + total):
                return Sums(np.asarray(bias), np.asarray(total))
        return UNKNOWN_SUMS

    def of_all(self, weights: np.ndarray, errors: Errors) -> Sums:
        """Σ g e for weights g, as rows, with the result's ``errors``.

        The nonlinear part is added up in full, or taken as independent in every element, whichever is less: its
        deviation is at most that of the element's whole error.
        """
        linear, sizes = self.linear(weights), np.abs(weights)
        own = np.sqrt(np.sum(np.square(sizes * np.where(sizes > 0.0, errors.sigma, 0.0))))
        sigma = np.minimum(np.maximum(own, linear.sigma), linear.sigma + _weighed(sizes, self.nonlinear.sigma))
        return Sums(linear.bias + _weighed(sizes, self.nonlinear.bias), sigma)

    def limit(self, place: int, deviations: float) -> float:
        """The limit that an element's error exceeds as rarely as a normal variable exceeds its deviations."""
        beyond = self.nonlinear.bias + deviations * self.nonlinear.sigma
        weights = np.zeros(beyond.shape)
        weights.reshape(-1)[place] = 1.0
        return float(self.linear(weights).limit(deviations)) + float(beyond.reshape(-1)[place])


def _weighed(sizes: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """Σ |g| with possibly non-finite parts."""
    return np.asarray(np.sum(sizes * np.where(sizes > 0.0, parts, 0.0)))


def followed(
    operation: Operation,
    parameters: dict[str, Any],
    plain: Sequence[np.ndarray | None],
    rounded: Sequence[RoundedBalls | None],
    nonlinear: NonlinearErrors,
    *,
    uncertain: np.ndarray,
    perturbed: bool,
) -> FollowedErrors | None:
    """The errors of an operation on ``rounded`` arrays, whose numbers are ``plain``; None if they are not followed.

    ``nonlinear``: a bound on the part that is not linear, which is measured as well if ``perturbed``; ``uncertain``:
    half-widths of the exact values, as rows.

    They are not where a step has no derivative or an unknown error, nor those of an attention's gradient, which kernels
    take in several ways.
    """
    draw = np.random.default_rng(0)
    balls = [each if each is None or _is_mask(each) else SingleSteps(each) for each in rounded]
    if perturbed:
        for numbers, each in zip(plain, balls, strict=True):
            if isinstance(each, SingleSteps):
                each.perturbed = Perturbed.given(np.asarray(numbers), draw)
    try:
        with quietly():
            result, other = (_traced(operation, parameters, given) for given in (plain, balls))
    except (NoGradient, NotImplementedError):
        return None
    steps: dict[int, Errors] = {}
    group: dict[int, int] = {}
    results: dict[tuple[tuple[int, ...], bytes], int] = {}
    for node, step in zip(_nodes(result), _nodes(other), strict=True):
        typical = step.inner.typical
        if not all(np.all(np.isfinite(part)) for part in (typical.bias, typical.sigma, typical.factor)):
            return None
        if any(np.any(part) for part in (typical.bias, typical.sigma, typical.factor)):
            values = np.asarray(node.inner)
            steps[node.number] = _errors(values, typical, step.inner.balls.arithmetic.storage)
            group[node.number] = results.setdefault((values.shape, values.tobytes()), len(results))
    if (numbers := other.inner.perturbed) is not None:
        nonlinear = nonlinear.at_most(numbers.not_linear(np.asarray(result.inner)))
    return FollowedErrors(result, steps, group, nonlinear.in_shape(uncertain.shape).uncertain(uncertain))


def _errors(values: np.ndarray, typical: Typical, stored: FloatFormat) -> Errors:
    rows = (math.prod(values.shape[:-1]), values.shape[-1]) if values.ndim else (1, 1)
    factor = np.broadcast_to(typical.factor, (*values.shape[:-1], 1)).reshape(rows[0], 1)
    bias, element, row, whole = (part.reshape(rows) for part in typical.parts())
    parts = Typical(bias, element, row, whole, factor)
    alone = Errors(values.reshape(rows), parts, stored)
    return PooledErrors(alone.values, parts, alone.format) if alone.repeats_numbers else alone


def _traced(operation: Operation, parameters: dict[str, Any], arrays: Sequence[Any]) -> Traced:
    variables = [each if each is None or _is_mask(each) else Traced.variable(each) for each in arrays]
    with changed_definitions({name: _whole(name) for name in {*theorems(), *STEPS}}):
        return _operand(operation.definition(*variables, **parameters))


def _is_mask(array: Any) -> bool:
    return isinstance(array, np.ndarray) and array.dtype == bool


def _whole(name: str) -> Definition:
    """An operation as one step, with sharper bounds than those of its own steps."""
    definition = find_operation(name).definition
    composition = inspect.unwrap(definition)

    def read(*given: Any, **chosen: Any) -> Any:
        if not isinstance(given[0], Traced):
            return definition(*given, **chosen)
        if isinstance(given[0].inner, Traced):
            return _in_a_gradient(*given, **chosen)
        given = tuple(_operand(each) if isinstance(each, Traced) else each for each in given)
        inner = [each.inner if isinstance(each, Traced) else each for each in given]
        apply = partial(one_step, definition, plainly=definition) if isinstance(inner[0], SingleSteps) else definition
        ways = ((each, _back(definition, inner, chosen, at)) for at, each in enumerate(given))
        return Traced(apply(*inner, **chosen), *(way for way in ways if isinstance(way[0], Traced)))

    def _in_a_gradient(*given: Any, **chosen: Any) -> Any:
        if name == scaled_dot_product_attention.__name__:
            raise NoGradient(f"the gradient of {name}")
        with changed_definitions({name: read}):
            return STEPS.get(name, composition)(*given, **chosen)

    return read


def _operand(array: Traced) -> Traced:
    """An operand or result of an operation: storing it is a separate step."""
    inner = array.inner.stored() if isinstance(array.inner, SingleSteps) else array.inner
    return Traced(inner, (array, lambda cotangent: cotangent))


def _back(definition: Definition, arrays: Sequence[Any], chosen: dict[str, Any], at: int) -> Callable[[Any], Any]:
    """The cotangent of one array of an operation from that of its result, as NumPy arrays."""

    def pull(cotangent: Any) -> Any:
        given = [Traced(each) if isinstance(each, np.ndarray) and each.dtype != bool else each for each in arrays]
        given[at] = variable = Traced.variable(arrays[at])
        found = cotangent_of(variable, definition(*given, **chosen), cotangent)
        return np.zeros_like(arrays[at]) if found is None else found

    return pull


def _nodes(result: Traced) -> list[Traced]:
    """All nodes that a result depends on, in order of computation."""
    found, waiting = {}, [result]
    while waiting:
        node = waiting.pop()
        if node.number not in found:
            found[node.number] = node
            waiting.extend(parent for parent, _ in node.parents)
    return [found[number] for number in sorted(found)]
