"""Mistakes in the initialisation of parameters."""

from __future__ import annotations

from typing import Any

from lastdigit.operations.initialization import uniform_initialization
from lastdigit.operations.mistakes.mistake import mistake


@mistake("uniform_initialization", "not centred", look="whether the range begins at minus its bound")
def not_centred(unit: Any, *, fan_in: int) -> Any:
    """2 unit ÷ √n."""
    filled = uniform_initialization(unit, fan_in=fan_in)
    return filled - uniform_initialization(unit - unit, fan_in=fan_in)


@mistake("uniform_initialization", "bound 1/n in place of 1/√n", look="the root of the number of inputs")
def bound_without_root(unit: Any, *, fan_in: int) -> Any:
    """(2 unit − 1) ÷ n."""
    return uniform_initialization(unit, fan_in=fan_in * fan_in)
