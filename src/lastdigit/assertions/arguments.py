"""The arguments of a judged call, checked against the operation's definition: errors are one line."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np

from lastdigit.base.errors import LastdigitError, meant, told
from lastdigit.operations import Operation

P = ParamSpec("P")
R = TypeVar("R")

_SIGNATURE = re.compile(r"\w[\w ]* \([^()]*\)[^.:]*→ \([^()]*\)(?: or \([^()]*\))?")
_ARRAY = re.compile(r"(?P<names>\w+(?:(?:, | and )\w+)*) \((?P<extents>[^()]*)\)")


class InvalidArgument(LastdigitError, ValueError):
    """An argument that does not fit the operation's definition."""

    def __init__(self, operation: str, expected: str, found: str) -> None:
        super().__init__(f"{operation}: expected {expected}, found {found}")


def told_in_a_line(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function raise lastdigit's own errors without internal stack frames."""

    @wraps(function)
    def call(*args: P.args, **given: P.kwargs) -> R:
        __tracebackhide__ = True
        try:
            return function(*args, **given)
        except LastdigitError as error:
            refused = error.with_traceback(None)
        raise refused from None

    return call


def bound(
    operation: Operation, arrays: Sequence[Any], parameters: Mapping[str, Any], options: Sequence[str] = ()
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the arrays in the order of the definition, and the static parameters.

    ``options`` are the caller's own argument names, suggested for a misspelt one. Raises :class:`InvalidArgument` for
    surplus, missing and unknown arguments.
    """
    names = operation.arrays
    listed = f"{len(names)} array{'s'[: len(names) != 1]} {', '.join(names)}"
    if len(arrays) > len(names):
        raise InvalidArgument(operation.name, f"at most {listed}", f"{len(arrays)}: {_shapes(names, arrays)}")
    left = dict(parameters)
    for name in left:
        if name in names[: len(arrays)]:
            raise InvalidArgument(operation.name, f"{name} once", "it by its position and by its name")
        if name not in names and name not in operation.parameters:
            known = [*operation.parameters, *names, *options]
            parts = ", ".join(operation.parameters) or "none"
            raise InvalidArgument(operation.name, f"parameters among {parts}", f"{name!r}{meant(name, known)}")
    placed = dict(zip(names, arrays, strict=False)) | {name: left.pop(name) for name in names if name in left}
    for name in (*names, *operation.parameters):
        given = placed if name in names else left
        if name in operation.required and given.get(name) is None:
            kind = listed if name in names else f"the parameter {name}="
            found = _shapes(list(placed), list(placed.values())) or "none"
            raise InvalidArgument(operation.name, kind, f"no {name}: {found}" if name in names else "none")
    last = max((at for at, name in enumerate(names) if name in placed), default=-1)
    return tuple(placed.get(name) for name in names[: last + 1]), left


def numbers(array: Any, name: str, operation: str) -> np.ndarray:
    """Anything as float64, if that changes no value; raises :class:`InvalidArgument` for non-numbers."""
    try:
        found = np.asarray(array)
        if found.dtype.kind == "c" or (found.dtype.kind in "SUOV" and found.dtype.names is not None):
            raise TypeError
        return np.asarray(array, dtype=np.float64)
    except (TypeError, ValueError):
        dtype = getattr(array, "dtype", None)
        what = f"{dtype} values" if dtype is not None else f"{type(array).__name__} {told(array)}"
        raise InvalidArgument(operation, f"{name} of real numbers", what) from None


def refused_shapes(
    operation: Operation, arrays: Sequence[Any], parameters: Mapping[str, Any], error: Exception
) -> InvalidArgument:
    """The error for a failed definition: its signature, the shapes, and the axis on which they disagree."""
    shapes = {name: array.shape for name, array in zip(operation.arrays, arrays, strict=False) if array is not None}
    shapes |= {name: value.shape for name, value in parameters.items() if hasattr(value, "shape")}
    doc = " ".join((inspect.getdoc(operation.definition) or "").split())
    signature = _SIGNATURE.search(doc)
    expected = signature[0] if signature else f"arrays {', '.join(operation.arrays)} that fit together"
    why = (_clash(signature[0], shapes) if signature else "") or f"{type(error).__name__}: {error}"
    return InvalidArgument(operation.name, expected, f"{_told(shapes)}: {' '.join(why.split())}")


def _clash(signature: str, shapes: Mapping[str, tuple[int, ...]]) -> str:
    """The axis length with two values: d is 8 in q, and 7 in k."""
    seen: dict[str, tuple[int, str]] = {}
    for match in _ARRAY.finditer(signature.partition("→")[0]):
        extents = [part.strip() for part in match["extents"].split(",") if part.strip()]
        for name in re.split(r", | and ", match["names"]):
            shape = shapes.get(name, ())
            fixed = [part for part in extents if part != "…"]
            if name in shapes and len(shape) < len(fixed):
                return f"{name} has {len(shape)} of at least {len(fixed)} axes"
            for letter, extent in zip(reversed(fixed), reversed(shape), strict=False):
                other = seen.setdefault(letter, (extent, name))
                if letter.isidentifier() and other[0] != extent:
                    return f"{letter} is {other[0]} in {other[1]}, and {extent} in {name}"
    return ""


def _shapes(names: Sequence[str], arrays: Sequence[Any]) -> str:
    return _told({name: np.shape(array) for name, array in zip(names, arrays, strict=False) if array is not None})


def _told(shapes: Mapping[str, tuple[int, ...]]) -> str:
    return ", ".join(f"{name} {shape}" for name, shape in shapes.items())
