"""onnxruntime's kernels for processors, on models of one node. For bfloat16 it has none."""

from functools import cache

import numpy as np
import onnx
import onnxruntime

from lastdigit import implements

OPSET = 24


@cache
def session(operator, kinds, attributes):
    """A model of one node with inputs of these names, types and shapes, and its optional inputs left out."""
    inputs = [onnx.helper.make_tensor_value_info(name, kind, shape) for name, kind, shape in kinds if name]
    output = onnx.helper.make_tensor_value_info("y", kinds[0][1], None)
    node = onnx.helper.make_node(operator, [name for name, _, _ in kinds], ["y"], **dict(attributes))
    opset = onnx.helper.make_opsetid("", OPSET)
    graph = onnx.helper.make_graph([node], "one_node", inputs, [output])
    model = onnx.helper.make_model(graph, opset_imports=[opset], ir_version=10)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def run(operator, arrays, **attributes):
    """The first output of the node."""
    feeds = {f"x{number}": array for number, array in enumerate(arrays) if array is not None}
    kinds = tuple(
        ("", 0, ()) if array is None else (f"x{at}", onnx.helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)
        for at, array in enumerate(arrays)
    )
    return session(operator, kinds, tuple(attributes.items())).run(None, feeds)[0]


def attend(q, k, v, causal, mask):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, c) → (b, h, n, c)."""
    seen = None if mask is None else np.broadcast_to(mask, (q.shape[2], k.shape[2]))
    return run("Attention", [q, k, v, seen], is_causal=int(causal))


@implements("scaled_dot_product_attention", dtypes=("float64", "float32", "float16"))
def attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    return attend(q, k, v, causal, mask)


@implements("grouped_query_attention", dtypes=("float64", "float32", "float16"))
def grouped_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, c) → (b, h, n, c)."""
    return attend(q, k, v, causal, mask)


@implements("softmax", dtypes=("float64", "float32", "float16"))
def softmax(x):
    """x (…, n) → (…, n)."""
    return run("Softmax", [x])


@implements("log_softmax", dtypes=("float64", "float32", "float16"))
def log_softmax(input, *, dim=-1):
    """input (…) → (…)."""
    return run("LogSoftmax", [input], axis=dim)


@implements("gelu", dtypes=("float32", "float16"))
def gelu(input):
    """input (…) → (…)."""
    return run("Gelu", [input])


@implements("gelu", variant="tanh", dtypes=("float64", "float32", "float16"))
def gelu_by_tanh(input, *, approximate):
    """input (…) → (…)."""
    return run("Gelu", [input], approximate=approximate)


@implements("layer_norm", dtypes=("float64", "float32", "float16"))
def layer_norm(x, weight, bias):
    """x (…, n), weight (n,), bias (n,) → (…, n)."""
    return run("LayerNormalization", [x, weight, bias], epsilon=1e-5)


@implements("rms_norm", dtypes=("float64", "float32", "float16"))
def rms_norm(input, weight, *, eps):
    """input (…, n), weight (n,) → (…, n)."""
    return run("RMSNormalization", [input, weight], epsilon=eps)


@implements("linear", dtypes=("float64", "float32", "float16"))
def linear(x, weight, bias=None):
    """x (n, k), weight (m, k), bias (m,) → (n, m)."""
    return run("Gemm", [x, weight, bias], transB=1)
