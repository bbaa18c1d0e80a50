"""The decision rule for one result of an operation on given arrays, with an engine chosen by their size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from lastdigit.base.evidence import CALIBRATED, PROVEN
from lastdigit.enclosure.arithmetic import SPLIT, STORED, Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.engines import engine_for
from lastdigit.enclosure.rounded import RoundedBalls, exactly, given
from lastdigit.operations import find_operation, is_gradient
from lastdigit.operations.mistakes import Mistake, applicable_mistakes
from lastdigit.verdicts.comparison import INPUTS, Comparison, Digits
from lastdigit.verdicts.decide import Observed
from lastdigit.verdicts.empty_rows import MEAN, NAN, EmptyRows, empty_rows
from lastdigit.verdicts.judge import Power, judge, not_finite, refused
from lastdigit.verdicts.plain import PlainReading
from lastdigit.verdicts.reading import Arrays, Reading
from lastdigit.verdicts.reals import Reals
from lastdigit.verdicts.search import why_not_finite
from lastdigit.verdicts.verdict import AGAINST_DEFINITION, DISAGREES, UNDECIDED, Verdict

MOST_SHOWN = 100
"""The most elements of a large result with details in a verdict, worst first."""


UNDECLARED = (
    "{} of {} elements belong to queries that attend to no key, and have no value: "
    "declare their contents with empty= zeros, nan or, for at least one key, mean"
)

PRESUMED = "error exceeds what wide partial sums allow, and no arithmetic is declared: pass arithmetic= for a proof"


@dataclass(frozen=True)
class Call:
    """An operation on given float64 arrays (None for an omitted one), in one arithmetic.

    ``empty``: the declared result for queries that attend to no key. ``presumed``: the arithmetic model is not declared
    but assumed tighter than the widest, so verdicts that rest on it are not proven.
    """

    operation: str
    arrays: tuple[np.ndarray | None, ...]
    parameters: dict[str, Any]
    arithmetic: Arithmetic
    empty: str = ""
    presumed: bool = False

    @cached_property
    def engine(self) -> type[Balls]:
        """The engine for arguments of this size."""
        return engine_for(self.arrays)

    @cached_property
    def reading(self) -> Reading:
        """Its exact values, and its rounding errors for arrays rounded to the storage format."""
        operation = find_operation(self.operation)
        plainly = PlainReading(operation, self.parameters, self.arrays)
        # a method of the call would hold the call, which holds the reading: large arrays would wait for the collector
        arguments = partial(_given, self.arrays)
        return Reading(operation, self.parameters, self.arithmetic, arguments, plainly, self.engine)

    @cached_property
    def mistakes(self) -> list[Mistake]:
        """The mistakes that apply to the operation and those it calls; those of any result first, since they are
        cheapest."""
        called = self.reading.plainly.called
        return sorted(applicable_mistakes(called), key=lambda mistake: not mistake.of_result)

    def compare(self, result: np.ndarray) -> Comparison:
        """A result against the definition, without the rounding of any model."""
        centre, radius = self.reading.enclosure
        comparison = Comparison(result.shape, Digits(centre), centre, Reals.floats(result), {INPUTS: radius})
        return self.empty_rows.held(comparison, self._uniform if self.empty == MEAN else None)

    def allowed(self, reading: Reading) -> Reals:
        """The rounding of a reading in some model, for its computed elements."""
        return self.empty_rows.allowed(reading.rounding, self._uniform if self.empty == MEAN else None)

    def power(self) -> Power:
        """The power of a comparison of a whole result. Not cached: it would keep the call and all arrays alive."""
        return Power(self.mistakes, self.reading, range(int(np.prod(self.reading.shape))), self.allowed)

    @cached_property
    def widest(self) -> Call:
        """The same in the widest model, if its own is presumed."""
        return replace(self, arithmetic=self.arithmetic.in_model(SPLIT), presumed=False) if self.presumed else self

    @property
    def overflowing(self) -> Call:
        """The same in the widest model, where partial sums that are stored may overflow."""
        widest = self.widest
        if not widest.arithmetic.partials:
            return widest
        return replace(widest, arithmetic=replace(widest.arithmetic, partials_overflow=True))

    @cached_property
    def empty_rows(self) -> EmptyRows:
        """The elements of queries that attend to no key."""
        return empty_rows(self.operation, self.arrays, self.parameters, self.reading.shape, self.empty)

    @cached_property
    def _uniform(self) -> Reading:
        """The operation with equal scores and no mask, so with equal weights."""
        first, *rest = self.arrays
        parameters = {name: value for name, value in self.parameters.items() if name not in ("mask", "causal")}
        zeros = None if first is None else np.zeros(first.shape)
        return replace(self, arrays=(zeros, *rest), parameters=parameters, empty="").reading


def presuming(call: Call) -> Call:
    """The call with an undeclared arithmetic model: any may fit.

    The gradient of an attention and operations of several layers are held in half formats to partial sums that are kept
    wider, as kernels keep them: the widest model hides a row sum that is left out, or a whole layer.
    """
    operation = find_operation(call.operation)
    several_steps = operation.of_layers or (is_gradient(call.operation) and operation.of_attention)
    if several_steps and call.arithmetic.is_wide:
        return replace(call, arithmetic=call.arithmetic.in_model(STORED), presumed=True)
    return call


def judge_call(
    call: Call, result: np.ndarray, dtype: str, *, evidence: str = CALIBRATED, explained: bool = True
) -> Verdict:
    """A result (float64 values of ``dtype``) against its definition: rules 3 to 6, by ``evidence`` of that kind.

    A disagreement is ``explained`` on request. A disagreement in a presumed model but not in the widest is not proven.
    """
    call = call.widest if evidence == PROVEN else call
    base = Verdict("", call.operation, "", call.operation, "actual", dtype, AGAINST_DEFINITION, UNDECIDED)
    if (wrong := refused(base, result, call.reading.shape)) is not None:
        return wrong
    comparison = call.compare(result)
    if (numbers := call.empty_rows.not_nan(result)).size:
        return _not_nan(base, comparison, result, numbers)
    asked = call.power()
    bounding = asked if comparison.observed.known.all() else call.overflowing.power()
    if (failed := not_finite(base, comparison, bounding, result)) is not None:
        return replace(failed, explanation=why_not_finite(call.mistakes, call.reading, result) if explained else "")
    power: Power | None = asked
    if result.size == call.empty_rows.elements.size:
        comparison, power = asked.within(comparison), None
    shown = Observed(result, dtype)
    verdict = judge(
        base, comparison, shown, power, of=result.size, most=MOST_SHOWN, evidence=evidence, explained=explained
    )
    if verdict.verdict == UNDECIDED and 0 < comparison.unknown == call.empty_rows.elements.size:
        return replace(verdict, reason=UNDECLARED.format(comparison.unknown, result.size))
    if call.presumed and verdict.evidence == PROVEN and not call.widest.power().within(comparison).disagreeing.size:
        return replace(verdict, evidence=CALIBRATED, reason=verdict.reason or PRESUMED)
    return verdict


def _given(arrays: tuple[np.ndarray | None, ...], arithmetic: Arithmetic, engine: type[Balls]) -> Arrays:
    return [None if x is None else _as_stored(x, arithmetic, engine) for x in arrays]


def _as_stored(x: np.ndarray, arithmetic: Arithmetic, engine: type[Balls]) -> RoundedBalls:
    if np.array_equal(arithmetic.storage.round(x), x):
        return exactly(x, arithmetic, engine)
    return given(engine.of(x), x, arithmetic)


def _not_nan(base: Verdict, comparison: Comparison, result: np.ndarray, wrong: np.ndarray) -> Verdict:
    index, observed = comparison.index(int(wrong[0])), Observed(result, base.dtype)[int(wrong[0])]
    return replace(
        base,
        verdict=DISAGREES,
        elements=result.size,
        of=result.size,
        disagreeing=len(wrong),
        worst_index=",".join(map(str, index)),
        expected=NAN,
        observed=observed,
        reason=f"returned {observed} at {list(index)}, where a query that attends to no key is declared to return nan",
    )
