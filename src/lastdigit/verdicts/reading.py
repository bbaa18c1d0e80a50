"""A reading: one operation on given arguments in one arithmetic, with or without mistakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from lastdigit.enclosure.arithmetic import MODELS, STORED, Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.functionals import Errors
from lastdigit.enclosure.in_models import InModels
from lastdigit.enclosure.rounded import RoundedBalls
from lastdigit.enclosure.typical import Typical
from lastdigit.operations import Operation
from lastdigit.operations.mistakes import Mistake, NotApplicable, changed_result, read_mistakes
from lastdigit.verdicts.attention_errors import AttentionErrors
from lastdigit.verdicts.bands import enclosure, rounding
from lastdigit.verdicts.generic import Generic
from lastdigit.verdicts.plain import PlainReading
from lastdigit.verdicts.reals import Reals

if TYPE_CHECKING:
    from lastdigit.verdicts.followed_errors import FollowedErrors

Arrays = list[Any]

FOLLOWED = 2**22
"""The most numbers in arguments for which errors are followed back."""

PERTURBED = 2**18
"""The most numbers in arguments for which steps are perturbed, 128 times."""


class Reading:
    """An operation whose ``arguments`` are rounded balls of any arithmetic and engine, and its plain readings.

    The definition is read by ``engine``; mistakes in it, of which there are many, by the fast one. An omitted argument
    is None.
    """

    def __init__(
        self,
        operation: Operation,
        parameters: dict[str, Any],
        arithmetic: Arithmetic,
        arguments: Callable[[Arithmetic, type[Balls]], Arrays],
        plainly: PlainReading,
        engine: type[Balls] = ExactBalls,
    ) -> None:
        self.arithmetic = arithmetic
        self.engine = engine
        self._operation = operation
        self._parameters = parameters
        self._arguments_in = arguments
        self.plainly = plainly
        self._models: dict[str, Reading] = {}
        self._read: dict[str, RoundedBalls] = {}
        self._changed: dict[Mistake, RoundedBalls | None] = {}

    @property
    def true(self) -> RoundedBalls:
        """The definition."""
        return self._in(self.arithmetic.model)

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """The shape of the result."""
        return self._any.shape

    @cached_property
    def models(self) -> tuple[str, ...]:
        """The arithmetic models that may fit, from the tightest to that of this reading.

        If sums are accumulated in the storage format, storing a step adds no rounding, and the fused and stored models
        are the same.
        """
        wide = self.arithmetic.is_wide
        upto = MODELS[: MODELS.index(self.arithmetic.model) + 1]
        return tuple(model for model in upto if wide or model != STORED or model == self.arithmetic.model)

    def _in(self, model: str) -> RoundedBalls:
        """The definition in one of the models that may fit: the tightest by itself, the others together.

        Most results satisfy the tightest. Readings made together share everything that depends on exact values only.
        """
        if model not in self._read:
            wanted = [model] if model == self.models[0] else [other for other in self.models if other not in self._read]
            with precision():
                given = [self._arguments_in(self.arithmetic.in_model(other), self.engine) for other in wanted]
                read = self._apply([InModels.of(argument) for argument in zip(*given, strict=True)])
            found = zip(wanted, read.readings, strict=True)
            self._read.update({other: each.stored() for other, each in found})
        return self._read[model]

    @property
    def _any(self) -> RoundedBalls:
        """The definition in any model already read."""
        return self._in(next(iter(self._read), self.models[0]))

    def in_model(self, model: str) -> Reading:
        """The same in another model, sharing exact values and plain readings."""
        if model == self.arithmetic.model:
            return self
        if model not in self._models:
            arithmetic = self.arithmetic.in_model(model)
            given = (self._operation, self._parameters, arithmetic, self._arguments_in, self.plainly, self.engine)
            self._models[model] = other = Reading(*given)
            other.models, other._read, other.enclosure = self.models, self._read, self.enclosure
        return self._models[model]

    @cached_property
    def enclosure(self) -> tuple[Reals, Reals]:
        """The exact values of the definition: centres and radii."""
        return enclosure(self._any.value)

    @cached_property
    def rounding(self) -> Reals:
        """The bounds of the definition's rounding errors."""
        return rounding(self.true)

    @cached_property
    def generic(self) -> Generic:
        """What is tested in its results beside mistakes."""
        return Generic(self.plainly, self.arithmetic.storage)

    @cached_property
    def errors(self) -> Errors:
        """The typical errors of the definition, as rows, including the uncertainty of its exact values."""
        centre, radius = self.enclosure
        rows = as_rows(self.shape)
        typical = self.true.typical
        bias, element, row, whole = (part.reshape(rows) for part in typical.in_shape(self.shape).parts())
        factor = typical.factor
        if factor.ndim:
            factor = np.broadcast_to(factor, (*self.shape[:-1], 1)).reshape(rows[0], 1)
        found = Typical(bias, element, row, whole, factor).biased(radius.high.reshape(rows))
        alike = self.plainly.alike_rows(rows[0])
        values = centre.high.reshape(rows)
        given = values, found, self.arithmetic.storage
        apart = not np.any(found.whole)
        if self._operation.is_core and not (alone := Errors(*given, alike=alike, apart=apart)).repeats_numbers:
            return alone
        from lastdigit.enclosure.pooled_errors import PooledErrors

        return PooledErrors(*given, alike=alike, apart=apart)

    @cached_property
    def attention_errors(self) -> AttentionErrors | None:
        """The same of an attention, with what the columns of a row share; None if that is not known."""
        steps, errors = self.plainly.steps, self.errors
        if steps is None or self.arithmetic.truncates:
            return None
        known = errors.values, errors.typical, errors.format, steps, self.arithmetic
        return AttentionErrors(*known, alike=errors.alike)

    @cached_property
    def followed_errors(self) -> FollowedErrors | None:
        """The same, followed back to the steps that round; None if they cannot be."""
        from lastdigit.enclosure.finer import finer
        from lastdigit.verdicts.followed_errors import followed
        from lastdigit.verdicts.nonlinear_errors import nonlinear_errors

        if self.arithmetic.truncates or self.plainly.size > FOLLOWED:
            return None
        centre, radius = (each.high.reshape(self.shape) for each in self.enclosure)
        fine = self.coarsely(finer(self.arithmetic)).stored().typical
        beyond = nonlinear_errors(centre, self.true.typical, fine)
        largest = np.max(np.abs(centre), axis=-1, keepdims=True) if centre.ndim else np.abs(centre)
        return followed(
            self._operation,
            self._parameters,
            self.plainly.arrays,
            self._arguments,
            beyond,
            uncertain=radius.reshape(self.errors.values.shape),
            perturbed=self.plainly.size <= PERTURBED and beyond.reach(largest),
        )

    @cached_property
    def sampled(self) -> Reading | None:
        """The rows of an attention in which mistakes are read, as one of those queries; None if they are all."""
        plainly, sample, whole = self.plainly.sampled, self.plainly.sample, self._arguments_in
        if plainly is None:
            return None

        def arguments(arithmetic: Arithmetic, engine: type[Balls]) -> Arrays:
            q, *others = whole(arithmetic, engine)
            return [q[..., sample, :], *others]

        return Reading(self._operation, plainly.parameters, self.arithmetic, arguments, plainly, self.engine)

    def changed(self, mistake: Mistake) -> RoundedBalls | None:
        """A mistake in the first sample of a batch, which is enough to see it; None if it cannot be made."""
        if mistake not in self._changed:
            self._changed[mistake] = self._with([mistake], self._sample, self._of_sample)
        return self._changed[mistake]

    def whole(self, mistakes: Sequence[Mistake]) -> RoundedBalls | None:
        """Mistakes that are made together, in the whole batch; None if they cannot be made."""
        return self._with(mistakes, self._arguments, self._quick)

    def coarsely(self, arithmetic: Arithmetic) -> RoundedBalls:
        """The definition in another arithmetic, read by the fast engine."""
        return self._apply(self._arguments_in(arithmetic, FastBalls))  # type: ignore[no-any-return]

    def plain(self, mistakes: Sequence[Mistake]) -> np.ndarray | None:
        """The float64 result of mistakes made together, or of the definition if there are none."""
        return self.plainly.read(mistakes)

    @cached_property
    def _arguments(self) -> Arrays:
        return self._arguments_in(self.arithmetic, FastBalls)

    @cached_property
    def _quick(self) -> RoundedBalls:
        """The definition, read by the fast engine."""
        return self.true if self.engine is FastBalls else self._apply(self._arguments)

    @cached_property
    def _sample(self) -> Arrays:
        """The arguments of the first sample, if every batched argument has the same batch; else all arguments."""
        batched = [a.shape[0] for a in self._arguments if a is not None and a.ndim > 2]
        if self._arguments[0].ndim < 3 or len(set(batched)) > 1 or self._parameters.get("mask") is not None:
            return self._arguments
        if self.plainly.steps is None and not self.plainly.has_samples:
            return self._arguments
        return [a[:1] if a is not None and a.ndim > 2 else a for a in self._arguments]

    @cached_property
    def _of_sample(self) -> RoundedBalls:
        return self._quick if self._sample is self._arguments else self._apply(self._sample)

    def _apply(self, arguments: Arrays) -> Any:
        return self._operation.definition(*arguments, **self._parameters)

    def _with(self, mistakes: Sequence[Mistake], arguments: Arrays, true: RoundedBalls) -> RoundedBalls | None:
        try:
            if all(mistake.of_result for mistake in mistakes):
                return changed_result(mistakes, true)  # type: ignore[no-any-return]
            return read_mistakes(mistakes, self._operation.name, arguments, self._parameters)  # type: ignore[no-any-return]
        except (NotApplicable, ValueError, ZeroDivisionError):
            return None


def as_rows(shape: tuple[int, ...]) -> tuple[int, int]:
    """Reshape to rows along the last axis; a scalar or a 1-d array is one row."""
    if not shape:
        return 1, 1
    return int(np.prod(shape[:-1])), shape[-1]
