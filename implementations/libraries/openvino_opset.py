"""OpenVINO on the processor: models of one operation, in the precision that it chooses, and with float32 asked for."""

from functools import cache

import numpy as np
import openvino
from openvino import opset13, opset15

from lastdigit import implements

CORE = openvino.Core()


@cache
def compiled(build, kinds, precision):
    """A model whose only operation is built from parameters of these types and shapes."""
    parameters = [opset13.parameter(openvino.Shape(shape), kind) for kind, shape in kinds]
    hints = {"INFERENCE_NUM_THREADS": 1} | ({"INFERENCE_PRECISION_HINT": precision} if precision else {})
    return CORE.compile_model(openvino.Model([build(*parameters)], parameters), "CPU", hints)


def run(build, *arrays, precision=None):
    """Its result."""
    kinds = tuple((x.dtype.type, x.shape) for x in arrays)
    return compiled(build, kinds, precision)(arrays)[0].copy()


def attend(q, k, v, causal, mask, precision=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    arrays = [q, k, v]
    if mask is not None:
        seen = np.broadcast_to(mask, (q.shape[2], k.shape[2]))
        arrays.append(np.where(np.tril(seen) if causal else seen, 0, -np.inf).astype(q.dtype))

    return run(causal_attention if causal and mask is None else plain_attention, *arrays, precision=precision)


def plain_attention(*given):
    """Attention of queries, keys, values and perhaps a mask, as nodes."""
    return opset13.scaled_dot_product_attention(*given)


def causal_attention(*given):
    """Causal attention of queries, keys and values, as nodes."""
    return opset13.scaled_dot_product_attention(*given, causal=True)


def standardized(x, eps):
    """(x − mean) ÷ √(variance + eps) over the last axis."""
    return opset13.mvn(x, opset13.constant(np.array([-1], np.int64)), True, eps, "inside_sqrt")


@implements("scaled_dot_product_attention", variant="default")
def attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    return attend(q, k, v, causal, mask)


@implements("scaled_dot_product_attention", variant="f32", dtypes=("float32",))
def float32_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    return attend(q, k, v, causal, mask, "f32")


@implements("softmax", variant="default")
def softmax(x):
    """x (…, n) → (…, n)."""
    return run(lambda given: opset13.softmax(given, -1), x)


@implements("softmax", variant="f32", dtypes=("float32",))
def float32_softmax(x):
    """x (…, n) → (…, n)."""
    return run(lambda given: opset13.softmax(given, -1), x, precision="f32")


@implements("log_softmax", variant="default")
def log_softmax(input, *, dim=-1):
    """input (…) → (…)."""
    return run(lambda given: opset13.log_softmax(given, dim), input)


@implements("gelu", variant="default")
def gelu(input, *, approximate="none"):
    """input (…) → (…)."""
    return run(lambda given: opset15.gelu(given, "tanh" if approximate == "tanh" else "erf"), input)


@implements("gelu", variant="f32", dtypes=("float32",))
def float32_gelu(input, *, approximate="none"):
    """input (…) → (…)."""
    return run(lambda given: opset15.gelu(given, "tanh" if approximate == "tanh" else "erf"), input, precision="f32")


@implements("silu", variant="default")
def silu(input):
    """input (…) → (…)."""
    return run(lambda given: opset13.swish(given, opset13.constant(np.ones((), input.dtype))), input)


@implements("linear", variant="default")
def linear(x, weight, bias=None):
    """x (…, n), weight (m, n), bias (m,) → (…, m)."""
    given = [x, weight] if bias is None else [x, weight, bias]
    return run(product, *given)


@implements("linear", variant="f32", dtypes=("float32",))
def float32_linear(x, weight, bias=None):
    """x (…, n), weight (m, n), bias (m,) → (…, m)."""
    given = [x, weight] if bias is None else [x, weight, bias]
    return run(product, *given, precision="f32")


def product(x, weight, bias=None):
    """x Wᵀ + b as nodes."""
    found = opset13.matmul(x, weight, False, True)
    return found if bias is None else opset13.add(found, bias)


@implements("layer_norm", variant="default")
def layer_norm(x, weight, bias):
    """x (…, n), weight (n,), bias (n,) → (…, n)."""
    return run(lambda a, w, b: opset13.add(opset13.multiply(standardized(a, 1e-5), w), b), x, weight, bias)


@implements("layer_norm", variant="f32", dtypes=("float32",))
def float32_layer_norm(x, weight, bias):
    """x (…, n), weight (n,), bias (n,) → (…, n)."""

    def build(a, w, b):
        return opset13.add(opset13.multiply(standardized(a, 1e-5), w), b)

    return run(build, x, weight, bias, precision="f32")
