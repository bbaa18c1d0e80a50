"""The wrong attentions, by name: each a fused kernel with one error."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from studies.power import wrong_keys as keys
from studies.power import wrong_results as results
from studies.power import wrong_weights as weights
from studies.power.attention import Attention

WrongAttention = Callable[[Attention, np.random.RandomState], np.ndarray]

WRONG_ATTENTIONS: Mapping[str, WrongAttention] = {
    function.__name__.replace("_", " "): function
    for function in (
        *(keys.one_key_dropped, keys.one_key_dropped_in_the_last_row),
        *(keys.mask_one_late, keys.mask_one_late_in_some_rows, keys.mask_ignored_in_the_last_four_rows),
        *(keys.scale_of_one_width_less, keys.scale_of_one_width_more),
        *(results.stale_row, results.two_rows_swapped, results.last_two_rows_swapped),
        *(keys.last_16_keys_skipped, keys.last_key_skipped),
        *(weights.softmax_in_bfloat16, weights.softmax_in_float16, weights.weights_not_renormalised),
        *(weights.weights_in_fp8, weights.values_in_fp8),
        *(weights.queries_and_keys_in_fp8, weights.queries_and_keys_in_int8),
        *(results.another_seed, weights.uniform_weights, weights.random_convex_weights),
        *(results.noise_of_five_percent, results.halves_of_the_width_swapped),
        *(results.last_column_zero, results.last_element_zero, results.row_zero_left_out),
        *(weights.one_weight_dropped_per_row, results.result_in_bfloat16),
        *(keys.keys_rolled, weights.last_tile_missing_in_the_sum),
    )
}

_NEED_A_MASK = frozenset(name for name in WRONG_ATTENTIONS if name.startswith("mask"))

_COARSER = {
    "softmax in bfloat16": ("bfloat16",),
    "softmax in float16": ("bfloat16", "float16"),
    "weights not renormalised": ("bfloat16",),
    "result in bfloat16": ("bfloat16",),
}
"""Formats in which a right kernel has a rounding as coarse as this mistake's."""


def right_by_nature(name: str, format: str) -> bool:
    """Whether this mistake is not one in a format with such a rounding."""
    return format in _COARSER.get(name, ())


def wrong_attentions(*, causal: bool) -> list[str]:
    """Names of the mistakes that can be made; some need a mask."""
    return [name for name in WRONG_ATTENTIONS if causal or name not in _NEED_A_MASK]
