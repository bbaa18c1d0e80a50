"""transformers: Llama's attention by both of its functions, its norm and its rotary positions."""

from types import SimpleNamespace

import torch
from transformers import LlamaConfig
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from transformers.models.llama import modeling_llama

from lastdigit import implements


def attend(forward, q, k, v, causal, mask):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, d) → (b, h, n, d); hidden keys get the least number, as in models."""
    module = SimpleNamespace(num_key_value_groups=q.shape[1] // k.shape[1], training=False, is_causal=False)
    added = None
    if causal or mask is not None:
        seen = torch.ones(1, 1, q.shape[2], k.shape[2], dtype=torch.bool)
        seen = (seen.tril() if causal else seen) & torch.as_tensor(True if mask is None else mask)
        added = torch.zeros(seen.shape, dtype=q.dtype).masked_fill(~seen, torch.finfo(q.dtype).min)
    return forward(module, q, k, v, added, scaling=q.shape[-1] ** -0.5)[0].transpose(1, 2)


@implements("scaled_dot_product_attention", variant="eager")
def eager_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, d) → (b, h, n, d)."""
    return attend(modeling_llama.eager_attention_forward, q, k, v, causal, mask)


@implements("scaled_dot_product_attention", variant="sdpa", key_tile=512, exp_error=40.0)
def sdpa_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, d) → (b, h, n, d)."""
    return attend(sdpa_attention_forward, q, k, v, causal, mask)


@implements("grouped_query_attention", variant="eager")
def eager_grouped_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, d) → (b, h, n, d)."""
    return attend(modeling_llama.eager_attention_forward, q, k, v, causal, mask)


@implements("grouped_query_attention", variant="sdpa", key_tile=512, exp_error=40.0)
def sdpa_grouped_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, d) → (b, h, n, d)."""
    return attend(sdpa_attention_forward, q, k, v, causal, mask)


@implements("rms_norm", variant="eager")
def rms_norm(input, weight, *, eps):
    """input (…, n), weight (n,) → (…, n)."""
    norm = modeling_llama.LlamaRMSNorm(len(weight), eps=eps)
    norm.weight.data = weight
    return norm(input)


@implements("rotary_embedding", variant="eager")
def rotary_embedding(x):
    """x (b, h, n, d) → (b, h, n, d)."""
    config = LlamaConfig(hidden_size=x.shape[-1], num_attention_heads=1, head_dim=x.shape[-1])
    cosines, sines = modeling_llama.LlamaRotaryEmbedding(config)(x, torch.arange(x.shape[-2])[None])
    return modeling_llama.apply_rotary_pos_emb(x, x, cosines, sines)[0]
