"""torch's right attentions, if it is installed: its plain kernel and its fused one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from studies.power.attention import Attention


def torch_attentions() -> Mapping[str, Callable[[Attention], np.ndarray]]:
    """The attentions by name; none without torch."""
    try:
        from torch.nn.attention import SDPBackend
    except ImportError:
        return {}
    return {
        "torch's plain kernel": lambda given: _attended(given, SDPBackend.MATH),
        "torch's fused kernel": lambda given: _attended(given, SDPBackend.FLASH_ATTENTION),
    }


def _attended(given: Attention, backend: object) -> np.ndarray:
    import torch
    from torch.nn.attention import SDPBackend, sdpa_kernel
    from torch.nn.functional import scaled_dot_product_attention

    shape = (1, 1) if given.q.ndim == 2 else (1,)
    q, k, v = (
        torch.from_numpy(np.ascontiguousarray(array)).to(getattr(torch, given.format)).reshape(*shape, *array.shape)
        for array in (given.q, given.k, given.v)
    )
    seen = None if given.seen is None else torch.from_numpy(np.ascontiguousarray(given.seen))
    # the fused kernel needs values as wide as the keys; otherwise torch runs the plain one
    with sdpa_kernel([backend, SDPBackend.MATH]):
        result = scaled_dot_product_attention(q, k, v, attn_mask=seen)
    return result.float().numpy().reshape(*given.q.shape[:-1], given.v.shape[-1])
