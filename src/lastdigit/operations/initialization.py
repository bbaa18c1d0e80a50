"""Initial values of the parameters of layers."""

from __future__ import annotations

from typing import Any

from lastdigit.operations.operation import operation


@operation
def uniform_initialization(unit: Any, *, fan_in: int) -> Any:
    """(2 unit − 1) ÷ √n for n inputs of a layer: unit (…) → (…), from uniform numbers in [0, 1) to [−1/√n, 1/√n).

    He et al., "Delving Deep into Rectifiers", 2015, section 2.2, with the slope √5 that gives the bound 1/√n: the
    default of linear layers in common frameworks.
    """
    xp = unit.__array_namespace__()
    bound = xp.asarray(1.0) / xp.sqrt(xp.asarray(float(fan_in)))
    return unit * (bound + bound) - bound
