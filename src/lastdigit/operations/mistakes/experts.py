"""Mistakes in mixtures of experts."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.operations import experts as known
from lastdigit.operations.activations import relu, silu
from lastdigit.operations.linear import linear
from lastdigit.operations.mistakes.entries import Changed, mistakes_of, need, number, times
from lastdigit.operations.normalization import softmax


def _count(more: int) -> Changed:
    def changed(logits: Any, *, k: int, normalize: bool = True) -> Any:
        need(1 <= k + more <= logits.shape[-1], "as many experts as there are")
        return known.routing_weights(logits, k=k + more, normalize=normalize)

    return changed


def _other_normalization(logits: Any, *, k: int, normalize: bool = True) -> Any:
    need(k < logits.shape[-1], "all experts")
    return known.routing_weights(logits, k=k, normalize=not normalize)


def _smallest(logits: Any, *, k: int, normalize: bool = True) -> Any:
    need(k < logits.shape[-1], "all experts")
    chosen = known.routing_weights(-logits, k=k)
    return chosen if normalize else times(chosen, 0.5)


def _even(logits: Any, *, k: int, normalize: bool = True) -> Any:
    weights = known.routing_weights(logits, k=k, normalize=normalize)
    return weights.__array_namespace__().sign(weights) * number(logits, 1.0 / k)


def _not_masked(logits: Any, *, k: int, normalize: bool = True) -> Any:
    need(k < logits.shape[-1], "all experts")
    return softmax(logits)


mistakes_of(
    "routing_weights",
    ("one expert too many", "k", _count(1)),
    ("one expert too few", "k", _count(-1)),
    ("renormalised, or not", "whether weights are divided by the sum of those that are kept", _other_normalization),
    ("smallest logits chosen", "the order of the sort", _smallest),
    ("chosen experts weighed evenly", "the softmax", _even),
    ("every expert weighed", "the mask of the experts that are not chosen", _not_masked),
    (
        "weights of the next expert",
        "the experts' numbers",
        lambda logits, **given: _rolled(known.routing_weights(logits, **given)),
    ),
)


def _rolled(weights: Any) -> Any:
    need(weights.shape[-1] > 1, "one expert")
    return weights[..., np.roll(np.arange(weights.shape[-1]), 1)]


def _with(change: Changed) -> Changed:
    def changed(input: Any, router: Any, up: Any, down: Any, **given: Any) -> Any:
        return known.mixture_of_experts(*change(input, router, up, down), **given)

    return changed


def _reversed(input: Any, router: Any, up: Any, down: Any) -> tuple[Any, ...]:
    need(up.shape[0] > 1, "one expert")
    return input, router, up[::-1], down[::-1]


def _down_reversed(input: Any, router: Any, up: Any, down: Any) -> tuple[Any, ...]:
    need(up.shape[0] > 1, "one expert")
    return input, router, up, down[::-1]


def _summed(act: Changed, weigh: Changed) -> Changed:
    """The mixture with another activation, or with other weights (n, e)."""

    def changed(input: Any, router: Any, up: Any, down: Any, **given: Any) -> Any:
        shares = weigh(known.routing_weights(linear(input, router), **given)).mT[..., np.newaxis]
        return input.__array_namespace__().sum((act(input @ up.mT) @ down.mT) * shares, axis=0)

    return changed


def _next_token(weights: Any) -> Any:
    need(weights.shape[0] > 1, "one token")
    return weights[np.roll(np.arange(weights.shape[0]), 1)]


def _last_dropped(weights: Any) -> Any:
    need(weights.shape[-1] > 1, "one expert")
    kept = np.arange(weights.shape[-1]) < weights.shape[-1] - 1
    return weights.__array_namespace__().where(np.broadcast_to(kept, weights.shape), weights, 0.0)


mistakes_of(
    "mixture_of_experts",
    ("experts reversed", "which expert has which weights", _with(_reversed)),
    ("second layers of other experts", "the index of the second product", _with(_down_reversed)),
    ("activation of the experts left out", "silu between the products", _summed(lambda x: x, lambda w: w)),
    ("ReLU in place of the experts' silu", "silu between the products", _summed(relu, lambda w: w)),
    ("weights of the token before", "the order in which tokens are put back", _summed(silu, _next_token)),
    ("last expert dropped", "the loop over experts, or its capacity", _summed(silu, _last_dropped)),
    (
        "experts summed without weights",
        "the product with the weights",
        _summed(silu, lambda w: w.__array_namespace__().sign(w)),
    ),
    ("experts weighed twice", "a weight on both sides", _summed(silu, lambda w: w * w)),
)
