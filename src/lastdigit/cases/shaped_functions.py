"""Functions beyond the array API's on arrays with known shapes and unknown elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.functions.named import NamedFunctions


class ShapedCondition:
    """The shape of a condition."""

    @staticmethod
    def choose(x: Any, y: Any) -> Any:
        """The broadcast shape."""
        return x + y


class ShapedFunctions(NamedFunctions):
    """Functions of the namespace of shapes beyond the array API's."""

    @staticmethod
    def elementwise(function: object, x: Any) -> Any:
        """The same shape."""
        return x

    @staticmethod
    def cumulative_sum(x: Any, *, axis: int) -> Any:
        """The same shape."""
        return type(x).of(np.cumsum(x.view[:0] if not x.ndim else x.view, axis=axis).shape)

    cumulative_prod = cumulative_sum

    @staticmethod
    def sort(x: Any, *, axis: int = -1) -> Any:
        """The same shape."""
        return x

    @staticmethod
    def argmax(x: Any, *, axis: int) -> Any:
        """The shape without the axis."""
        return x.__array_namespace__().sum(x, axis=axis)

    @staticmethod
    def sign_of(x: Any, *, strict: bool) -> Any:
        """A condition with a known shape and unknown elements."""
        return ShapedCondition()

    @staticmethod
    def hull(x: Any, y: Any) -> Any:
        """The broadcast shape."""
        return x + y
