"""nn.MultiheadAttention with its weights set, by both of its paths.

explicit: need_weights=True, which builds the matrix of weights. fast: evaluation without gradients and without weights,
where the module hands everything to one native function, or for an odd number of heads to scaled_dot_product_attention,
whose kernel takes 512 keys at a time. Made on the meta device, the module draws no random weights.
"""

import torch
from torch import nn

from lastdigit import implements


def attention_module(in_weight, in_bias, out_weight, out_bias, heads):
    """in_weight (3d, d), in_bias (3d,), out_weight (d, d), out_bias (d,) → a module."""
    module = nn.MultiheadAttention(len(out_bias), heads, batch_first=True, device="meta")
    weights = {
        "in_proj_weight": in_weight,
        "in_proj_bias": in_bias,
        "out_proj.weight": out_weight,
        "out_proj.bias": out_bias,
    }
    module.load_state_dict(weights, assign=True)
    return module


def attend(module, x, causal, need_weights):
    """x (…, n, d) → (…, n, d)."""
    batch = x.reshape(-1, *x.shape[-2:])
    future = torch.ones(x.shape[-2], x.shape[-2], dtype=torch.bool).triu(diagonal=1) if causal else None
    attended, _ = module(batch, batch, batch, attn_mask=future, is_causal=causal, need_weights=need_weights)
    return attended.reshape(x.shape)


def packed(omegas, betas, omega_output):
    """Three omega (h, e, d) and beta (h, e, 1), omega_output (d, h·e) → in and out weight and bias, where h·e = d."""
    in_weight = torch.cat([omega.flatten(0, 1) for omega in omegas])
    in_bias = torch.cat([beta.flatten() for beta in betas])
    return in_weight, in_bias, omega_output, omega_output.new_zeros(len(omega_output))


@implements("multi_head_attention", variant="explicit")
def explicit_multi_head_attention(x, in_weight, in_bias, out_weight, out_bias, *, heads, causal=False):
    """x (…, n, d), in_weight (3d, d), in_bias (3d,), out_weight (d, d), out_bias (d,) → (…, n, d)."""
    module = attention_module(in_weight, in_bias, out_weight, out_bias, heads)
    return attend(module, x, causal, need_weights=True)


@implements("multi_head_attention", variant="fast", key_tile=512, exp_error=40.0)
@torch.no_grad()
def fast_multi_head_attention(x, in_weight, in_bias, out_weight, out_bias, *, heads, causal=False):
    """x (…, n, d), in_weight (3d, d), in_bias (3d,), out_weight (d, d), out_bias (d,) → (…, n, d)."""
    module = attention_module(in_weight, in_bias, out_weight, out_bias, heads).eval()
    return attend(module, x, causal, need_weights=False)


@implements("column_multi_head_attention", variant="explicit")
def explicit_column_multi_head_attention(
    x, omega_query, omega_key, omega_value, beta_query, beta_key, beta_value, omega_output
):
    """x (d, n), omega (h, e, d), beta (h, e, 1), omega_output (d, h·e) → (d, n)."""
    weights = packed((omega_query, omega_key, omega_value), (beta_query, beta_key, beta_value), omega_output)
    return explicit_multi_head_attention(x.T, *weights, heads=len(omega_query)).T


@implements("column_multi_head_attention", variant="fast", key_tile=512, exp_error=40.0)
def fast_column_multi_head_attention(
    x, omega_query, omega_key, omega_value, beta_query, beta_key, beta_value, omega_output
):
    """x (d, n), omega (h, e, d), beta (h, e, 1), omega_output (d, h·e) → (d, n)."""
    weights = packed((omega_query, omega_key, omega_value), (beta_query, beta_key, beta_value), omega_output)
    return fast_multi_head_attention(x.T, *weights, heads=len(omega_query)).T
