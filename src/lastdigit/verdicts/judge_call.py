"""The decision rule for one result of an operation on given arrays, by the engine that suits their size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.engines import engine_for
from lastdigit.enclosure.rounded import given
from lastdigit.mistakes import Mistake, applicable_mistakes
from lastdigit.operations import called_operations, find_operation
from lastdigit.verdicts.comparison import IMPLEMENTATION, INPUTS, Comparison, Digits
from lastdigit.verdicts.decide import shortest
from lastdigit.verdicts.judge import Power, judge, not_finite, refused
from lastdigit.verdicts.reading import Arrays, Reading
from lastdigit.verdicts.reals import Reals, total
from lastdigit.verdicts.search import why_not_finite
from lastdigit.verdicts.verdict import AGAINST_DEFINITION, UNDECIDED, Verdict

MOST_SHOWN = 100
"""Elements of a large result that a verdict keeps in detail, the worst ones."""


@dataclass(frozen=True)
class Call:
    """An operation on given float64 arrays (None for one that is left out), in one arithmetic."""

    operation: str
    arrays: tuple[np.ndarray | None, ...]
    parameters: dict[str, Any]
    arithmetic: Arithmetic

    @cached_property
    def engine(self) -> type[Balls]:
        """The engine that suits the size of the arguments."""
        return engine_for(self.arrays)

    @cached_property
    def reading(self) -> Reading:
        """Its exact values, and its rounding when it is given the arrays rounded to the storage format."""
        operation = find_operation(self.operation)
        return Reading(operation, self.parameters, self.arithmetic, self.given, self.arrays, self.engine)

    @cached_property
    def mistakes(self) -> list[Mistake]:
        """Those that can be made in what the operation calls; those of any result first, since they cost least."""
        with called_operations() as called, np.errstate(all="ignore"):
            find_operation(self.operation).definition(*self.arrays, **self.parameters)
        return sorted(applicable_mistakes(called), key=lambda mistake: not mistake.of_result)

    def given(self, arithmetic: Arithmetic, engine: type[Balls]) -> Arrays:
        """The arguments as rounded balls."""
        return [None if x is None else given(engine.of(x), x, arithmetic) for x in self.arrays]

    def compare(self, result: np.ndarray) -> Comparison:
        """A result against the definition."""
        centre, radius = self.reading.enclosure
        terms = {INPUTS: radius, IMPLEMENTATION: self.reading.rounding}
        return Comparison(result.shape, Digits(centre), centre, Reals.floats(result), terms)


def judge_call(call: Call, result: np.ndarray, dtype: str) -> Verdict:
    """A result (float64 values of ``dtype``) against its definition: rule 3.

    An agreement is only told to rule out some mistake or none: it stops at the first that it would have seen.
    """
    base = Verdict("", call.operation, "", call.operation, "actual", dtype, AGAINST_DEFINITION, UNDECIDED)
    if (wrong := refused(base, result, call.reading.true.shape)) is not None:
        return wrong
    comparison = call.compare(result)
    if not np.all(np.isfinite(result)):
        bounds = total(list(comparison.terms.values()), result.size)
        if (failed := not_finite(base, result, bounds)) is not None:
            return replace(failed, explanation=why_not_finite(call.mistakes, call.reading, result))
    power = Power(call.mistakes, call.reading, range(result.size), every=False)
    return judge(base, comparison, Observed(result, dtype), power, of=result.size, most=MOST_SHOWN)


class Observed(Sequence[str]):
    """The shortest decimals of a result's elements, written when asked for."""

    def __init__(self, result: np.ndarray, dtype: str) -> None:
        self._flat = result.ravel()
        self._dtype = dtype

    def __len__(self) -> int:
        return int(self._flat.size)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return shortest(float(self._flat[index]), self._dtype)
