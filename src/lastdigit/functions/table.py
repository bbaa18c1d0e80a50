"""The elementwise functions of definitions: value, slope, and error of libraries."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np

from lastdigit.functions.elementwise import Elementwise
from lastdigit.functions.plain import erf as plain_erf
from lastdigit.functions.plain import erfc as plain_erfc
from lastdigit.functions.plain import exact_hardsigmoid, exact_softplus, exact_xlogx
from lastdigit.functions.plain import sigmoid as plain_sigmoid
from lastdigit.functions.plain import softplus as plain_softplus
from lastdigit.functions.plain import xlogx as plain_xlogx

LIBRARIES = 8.0
"""Units of roundoff, that is 4 ulp: CUDA's Math API states at most 2 ulp in float32 for these functions and 4 for erfc,
NumPy's tests allow 4 ulp in every build (test_umath_accuracy), SLEEF, which torch uses, documents 1."""

MATH_API = "CUDA Math API, table of maximum ulp errors; NumPy test_umath_accuracy; SLEEF u10 and u15"

NUMPY_ULPS = 4.0
"""NumPy's tests allow its float64 functions 4 ulp in every build (test_umath_accuracy)."""


def _least(low: Any, high: Any) -> Any:
    """The smallest magnitude between two numbers."""
    return np.maximum(np.maximum(low, -np.asarray(high)), 0.0)


def _bell(low: Any, high: Any) -> Any:
    """σ′ at the smallest magnitude: e^−m ÷ (1 + e^−m)²."""
    falling = np.exp(-_least(low, high))
    return falling / (1.0 + falling) ** 2


def _power_slope(exponent: float) -> Any:
    """|p| |x|^(p − 1) at the end where it is largest; ∞ if x may be negative or zero and p is not a natural number."""

    def slope(low: Any, high: Any) -> Any:
        largest = np.maximum(np.abs(low), np.abs(high))
        if exponent >= 1.0 and exponent == int(exponent):
            return exponent * largest ** (exponent - 1.0)
        ends = np.maximum(np.asarray(low) ** (exponent - 1.0), np.asarray(high) ** (exponent - 1.0))
        return np.where(np.asarray(low) > 0.0, abs(exponent) * ends, np.inf)

    return slope


def _at(argument: float, result: float) -> Mapping[float, float]:
    return MappingProxyType({argument: result})


