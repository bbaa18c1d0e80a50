"""Keras 3, with the backend that the file's name says: ops and layers with given weights."""

import os
from pathlib import Path

BACKEND = Path(__file__).stem.partition("_")[2]
os.environ |= {"KERAS_BACKEND": BACKEND, "JAX_ENABLE_X64": "1", "TF_CPP_MIN_LOG_LEVEL": "3"}
import keras

from lastdigit import implements


def tensor(array):
    """An array as a tensor of its own format; without the format Keras makes float32 of float64."""
    return keras.ops.convert_to_tensor(array, dtype=array.dtype.name)


def out(result):
    """A tensor of the backend as an array."""
    return keras.ops.convert_to_numpy(result)


def attend(q, k, v, causal, mask):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, d) → (b, h, n, d)."""
    tokens_first = (keras.ops.transpose(tensor(x), (0, 2, 1, 3)) for x in (q, k, v))
    seen = None
    if mask is not None:
        seen = keras.ops.broadcast_to(keras.ops.convert_to_tensor(mask), (1, 1, q.shape[2], k.shape[2]))
    found = keras.ops.dot_product_attention(*tokens_first, mask=seen, is_causal=causal)
    return out(keras.ops.transpose(found, (0, 2, 1, 3)))


@implements("scaled_dot_product_attention")
def attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, d) → (b, h, n, d)."""
    return attend(q, k, v, causal, mask)


@implements("grouped_query_attention")
def grouped_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, d) → (b, h, n, d)."""
    return attend(q, k, v, causal, mask)


@implements("multi_head_attention")
def multi_head_attention(x, in_weight, in_bias, out_weight, out_bias, *, heads, causal=False):
    """x (b, n, d), in_weight (3d, d), in_bias (3d,), out_weight (d, d), out_bias (d,) → (b, n, d)."""
    width, dtype = x.shape[-1], x.dtype.name
    layer = keras.layers.MultiHeadAttention(num_heads=heads, key_dim=width // heads, dtype=dtype)
    layer.build(x.shape, x.shape)
    weights = []
    for w, b in zip(in_weight.reshape(3, heads, -1, width), in_bias.reshape(3, heads, -1), strict=True):
        weights += [w.transpose(2, 0, 1), b]
    layer.set_weights([*weights, out_weight.T.reshape(heads, -1, width), out_bias])
    tokens = tensor(x)
    return out(layer(tokens, tokens, use_causal_mask=causal))


@implements("softmax")
def softmax(x):
    """x (…, n) → (…, n)."""
    return out(keras.ops.softmax(tensor(x)))


@implements("log_softmax")
def log_softmax(input, *, dim=-1):
    """input (…) → (…)."""
    return out(keras.ops.log_softmax(tensor(input), axis=dim))


@implements("gelu")
def gelu(input, *, approximate="none"):
    """input (…) → (…)."""
    return out(keras.ops.gelu(tensor(input), approximate=approximate == "tanh"))


@implements("silu")
def silu(input):
    """input (…) → (…)."""
    return out(keras.ops.silu(tensor(input)))


@implements("layer_norm")
def layer_norm(x, weight, bias):
    """x (…, n), weight (n,), bias (n,) → (…, n)."""
    return out(keras.ops.layer_normalization(tensor(x), tensor(weight), tensor(bias), epsilon=1e-5))


@implements("rms_norm")
def rms_norm(input, weight=None, *, eps):
    """input (…, n), weight (n,) → (…, n)."""
    return out(keras.ops.rms_normalization(tensor(input), None if weight is None else tensor(weight), epsilon=eps))


@implements("linear")
def linear(x, weight, bias=None):
    """x (…, n), weight (m, n), bias (m,) → (…, m)."""
    product = keras.ops.matmul(tensor(x), keras.ops.transpose(tensor(weight)))
    return out(product if bias is None else keras.ops.add(product, tensor(bias)))
