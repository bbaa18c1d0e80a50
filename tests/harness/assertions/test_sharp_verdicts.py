"""Results that a tolerance alone lets pass, or refuses, where kernels live: half formats and real sizes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import lastdigit
from lastdigit.base.errors import UnknownMistake, UnknownModel
from lastdigit.base.number_format import FORMATS

pytestmark = pytest.mark.long

OPERATION = "scaled_dot_product_attention"
BFLOAT16 = FORMATS["bfloat16"]
Result = Callable[[np.ndarray, np.random.RandomState], np.ndarray]


def bfloat16(values: np.ndarray) -> Tensor:
    """The nearest numbers of the format, with its name."""
    return Tensor(BFLOAT16.round(np.asarray(values, dtype=np.float64)), "bfloat16")


class Tensor:
    """Numbers of a format that NumPy has not, as a framework hands them over."""

    def __init__(self, values: np.ndarray, dtype: str) -> None:
        self.values, self.dtype = values, f"framework.{dtype}"

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        return self.values


def normal(*shape: int, seed: int = 0) -> np.ndarray:
    return BFLOAT16.round(np.random.RandomState(seed).standard_normal(shape))


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, seen: np.ndarray | None = None) -> np.ndarray:
    """In float64, with scores of unseen keys set to −∞."""
    scores = q @ k.T / np.sqrt(q.shape[-1])
    scores = scores if seen is None else np.where(seen, scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ v


def zeros(result: np.ndarray, draw: np.random.RandomState) -> np.ndarray:
    return np.zeros_like(result)


def column_mean(result: np.ndarray, draw: np.random.RandomState) -> np.ndarray:
    return np.broadcast_to(result.mean(axis=0), result.shape)


def shuffled_rows(result: np.ndarray, draw: np.random.RandomState) -> np.ndarray:
    return result[draw.permutation(len(result))]


def constant(result: np.ndarray, draw: np.random.RandomState) -> np.ndarray:
    return np.full_like(result, result.mean())


@pytest.mark.parametrize("wrong", [zeros, column_mean, shuffled_rows, constant], ids=lambda one: one.__name__)
@pytest.mark.parametrize("keys", [384, 1024])
def test_what_is_worthless_is_refused_in_bfloat16_whatever_the_size(keys: int, wrong: Result):
    q, k, v = (normal(keys, 64, seed=seed) for seed in range(3))
    result = attention(q, k, v)
    verdict = lastdigit.judge(bfloat16(wrong(result, np.random.RandomState(3))), OPERATION, q, k, v)
    assert verdict.verdict == "disagrees"
    assert lastdigit.judge(bfloat16(result), OPERATION, q, k, v).arithmetic == "fused"


def test_half_of_the_rows_of_a_causal_result_may_not_be_zero():
    q, k, v = (normal(512, 64, seed=seed) for seed in range(3))
    result = attention(q, k, v, np.tri(512, dtype=bool))
    lastdigit.assert_agrees(bfloat16(result), OPERATION, q, k, v, causal=True)
    result[256:] = 0.0
    with pytest.raises(AssertionError, match="disagrees"):
        lastdigit.assert_agrees(bfloat16(result), OPERATION, q, k, v, causal=True)


def test_a_calibrated_disagreement_says_so_and_proven_evidence_does_not_refuse_it():
    q, k, v = (normal(512, 64, seed=seed) for seed in range(3))
    result = bfloat16(attention(q * np.sqrt(64 / 63), k, v))
    verdict = lastdigit.judge(result, OPERATION, q, k, v)
    assert (verdict.verdict, verdict.evidence, verdict.explanation) == ("disagrees", "calibrated", "scale √(d − 1)")
    lenient = lastdigit.judge(result, OPERATION, q, k, v, evidence="proven")
    assert (lenient.verdict, lenient.evidence) == ("agrees", "")
    assert "scale √(d − 1)" in lenient.reason
    with pytest.raises(AssertionError, match="calibrated: larger than independent rounding errors"):
        lastdigit.assert_agrees(result, OPERATION, q, k, v)


@pytest.mark.parametrize(("keys", "noise"), [(128, 0.02), (512, 0.02), (512, 0.05)])
def test_noise_that_the_bound_of_a_mistake_contains_is_not_called_that_mistake(keys: int, noise: float):
    q, k, v = (normal(keys, 64, seed=seed) for seed in range(3))
    noisy = bfloat16(attention(q, k, v) + noise * normal(keys, 64, seed=3))
    verdict = lastdigit.judge(noisy, OPERATION, q, k, v)
    assert (verdict.verdict, verdict.evidence) == ("disagrees", "calibrated")
    assert verdict.explanation.startswith("no known mistake explains these numbers")


def test_the_share_of_a_mistake_is_one_where_it_is_made_and_none_where_it_is_not():
    q, k, v = (normal(256, 64, seed=seed) for seed in range(3))
    wrong = lastdigit.judge(bfloat16(attention(q * 8, k, v)), OPERATION, q, k, v)
    right = lastdigit.judge(bfloat16(attention(q, k, v)), OPERATION, q, k, v)
    for verdict, expected in ((wrong, 1.0), (right, 0.0)):
        (found,) = (share for share in verdict.shares if "scores not scaled" in share.names)
        assert abs(found.share - expected) <= found.uncertainty < 0.1


def test_a_declared_model_must_fit():
    q, k, v = (normal(512, 64, seed=seed) for seed in range(3))
    seen = np.tri(512, dtype=bool)
    scores = np.where(seen, BFLOAT16.round(BFLOAT16.round(q @ k.T) / 8), -np.inf)
    shifted = np.where(seen, BFLOAT16.round(np.where(seen, scores - scores.max(axis=-1, keepdims=True), 0.0)), -np.inf)
    weights = BFLOAT16.round(np.exp(shifted))
    naive = BFLOAT16.round(weights / BFLOAT16.round(weights.sum(axis=-1, keepdims=True))) @ v
    assert lastdigit.judge(bfloat16(naive), OPERATION, q, k, v, causal=True).arithmetic == "stored"
    assert lastdigit.judge(bfloat16(naive), OPERATION, q, k, v, causal=True, arithmetic="stored").verdict == "agrees"
    assert lastdigit.judge(bfloat16(naive), OPERATION, q, k, v, causal=True, arithmetic="fused").verdict == "disagrees"
    with pytest.raises(UnknownModel, match="fused, stored, split"):
        lastdigit.judge(bfloat16(naive), OPERATION, q, k, v, causal=True, arithmetic="fuzed")


def test_what_must_be_ruled_out_is_or_the_verdict_is_undecided():
    q, k, v = (np.random.RandomState(seed).standard_normal((6, 4)) for seed in range(3))
    result = attention(q, k, v)
    lastdigit.assert_agrees(result, OPERATION, q, k, v, rules_out="all")
    lastdigit.assert_agrees(result, OPERATION, q, k, v, rules_out=["scores not scaled"])
    same = attention(q, q, v)
    verdict = lastdigit.judge(same, OPERATION, q, q, v, rules_out=["queries and keys swapped"])
    assert (verdict.verdict, verdict.reason) == ("undecided", "not excluded: queries and keys swapped")
    with pytest.raises(UnknownMistake, match="did you mean 'scores not scaled'"):
        lastdigit.judge(result, OPERATION, q, k, v, rules_out=["scores not scalled"])


@pytest.mark.parametrize("garbage", [1e6, np.nan, np.inf])
def test_keys_that_no_query_sees_change_nothing(garbage: float):
    q, k, v = (np.random.RandomState(seed).standard_normal((40, 16)).astype(np.float32) for seed in range(3))
    mask = np.arange(40) < 39
    result = attention(q.astype(float), k.astype(float), v.astype(float), mask).astype(np.float32)
    v[-1] = garbage
    lastdigit.assert_agrees(result, OPERATION, q, k, v, mask=mask)
    with pytest.raises(AssertionError, match="disagrees"):
        lastdigit.assert_agrees(result[::-1], OPERATION, q, k, v, mask=mask)


def test_a_key_that_one_query_sees_does_not_hide_what_is_wrong_in_the_others():
    q, k, v = (np.random.RandomState(seed).standard_normal((40, 16)) for seed in range(3))
    v[-1] = 1e6
    result = attention(q, k, v, np.tri(40, dtype=bool)).astype(np.float32)
    given = [array.astype(np.float32) for array in (q, k, v)]
    result = attention(*(array.astype(float) for array in given), np.tri(40, dtype=bool)).astype(np.float32)
    lastdigit.assert_agrees(result, OPERATION, *given, causal=True)
    result[3] *= np.float32(1 + 1e-3)
    with pytest.raises(AssertionError, match=r"\[3, "):
        lastdigit.assert_agrees(result, OPERATION, *given, causal=True)


def test_a_softmax_through_its_logarithm_agrees():
    x = np.float32([[0.14769673347473145, 0.21049118041992188, -65.8935317993164]])
    shifted = x - x.max()
    logarithms = shifted - np.log(np.exp(shifted).sum(dtype=np.float32))
    lastdigit.assert_agrees(np.exp(logarithms), "softmax", x)


def test_a_fused_kernel_in_float16_may_have_scores_beyond_the_range_of_float16():
    q, k, v = (np.random.RandomState(seed).standard_normal((32, 64)) for seed in range(3))
    q, k, v = ((array * scale).astype(np.float16) for array, scale in ((q, 60), (k, 60), (v, 1)))
    assert np.max(np.abs(q.astype(float) @ k.astype(float).T)) > 65504
    scores = q.astype(np.float32) @ k.astype(np.float32).T * np.float32(0.125)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    result = weights.astype(np.float16).astype(np.float32) @ v.astype(np.float32)
    result = (result / weights.sum(axis=-1, keepdims=True)).astype(np.float16)
    assert lastdigit.judge(result, OPERATION, q, k, v).verdict == "agrees"


def test_a_layer_norm_far_from_zero_agrees_in_float32():
    x = np.random.RandomState(0).normal(1e4, 1, size=(16, 256)).astype(np.float32)
    mean = x.mean(axis=-1, keepdims=True)
    result = (x - mean) / np.sqrt(np.mean((x - mean) ** 2, axis=-1, keepdims=True) + np.float32(1e-5))
    weight, bias = np.ones(256, np.float32), np.zeros(256, np.float32)
    lastdigit.assert_agrees(result, "layer_norm", x, weight, bias)


def test_sums_of_equal_terms_one_after_the_other_agree_however_they_drift():
    x = np.full((1, 2**17), 0.1, dtype=np.float32)
    result = np.cumsum(x, axis=-1, dtype=np.float32)[:, -1]
    assert abs(float(result[0]) / (0.1 * 2**17) - 1) > 1e-4
    lastdigit.assert_agrees(result, "total", x)


def test_sums_of_as_many_terms_as_float32_has_integers_have_a_bound():
    x = np.random.RandomState(0).uniform(size=(1, 2**24)).astype(np.float32)
    assert lastdigit.judge(x.sum(axis=-1), "total", x).verdict == "agrees"
    assert lastdigit.judge(x[:, : 2**23].sum(axis=-1), "total", x).verdict == "disagrees"
