"""onnx.reference: ONNX's own evaluator in NumPy, on models of one node."""

import numpy as np
import onnx
from onnx.reference import ReferenceEvaluator

from lastdigit import implements

OPSET = 24


def model(operator, arrays, **attributes):
    """One node with these inputs, of which those that are None are left out, and what it is fed."""
    feeds = {f"x{number}": array for number, array in enumerate(arrays) if array is not None}
    names = [f"x{number}" if array is not None else "" for number, array in enumerate(arrays)]
    kinds = {name: onnx.helper.np_dtype_to_tensor_dtype(array.dtype) for name, array in feeds.items()}
    inputs = [onnx.helper.make_tensor_value_info(name, kinds[name], feeds[name].shape) for name in feeds]
    output = onnx.helper.make_tensor_value_info("y", kinds["x0"], None)
    node = onnx.helper.make_node(operator, names, ["y"], **attributes)
    graph = onnx.helper.make_graph([node], "one_node", inputs, [output])
    opset = onnx.helper.make_opsetid("", OPSET)
    return onnx.helper.make_model(graph, opset_imports=[opset], ir_version=10), feeds


def run(operator, arrays, **attributes):
    """The first output of the node."""
    one_node, feeds = model(operator, arrays, **attributes)
    return ReferenceEvaluator(one_node).run(None, feeds)[0]


def attend(q, k, v, causal, mask):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, c) → (b, h, n, c)."""
    seen = None if mask is None else np.broadcast_to(mask, (q.shape[2], k.shape[2]))
    return run("Attention", [q, k, v, seen], is_causal=int(causal))


@implements("scaled_dot_product_attention")
def attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    return attend(q, k, v, causal, mask)


@implements("grouped_query_attention")
def grouped_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, c) → (b, h, n, c)."""
    return attend(q, k, v, causal, mask)


@implements("softmax")
def softmax(x):
    """x (…, n) → (…, n)."""
    return run("Softmax", [x])


@implements("log_softmax")
def log_softmax(input, *, dim=-1):
    """input (…) → (…)."""
    return run("LogSoftmax", [input], axis=dim)


@implements("gelu")
def gelu(input, *, approximate="none"):
    """input (…) → (…)."""
    return run("Gelu", [input], approximate=approximate)


@implements("layer_norm")
def layer_norm(x, weight, bias):
    """x (…, n), weight (n,), bias (n,) → (…, n)."""
    return run("LayerNormalization", [x, weight, bias], epsilon=1e-5)


@implements("rms_norm")
def rms_norm(input, weight, *, eps):
    """input (…, n), weight (n,) → (…, n)."""
    return run("RMSNormalization", [input, weight], epsilon=eps)


@implements("linear")
def linear(x, weight, bias=None):
    """x (n, k), weight (m, k), bias (m,) → (n, m)."""
    return run("Gemm", [x, weight, bias], transB=1)
