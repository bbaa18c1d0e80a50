"""torch.nn.functional.scaled_dot_product_attention, once per backend that runs on the CPU.

math: products and a softmax, one after the other. flash: one kernel over tiles of 512 keys (Dao et al.,
"FlashAttention", 2022, in its CPU form). default: what torch chooses, flash for tensors of four axes, math for fewer.
"""

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import linear, pad, scaled_dot_product_attention

from lastdigit import implements


def attend(q, k, v, causal=False, scale=None, mask=None, shared=False):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c), mask as the scores (…, n, m) → (…, n, c) or (c,).

    ``scale`` is 1 ÷ √d where none is given; ``shared``: axis −3 of q has more heads than that of k and v. torch takes a
    mask or ``causal``, not both: the two are made one.
    """
    rows = q if q.ndim > 1 else q.unsqueeze(0)
    if mask is not None:
        seen = torch.as_tensor(mask).expand(*rows.shape[:-1], k.shape[-2])
        mask, causal = seen.tril() if causal else seen, False
    context = scaled_dot_product_attention(rows, k, v, mask, is_causal=causal, scale=scale, enable_gqa=shared)
    return context.reshape(*q.shape[:-1], v.shape[-1])


def attend_flash(q, k, v, causal=False, scale=None, mask=None, shared=False):
    """The same by the flash kernel, which wants (batch, heads, tokens, features) and one width d = c.

    Zeros, which change no product, fill up the narrower of the two. The copies are there for the kernel's own test of
    strides, which a transposed tensor of one feature does not pass, though it counts as contiguous.
    """
    width = max(q.shape[-1], v.shape[-1])
    rows = (pad(x, (0, width - x.shape[-1])) for x in (q if q.ndim > 1 else q.unsqueeze(0), k, v))
    packed = [x.reshape(-1, *(1, *x.shape)[-3:]).clone(memory_format=torch.contiguous_format) for x in rows]
    if mask is not None:
        mask = torch.as_tensor(mask).expand(*q.shape[:-1], k.shape[-2]).reshape(*packed[0].shape[:-1], -1)
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
        context = attend(*packed, causal, q.shape[-1] ** -0.5 if scale is None else scale, mask, shared)
    return context[..., : v.shape[-1]].reshape(*q.shape[:-1], v.shape[-1])


def projected(x, omegas, betas):
    """Queries, keys and values as rows: x (d, n), omega (…, e, d), beta (…, e, 1) or None → three (…, n, e)."""
    pairs = zip(omegas, betas, strict=True)
    return [(omega @ x if beta is None else omega @ x + beta).mT.contiguous() for omega, beta in pairs]


@implements("scaled_dot_product_attention", variant="math")
@sdpa_kernel(SDPBackend.MATH)
def math_scaled_dot_product_attention(q, k, v, *, causal=False, mask=None):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    return attend(q, k, v, causal, mask=mask)


@implements("grouped_query_attention", variant="math")
@sdpa_kernel(SDPBackend.MATH)
def math_grouped_query_attention(q, k, v, *, causal=False, mask=None):
    """q (…, h, n, d), k (…, g, m, d), v (…, g, m, c) → (…, h, n, c)."""
    return attend(q, k, v, causal, mask=mask, shared=True)


@implements("dot_product_attention", variant="math")
@sdpa_kernel(SDPBackend.MATH)
def math_dot_product_attention(q, k, v):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    return attend(q, k, v, scale=1.0)


@implements("self_attention", variant="math")
@sdpa_kernel(SDPBackend.MATH)
def math_self_attention(x, w_query, w_key, w_value, *, causal=False):
    """x (…, n, d), w_query and w_key (d, e), w_value (d, c) → (…, n, c)."""
    return attend(x @ w_query, x @ w_key, x @ w_value, causal)


@implements("column_self_attention", variant="math")
@sdpa_kernel(SDPBackend.MATH)
def math_column_self_attention(
    x, omega_query, omega_key, omega_value, beta_query=None, beta_key=None, beta_value=None, *, scaled=True
):
    """x (d, n), omega (e, d), beta (e, 1) → (e, n)."""
    q, k, v = projected(x, (omega_query, omega_key, omega_value), (beta_query, beta_key, beta_value))
    return attend(q, k, v, scale=None if scaled else 1.0).mT


@implements("scaled_dot_product_attention", variant="flash", key_tile=512, exp_error=40.0)
def flash_scaled_dot_product_attention(q, k, v, *, causal=False, mask=None):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    return attend_flash(q, k, v, causal, mask=mask)


@implements("grouped_query_attention", variant="flash", key_tile=512, exp_error=40.0)
def flash_grouped_query_attention(q, k, v, *, causal=False, mask=None):
    """q (…, h, n, d), k (…, g, m, d), v (…, g, m, c) → (…, h, n, c)."""
    return attend_flash(q, k, v, causal, mask=mask, shared=True)


@implements("dot_product_attention", variant="flash", key_tile=512, exp_error=40.0)
def flash_dot_product_attention(q, k, v):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    return attend_flash(q, k, v, scale=1.0)


@implements("self_attention", variant="flash", key_tile=512, exp_error=40.0)
def flash_self_attention(x, w_query, w_key, w_value, *, causal=False):
    """x (…, n, d), w_query and w_key (d, e), w_value (d, c) → (…, n, c)."""
    return attend_flash(x @ w_query, x @ w_key, x @ w_value, causal)


@implements("column_self_attention", variant="flash", key_tile=512, exp_error=40.0)
def flash_column_self_attention(
    x, omega_query, omega_key, omega_value, beta_query=None, beta_key=None, beta_value=None, *, scaled=True
):
    """x (d, n), omega (e, d), beta (e, 1) → (e, n)."""
    q, k, v = projected(x, (omega_query, omega_key, omega_value), (beta_query, beta_key, beta_value))
    return attend_flash(q, k, v, scale=None if scaled else 1.0).mT


@implements("scaled_dot_product_attention", variant="default", key_tile=512, exp_error=40.0)
def default_scaled_dot_product_attention(q, k, v, *, causal=False, mask=None):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    return attend(q, k, v, causal, mask=mask)


@implements("grouped_query_attention", variant="default", key_tile=512, exp_error=40.0)
def default_grouped_query_attention(q, k, v, *, causal=False, mask=None):
    """q (…, h, n, d), k (…, g, m, d), v (…, g, m, c) → (…, h, n, c)."""
    return attend(q, k, v, causal, mask=mask, shared=True)


@implements("dot_product_attention", variant="default", key_tile=512, exp_error=40.0)
def default_dot_product_attention(q, k, v):
    """q (…, n, d) or (d,), k (…, m, d), v (…, m, c) → (…, n, c) or (c,)."""
    return attend(q, k, v, scale=1.0)


@implements("self_attention", variant="default", key_tile=512, exp_error=40.0)
def default_self_attention(x, w_query, w_key, w_value, *, causal=False):
    """x (…, n, d), w_query and w_key (d, e), w_value (d, c) → (…, n, c)."""
    return attend(x @ w_query, x @ w_key, x @ w_value, causal)


@implements("column_self_attention", variant="default")
def default_column_self_attention(
    x, omega_query, omega_key, omega_value, beta_query=None, beta_key=None, beta_value=None, *, scaled=True
):
    """x (d, n), omega (e, d), beta (e, 1) → (e, n)."""
    q, k, v = projected(x, (omega_query, omega_key, omega_value), (beta_query, beta_key, beta_value))
    return attend(q, k, v, scale=None if scaled else 1.0).mT


@implements("multi_head_attention", variant="default", key_tile=512, exp_error=40.0)
def default_multi_head_attention(x, in_weight, in_bias, out_weight, out_bias, *, heads, causal=False):
    """x (…, n, d), in_weight (3d, d), in_bias (3d,), out_weight (d, d), out_bias (d,) → (…, n, d)."""
    packed = linear(x.reshape(-1, *x.shape[-2:]), in_weight, in_bias)
    q, k, v = packed.unflatten(-1, (3, heads, -1)).permute(2, 0, 3, 1, 4)
    attended = attend(q, k, v, causal)
    return linear(attended.transpose(1, 2).reshape(x.shape), out_weight, out_bias)


@implements("column_multi_head_attention", variant="default", key_tile=512, exp_error=40.0)
def default_column_multi_head_attention(
    x, omega_query, omega_key, omega_value, beta_query, beta_key, beta_value, omega_output
):
    """x (d, n), omega (h, e, d), beta (h, e, 1), omega_output (d, h·e) → (d, n)."""
    q, k, v = projected(x, (omega_query, omega_key, omega_value), (beta_query, beta_key, beta_value))
    heads = attend(q.unsqueeze(0), k.unsqueeze(0), v.unsqueeze(0))
    return omega_output @ heads.mT.reshape(-1, x.shape[1])
