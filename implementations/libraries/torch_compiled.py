"""torch.compile: what Inductor makes of an attention, a norm and activations that are written out."""

import math

import torch

from lastdigit import implements


@torch.compile(dynamic=True)
def attend(q, k, v, seen):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c), seen (n, m) → (b, h, n, c)."""
    scores = (q @ k.mT / math.sqrt(q.shape[-1])).masked_fill(~seen, -math.inf)
    return torch.softmax(scores, dim=-1) @ v


@torch.compile(dynamic=True)
def normed(x, weight, bias):
    """x (…, n), weight (n,), bias (n,) → (…, n)."""
    mean = x.mean(dim=-1, keepdim=True)
    variance = (x - mean).square().mean(dim=-1, keepdim=True)
    return (x - mean) * torch.rsqrt(variance + 1e-5) * weight + bias


compiled_gelu = torch.compile(torch.nn.functional.gelu, dynamic=True)
compiled_softmax = torch.compile(torch.softmax, dynamic=True)


@implements("scaled_dot_product_attention", seconds=300.0)
@torch.no_grad()
def attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, c) → (b, h, n, c)."""
    seen = torch.ones(q.shape[2], k.shape[2], dtype=torch.bool) & torch.as_tensor(True if mask is None else mask)
    return attend(q, k, v, seen.tril() if causal else seen)


@implements("layer_norm", seconds=300.0)
@torch.no_grad()
def layer_norm(x, weight, bias):
    """x (…, n), weight (n,), bias (n,) → (…, n)."""
    return normed(x, weight, bias)


@implements("gelu", seconds=300.0)
@torch.no_grad()
def gelu(input, *, approximate="none"):
    """input (…) → (…)."""
    return compiled_gelu(input, approximate=approximate)


@implements("softmax", seconds=300.0)
@torch.no_grad()
def softmax(x):
    """x (…, n) → (…, n)."""
    return compiled_softmax(x, -1)
