"""Array API functions that engines implement through others."""

from __future__ import annotations

import operator
from typing import Any

from lastdigit.functions.reductions import clip, minimum
from lastdigit.functions.table import TABLE

ELEMENTWISE = ("abs", "sign", "log", "log1p", "expm1", "exp2", "tanh", "sin", "cos")


class NamedFunctions:
    """Functions composed of an engine's own."""

    plus = staticmethod(operator.add)
    minimum = staticmethod(minimum)
    clip = staticmethod(clip)

    @staticmethod
    def compared(x: Any, y: Any, *, strict: bool) -> Any:
        """Where x > y, or x ≥ y unless ``strict``: yes, no, or unknown."""
        return x.__array_namespace__().sign_of(x - y, strict=strict)

    @staticmethod
    def choose(condition: Any, x: Any, y: Any) -> Any:
        """Select by a three-valued condition."""
        return condition.choose(x, y)

    @staticmethod
    def min(x: Any, *, axis: int, keepdims: bool = False) -> Any:
        """The smallest element along an axis."""
        return -x.__array_namespace__().max(-x, axis=axis, keepdims=keepdims)


def _of(function: Any) -> Any:
    @staticmethod  # type: ignore[misc]
    def named(x: Any) -> Any:
        return function(x)

    return named


for _name in ELEMENTWISE:
    setattr(NamedFunctions, _name, _of(TABLE[_name]))
