"""nn.TransformerEncoderLayer with its weights set, by both of its paths.

module: in training mode, with no dropout, layer after layer; its attention takes 512 keys at a time. fast: evaluation
without gradients, where the whole block is one native function if the number of heads is even.
Made on the meta device, the module draws no random weights.
"""

import torch
from torch import nn

from lastdigit import implements


def encoder_layer(attention, feed_forward, norms, heads, eps):
    """Weights and biases of each part, in the order of the operation → a module."""
    parts = "self_attn.in_proj_", "self_attn.out_proj.", "linear1.", "linear2.", "norm1.", "norm2."
    names = [part + kind for part in parts for kind in ("weight", "bias")]
    hidden, width = feed_forward[0].shape
    module = nn.TransformerEncoderLayer(
        width, heads, hidden, dropout=0.0, batch_first=True, layer_norm_eps=eps, device="meta"
    )
    module.load_state_dict(dict(zip(names, (*attention, *feed_forward, *norms), strict=True)), assign=True)
    return module


@implements("encoder_block", variant="module", key_tile=512, exp_error=40.0)
def module_encoder_block(
    x,
    in_weight,
    in_bias,
    out_weight,
    out_bias,
    hidden_weight,
    hidden_bias,
    return_weight,
    return_bias,
    norm1_weight,
    norm1_bias,
    norm2_weight,
    norm2_bias,
    *,
    heads,
    eps=1e-5,
):
    """x (…, n, d), in_weight (3d, d), out_weight (d, d), hidden_weight (f, d), return_weight (d, f) → (…, n, d)."""
    attention = in_weight, in_bias, out_weight, out_bias
    feed_forward = hidden_weight, hidden_bias, return_weight, return_bias
    norms = norm1_weight, norm1_bias, norm2_weight, norm2_bias
    layer = encoder_layer(attention, feed_forward, norms, heads, eps).train()
    return layer(x.reshape(-1, *x.shape[-2:])).reshape(x.shape)


@implements("encoder_block", variant="fast", key_tile=512, exp_error=40.0)
@torch.no_grad()
def fast_encoder_block(
    x,
    in_weight,
    in_bias,
    out_weight,
    out_bias,
    hidden_weight,
    hidden_bias,
    return_weight,
    return_bias,
    norm1_weight,
    norm1_bias,
    norm2_weight,
    norm2_bias,
    *,
    heads,
    eps=1e-5,
):
    """x (…, n, d), in_weight (3d, d), out_weight (d, d), hidden_weight (f, d), return_weight (d, f) → (…, n, d)."""
    attention = in_weight, in_bias, out_weight, out_bias
    feed_forward = hidden_weight, hidden_bias, return_weight, return_bias
    norms = norm1_weight, norm1_bias, norm2_weight, norm2_bias
    layer = encoder_layer(attention, feed_forward, norms, heads, eps).eval()
    return layer(x.reshape(-1, *x.shape[-2:])).reshape(x.shape)