absolute = Elementwise("abs", abs, np.abs, slope=lambda low, high: np.ones(np.shape(low)))
sign = Elementwise(
    "sign",
    lambda x: x.sgn(),
    np.sign,
    slope=lambda low, high: np.where((low > 0.0) | (high < 0.0), 0.0, np.inf),
    span=2.0,
)
log = Elementwise(
    "log",
    lambda x: x.log(),
    np.log,
    slope=lambda low, high: np.where(low > 0.0, 1.0 / low, np.inf),
    plain_ulps=NUMPY_ULPS,
    library=LIBRARIES,
    source=MATH_API,
    known=_at(1.0, 0.0),
)
log1p = Elementwise(
    "log1p",
    lambda x: x.log1p(),
    np.log1p,
    slope=lambda low, high: np.where(low > -1.0, 1.0 / (1.0 + low), np.inf),
    plain_ulps=NUMPY_ULPS,
    library=LIBRARIES,
    source=MATH_API,
    known=_at(0.0, 0.0),
)
expm1 = Elementwise(
    "expm1",
    lambda x: x.expm1(),
    np.expm1,
    slope=lambda low, high: np.exp(high),
    plain_ulps=NUMPY_ULPS,
    library=LIBRARIES,
    source=MATH_API + "; exp(x) − 1 cancels",
    cancelled=LIBRARIES,
    formula=2.0,
    known=_at(0.0, 0.0),
)
exp2 = Elementwise(
    "exp2",
    lambda x: (x * type(x).const_log2()).exp(),
    np.exp2,
    slope=lambda low, high: math.log(2.0) * np.exp2(high),
    plain_ulps=NUMPY_ULPS,
    library=LIBRARIES,
    source=MATH_API,
    known=_at(0.0, 1.0),
)
erf = Elementwise(
    "erf",
    lambda x: x.erf(),
    plain_erf,
    slope=lambda low, high: 2.0 / math.sqrt(math.pi) * np.exp(-(_least(low, high) ** 2)),
    plain_ulps=2.0,
    library=LIBRARIES,
    source=MATH_API + "; glibc: 1 ulp of float64; 1 − P(t) exp(−x²), as torch on a CPU, cancels",
    span=2.0,
    cancelled=LIBRARIES,
    known=_at(0.0, 0.0),
)
erfc = Elementwise(
    "erfc",
    lambda x: x.erfc(),
    plain_erfc,
    slope=erf.slope,
    plain_ulps=8.0,
    library=2.0 * LIBRARIES,
    source=MATH_API + "; glibc: 5 ulp of float64; 1 − erf(x) cancels",
    span=2.0,
    cancelled=LIBRARIES,
    formula=2.0,
    known=_at(0.0, 1.0),
)
tanh = Elementwise(
    "tanh",
    lambda x: x.tanh(),
    np.tanh,
    slope=lambda low, high: 4.0 * _bell(2.0 * low, 2.0 * high),
    plain_ulps=NUMPY_ULPS,
    library=LIBRARIES,
    source=MATH_API + "; (exp(2x) − 1) ÷ (exp(2x) + 1) cancels",
    span=2.0,
    cancelled=LIBRARIES,
    formula=3.0,
    known=_at(0.0, 0.0),
)
sin = Elementwise(
    "sin",
    lambda x: x.sin(),
    np.sin,
    slope=lambda low, high: np.ones(np.shape(low)),
    plain_ulps=NUMPY_ULPS,
    library=LIBRARIES,
    source=MATH_API,
    span=2.0,
    known=_at(0.0, 0.0),
)
cos = Elementwise(
    "cos",
    lambda x: x.cos(),
    np.cos,
    slope=lambda low, high: np.minimum(1.0, np.maximum(np.abs(low), np.abs(high))),
    plain_ulps=NUMPY_ULPS,
    library=LIBRARIES,
    source=MATH_API,
    span=2.0,
    known=_at(0.0, 1.0),
)
rsqrt = Elementwise(
    "rsqrt",
    lambda x: x.rsqrt(),
    lambda x: 1.0 / np.sqrt(x),
    slope=lambda low, high: np.where(low > 0.0, 0.5 / low / np.sqrt(low), np.inf),
    plain_ulps=2.0,
    library=LIBRARIES,
    source="CUDA Math API: 2 ulp of float32; 1 ÷ √x rounds twice",
    known=_at(1.0, 1.0),
)
sigmoid = Elementwise(
    "sigmoid",
    lambda x: 1 / (1 + (-x).exp()),
    plain_sigmoid,
    slope=_bell,
    plain_ulps=8.0,
    library=LIBRARIES + 2.0,
    source=MATH_API + " of exp, a sum and a quotient; ½ + ½ tanh(x ÷ 2) cancels",
    span=1.0,
    cancelled=LIBRARIES,
    formula=3.0,
    known=_at(0.0, 0.5),
)
softplus = Elementwise(
    "softplus",
    exact_softplus,
    plain_softplus,
    slope=lambda low, high: plain_sigmoid(high),
    plain_ulps=12.0,
    library=2.0 * LIBRARIES + 2.0,
    source=MATH_API + " of exp and log1p, and a sum; log(1 + exp(x)) cancels",
    cancelled=LIBRARIES,
    formula=3.0,
)
hardsigmoid = Elementwise(
    "hardsigmoid",
    exact_hardsigmoid,
    lambda x: np.clip(x + 3.0, 0.0, 6.0) / 6.0,
    slope=lambda low, high: np.where((high > -3.0) & (low < 3.0), 1.0 / 6.0, 0.0),
    plain_ulps=2.0,
    library=3.0,
    source="a sum and a product with a rounded ⅙; x ÷ 6 + ½ cancels",
    span=1.0,
    cancelled=3.0,
    formula=3.0,
    known=_at(-3.0, 0.0),
)
xlogx = Elementwise(
    "xlogx",
    exact_xlogx,
    plain_xlogx,
    slope=lambda low, high: np.where(
        low > 0.0, np.maximum(np.abs(1.0 + np.log(low)), np.abs(1.0 + np.log(high))), np.inf
    ),
    plain_ulps=6.0,
    library=LIBRARIES + 1.0,
    source=MATH_API + " of log, and a product; 0 log 0 is 0",
    known=_at(0.0, 0.0),
)


times_pi = Elementwise(
    "times π",
    lambda x: x * type(x).pi(),
    lambda x: x * math.pi,
    slope=lambda low, high: np.full(np.shape(low), math.pi),
    plain_ulps=2.0,
    library=2.0,
    source="a rounded constant, and a product",
    known=_at(0.0, 0.0),
)


@lru_cache(maxsize=64)
def power(exponent: float) -> Elementwise:
    """x to a constant power; for negative x the exponent must be a natural number."""
    number = int(exponent) if exponent == int(exponent) else exponent
    return Elementwise(
        f"power {number}",
        lambda x: x**number,
        lambda x: np.power(x, exponent),
        slope=_power_slope(exponent),
        plain_ulps=NUMPY_ULPS,
        library=2.0 * LIBRARIES,
        source="CUDA Math API: pow 4 to 8 ulp of float32; repeated products round less",
        known=_at(1.0, 1.0),
    )


TABLE = {
    function.name: function
    for function in (
        *(absolute, sign, log, log1p, expm1, exp2, erf, erfc, tanh, sin, cos),
        *(rsqrt, sigmoid, softplus, hardsigmoid, xlogx),
    )
}
"""Every function without a parameter, by its name."""
