"""Mistakes in activations: general ones, and those of a single activation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lastdigit.base.number_format import float_format
from lastdigit.functions import clip, erf, minimum, softplus, tanh
from lastdigit.operations import activations as known
from lastdigit.operations.mistakes.entries import Changed, Entry, mistakes_of, need, number, times
from lastdigit.operations.operation import find_operation

UNARY = (
    *("relu", "relu6", "leaky_relu", "hardtanh", "sigmoid", "hardsigmoid", "tanh", "silu", "hardswish", "softplus"),
    *("logsigmoid", "mish", "softsign", "elu", "celu", "selu", "gelu"),
)
ROOT = math.sqrt(2.0 / math.pi)
QUICK = 1.702
"""The factor in x σ(1.702 x), which approximates x Φ(x)."""


def _positive(x: Any) -> Any:
    return x.__array_namespace__().maximum(x, number(x, 0.0))


def _negative(x: Any) -> Any:
    return minimum(x, number(x, 0.0))


def _any(name: str, activation: Changed) -> list[Entry]:
    """The mistakes that any activation can have."""
    return [
        (f"{name} left out", "whether the activation is called", lambda input, **given: times(input, 1.0)),
        (f"{name} of −x", "the sign of the argument", lambda input, **given: activation(-input, **given)),
        (f"{name} with its sign changed", "the sign of the result", lambda input, **given: -activation(input, **given)),
        (
            f"{name} of the magnitude",
            "an absolute value",
            lambda input, **given: activation(input.__array_namespace__().abs(input), **given),
        ),
        (f"{name} of x ÷ 2", "a factor of the argument", lambda input, **given: activation(times(input, 0.5), **given)),
        (f"{name} of 2 x", "a factor of the argument", lambda input, **given: activation(times(input, 2.0), **given)),
        (
            f"{name} of x + 1",
            "an offset of the argument",
            lambda input, **given: activation(input + number(input, 1.0), **given),
        ),
    ]


for _name in UNARY:
    mistakes_of(_name, *_any(_name, find_operation(_name).definition))


def _leaky(slope: float) -> Changed:
    return lambda input, **given: known.leaky_relu(input, negative_slope=slope)


def _slope(input: Any, factor: float, negative_slope: float = 0.01) -> Any:
    return known.leaky_relu(input, negative_slope=negative_slope * factor)


mistakes_of("relu", ("negative part kept with a slope", "leaky ReLU in place of ReLU", _leaky(0.01)))
mistakes_of(
    "leaky_relu",
    ("negative part left out", "ReLU in place of leaky ReLU", lambda input, **given: known.relu(input)),
    ("slope ten times too large", "0.01 or 0.1", lambda input, **given: _slope(input, 10.0, **given)),
    ("slope subtracted", "the sign of the slope", lambda input, **given: _slope(input, -1.0, **given)),
)
mistakes_of("relu6", ("not clipped at 6", "the upper end", known.relu))
mistakes_of(
    "hardtanh",
    (
        "lower end left out",
        "the clipping below",
        lambda input, *, min_val=-1.0, max_val=1.0: minimum(input, number(input, max_val)),
    ),
    (
        "upper end left out",
        "the clipping above",
        lambda input, *, min_val=-1.0, max_val=1.0: clip(input, min_val, None),
    ),
    (
        "clipped to 0 and the upper end",
        "the lower end",
        lambda input, *, min_val=-1.0, max_val=1.0: clip(input, 0.0, max_val),
    ),
    ("tanh in place of hardtanh", "the smooth function", lambda input, **given: known.tanh(input)),
)
mistakes_of("sigmoid", ("tanh in place of sigmoid", "which function is meant", known.tanh))
mistakes_of("tanh", ("sigmoid in place of tanh", "which function is meant", known.sigmoid))
mistakes_of(
    "hardsigmoid",
    (
        "slope ⅕ in place of ⅙",
        "the framework's hard sigmoid: x ÷ 5 + ½ or x ÷ 6 + ½",
        lambda input: clip(times(input, 0.2) + number(input, 0.5), 0.0, 1.0),
    ),
)
mistakes_of(
    "silu",
    ("factor x left out", "the product with x", known.sigmoid),
    (
        "σ(1.702 x) in place of σ(x)",
        "the factor in the sigmoid",
        lambda input: input * known.sigmoid(times(input, QUICK)),
    ),
    ("GELU in place of SiLU", "which activation is meant", known.gelu),
)
mistakes_of("hardswish", ("division by 6 left out", "the factor ⅙", lambda input: times(known.hardswish(input), 6.0)))
mistakes_of(
    "softplus",
    ("ReLU in place of softplus", "which activation is meant", lambda input, **given: known.relu(input)),
    (
        "logarithm of base 2",
        "log, not log2",
        lambda input, **given: times(known.softplus(input, **given), 1.0 / math.log(2.0)),
    ),
)
mistakes_of("logsigmoid", ("logarithm left out", "the logarithm", known.sigmoid))
mistakes_of(
    "mish",
    ("tanh left out of Mish", "tanh of softplus", lambda input: input * softplus(input)),
    ("sigmoid in place of tanh of softplus", "SiLU in place of Mish", known.silu),
    ("softplus left out of Mish", "softplus inside of tanh", lambda input: input * known.tanh(input)),
)
mistakes_of(
    "softsign",
    ("square in place of the magnitude", "1 + |x|", lambda input: input / (number(input, 1.0) + input * input)),
    ("tanh in place of softsign", "which function is meant", known.tanh),
)
mistakes_of(
    "elu",
    ("1 not taken off", "exp(x) − 1", lambda input, *, alpha=1.0: _exponential(input, alpha)),
    (
        "negative part not exponential",
        "exp on the negative side",
        lambda input, *, alpha=1.0: _positive(input) + times(_negative(input), alpha),
    ),
    ("α on the positive side too", "where α stands", lambda input, *, alpha=1.0: _alpha_everywhere(input, alpha)),
)
mistakes_of(
    "selu",
    ("scale left out", "λ = 1.0507…", lambda input: times(known.selu(input), 1.0 / known.SELU_SCALE)),
    ("α left out", "α = 1.6732…", lambda input: times(known.elu(input), known.SELU_SCALE)),
)


def _exponential(input: Any, alpha: float) -> Any:
    below = input.__array_namespace__().exp(_negative(input))
    return known.elu(input, alpha=0.0) + times(below, alpha)


def _alpha_everywhere(input: Any, alpha: float) -> Any:
    need(alpha != 1.0, "α is 1")
    return times(known.elu(input), alpha)


def _gelu_without_root(input: Any, *, approximate: str = "none") -> Any:
    need(approximate == "none", "the other form")
    return times(input, 0.5) * (number(input, 1.0) + erf(input))


def _gelu_without_cubic(input: Any, *, approximate: str = "none") -> Any:
    need(approximate == "tanh", "the other form")
    return times(input, 0.5) * (number(input, 1.0) + known.tanh(times(input, math.sqrt(2.0 / math.pi))))


def _in(dtype: str, *constants: float) -> list[float]:
    return [float(x) for x in float_format(dtype).round(np.array(constants))]


def _tanh_gelu(root: float, cubic: float) -> Changed:
    """The tanh form of GELU with other constants."""

    def changed(input: Any, *, approximate: str = "none") -> Any:
        need(approximate == "tanh", "the form by erf")
        inner = input + times(input * input * input, cubic)
        return times(input, 0.5) * (number(input, 1.0) + tanh(times(inner, root)))

    return changed


def _erf_gelu(root: float) -> Changed:
    """The erf form of GELU with another constant for √½."""

    def changed(input: Any, *, approximate: str = "none") -> Any:
        need(approximate == "none", "the form by tanh")
        return times(input, 0.5) * (number(input, 1.0) + erf(times(input, root)))

    return changed


mistakes_of(
    "gelu",
    (
        "the other form of GELU",
        "erf or tanh: approximate=",
        lambda input, *, approximate="none": known.gelu(input, approximate="tanh" if approximate == "none" else "none"),
    ),
    (
        "x σ(1.702 x) in place of GELU",
        "the form of GELU",
        lambda input, **given: input * known.sigmoid(times(input, QUICK)),
    ),
    ("SiLU in place of GELU", "which activation is meant", lambda input, **given: known.silu(input)),
    ("x not divided by √2", "erf(x ÷ √2)", _gelu_without_root),
    ("cubic term left out", "0.044715 x³", _gelu_without_cubic),
    ("√(2 ÷ π) rounded to 0.8", "the digits of the constant", _tanh_gelu(0.8, known.CUBIC)),
    ("√(2 ÷ π) rounded to 0.7979", "the digits of the constant", _tanh_gelu(0.7979, known.CUBIC)),
    ("0.044715 rounded to 0.0447", "the digits of the constant", _tanh_gelu(ROOT, 0.0447)),
    ("0.044715 rounded to 0.045", "the digits of the constant", _tanh_gelu(ROOT, 0.045)),
    ("GELU's constants in bfloat16", "the dtype of the constants", _tanh_gelu(*_in("bfloat16", ROOT, known.CUBIC))),
    ("√2 rounded to 1.414", "the digits of the constant", _erf_gelu(1.0 / 1.414)),
    ("√2 rounded to 1.4142", "the digits of the constant", _erf_gelu(1.0 / 1.4142)),
    ("√½ in bfloat16", "the dtype of the constant", _erf_gelu(*_in("bfloat16", math.sqrt(0.5)))),
    ("√½ in float16", "the dtype of the constant", _erf_gelu(*_in("float16", math.sqrt(0.5)))),
)


def _swapped(input: Any, *, dim: int = -1) -> Any:
    one, other = known._halves(input, dim)
    return other * known.sigmoid(one)


def _interleaved(input: Any, *, dim: int = -1) -> Any:
    need(input.shape[dim] > 2, "two features")
    index: list[Any] = [slice(None)] * input.ndim
    index[dim] = slice(0, None, 2)
    one = input[tuple(index)]
    index[dim] = slice(1, None, 2)
    return one * known.sigmoid(input[tuple(index)])


mistakes_of(
    "glu",
    ("halves of the gate swapped", "which half is the gate", _swapped),
    ("neighbours for halves", "whether the halves lie side by side or alternate", _interleaved),
    ("gate left out", "the product with the gate", lambda input, *, dim=-1: known._halves(input, dim)[0]),
    ("gate not activated", "the sigmoid of the gate", lambda input, *, dim=-1: _product(known._halves(input, dim))),
)


def _product(halves: tuple[Any, Any]) -> Any:
    return halves[0] * halves[1]


for _gated, _activation in (("swiglu", "SiLU"), ("geglu", "GELU")):
    _definition = find_operation(_gated).definition
    mistakes_of(
        _gated,
        (
            f"gate and value of {_gated} swapped",
            "which projection is activated",
            lambda gate, up, _definition=_definition, **given: _definition(up, gate, **given),
        ),
        (f"{_activation} of the gate left out", "the activation", lambda gate, up, **given: gate * up),
        (f"value of {_gated} left out", "the product with the value", lambda gate, up, **given: known.silu(gate)),
        (f"gate and value of {_gated} added", "a product, not a sum", lambda gate, up, **given: known.silu(gate) + up),
    )
