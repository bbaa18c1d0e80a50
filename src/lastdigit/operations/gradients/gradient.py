"""The gradient of an operation with respect to one argument, which is an operation itself."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from lastdigit.base.errors import LastdigitError, meant
from lastdigit.operations.gradients.traced import Traced, cotangent_of
from lastdigit.operations.operation import GRADIENT, Operation, find_operation, operation

COTANGENT, MASK = "cotangent", "mask"


class UnknownArgument(LastdigitError):
    """A gradient with respect to something that is not an array argument of the operation."""

    def __init__(self, found: Operation, argument: str) -> None:
        arrays = ", ".join(found.arrays)
        super().__init__(f"{found.name} has no array {argument!r}: it takes {arrays}{meant(argument, found.arrays)}")


class SecondGradient(LastdigitError):
    """The gradient of a gradient, which is not supported."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is a gradient, or a step of one: expected an operation of a forward pass")


def gradient_of(operation: str, argument: str) -> str:
    """The name of the operation that is the gradient of an operation in one of its array arguments.

    It takes the operation's arrays and parameters, and the ``cotangent``: the gradient of a loss with respect to the
    operation's result, of the result's shape; ones by default. It returns the gradient of that loss with respect to the
    argument, of the argument's shape: reverse mode on the definition (Griewank and Walther, "Evaluating Derivatives",
    2nd ed. 2008, chapter 3). Raises :class:`UnknownOperation`, :class:`UnknownArgument`, and :class:`SecondGradient` if
    the operation is itself a gradient.

    >>> import numpy as np, lastdigit
    >>> x, y = np.array([1.0, 2.0]), np.array([3.0, 5.0])
    >>> lastdigit.judge(x - y, lastdigit.gradient_of("mean_squared_error", "x"), x, y).verdict
    'agrees'
    """
    return gradient(f"{operation}{GRADIENT}{argument}").name


def gradient(name: str) -> Operation:
    """The operation called ``operation.gradient.argument``."""
    of, _, argument = name.rpartition(GRADIENT)
    found = find_operation(of)
    if argument not in found.arrays:
        raise UnknownArgument(found, argument)
    if COTANGENT in found.arrays:
        raise SecondGradient(of)
    signature = _with_cotangent(found)

    def definition(*arrays: Any, **parameters: Any) -> Any:
        given = dict(zip(signature.parameters, arrays, strict=False))
        g = given.pop(COTANGENT, None)
        traced = {each: _traced(x, each == argument) for each, x in given.items() if x is not None}
        last = max(found.arrays.index(each) for each in traced)
        # by position: changed definitions may name their arguments differently
        inner = [traced.get(each) for each in found.arrays[: last + 1]]
        result, variable = found.definition(*inner, **parameters), traced[argument]
        back = cotangent_of(variable, result, _like(_ones(result.inner) if g is None else g, result))
        return variable.inner - variable.inner if back is None else back

    definition.__name__ = definition.__qualname__ = name
    definition.__doc__ = f"The gradient of {of} in {argument}, of the cotangent of its result → as {argument}."
    definition.__signature__ = signature  # type: ignore[attr-defined]
    operation(definition)
    return find_operation(name)


def _traced(array: Any, is_variable: bool) -> Any:
    if isinstance(array, np.ndarray) and array.dtype == bool:
        return array
    return Traced.variable(array) if is_variable else Traced(array)


def _ones(result: Any) -> Any:
    return result.__array_namespace__().asarray(np.ones(result.shape))


def _like(g: Any, result: Traced) -> Any:
    if tuple(g.shape) != result.shape:
        raise ValueError(f"a cotangent {tuple(g.shape)} of a result {result.shape}")
    return g


def _with_cotangent(found: Operation) -> inspect.Signature:
    """The operation's signature with the cotangent after its numeric arrays."""
    signature = inspect.signature(found.definition)
    given = list(signature.parameters.values())
    numbers = [each for each in given if each.name in found.arrays and each.name != MASK]
    cotangent = inspect.Parameter(COTANGENT, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None)
    others = [each for each in given if each not in numbers]
    return signature.replace(parameters=[*numbers, cotangent, *others])
