"""TensorFlow's tf.nn and tf.linalg, eager and compiled by XLA."""

import math
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import tensorflow as tf

from lastdigit import implements


def attend(q, k, v, causal, mask):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c), step by step: tf has no attention of its own."""
    scores = tf.matmul(q, k, transpose_b=True) / tf.constant(math.sqrt(q.shape[-1]), q.dtype)
    hidden = tf.constant(-math.inf, scores.dtype)
    if causal:
        scores = tf.where(tf.linalg.band_part(tf.ones(scores.shape[-2:], tf.bool), -1, 0), scores, hidden)
    if mask is not None:
        scores = tf.where(mask, scores, hidden)
    return tf.matmul(tf.nn.softmax(scores), v)


compiled_attend = tf.function(attend, jit_compile=True)


@implements("scaled_dot_product_attention", variant="eager")
def attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    return attend(q, k, v, causal, mask)


@implements("scaled_dot_product_attention", variant="xla")
def compiled_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    return compiled_attend(q, k, v, causal, mask)


@implements("softmax", variant="eager")
def softmax(x):
    """x (…, n) → (…, n)."""
    return tf.nn.softmax(x)


@implements("log_softmax", variant="eager")
def log_softmax(input, *, dim=-1):
    """input (…) → (…)."""
    return tf.nn.log_softmax(input, axis=dim)


@implements("gelu", variant="eager")
def gelu(input, *, approximate="none"):
    """input (…) → (…)."""
    return tf.nn.gelu(input, approximate=approximate == "tanh")


@implements("silu", variant="eager")
def silu(input):
    """input (…) → (…)."""
    return tf.nn.silu(input)


@implements("linear", variant="eager")
def linear(x, weight, bias=None):
    """x (…, n), weight (m, n), bias (m,) → (…, m)."""
    product = tf.matmul(x, weight, transpose_b=True)
    return product if bias is None else tf.nn.bias_add(product, bias)
