"""What a literal of the source can be: a number, a string, a list, a dict, an array, a frame, any of several values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from lastdigit.base.frozen import frozen

Value: TypeAlias = Any
"""A number, a string, a list or a dict of values, or :data:`UNKNOWN`."""
Names: TypeAlias = Mapping[str, Value]

UNKNOWN: Value = object()
MOST = 400
"""The limit on the values of one loop variable, and on the length of repeated lists."""


class Made(list[Value]):
    """The items of an array or a series; ``keys`` are the names of a series' items, ``of`` what a view is one of."""

    def __init__(self, items: Iterable[Value] = (), keys: Sequence[Value] = (), of: Value = None) -> None:
        super().__init__(items)
        self.keys = keys
        self.of: Value = of.of if isinstance(of, Made) and of.of is not None else of


class Flat(Made):
    """The items of an array in another shape: to index it is a computation."""


class Frame(dict[Value, Value]):
    """The columns of a frame by their names; an unknown one was computed."""


@frozen
class OneOf:
    """Any of these values, as a loop variable has."""

    values: tuple[Value, ...]


def one_of(values: Sequence[Value]) -> Value:
    """Any of these values; unknown if one of them is, or if they are too many."""
    flat = [one for value in values for one in (value.values if isinstance(value, OneOf) else (value,))]
    return UNKNOWN if not flat or len(flat) > MOST or any(one is UNKNOWN for one in flat) else OneOf(tuple(flat))


def is_known(value: Value) -> bool:
    """Whether a value and all items of a list are known."""
    return all(map(is_known, value)) if isinstance(value, list) else value is not UNKNOWN


def holds(value: Value, one: Value) -> bool:
    """Whether a value is an object, a view of it, or has it in it."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return value is one or (isinstance(value, Made) and value.of is one) or any(holds(item, one) for item in inside)
