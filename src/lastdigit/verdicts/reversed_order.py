"""The same call with the samples of a batch, the rows, or the terms of sums in reverse order.

A result that follows is computed from its arguments alone, independent of position. The operation must allow it: its
definition is evaluated in float64 both ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from lastdigit.implementations.isolation.call import CHEAP, NoResult, Returned
from lastdigit.verdicts.plain import PlainReading

NEAR = 1e-9
"""The largest deviation of the definition from following the order exactly, relative to its largest element."""

Arrays = Sequence[np.ndarray | None]


@dataclass(frozen=True, eq=False)
class ReversedOrder:
    """Arguments reversed along some axes, and the ``axes`` along which the result is then reversed."""

    arrays: Arrays
    axes: tuple[int, ...]
    words: str

    def back(self, result: np.ndarray) -> np.ndarray:
        """A result put back in the original order."""
        return np.flip(result, self.axes)

    def fault(self, first: Returned, again: Callable[[Arrays], Returned], agrees: Callable[[Returned], bool]) -> str:
        """Why the result of another call does not follow; empty if it does, or if the first call took long.

        The ``first`` result agrees with its definition; the other one, put back in order, must too.
        """
        if first.seconds > CHEAP:
            return ""
        try:
            returned = again(self.arrays)
        except NoResult as error:
            return f"with {self.words} reversed: {error}"
        if returned.result.shape != first.result.shape:
            return f"with {self.words} reversed: returned shape {returned.result.shape}"
        other = replace(returned, result=self.back(returned.result))
        if np.array_equal(other.result, first.result) or agrees(other):
            return ""
        place = np.unravel_index(np.argmax(_apart(other.result, first.result)), first.result.shape)
        one, another, index = first.result[place], other.result[place], list(map(int, place))
        return f"does not follow its inputs: {one!s} at {index}, but {another!s} with {self.words} reversed"


def reversed_order(plain: PlainReading) -> ReversedOrder | None:
    """The first reversal of plain arguments that their operation allows and that changes something; None without
    one."""
    true = plain.true
    if not true.size or not np.all(np.isfinite(true)):
        return None
    limit = NEAR * float(np.max(np.abs(true)))
    for order in _candidates(plain.arrays, true.shape):
        if all(one is other for one, other in zip(order.arrays, plain.arrays, strict=True)):
            continue
        other = plain.on(order.arrays).true
        if other.shape == true.shape and np.all(_apart(order.back(other), true) <= limit):
            return order
    return None


def _candidates(arrays: Arrays, shape: tuple[int, ...]) -> Iterator[ReversedOrder]:
    """Reversals along all axes of one length, those of the result first; before them, along the first axis of the first
    argument."""

    def of_length(count: int) -> ReversedOrder:
        turned = [None if each is None else _flipped(each, _axes(each.shape, count)) for each in arrays]
        return ReversedOrder(turned, _axes(shape, count), f"axes of length {count}")

    first, *others = arrays
    lengths = [count for each in arrays if each is not None for count in each.shape if count > 1]
    yield from map(of_length, dict.fromkeys(count for count in shape if count in lengths))
    if first is not None and first.ndim and shape and len(first) == shape[0]:
        yield ReversedOrder([_flipped(first, (0,)), *others], (0,), "its first axis")
    yield from map(of_length, dict.fromkeys(count for count in lengths if count not in shape))


def _axes(shape: tuple[int, ...], count: int) -> tuple[int, ...]:
    return tuple(axis for axis, length in enumerate(shape) if length == count)


def _flipped(array: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
    """The flipped array; the array itself if that changes nothing."""
    flipped = np.flip(array, axes)
    return array if np.array_equal(flipped, array) else flipped


def _apart(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The distance of each pair of elements; ∞ for nan."""
    apart = np.abs(one - other)
    return np.where(np.isnan(apart), np.inf, apart)
