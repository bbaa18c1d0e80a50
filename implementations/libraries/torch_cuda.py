"""torch.nn.functional on a GPU: attention once per backend; products, norms and activations.

math: products and a softmax, one after the other. flash: FlashAttention-2 (Dao, 2023). efficient: the kernel of Rabe
and Staats, "Self-attention does not need O(n²) memory", 2021, as CUTLASS has it. cudnn: NVIDIA's library.
"""

import torch
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel

from lastdigit import implements


def attend(q, k, v, causal, mask):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c), mask as the scores → (b, h, n, c); a mask and causal are one."""
    if mask is not None and causal:
        seen = torch.as_tensor(mask, device=q.device).expand(*q.shape[:-1], k.shape[-2])
        mask, causal = seen.tril(), False
    return functional.scaled_dot_product_attention(q, k, v, mask, is_causal=causal)


@implements("scaled_dot_product_attention", variant="math", device="cuda")
@sdpa_kernel(SDPBackend.MATH)
@torch.no_grad()
def math_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    return attend(q, k, v, causal, mask)


@implements(
    "scaled_dot_product_attention", variant="efficient", dtypes=("float32", "float16", "bfloat16"), device="cuda"
)
@sdpa_kernel(SDPBackend.EFFICIENT_ATTENTION)
@torch.no_grad()
def efficient_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    return attend(q, k, v, causal, mask)


@implements("scaled_dot_product_attention", variant="flash", dtypes=("float16", "bfloat16"), key_tile=64, device="cuda")
@sdpa_kernel(SDPBackend.FLASH_ATTENTION)
@torch.no_grad()
def flash_attention(q, k, v, *, causal=False):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, d) → (b, h, n, d)."""
    return attend(q, k, v, causal, None)


@implements("scaled_dot_product_attention", variant="cudnn", dtypes=("float16", "bfloat16"), key_tile=64, device="cuda")
@sdpa_kernel(SDPBackend.CUDNN_ATTENTION)
@torch.no_grad()
def cudnn_attention(q, k, v, *, causal=False):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, d) → (b, h, n, d)."""
    return attend(q, k, v, causal, None)


@implements("softmax", device="cuda")
@torch.no_grad()
def softmax(x):
    """x (…, n) → (…, n)."""
    return torch.softmax(x, -1)


@implements("layer_norm", device="cuda")
@torch.no_grad()
def layer_norm(x, weight, bias):
    """x (…, n), weight (n,), bias (n,) → (…, n)."""
    return functional.layer_norm(x, x.shape[-1:], weight, bias)


@implements("linear", device="cuda")
@torch.no_grad()
def linear(x, weight, bias):
    """x (…, n), weight (m, n), bias (m,) → (…, m)."""
    return functional.linear(x, weight, bias)


@implements("gelu", device="cuda")
@torch.no_grad()
def gelu(input, *, approximate="none"):
    """input (…) → (…)."""
    return functional.gelu(input, approximate=approximate)
