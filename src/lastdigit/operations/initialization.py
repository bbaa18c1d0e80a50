"""How layers fill their parameters before anything is learned."""

from __future__ import annotations

from typing import Any

from lastdigit.operations.operation import operation


@operation
def uniform_initialization(unit: Any, *, fan_in: int) -> Any:
    """(2 unit − 1) ÷ √n for n inputs of a layer: uniform numbers of [0, 1) (…) → of [−1/√n, 1/√n) (…).

    He et al., "Delving Deep into Rectifiers", 2015, section 2.2, with the slope √5 that makes the bound 1/√n, as
    linear layers of common frameworks start out.
    """
    xp = unit.__array_namespace__()
    bound = xp.asarray(1.0) / xp.sqrt(xp.asarray(float(fan_in)))
    return unit * (bound + bound) - bound
