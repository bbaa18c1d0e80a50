"""Mixtures of experts: routing tokens to experts, and the weighted sum of the experts' outputs."""

from __future__ import annotations

from collections.abc import Callable
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

    Without ``normalize`` it is the softmax of all logits with all but the k largest weights set to 0 (Shazeer et al.,
    "Outrageously large neural networks", 2017, equations 3 to 5; Fedus et al., "Switch transformers", 2021). Where the
    k-th weight and the next one differ by less than their errors, either expert may be chosen.
    """
    return routed(logits, among_largest, k=k, normalize=normalize)


def routed(logits: Any, chosen: Callable[..., Any], *, k: int, normalize: bool) -> Any:
    """The weights of :func:`routing_weights`, with ``chosen(weights, k=k)`` as the condition that selects them."""
    experts = logits.shape[-1]
    if not 1 <= k <= experts:
        raise ValueError(f"k = {k} for {experts} experts")
    weights = softmax(logits)
    if k == experts:
        return weights
    xp = logits.__array_namespace__()
    kept = where(chosen(weights, k=k), weights, weights * xp.asarray(0.0))
    if not normalize:
        return kept
    return kept / xp.sum(sort_function(weights, axis=-1, descending=True)[..., :k], axis=-1, keepdims=True)


def among_largest(weights: Any, *, k: int) -> Any:
    """Where weights (…, n, e) are among the k < e largest of their row, for :func:`lastdigit.functions.where`."""
    descending = sort_function(weights, axis=-1, descending=True)
    half = weights.__array_namespace__().asarray(0.5)
    return greater(weights, (descending[..., k - 1 : k] + descending[..., k : k + 1]) * half)


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
