"""Mistakes in losses of distances and angles, and of logits."""

from __future__ import annotations

import math
from typing import Any

from lastdigit.functions import softplus
from lastdigit.operations import losses as known
from lastdigit.operations.losses import reduced
from lastdigit.operations.mistakes.entries import mistakes_of, number, times
from lastdigit.operations.mistakes.losses import negated, other_reduction
from lastdigit.operations.reductions import sum as sum_of
from lastdigit.operations.reductions import vector_norm


def _exp(x: Any) -> Any:
    return x.__array_namespace__().exp(x)


def _size(x: Any) -> Any:
    return x.__array_namespace__().abs(x)


mistakes_of(
    "pairwise_distance",
    (
        "similar ones added in place of taken off",
        "x₁ − x₂",
        lambda x1, x2, **given: known.pairwise_distance(x1, -x2, **given),
    ),
    (
        "distance of order 1",
        "the order of the norm",
        lambda x1, x2, **given: known.pairwise_distance(
            x1, x2, **{**given, "p": 1.0 if given.get("p", 2.0) == 2.0 else 2.0}
        ),
    ),
    ("distance halved", "a factor", lambda x1, x2, **given: times(known.pairwise_distance(x1, x2, **given), 0.5)),
    (
        "epsilon taken off in place of added",
        "the sign of eps",
        lambda x1, x2, **given: known.pairwise_distance(x2, x1, **given),
    ),
)
mistakes_of(
    "triplet_margin_loss",
    (
        "positive and negative swapped",
        "which of the two is near",
        lambda anchor, positive, negative, **given: known.triplet_margin_loss(anchor, negative, positive, **given),
    ),
    (
        "margin left out",
        "the margin",
        lambda anchor, positive, negative, **given: known.triplet_margin_loss(
            anchor, positive, negative, **{**given, "margin": 0.0}
        ),
    ),
    (
        "margin taken off",
        "the sign of the margin",
        lambda anchor, positive, negative, **given: known.triplet_margin_loss(
            anchor, positive, negative, **{**given, "margin": -given.get("margin", 1.0)}
        ),
    ),
    (
        "anchor and positive swapped",
        "which is the anchor",
        lambda anchor, positive, negative, **given: known.triplet_margin_loss(positive, anchor, negative, **given),
    ),
    ("the other reduction of the triplets", "mean or sum", other_reduction(known.triplet_margin_loss)),
    (
        "nearness left out",
        "the distance to the positive",
        lambda anchor, positive, negative, **given: known.triplet_margin_loss(anchor, anchor, negative, **given),
    ),
)
mistakes_of(
    "cosine_similarity",
    (
        "norms left out of the cosine",
        "the division by both norms",
        lambda x1, x2, *, dim=1, **given: sum_of(x1 * x2, dim=dim),
    ),
    (
        "cosine divided by one norm",
        "the division by both norms",
        lambda x1, x2, *, dim=1, **given: known.cosine_similarity(x1, x2, dim=dim, **given) * vector_norm(x2, dim=dim),
    ),
    (
        "cosine squared",
        "the norms' roots",
        lambda x1, x2, **given: known.cosine_similarity(x1, x2, **given) * known.cosine_similarity(x1, x2, **given),
    ),
    ("cosine with its sign changed", "the sign", negated(known.cosine_similarity)),
    (
        "cosine of magnitudes",
        "an absolute value",
        lambda x1, x2, **given: known.cosine_similarity(_size(x1), _size(x2), **given),
    ),
)
mistakes_of(
    "cosine_similarity_loss",
    (
        "similarity in place of the loss",
        "1 − cosine",
        lambda input, target, *, dim=1, reduction="mean": reduced(
            known.cosine_similarity(input, target, dim=dim), reduction
        ),
    ),
    (
        "1 + cosine",
        "the sign of the cosine",
        lambda input, target, **given: known.cosine_similarity_loss(input, -target, **given),
    ),
)
mistakes_of(
    "binary_cross_entropy_with_logits",
    (
        "probabilities in place of logits",
        "a sigmoid that was taken before",
        lambda input, target, **given: known.binary_cross_entropy_with_logits(_exp(-softplus(-input)), target, **given),
    ),
    (
        "targets turned round",
        "0 and 1",
        lambda input, target, **given: known.binary_cross_entropy_with_logits(
            input, number(target, 1.0) - target, **given
        ),
    ),
    (
        "sign of the logits changed",
        "the sign",
        lambda input, target, **given: known.binary_cross_entropy_with_logits(-input, target, **given),
    ),
    (
        "product with the target left out",
        "x y",
        lambda input, target, **given: known.binary_cross_entropy_with_logits(input, times(target, 0.0), **given),
    ),
    (
        "binary cross-entropy of base 2",
        "log, not log2",
        lambda input, target, **given: times(
            known.binary_cross_entropy_with_logits(input, target, **given), 1.0 / math.log(2.0)
        ),
    ),
    (
        "the other reduction of binary cross-entropy",
        "mean or sum",
        other_reduction(known.binary_cross_entropy_with_logits),
    ),
)
