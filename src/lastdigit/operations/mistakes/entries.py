"""Tables of mistakes: name, place to check, and changed definition, several for one operation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lastdigit.operations.mistakes.mistake import NotApplicable, mistake

Changed = Callable[..., Any]
Entry = tuple[str, str, Changed]


def mistakes_of(operation: str, *entries: Entry) -> None:
    """Register changed definitions of an operation."""
    for name, look, changed in entries:
        mistake(operation, name, look=look)(changed)


def number(x: Any, value: float) -> Any:
    """A constant of the kind of x."""
    return x.__array_namespace__().asarray(value)


def times(x: Any, factor: float) -> Any:
    """x times a constant."""
    return x * number(x, factor)


def need(possible: object, reason: str) -> None:
    """Raises :class:`NotApplicable` with ``reason`` unless ``possible``."""
    if not possible:
        raise NotApplicable(reason)


def other_axis(x: Any, dim: Any) -> int:
    """Another axis with the same length as ``dim``, so that the shape does not reveal the mistake."""
    axes = [axis for axis in range(x.ndim) if isinstance(dim, int) and axis != dim % x.ndim]
    found = [axis for axis in axes if x.shape[axis] == x.shape[dim]]
    need(found, "the shape tells")
    return found[-1]


def wrong_axis(operation: Changed) -> Changed:
    """An operation over an axis other than its ``dim``; two axes are exchanged."""

    def changed(input: Any, *others: Any, dim: Any = None, **given: Any) -> Any:
        need(not others, "the shape tells")
        need(isinstance(dim, int), "no axis")
        axis, order = other_axis(input, dim), list(range(input.ndim))
        order[axis], order[dim] = order[dim], order[axis]
        return operation(input.__array_namespace__().permute_dims(input, tuple(order)), dim=dim, **given)

    return changed


def cut(x: Any, dim: int, key: slice) -> Any:
    """The slice ``key`` of one axis."""
    index: list[Any] = [slice(None)] * x.ndim
    index[dim] = key
    return x[tuple(index)]


def without_last(operation: Changed) -> Changed:
    """An operation without the last element along its axis, or of the whole array."""

    def changed(input: Any, *, dim: Any = None, **given: Any) -> Any:
        if dim is None:
            input, dim = input.__array_namespace__().reshape(input, (-1,)), 0
        need(isinstance(dim, int), "several axes")
        need(input.shape[dim] > 1, "too few terms")
        return operation(cut(input, dim, slice(None, -1)), dim=dim, **given)

    return changed
