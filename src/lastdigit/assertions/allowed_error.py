"""The derived tolerance as an array, for tests that do their own comparison."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from lastdigit.assertions.agreement import arithmetic_of, call_of, known_model
from lastdigit.enclosure.arithmetic import EXP_ERROR
from lastdigit.enclosure.upward import quietly


def tolerance(
    operation: str,
    *arrays: Any,
    dtype: str,
    arithmetic: Literal["", "fused", "stored", "split"] = "",
    accumulation: str | None = None,
    operands: str | None = None,
    key_tile: int | None = None,
    exp_error: float = EXP_ERROR,
    **parameters: Any,
) -> np.ndarray:
    """The largest error that each element of a result in ``dtype`` may have, as a float64 array of its shape.

    It is the worst case: no correct result exceeds it, whatever its order of summation or its kernel, as long as it
    rounds no more than ``arithmetic`` says (*split* unless one is given; *fused* is the tightest), its exp is off by
    ``exp_error`` units of roundoff at most, its products are sums of products, and half formats are accumulated in
    float32 or in ``accumulation``. Nothing in it is measured. It is ∞ where the format may overflow or the definition
    is undefined.

    ``arrays`` and ``parameters`` are those of :func:`lastdigit.judge`. Numbers that ``dtype`` does not hold count as
    rounded to it first. It is the distance from the exact value: of a reference that was computed in float64, the
    tolerance for ``dtype="float64"`` comes on top. :func:`lastdigit.assert_agrees` sees much more with the same arrays,
    since it also asks for patterns that independent roundings do not make.

    >>> import numpy as np
    >>> x = np.float32([[1.0, 2.0, 4.0]])
    >>> float(tolerance("total", x, dtype="float32")[0]) < 1e-5
    True
    """
    computed_in = arithmetic_of(dtype, accumulation, operands, key_tile, exp_error)
    if arithmetic:
        computed_in = computed_in.in_model(known_model(arithmetic))
    call = call_of(operation, arrays, parameters, computed_in)
    with quietly():
        centre, radius = call.reading.enclosure
        exact = call.compare(np.zeros(call.reading.shape)).terms
        allowed = call.allowed(call.reading).high + np.maximum(next(iter(exact.values())).high, radius.high)
        allowed = allowed + (np.abs(centre.low) + centre.off)
        return np.asarray(np.nextafter(allowed, np.inf)).reshape(call.reading.shape)
