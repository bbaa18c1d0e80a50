"""The right ways to compute attention, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from studies.power import fused_attentions as fused
from studies.power import split_attentions as split
from studies.power import stored_attentions as stored
from studies.power.attention import Attention

RightAttention = Callable[[Attention], np.ndarray]

RIGHT_ATTENTIONS: Mapping[str, RightAttention] = {
    function.__name__.replace("_", " "): function
    for function in (
        *(fused.fused, fused.fused_with_float32_weights, fused.normalised_after_the_values),
        *(fused.tiles_of_64_keys, fused.tiles_of_128_keys, fused.tiles_in_powers_of_two),
        *(fused.keys_in_reverse_order, fused.no_maximum_subtracted, fused.largest_of_all_subtracted),
        *(fused.minus_logsumexp, fused.exp_of_log_softmax),
        *(stored.naive, stored.scores_divided, stored.queries_scaled_first, stored.queries_and_keys_scaled),
        *(stored.scores_in_2_parts, stored.scores_in_4_parts),
        *(stored.values_in_2_parts, stored.values_in_4_parts, stored.values_in_16_parts),
        *(stored.sum_stored, stored.minus_stored_logsumexp, stored.exp_of_stored_log_softmax),
        stored.largest_of_all_subtracted_and_stored,
        *(split.two_splits, split.eight_splits, split.eight_stored_splits, split.eight_splits_with_stored_logsumexp),
        *(split.sums_one_after_the_other, split.sums_by_pairs, split.sums_by_blocks),
    )
}
