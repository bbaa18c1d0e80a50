"""torch's flex_attention, eager and compiled for the processor."""

import torch
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

from lastdigit import implements


def block_mask(q, k, causal, mask):
    """What a query sees, as a function of its place and a key's."""
    seen = torch.ones(q.shape[2], k.shape[2], dtype=torch.bool) & torch.as_tensor(True if mask is None else mask)
    seen = seen.tril() if causal else seen
    return create_block_mask(lambda b, h, i, j: seen[i, j], None, None, *seen.shape, device="cpu")


def attend(function, q, k, v, causal, mask, grouped=False):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, d) → (b, h, n, d)."""
    blocks = block_mask(q, k, causal, mask) if causal or mask is not None else None
    return function(q, k, v, block_mask=blocks, enable_gqa=grouped)


compiled = torch.compile(flex_attention, dynamic=False)


@implements("scaled_dot_product_attention", variant="eager")
def eager_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, d) → (b, h, n, d)."""
    return attend(flex_attention, q, k, v, causal, mask)


@implements("grouped_query_attention", variant="eager")
def eager_grouped_attention(q, k, v, *, causal=False, mask=None):
    """q (b, h, n, d), k (b, g, m, d), v (b, g, m, d) → (b, h, n, d)."""
    return attend(flex_attention, q, k, v, causal, mask, grouped=True)


@implements(
    "scaled_dot_product_attention",
    variant="compiled",
    dtypes=("float32", "float16", "bfloat16"),
    key_tile=1,
    exp_error=40.0,
    seconds=300.0,
)
@torch.no_grad()
def compiled_attention(q, k, v):
    """q (b, h, n, d), k (b, h, m, d), v (b, h, m, d) → (b, h, n, d)."""
    return attend(compiled, q, k, v, False, None)
