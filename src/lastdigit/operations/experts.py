"""Mixtures of experts: which experts a token goes to, by how much, and what they give together."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.functions import greater, where
from lastdigit.functions import sort as sort_function
from lastdigit.operations.activations import silu
from lastdigit.operations.linear import linear
from lastdigit.operations.normalization import softmax
from lastdigit.operations.operation import operation


@operation
def routing_weights(logits: Any, *, k: int, normalize: bool = True) -> Any:
    """The softmax of a token's k largest logits, 0 for all other experts: logits (…, n, e) → (…, n, e).

    Without ``normalize`` the softmax is that of all experts, of which the k largest are kept (Shazeer et al.,
    "Outrageously large neural networks", 2017, equations 3 to 5; Fedus et al., "Switch transformers", 2021). Where the
    k-th weight and the next one differ by less than their errors either expert may be chosen.
    """
    experts = logits.shape[-1]
    if not 1 <= k <= experts:
        raise ValueError(f"{k} of {experts} experts")
    weights = softmax(logits)
    if k == experts:
        return weights
    xp = logits.__array_namespace__()
    ordered = sort_function(weights, axis=-1, descending=True)
    between = (ordered[..., k - 1 : k] + ordered[..., k : k + 1]) * xp.asarray(0.5)
    chosen = where(greater(weights, between), weights, weights * xp.asarray(0.0))
    return chosen / xp.sum(ordered[..., :k], axis=-1, keepdims=True) if normalize else chosen


@operation
def mixture_of_experts(input: Any, router: Any, up: Any, down: Any, *, k: int, normalize: bool = True) -> Any:
    """Σ over experts of weight · W' silu(W x): input (n, d), router (e, d), up (e, f, d), down (e, d, f) → (n, d).

    Weights are :func:`routing_weights` of the products with the router's rows.
    """
    weights = routing_weights(linear(input, router), k=k, normalize=normalize)
    found = silu(input @ up.mT) @ down.mT
    shares = weights.mT[..., np.newaxis]
    xp = input.__array_namespace__()
    return xp.sum(found * shares, axis=0)
