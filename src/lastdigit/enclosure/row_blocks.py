"""Attention in blocks of queries: each row of the result depends on one query alone, and a block stays in the cache."""

from __future__ import annotations

from typing import Any

from lastdigit.enclosure.fast import fast_theorem
from lastdigit.enclosure.in_models import read_together
from lastdigit.enclosure.rounded import theorem
from lastdigit.operations.attention import (
    scaled_attention_scores,
    scaled_dot_product_attention,
    seen_keys,
    weighted_values,
    without_unseen,
)
from lastdigit.operations.normalization import softmax
from lastdigit.operations.operation import is_changed

SCORES = 2**17
"""Scores to a block: 1 MiB of float64, of which a handful of arrays is alive at a time."""

LEAST_ROWS = 32
"""Products of fewer rows spend more time on the keys than on the queries."""

_definition = scaled_dot_product_attention.__wrapped__  # type: ignore[attr-defined]


def by_rows(q: Any, k: Any, v: Any, *, causal: bool = False, mask: Any = None) -> Any:
    """The definition itself, on one block of rows of q after the other.

    A changed definition may mix rows, and is read in one piece. Keys that no query sees are left out, and under a
    causal mask those after a block.
    """
    keys = k.shape[-2]
    rows = max(LEAST_ROWS, SCORES // max(keys, 1))
    if is_changed() or q.ndim < 2 or q.shape[-2] <= rows:
        return _definition(q, k, v, causal=causal, mask=mask)
    tokens = q.shape[-2]
    k, v = (without_unseen(each, q, causal, mask) for each in (k, v))
    seen = seen_keys((tokens, keys), causal, mask)
    parts = []
    for start in range(0, tokens, rows):
        block, past = slice(start, start + rows), slice(0, start + rows if causal else keys)
        part = None if seen is None else seen if seen.ndim < 2 or seen.shape[-2] == 1 else seen[..., block, :]
        part = part if part is None or part.shape[-1] == 1 else part[..., past]
        near_k, near_v = (each[..., past, :] if causal else each for each in (k, v))
        scores = scaled_attention_scores(q[..., block, :], near_k)
        parts.append(weighted_values(softmax(scores, part), near_v))
    return q.__array_namespace__().concat(parts, axis=-2)


fast_theorem("scaled_dot_product_attention")(by_rows)
theorem("scaled_dot_product_attention")(by_rows)
read_together("scaled_dot_product_attention")(by_rows)
