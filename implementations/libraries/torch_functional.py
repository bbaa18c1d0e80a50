"""torch.nn.functional, eager, and gradients by its autograd."""

from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel

from lastdigit import implements


@implements("softmax")
def softmax(x):
    """x (…, n) → (…, n)."""
    return functional.softmax(x, dim=-1)


@implements("log_softmax")
def log_softmax(input, *, dim=-1):
    """input (…) → (…)."""
    return functional.log_softmax(input, dim=dim)


@implements("gelu")
def gelu(input, *, approximate="none"):
    """input (…) → (…)."""
    return functional.gelu(input, approximate=approximate)


@implements("silu")
def silu(input):
    """input (…) → (…)."""
    return functional.silu(input)


@implements("layer_norm")
def layer_norm(x, weight, bias):
    """x (…, n), weight (n,), bias (n,) → (…, n)."""
    return functional.layer_norm(x, weight.shape, weight, bias)


@implements("rms_norm")
def rms_norm(input, weight, *, eps):
    """input (…, n), weight (n,) → (…, n)."""
    return functional.rms_norm(input, weight.shape, weight, eps)


@implements("linear")
def linear(x, weight, bias=None):
    """x (…, n), weight (m, n), bias (m,) → (…, m)."""
    return functional.linear(x, weight, bias)


def gradient(arrays, of, cotangent, backend):
    """The gradient in one of q, k and v (b, h, n, d)."""
    given = [x.clone().requires_grad_(place == of) for place, x in enumerate(arrays)]
    with sdpa_kernel(backend):
        functional.scaled_dot_product_attention(*given).backward(cotangent)
    return given[of].grad


@implements("scaled_dot_product_attention.gradient.q", variant="math")
def queries_gradient_of_math(q, k, v, cotangent):
    """q, k, v and cotangent (b, h, n, d) → (b, h, n, d)."""
    return gradient((q, k, v), 0, cotangent, SDPBackend.MATH)


@implements("scaled_dot_product_attention.gradient.q", variant="flash", key_tile=512, exp_error=40.0)
def queries_gradient_of_flash(q, k, v, cotangent):
    """q, k, v and cotangent (b, h, n, d) → (b, h, n, d)."""
    return gradient((q, k, v), 0, cotangent, SDPBackend.FLASH_ATTENTION)


@implements("scaled_dot_product_attention.gradient.k", variant="math")
def keys_gradient_of_math(q, k, v, cotangent):
    """q, k, v and cotangent (b, h, n, d) → (b, h, n, d)."""
    return gradient((q, k, v), 1, cotangent, SDPBackend.MATH)


@implements("scaled_dot_product_attention.gradient.k", variant="flash", key_tile=512, exp_error=40.0)
def keys_gradient_of_flash(q, k, v, cotangent):
    """q, k, v and cotangent (b, h, n, d) → (b, h, n, d)."""
    return gradient((q, k, v), 1, cotangent, SDPBackend.FLASH_ATTENTION)
