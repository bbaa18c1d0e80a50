"""Parameters of operations in a case file: booleans, words, finite numbers, and lists of them."""

from __future__ import annotations

import math
from typing import Any

from lastdigit.base.errors import told
from lastdigit.cases.expressions import InvalidExpression

LARGEST = 1 << 53
"""The largest whole number: an extent or a count beyond it takes for ever."""

DEEPEST = 8


def check_parameter(value: Any, depth: int = 0) -> None:
    """Raise :class:`InvalidExpression` for a value that no operation accepts."""
    if isinstance(value, (bool, str)):
        return
    if isinstance(value, list) and depth < DEEPEST:
        for part in value:
            check_parameter(part, depth + 1)
    elif not (math.isfinite(value) if isinstance(value, float) else isinstance(value, int) and abs(value) <= LARGEST):
        raise InvalidExpression("a boolean, a word or a finite number", told(value))
