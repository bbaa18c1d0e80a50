"""Attention in blocks of queries: each row of the result depends on one query alone, and a block fits the cache."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np

from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.fast import fast_theorem
from lastdigit.enclosure.in_models import InModels, read_together
from lastdigit.enclosure.rounded import theorem
from lastdigit.enclosure.shared_shift import Shift, shift_of, shift_of_call
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
"""Scores per block: 1 MiB of float64; a handful of such arrays exist at a time."""

LEAST_ROWS = 32
"""Products with fewer rows spend more time on the keys than on the queries."""

_definition = scaled_dot_product_attention.__wrapped__  # type: ignore[attr-defined]


def by_rows(q: Any, k: Any, v: Any, *, causal: bool = False, mask: Any = None) -> Any:
    """The definition, evaluated on one block of rows of q after another.

    A changed definition may mix rows, and is evaluated at once. Keys that no query sees are omitted, and under a causal
    mask those after a block. Rows of other blocks may influence how a row is rounded.
    """
    keys = k.shape[-2]
    rows = max(LEAST_ROWS, SCORES // max(keys, 1))
    if is_changed() or q.ndim < 2 or q.shape[-2] <= rows:
        return _definition(q, k, v, causal=causal, mask=mask)
    k, v = (without_unseen(each, q, causal, mask) for each in (k, v))
    seen = seen_keys((q.shape[-2], keys), causal, mask)
    blocks = [Block.of(slice(start, start + rows), causal, seen) for start in range(0, q.shape[-2], rows)]

    @functools.cache
    def shift(arithmetic: Arithmetic) -> Shift:
        one_q, one_k = _in(arithmetic, q), _in(arithmetic, k)
        return shift_of((block.scores(one_q, one_k), block.seen) for block in blocks)

    with shift_of_call(shift):
        parts = [weighted_values(softmax(each.scores(q, k), each.seen), each.past(v)) for each in blocks]
    return q.__array_namespace__().concat(parts, axis=-2)


@dataclass(frozen=True, eq=False)
class Block:
    """Rows of q, the keys that they may see (all if None), and the mask of these scores."""

    rows: slice
    keys: slice | None
    seen: np.ndarray | None

    @classmethod
    def of(cls, rows: slice, causal: bool, seen: np.ndarray | None) -> Block:
        """A block of these rows, from a mask that broadcasts to all scores."""
        past = slice(0, rows.stop) if causal else None
        if seen is not None and seen.ndim > 1 and seen.shape[-2] > 1:
            seen = seen[..., rows, :]
        if seen is not None and seen.shape[-1] > 1 and past is not None:
            seen = seen[..., past]
        return cls(rows, past, seen)

    def past(self, each_key: Any) -> Any:
        """The part of keys or values that the rows may see."""
        return each_key if self.keys is None else each_key[..., self.keys, :]

    def scores(self, q: Any, k: Any) -> Any:
        """The block's scores, from those of all queries and keys."""
        return scaled_attention_scores(q[..., self.rows, :], self.past(k))


def _in(arithmetic: Arithmetic, argument: Any) -> Any:
    """An argument in one arithmetic."""
    readings = argument.readings if isinstance(argument, InModels) else (argument,)
    return next(reading for reading in readings if reading.arithmetic == arithmetic)


fast_theorem("scaled_dot_product_attention")(by_rows)
theorem("scaled_dot_product_attention")(by_rows)
read_together("scaled_dot_product_attention")(by_rows)
