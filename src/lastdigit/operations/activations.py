"""Activations: elementwise functions, with the names and parameters of common frameworks."""

from __future__ import annotations

from typing import Any

from lastdigit.functions import clip, erf, expm1, greater, minimum, plus, where
from lastdigit.functions import hardsigmoid as hardsigmoid_function
from lastdigit.functions import sigmoid as sigmoid_function
from lastdigit.functions import softplus as softplus_function
from lastdigit.functions import tanh as tanh_function
from lastdigit.functions import times_pi as times_pi_function
from lastdigit.operations.operation import operation

SELU_ALPHA = 1.6732632423543772848170429916717
SELU_SCALE = 1.0507009873554804934193349852946
CUBIC = 0.044715


def _number(x: Any, value: float) -> Any:
    return x.__array_namespace__().asarray(value)


def _positive(x: Any) -> Any:
    return x.__array_namespace__().maximum(x, _number(x, 0.0))


def _negative(x: Any) -> Any:
    return minimum(x, _number(x, 0.0))


@operation
def relu(input: Any) -> Any:
    """max(x, 0): input (…) → (…)."""
    return _positive(input)


@operation
def relu6(input: Any) -> Any:
    """min(max(x, 0), 6): input (…) → (…)."""
    return clip(input, 0.0, 6.0)


@operation
def leaky_relu(input: Any, *, negative_slope: float = 0.01) -> Any:
    """x, and negative_slope · x where it is negative: input (…) → (…)."""
    return _positive(input) + _negative(input) * _number(input, negative_slope)


@operation
def hardtanh(input: Any, *, min_val: float = -1.0, max_val: float = 1.0) -> Any:
    """x between min_val and max_val: input (…) → (…)."""
    return clip(input, min_val, max_val)


@operation
def sigmoid(input: Any) -> Any:
    """1 ÷ (1 + e^−x): input (…) → (…)."""
    return sigmoid_function(input)


@operation
def hardsigmoid(input: Any) -> Any:
    """x ÷ 6 + ½ between 0 and 1: input (…) → (…)."""
    return hardsigmoid_function(input)


@operation
def tanh(input: Any) -> Any:
    """The hyperbolic tangent: input (…) → (…)."""
    return tanh_function(input)


@operation
def silu(input: Any) -> Any:
    """x ÷ (1 + e^−x), Swish: input (…) → (…) (Elfwing, Uchibe and Doya 2017; Ramachandran et al. 2017)."""
    return input * sigmoid(input)


@operation
def hardswish(input: Any) -> Any:
    """x · hardsigmoid(x): input (…) → (…) (Howard et al., "Searching for MobileNetV3", 2019)."""
    return input * hardsigmoid(input)


@operation
def softplus(input: Any, *, beta: float = 1.0, threshold: float = 20.0) -> Any:
    """log(1 + e^βx) ÷ β, and x where βx exceeds the threshold: input (…) → (…)."""
    scaled = input if beta == 1.0 else input * _number(input, beta)
    soft = softplus_function(scaled)
    soft = soft if beta == 1.0 else soft / _number(input, beta)
    return where(greater(scaled, _number(input, threshold)), input, soft)


@operation
def logsigmoid(input: Any) -> Any:
    """log(1 ÷ (1 + e^−x)) = −log(1 + e^−x): input (…) → (…)."""
    return -softplus_function(-input)


@operation
def mish(input: Any) -> Any:
    """x tanh(log(1 + e^x)): input (…) → (…) (Misra 2019)."""
    return input * tanh_function(softplus_function(input))


@operation
def softsign(input: Any) -> Any:
    """x ÷ (1 + |x|): input (…) → (…)."""
    xp = input.__array_namespace__()
    return input / plus(xp.asarray(1.0), xp.abs(input))


@operation
def elu(input: Any, *, alpha: float = 1.0) -> Any:
    """x, and α(e^x − 1) where it is negative: input (…) → (…) (Clevert, Unterthiner and Hochreiter 2015)."""
    return _positive(input) + expm1(_negative(input)) * _number(input, alpha)


@operation
def celu(input: Any, *, alpha: float = 1.0) -> Any:
    """x, and α(e^(x÷α) − 1) where it is negative: input (…) → (…) (Barron 2017)."""
    factor = _number(input, alpha)
    return _positive(input) + expm1(_negative(input) / factor) * factor


@operation
def selu(input: Any) -> Any:
    """λx, and λα(e^x − 1) where it is negative, λ = 1.0507…, α = 1.6732…: input (…) → (…) (Klambauer et al. 2017)."""
    return elu(input, alpha=SELU_ALPHA) * _number(input, SELU_SCALE)


@operation
def gelu(input: Any, *, approximate: str = "none") -> Any:
    """x Φ(x) = x ÷ 2 · (1 + erf(x ÷ √2)): input (…) → (…) (Hendrycks and Gimpel 2016).

    ``approximate="tanh"``: x ÷ 2 · (1 + tanh(√(2÷π) (x + 0.044715 x³))).
    """
    xp = input.__array_namespace__()
    half, one = xp.asarray(0.5), xp.asarray(1.0)
    if approximate == "none":
        return input * half * plus(one, erf(input * xp.sqrt(half)))
    if approximate != "tanh":
        raise ValueError(f"approximate is 'none' or 'tanh', not {approximate!r}")
    cubic = plus(input, xp.asarray(CUBIC) * (input * input * input))
    scale = xp.sqrt(xp.asarray(2.0) / times_pi_function(one))
    return input * half * plus(one, tanh_function(scale * cubic))


@operation
def glu(input: Any, *, dim: int = -1) -> Any:
    """a σ(b) for the halves a and b of an axis: input (…, 2n, …) → (…, n, …) (Dauphin et al. 2016)."""
    one, other = _halves(input, dim)
    return one * sigmoid(other)


@operation
def swiglu(gate: Any, up: Any) -> Any:
    """silu(gate) · up: gate (…), up (…) → (…) (Shazeer, "GLU variants improve transformer", 2020)."""
    return silu(gate) * up


@operation
def geglu(gate: Any, up: Any, *, approximate: str = "none") -> Any:
    """gelu(gate) · up: gate (…), up (…) → (…) (Shazeer 2020)."""
    return gelu(gate, approximate=approximate) * up


def _halves(x: Any, dim: int) -> tuple[Any, Any]:
    if x.shape[dim] % 2:
        raise ValueError(f"an axis of odd length {x.shape[dim]}")
    key: list[Any] = [slice(None)] * x.ndim
    half = x.shape[dim] // 2
    key[dim] = slice(None, half)
    first = x[tuple(key)]
    key[dim] = slice(half, None)
    return first, x[tuple(key)]
