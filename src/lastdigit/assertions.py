"""Assertions for a test file of one's own: one result against a definition, or against printed numbers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from lastdigit.enclosure.arithmetic import EXP_ERROR, Arithmetic
from lastdigit.enclosure.exact import ExactBalls, precision
from lastdigit.enclosure.rounded import RoundedBalls, given
from lastdigit.errors import InvalidToken
from lastdigit.mistakes import Mistake, NotApplicable, applicable_mistakes
from lastdigit.number_format import FORMATS, FloatFormat, float_format, is_integer
from lastdigit.operations import called_operations, find_operation
from lastdigit.printing.print_format import PrintFormat
from lastdigit.printing.scan import FoundPrint, scan
from lastdigit.reports.text import describe
from lastdigit.verdicts.comparison import DOCUMENT, IMPLEMENTATION, INPUTS, PRINTING, Bound, Comparison
from lastdigit.verdicts.decide import bands_of, decided, decimal, shortest, with_power
from lastdigit.verdicts.readings import enclosure, rounding
from lastdigit.verdicts.verdict import AGAINST_DEFINITION, AGAINST_DOCUMENT, AGREES, FAILED, UNDECIDED, Verdict


def assert_agrees(
    actual: Any,
    operation: str,
    *arrays: Any,
    accumulation: str | None = None,
    key_tile: int | None = None,
    exp_error: float = EXP_ERROR,
    **parameters: Any,
) -> None:
    """Assert that ``actual`` is what ``operation`` gives for ``arrays``, as far as rounding in its dtype can explain.

    ``actual`` and ``arrays`` are arrays or tensors of any framework, of the shapes in the operation's docstring;
    ``parameters`` are its static parameters. ``accumulation``, ``key_tile`` and ``exp_error`` say how the result was
    computed, as in :func:`lastdigit.implements`; half formats count as accumulated in float32 unless said otherwise.
    Raises AssertionError with the elements that disagree, the tolerance term by term and the likely mistake; also where
    the bound is too wide to rule out any mistake. Raises :class:`UnknownOperation`.
    """
    result, dtype = _values(actual)
    arithmetic = _arithmetic(dtype, accumulation, key_tile, exp_error)
    call = _Call(operation, [_values(array)[0] for array in arrays], parameters)
    base = Verdict("", operation, "", operation, "actual", dtype, AGAINST_DEFINITION, UNDECIDED)
    read = call.read(arithmetic)
    _raise_unless_agreed(_refused(base, result, read.shape))
    centres, radii = enclosure(read.value)
    comparison = Comparison(
        result.shape,
        tuple(decimal(centre) for centre in centres),
        tuple(centres),
        tuple(map(Fraction, result.ravel().tolist())),
        {INPUTS: radii, IMPLEMENTATION: rounding(read)},
    )
    _judge(base, comparison, result, call, arithmetic)


def printed(text: str) -> Printed:
    """The array or scalar that ``text`` prints; raises :class:`InvalidToken` where it prints none, or more than one."""
    found = [entry for entry in scan(text, cut=False) if entry.kind == "printed"]
    if len(found) != 1:
        raise InvalidToken("printed(…)", 1, "one printed array or scalar", f"{len(found)} in {text!r}")
    return Printed(found[0])


class Printed:
    """Printed numbers, to hold results against."""

    def __init__(self, found: FoundPrint) -> None:
        self._found = found
        self._format: PrintFormat = found.print_format(found.decimals)

    def assert_agrees(self, actual: Any, operation: str = "", *arrays: Any, **parameters: Any) -> None:
        """Assert that ``actual`` prints so, or differs by no more than rounding can explain.

        Where the ``operation`` and its ``arrays`` are given, the rounding of who printed and of who computed is allowed
        for; without them only the printing is. Raises AssertionError as :func:`assert_agrees` does.
        """
        result, dtype = _values(actual)
        base = Verdict("", operation or "printed", "", operation, "actual", dtype, AGAINST_DOCUMENT, UNDECIDED)
        _raise_unless_agreed(_refused(base, result, self._found.shape))
        values = [self._format.read(token.text) for token in self._found.tokens]
        terms: dict[str, list[Bound]] = {PRINTING: [value.half_width for value in values]}
        arithmetic = _arithmetic(dtype, None, None, EXP_ERROR)
        call = _Call(operation, [_values(array)[0] for array in arrays], parameters) if operation else None
        if call is not None:
            terms[DOCUMENT] = rounding(call.read(_arithmetic(self._format.dtype, None, None, EXP_ERROR)))
            terms[IMPLEMENTATION] = rounding(call.read(arithmetic))
        comparison = Comparison(
            result.shape,
            tuple(value.token for value in values),
            tuple(value.centre for value in values),
            tuple(map(Fraction, result.ravel().tolist())),
            terms,
        )
        _judge(base, comparison, result, call, arithmetic)


class _Call:
    """An operation on given arrays, read with any arithmetic, true or with a mistake in it."""

    def __init__(self, operation: str, arrays: list[np.ndarray], parameters: dict[str, Any]) -> None:
        self.operation = find_operation(operation)
        self.arrays = arrays
        self.parameters = parameters

    def read(self, arithmetic: Arithmetic) -> RoundedBalls:
        with precision():
            return self.operation.definition(*self._given(arithmetic), **self.parameters)  # type: ignore[no-any-return]

    def mistakes(self, arithmetic: Arithmetic) -> list[tuple[Mistake, RoundedBalls | None]]:
        with called_operations() as called:
            self.operation.definition(*self.arrays, **self.parameters)
        return [(mistake, self._changed(mistake, arithmetic)) for mistake in applicable_mistakes(called)]

    def _changed(self, mistake: Mistake, arithmetic: Arithmetic) -> RoundedBalls | None:
        try:
            with precision():
                return mistake.read(self.operation.name, self._given(arithmetic), self.parameters)  # type: ignore[no-any-return]
        except (NotApplicable, ValueError):
            return None

    def _given(self, arithmetic: Arithmetic) -> list[RoundedBalls]:
        return [given(ExactBalls.of(array), array, arithmetic) for array in self.arrays]


def _judge(
    base: Verdict, comparison: Comparison, result: np.ndarray, call: _Call | None, arithmetic: Arithmetic
) -> None:
    observed = [shortest(value, base.dtype) for value in result.ravel().tolist()]
    verdict = decided(base, comparison, observed, None, of=result.size)
    if call is not None:
        verdict = with_power(verdict, comparison, bands_of(call.mistakes(arithmetic), range(result.size)))
    _raise_unless_agreed(verdict)


def _raise_unless_agreed(verdict: Verdict | None) -> None:
    __tracebackhide__ = True
    if verdict is not None and verdict.verdict != AGREES:
        raise AssertionError(describe(verdict, None))


def _refused(base: Verdict, result: np.ndarray, shape: tuple[int, ...]) -> Verdict | None:
    if result.shape != tuple(shape):
        return replace(base, verdict=FAILED, reason=f"gave shape {result.shape}, expected {tuple(shape)}")
    if not np.all(np.isfinite(result)):
        first = tuple(int(i) for i in np.argwhere(~np.isfinite(result))[0])
        return replace(base, verdict=FAILED, reason=f"gave {result[first]} at {list(first)}")
    return None


def _values(array: Any) -> tuple[np.ndarray, str]:
    """Any array or tensor as float64, which changes no value, with the name of its dtype."""
    dtype = str(getattr(array, "dtype", "float64")).rpartition(".")[2]
    for step in ("detach", "cpu", "double"):
        array = getattr(array, step)() if hasattr(array, step) else array
    return np.asarray(array, dtype=np.float64), "float64" if is_integer(dtype) else dtype


def _arithmetic(dtype: str, accumulation: str | None, key_tile: int | None, exp_error: float) -> Arithmetic:
    storage: FloatFormat = float_format(dtype)
    wide = FORMATS["float32"] if storage.digits < FORMATS["float32"].digits else storage
    return Arithmetic(storage, float_format(accumulation) if accumulation else wide, key_tile, exp_error)
