"""The decision rule for one result of an operation on given arrays, by the engine that suits their size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.balls import Balls
from lastdigit.enclosure.engines import engine_for
from lastdigit.enclosure.fast import FastBalls
from lastdigit.enclosure.rounded import RoundedBalls, given
from lastdigit.mistakes import Mistake, applicable_mistakes
from lastdigit.operations import called_operations, find_operation
from lastdigit.verdicts.array_comparison import ArrayBands, ArrayComparison
from lastdigit.verdicts.comparison import IMPLEMENTATION, INPUTS, Comparison
from lastdigit.verdicts.decide import decided, decimal, shortest
from lastdigit.verdicts.reading import Arrays, Reading
from lastdigit.verdicts.readings import LazyBands, enclosure, rounding
from lastdigit.verdicts.search import Search, why_not_finite
from lastdigit.verdicts.verdict import AGAINST_DEFINITION, AGREES, DISAGREES, FAILED, UNDECIDED, Verdict

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

    def bands(self, read: RoundedBalls, elements: Sequence[int]) -> Any:
        """Where the computed values of a reading can lie."""
        return ArrayBands(read) if self.engine is FastBalls else LazyBands(read, elements)

    def compare(self, result: np.ndarray) -> Comparison | ArrayComparison:
        """A finite result against the definition."""
        read = self.reading.true
        if isinstance(read.value, FastBalls):
            exact, flat = read.value, read.error.ravel()
            terms = {INPUTS: np.where(exact.known(), exact.radii, np.inf).ravel(), IMPLEMENTATION: flat}
            return ArrayComparison(result.shape, exact.centres().ravel(), result.ravel(), terms)
        centres, radii = enclosure(read.value)
        shown, observed = tuple(map(decimal, centres)), tuple(map(Fraction, result.ravel().tolist()))
        terms_by_name = {INPUTS: radii, IMPLEMENTATION: rounding(read)}
        return Comparison(result.shape, shown, tuple(centres), observed, terms_by_name)


def judge_call(call: Call, result: np.ndarray, dtype: str) -> Verdict:
    """A result (float64 values of ``dtype``) against its definition: rule 3.

    An agreement is only told to rule out some mistake or none: it stops at the first that it would have seen.
    """
    base = Verdict("", call.operation, "", call.operation, "actual", dtype, AGAINST_DEFINITION, UNDECIDED)
    shape = tuple(call.reading.true.shape)
    if result.shape != shape:
        return replace(base, verdict=FAILED, reason=f"gave shape {result.shape}, expected {shape}")
    finite = np.isfinite(result)
    comparison = call.compare(np.where(finite, result, 0.0))
    if not np.all(finite):
        return _not_finite(base, call, result, comparison)
    elements = range(result.size)
    observed = _Observed(result, dtype)
    verdict = decided(base, comparison, observed, None, of=result.size, most=MOST_SHOWN)
    if verdict.verdict == DISAGREES:
        search = Search(call.mistakes, call.reading, elements, comparison, printed=False, bands=call.bands)
        return replace(verdict, explanation=search.explain())
    if verdict.verdict == AGREES and result.size and not _rules_out_any(call, comparison):
        reason = f"what is allowed in {dtype} is too wide to rule out any of {len(call.mistakes)} mistakes"
        return replace(verdict, verdict=UNDECIDED, reason=reason)
    return verdict


def _rules_out_any(call: Call, comparison: Any) -> bool:
    reads = (call.reading.changed(mistake) for mistake in call.mistakes)
    elements = range(len(comparison.expected))
    return any(comparison.rules_out(call.bands(read, elements)) for read in reads if read is not None)


def _not_finite(base: Verdict, call: Call, result: np.ndarray, comparison: Any) -> Verdict:
    """nan or ∞ fails a result, except where its definition has no value or its format may overflow."""
    at = [int(index) for index in np.flatnonzero(~np.isfinite(result))]
    proven = [index for index in at if comparison.allowed[index] not in (None, np.inf)]
    index = (proven or at)[0]
    reason = f"gave {result.flat[index]} at {list(comparison.index(index))}"
    if not proven:
        return replace(base, reason=f"{reason}, where {base.dtype} may overflow or the definition has no value")
    why = why_not_finite(call.mistakes, call.reading, result)
    return replace(base, verdict=FAILED, reason=reason, explanation=why)


class _Observed(Sequence[str]):
    """The shortest decimals of a result's elements, written when asked for."""

    def __init__(self, result: np.ndarray, dtype: str) -> None:
        self._flat = result.ravel()
        self._dtype = dtype

    def __len__(self) -> int:
        return int(self._flat.size)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return shortest(float(self._flat[index]), self._dtype)
