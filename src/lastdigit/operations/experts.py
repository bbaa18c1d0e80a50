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
    if not 1 <= k <= logits.shape[-1]:
        raise ValueError(f"{k} of {logits.shape[-1]} experts")
    weights = softmax(logits)
    return kept_where(among_largest(weights, k=k), weights, k=k, normalize=normalize)


def among_largest(weights: Any, *, k: int) -> Any:
    """Where weights (…, n, e) are among the k largest of their row: what :func:`lastdigit.functions.where` takes."""
    if k == weights.shape[-1]:
        return np.ones(weights.shape, dtype=bool)
    descending = sort_function(weights, axis=-1, descending=True)
    half = weights.__array_namespace__().asarray(0.5)
    return greater(weights, (descending[..., k - 1 : k] + descending[..., k : k + 1]) * half)


def kept_where(chosen: Any, weights: Any, *, k: int, normalize: bool) -> Any:
    """The weights (…, n, e) that are ``chosen``, k of each row, and 0 in place of the others."""
    xp = weights.__array_namespace__()
    kept = where(chosen, weights, weights * xp.asarray(0.0))
    if not normalize or k == weights.shape[-1]:
        return kept
    return kept / xp.sum(sort_function(weights, axis=-1, descending=True)[..., :k], axis=-1, keepdims=True)


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
