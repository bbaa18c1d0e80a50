"""tinygrad's Tensor: attention, norms and activations, compiled for the processor."""

from tinygrad import Tensor

from lastdigit import implements


def attend(q, k, v, causal, mask, grouped=False):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, c) → (b, h, n, c)."""
    seen = None
    if mask is not None:
        seen = mask.expand(1, 1, q.shape[2], k.shape[2])
        seen = seen & Tensor.ones(q.shape[2], k.shape[2], dtype="bool", device=q.device).tril() if causal else seen
    return q.scaled_dot_product_attention(k, v, seen, is_causal=causal and seen is None, enable_gqa=grouped)


@implements("scaled_dot_product_attention")
def attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    return attend(q, k, v, causal, mask)


@implements("grouped_query_attention")
def grouped_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, c) → (b, h, n, c)."""
    return attend(q, k, v, causal, mask, grouped=True)


@implements("softmax")
def softmax(x):
    """x (…, n) → (…, n)."""
    return x.softmax()


@implements("log_softmax")
def log_softmax(input, *, dim=-1):
    """input (…) → (…)."""
    return input.log_softmax(dim)


@implements("gelu")
def gelu(input, *, approximate):
    """input (…) → (…): tinygrad has the approximation alone, whatever is asked for."""
    del approximate
    return input.gelu()


@implements("silu")
def silu(input):
    """input (…) → (…)."""
    return input.silu()


@implements("layer_norm")
def layer_norm(x, weight, bias):
    """x (…, n), weight (n,), bias (n,) → (…, n)."""
    return x.layernorm(eps=1e-5) * weight + bias


@implements("linear")
def linear(x, weight, bias=None):
    """x (…, n), weight (m, n), bias (m,) → (…, m)."""
    return x.linear(weight.T, bias)


@implements("scaled_dot_product_attention.gradient.q", variant="backward")
def queries_gradient(q, k, v, cotangent):
    """q, k, v and cotangent (b, h, n, d) → (b, h, n, d)."""
    return attend(q, k, v, False, None).gradient(q, gradient=cotangent)[0]
