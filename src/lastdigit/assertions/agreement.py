"""Assertions for test files: one result against a definition, or against printed numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from lastdigit.assertions.arguments import InvalidArgument, bound, numbers, refused_shapes, told_in_a_line
from lastdigit.base.errors import LastdigitError, UnknownModel
from lastdigit.base.number_format import float_format, is_integer
from lastdigit.enclosure.arithmetic import EXP_ERROR, MODELS, Arithmetic
from lastdigit.enclosure.matrix_units import unit_of
from lastdigit.enclosure.upward import quietly
from lastdigit.operations import find_operation
from lastdigit.verdicts.empty_rows import boolean_mask
from lastdigit.verdicts.excluding import excluding
from lastdigit.verdicts.judge_call import Call, judge_call, presuming
from lastdigit.verdicts.verdict import AGREES, Verdict
from lastdigit.verdicts.words.describe import describe

OPTIONS = (
    "accumulation",
    "operands",
    "key_tile",
    "exp_error",
    "hardware",
    "empty",
    "arithmetic",
    "evidence",
    "rules_out",
)
"""Options about a result, in addition to arrays and parameters."""


@told_in_a_line
def judge(
    actual: Any,
    operation: str,
    *arrays: Any,
    accumulation: str | None = None,
    operands: str | None = None,
    key_tile: int | None = None,
    exp_error: float = EXP_ERROR,
    hardware: Literal["", "ada", "hopper"] = "",
    empty: Literal["", "zeros", "nan", "mean"] = "",
    arithmetic: Literal["", "fused", "stored", "split"] = "",
    evidence: Literal["proven", "calibrated"] = "calibrated",
    rules_out: Literal["all"] | Sequence[str] = (),
    **parameters: Any,
) -> Verdict:
    """Judge ``actual`` as the result of ``operation`` on ``arrays``.

    ``actual`` and ``arrays`` are arrays or tensors of any framework, of the shapes in the operation's docstring, None
    for one that is left out; ``parameters`` are its static parameters. ``accumulation``, ``operands``, ``key_tile`` and
    ``exp_error`` say how the result was computed, as in :func:`lastdigit.implements`; half formats count as accumulated
    in float32 unless said otherwise. ``hardware`` names the architecture whose matrix unit took products of float8
    operands, which it adds more coarsely than float32, in their order. ``empty`` declares what a query gives that sees
    no key: zeros, nan, or the mean of all values; such rows are compared with it, and are undecided without it.

    ``arithmetic`` declares what may be rounded to the result's format: *fused*, operands of products and the result;
    *stored*, every step; *split*, partial sums and the factors of a softmax too. Without it any of them may fit. In a
    half format, what *split* alone allows of an attention's gradient, an encoder block or a mixture of experts
    disagrees by calibrated evidence. The verdict names the tightest model that fits.

    With ``evidence`` "proven" only what no rounding can explain disagrees; by default also what independent roundings
    give with a probability of 1e-9 at most. ``rules_out`` names mistakes that must be excluded, or "all": where one is
    not, the verdict is undecided.

    The verdict says what was found: ``verdict``, ``evidence``, ``arithmetic``, ``explanation``, the ``shares`` of all
    mistakes in the error, and those it is ``blind_to``. Raises :class:`UnknownOperation`, :class:`InvalidArgument` for
    arrays and parameters that do not fit the operation, :class:`UnknownMistake`, :class:`UnknownModel`,
    :class:`UnknownHardware`, :class:`InvalidMask` for a mask that is not boolean, and :class:`InvalidEmpty`.

    >>> import numpy as np
    >>> x = np.array([[1.0, 2.0, 4.0]])
    >>> judge(np.exp(x) / np.exp(x).sum(), "softmax", x).verdict
    'agrees'
    >>> judge(x / x.sum(), "softmax", x).explanation
    'plain sum in place of the softmax'
    """
    result, dtype = values_of(actual, "actual", operation)
    computed_in = arithmetic_of(dtype, accumulation, operands, key_tile, exp_error)
    computed_in = replace(computed_in, unit=unit_of(hardware, [dtype_of(array) for array in arrays]))
    if arithmetic:
        computed_in = computed_in.in_model(known_model(arithmetic))
    call = call_of(operation, arrays, parameters, computed_in, empty)
    call = call if arithmetic else presuming(call)
    with quietly():
        computable(call)
        verdict = judge_call(call, result, dtype, evidence=evidence)
        return excluding(verdict, call.mistakes, rules_out)


def assert_agrees(actual: Any, operation: str | Sequence[str], *arrays: Any, **options: Any) -> None:
    """Assert that ``actual`` equals ``operation`` on ``arrays`` up to the rounding error of its dtype.

    For a function with several results, ``actual`` is a tuple of them, and ``operation`` one of their operations, which
    all take the same arrays and parameters.

    Takes what :func:`judge` takes, and raises what it raises. Raises AssertionError where the verdict is not "agrees":
    with the elements that disagree, the tolerance term by term and the likely mistake; also where the arithmetic is too
    coarse to exclude a mistake that makes a result worthless.

    >>> import numpy as np
    >>> x = np.float32([[1.0, 2.0]])
    >>> assert_agrees(np.float32([3.0]), "total", x)
    >>> assert_agrees((np.float32([3.0]), np.float32([1.5])), ("total", "mean"), x)
    """
    __tracebackhide__ = True
    if isinstance(operation, str):
        raise_unless_agreed(judge(actual, operation, *arrays, **options))
        return
    results, names = _each_of(actual), tuple(operation)
    if results is None or not names or len(results) != len(names):
        found = "one" if results is None else str(len(results))
        raise InvalidArgument(", ".join(names) or "no operation", "a tuple of one result for each operation", found)
    verdicts = [judge(result, name, *arrays, **options) for result, name in zip(results, names, strict=True)]
    wrong = [(place, each) for place, each in enumerate(verdicts) if each.verdict != AGREES]
    if wrong:
        told = (f"result {at} of {len(names)}, {names[at]}: {describe(each, None)}" for at, each in wrong)
        raise AssertionError("\n".join(told))


def _each_of(actual: Any) -> tuple[Any, ...] | None:
    """The results of a function with several results; None for a single array."""
    return tuple(actual) if isinstance(actual, tuple | list) else None


def raise_unless_agreed(verdict: Verdict) -> None:
    """Raise AssertionError with a description unless the verdict is "agrees"."""
    __tracebackhide__ = True
    if verdict.verdict != AGREES:
        raise AssertionError(describe(verdict, None))


def call_of(
    operation: str, arrays: tuple[Any, ...], parameters: dict[str, Any], arithmetic: Arithmetic, empty: str = ""
) -> Call:
    """A call whose mask, positional or by keyword, is converted to booleans."""
    found = find_operation(str(operation))
    arrays, parameters = bound(found, arrays, parameters, OPTIONS)
    if "mask" in found.arrays[: len(arrays)]:
        at = found.arrays.index("mask")
        arrays, parameters = arrays[:at], {**parameters, "mask": arrays[at]}
    if parameters.get("mask") is not None:
        parameters = {**parameters, "mask": boolean_mask(parameters["mask"])}
    given = [
        None if array is None else values_of(array, name, operation)[0]
        for name, array in zip(found.arrays, arrays, strict=False)
    ]
    return Call(operation, tuple(given), parameters, arithmetic, empty)


def computable(call: Call) -> None:
    """Compute the definition in float64; raises :class:`InvalidArgument` where shapes or parameters do not fit.

    A project's own definition is also traced on shapes, which support only the functions that enclosures have.
    """
    operation = find_operation(call.operation)
    try:
        _ = call.reading.shape
        if not operation.definition.__module__.startswith("lastdigit."):
            from lastdigit.cases.shapes import Shaped

            shapes = (None if array is None else Shaped.of(array.shape) for array in call.arrays)
            operation.definition(*shapes, **call.parameters)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        if isinstance(error, LastdigitError):
            raise
        raise refused_shapes(operation, call.arrays, call.parameters, error) from None


def known_model(name: str) -> str:
    """Look up an arithmetic model by name; raises :class:`UnknownModel`."""
    if name not in MODELS:
        raise UnknownModel(name, MODELS)
    return name


def values_of(array: Any, name: str, operation: str) -> tuple[np.ndarray, str]:
    """Convert an array or tensor to float64, exactly; returns the name of its dtype too."""
    dtype = dtype_of(array)
    for step in ("detach", "cpu", "double"):
        array = getattr(array, step)() if hasattr(array, step) else array
    return numbers(array, name, operation), "float64" if is_integer(dtype) else dtype


def dtype_of(array: Any) -> str:
    """The dtype name of an array or tensor; float64 for anything else."""
    dtype = getattr(array, "dtype", "float64")
    return str(getattr(dtype, "name", dtype)).rpartition(".")[2]


def arithmetic_of(
    dtype: str,
    accumulation: str | None = None,
    operands: str | None = None,
    key_tile: int | None = None,
    exp_error: float = EXP_ERROR,
) -> Arithmetic:
    usual = Arithmetic.usual(float_format(dtype))
    wide = float_format(accumulation) if accumulation else usual.accumulation
    coarse = float_format(operands) if operands else None
    return replace(usual, accumulation=wide, operands=coarse, key_tile=key_tile, exp_error=exp_error)
