"""A right attention may shift its scores by the largest of a row, a head or the whole call, and is not refused."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from lastdigit.assertions.agreement import call_of
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure.arithmetic import FUSED, SPLIT, STORED, Arithmetic
from lastdigit.verdicts.attention_errors import AttentionErrors
from lastdigit.verdicts.judge_call import judge_call
from lastdigit.verdicts.row_keys import KeyErrors
from lastdigit.verdicts.verdict import DISAGREES, Verdict

OPERATION = "scaled_dot_product_attention"
Shift = Callable[[np.ndarray], np.ndarray]


def of_row(scores: np.ndarray) -> np.ndarray:
    return np.asarray(scores.max(axis=-1, keepdims=True))


def of_head(scores: np.ndarray) -> np.ndarray:
    return np.asarray(scores.max(axis=(-1, -2), keepdims=True))


def of_call(scores: np.ndarray) -> np.ndarray:
    return np.asarray(scores.max())


def drawn(seed: int, *heads: int, far: tuple[int, ...] = (), format: str = "bfloat16") -> list[np.ndarray]:
    """Queries, keys and values, whose columns are nearly one; the query ``far`` has large scores."""
    draw = np.random.default_rng(seed)
    q, k = draw.standard_normal((*heads, 128, 16)), draw.standard_normal((*heads, 40, 16))
    signs = np.where(draw.random(64) < 0.5, 1, -1)
    v = draw.standard_normal((*heads, 40, 1)) * signs * (1 + 0.01 * draw.standard_normal((*heads, 40, 64)))
    if far:
        q[far] *= 15
    return [FORMATS[format].round(array) for array in (q, k, v)]


def far_from_zero(seed: int) -> list[np.ndarray]:
    """Six heads, whose values are far from zero; a query of the third has large scores."""
    draw = np.random.default_rng(seed)
    q, k = draw.standard_normal((6, 33, 16)), draw.standard_normal((6, 40, 16))
    v = draw.standard_normal((6, 40, 32)) + 3
    q[2, 5] *= 15
    return [FORMATS["float16"].round(array) for array in (q, k, v)]


def with_steps_stored(arrays: list[np.ndarray], shift: Shift, *, left_out: int = -1) -> np.ndarray:
    """Each step in bfloat16; a row may lack the key with its largest weight."""
    (q, k, v), store = arrays, FORMATS["bfloat16"].round
    scores = store(store(q @ np.swapaxes(k, -1, -2)) / np.sqrt(q.shape[-1]))
    weights = store(np.exp(store(scores - shift(scores))))
    if left_out >= 0:
        weights[left_out, np.argmax(weights[left_out])] = 0.0
    return store(store(weights / weights.sum(axis=-1, keepdims=True)) @ v)


def with_scores_stored(arrays: list[np.ndarray], shift: Shift) -> np.ndarray:
    """The scores in float16, also those that are shifted; everything else is wide."""
    (q, k, v), store = arrays, FORMATS["float16"].round
    scores = store(store(q @ np.swapaxes(k, -1, -2)) / np.sqrt(q.shape[-1]))
    weights = np.exp(store(scores - shift(scores)))
    return store(weights @ v / weights.sum(axis=-1, keepdims=True))


def fused(arrays: list[np.ndarray]) -> np.ndarray:
    (q, k, v), store = arrays, FORMATS["bfloat16"].round
    weights = np.exp(q @ k.T / np.sqrt(q.shape[-1]))
    return store(store(weights / weights.sum(axis=-1, keepdims=True)) @ v)


def judged(arrays: list[np.ndarray], result: np.ndarray, format: str = "bfloat16", model: str = SPLIT) -> Verdict:
    arithmetic = Arithmetic.usual(FORMATS[format]).in_model(model)
    return judge_call(call_of(OPERATION, tuple(arrays), {}, arithmetic), result, format, explained=False)


def errors(arrays: list[np.ndarray], model: str) -> AttentionErrors:
    arithmetic = Arithmetic.usual(FORMATS["bfloat16"]).in_model(model)
    found = call_of(OPERATION, tuple(arrays), {}, arithmetic).reading.attention_errors
    assert found is not None
    return found


@pytest.mark.parametrize("shift", [of_row, of_head, of_call])
@pytest.mark.parametrize(
    ("heads", "far", "seeds"),
    [
        ((), (100,), (1, 9, 15)),
        ((2,), (1, 100), (3, 7, 13)),
        ((2, 3), (1, 2, 100), (11, 13, 14)),
        ((6,), (2, 5), (0, 2, 4)),
    ],
    ids=["another block", "another sample", "another head", "the first block of a head"],
)
def test_a_row_may_be_shifted_by_a_score_of_another(
    shift: Shift, heads: tuple[int, ...], far: tuple[int, ...], seeds: tuple[int, ...]
):
    for seed in seeds:
        arrays = drawn(seed, *heads, far=far)
        assert judged(arrays, with_steps_stored(arrays, shift)).verdict != DISAGREES, seed


@pytest.mark.parametrize("shift", [of_row, of_head, of_call])
def test_rows_of_one_head_may_be_rounded_more_coarsely_than_all_others(shift: Shift):
    arrays = far_from_zero(1)
    assert judged(arrays, with_scores_stored(arrays, shift), "float16").verdict != DISAGREES


def test_only_the_split_model_has_a_part_of_the_shift_and_it_is_what_other_rows_add():
    near, far = drawn(1, 2), drawn(1, 2, far=(1, 100))
    rows = np.array([0, 70, 228, 250])
    g = np.random.default_rng(2).standard_normal((4, 64))
    for model in (FUSED, STORED):
        assert errors(far, model).of_shift(rows, g).tolist() == [0.0] * 4
    found, alone = errors(far, SPLIT).of_shift(rows, g), errors(near, SPLIT).of_shift(rows, g)
    assert np.all(found[[0, 1, 3]] > 10.0 * alone[[0, 1, 3]])
    assert found[2] == 0.0
    sums, without = (errors(each, SPLIT).of_rows(rows, g).sigma for each in (far, near))
    added = np.square(sums) - np.square(without)
    assert np.all(np.abs(added - (found - alone))[[0, 1, 3]] <= 1e-9 * np.square(sums)[[0, 1, 3]])


def test_the_shift_of_a_row_that_is_alone_is_its_own():
    draw = np.random.default_rng(3)
    q, k, v = draw.uniform(-3.0, -2.0, (1, 16)), draw.uniform(2.0, 3.0, (40, 16)), draw.standard_normal((40, 8))
    found = errors([FORMATS["bfloat16"].round(array) for array in (q, k, v)], SPLIT)
    assert found.of_shift(np.array([0]), draw.standard_normal((1, 8))).tolist() == [0.0]


def test_the_shift_is_that_of_any_sample():
    near, far = (
        [array[:, :2] if array.shape[1] == 128 else array for array in drawn(1, 80, far=at)] for at in ((), (70, 1))
    )
    g = np.random.default_rng(2).standard_normal((1, 64))
    assert errors(far, SPLIT).of_shift(np.array([5]), g) > 10.0 * errors(near, SPLIT).of_shift(np.array([5]), g)


def test_the_order_of_the_keys_does_not_matter_even_if_there_are_more_than_queries():
    draw = np.random.default_rng(5)
    q, k, v = (FORMATS["bfloat16"].round(draw.standard_normal(shape)) for shape in ((20, 16), (90, 16), (90, 8)))
    g, rows = draw.standard_normal((20, 8)), np.arange(20)
    sigma, reversed_ = (errors(each, SPLIT).of_rows(rows, g).sigma for each in ([q, k, v], [q, k[::-1], v[::-1]]))
    assert np.all(np.abs(sigma - reversed_) <= 1e-6 * sigma)


def test_sums_of_the_tightest_model_have_the_bias_of_the_widest_and_its_part_of_the_shift():
    arrays = drawn(1, 2, far=(1, 100))
    widest, tightest = errors(arrays, SPLIT), errors(arrays, FUSED)
    at, g = np.array([70]), np.random.default_rng(2).standard_normal((1, 64))
    sums = tightest.of_rows(at, g)
    found = KeyErrors(widest, tightest)._with_shift(sums, at, g)
    assert found.bias == widest.of_rows(at, g).bias
    assert found.sigma == np.sqrt(np.square(sums.sigma) + widest.of_shift(at, g))
    assert found.sigma > sums.sigma


@pytest.mark.parametrize("seed", range(6))
def test_a_key_that_is_left_out_of_a_row_is_seen(seed: int):
    arrays = drawn(seed)
    for shift in (of_row, of_call):
        assert judged(arrays, with_steps_stored(arrays, shift)).verdict != DISAGREES
        assert judged(arrays, with_steps_stored(arrays, shift, left_out=seed)).verdict == DISAGREES


def test_a_fused_kernel_that_stores_its_weights_is_right():
    arrays = drawn(47)
    assert judged(arrays, fused(arrays), model=FUSED).verdict != DISAGREES


@pytest.mark.parametrize("model", [FUSED, STORED, SPLIT])
def test_a_sum_over_nearly_equal_columns_has_the_rounding_of_the_weights_that_they_share(model: str):
    arrays = drawn(0)
    found = errors(arrays, model)
    weights = np.broadcast_to(np.sign(arrays[2][0]), found.values.shape)
    sums = np.sum(weights * (fused(arrays) - found.values), axis=-1)
    assert np.all(np.abs(sums) < 5.0 * found.by_row(weights).sigma)
