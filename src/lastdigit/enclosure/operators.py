"""Array operators that delegate to the content of the array."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

Self = TypeVar("Self", bound="Operators")


class Operators:
    """Operators through one method: ``applied`` returns a function of this array's content and of the others'."""

    __array_priority__ = 100

    def applied(self: Self, function: Callable[..., Any], *others: Any) -> Self:
        """The result of a function of this array and others, as an array of the same class."""
        raise NotImplementedError

    @cached_property
    def mT(self: Self) -> Self:
        """The transpose of the last two axes."""
        return self.applied(operator.attrgetter("mT"))

    def __getitem__(self: Self, key: Any) -> Self:
        return self.applied(operator.getitem, key)

    def __neg__(self: Self) -> Self:
        return self.applied(operator.neg)

    def __add__(self: Self, other: Self) -> Self:
        return self.applied(operator.add, other)

    def __sub__(self: Self, other: Self) -> Self:
        return self.applied(operator.sub, other)

    def __mul__(self: Self, other: Self) -> Self:
        return self.applied(operator.mul, other)

    def __truediv__(self: Self, other: Self) -> Self:
        return self.applied(operator.truediv, other)

    def __matmul__(self: Self, other: Self) -> Self:
        return self.applied(operator.matmul, other)
