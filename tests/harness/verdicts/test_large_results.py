"""Large results: judged in arrays as they would be element by element, in blocks as they would be whole."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lastdigit
from lastdigit.base.number_format import FORMATS
from lastdigit.enclosure import row_blocks
from lastdigit.enclosure.arithmetic import Arithmetic
from lastdigit.enclosure.engines import LARGEST_EXACT
from lastdigit.enclosure.exact import ExactBalls
from lastdigit.enclosure.fast import FastBalls
from lastdigit.operations.attention import scaled_dot_product_attention
from lastdigit.verdicts.comparison import Comparison
from lastdigit.verdicts.judge_call import Call, judge_call
from lastdigit.verdicts.reals import Reals
from lastdigit.verdicts.verdict import AGREES, DISAGREES, FAILED, UNDECIDED, Verdict

OPERATION = "scaled_dot_product_attention"
FLOATS = st.floats(-1e6, 1e6, allow_subnormal=True)


def normal(*shape: int, scale: float = 1.0) -> np.ndarray:
    return np.random.RandomState(sum(shape)).normal(size=shape).astype(np.float32) * np.float32(scale)


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, *, scaled: bool = True) -> np.ndarray:
    scores = q @ k.T / (np.sqrt(q.shape[-1]).astype(q.dtype) if scaled else 1)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ v


def judged(result: np.ndarray, *arrays: np.ndarray, dtype: str = "float32", **parameters) -> Verdict:
    wide = tuple(array.astype(np.float64) for array in arrays)
    call = Call(OPERATION, wide, parameters, Arithmetic.usual(FORMATS[dtype]))
    return judge_call(call, result.astype(np.float64), dtype)


@given(st.lists(st.tuples(FLOATS, FLOATS, st.floats(0, 1e3), st.floats(0, 1e3)), min_size=1, max_size=8))
def test_arrays_of_floats_are_compared_as_in_exact_arithmetic(rows):
    expected, observed, one, other = (np.array(column) for column in zip(*rows, strict=True))
    terms = {"one": Reals.floats(one), "other": Reals.floats(other)}
    arrays = Comparison(expected.shape, rows, Reals.floats(expected), Reals.floats(observed), terms)
    exact = [abs(Fraction(y) - Fraction(x)) > Fraction(a) + Fraction(b) for x, y, a, b in rows]
    assert arrays.disagreeing.tolist() == np.flatnonzero(exact).tolist()


def test_an_allowance_that_is_not_known_is_infinite_and_calls_nothing_wrong():
    terms = {"one": Reals.floats(np.array([np.nan, np.inf]))}
    comparison = Comparison((2,), ("0", "0"), Reals.floats(np.zeros(2)), Reals.floats(np.full(2, 1e300)), terms)
    assert (comparison.disagreeing.tolist(), comparison.unknown) == ([], 2)
    assert comparison.excess.tolist() == [-1.0, -1.0]


def test_the_engine_is_chosen_by_the_size_of_the_arguments():
    small, large = np.zeros((2, 2)), np.zeros((LARGEST_EXACT, 2))
    arithmetic = Arithmetic.usual(FORMATS["float64"])
    assert Call(OPERATION, (small,) * 3, {}, arithmetic).engine is ExactBalls
    assert Call(OPERATION, (large,) * 3, {}, arithmetic).engine is FastBalls


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("mask", ["none", "keys", "scores"])
def test_attention_in_blocks_of_rows_is_attention(monkeypatch: pytest.MonkeyPatch, causal: bool, mask: str):
    q, k, v = (FastBalls.of(normal(n, 8).astype(np.float64)) for n in (50, 40, 40))
    seen = {"none": None, "keys": np.arange(40) < 30, "scores": np.arange(40) <= np.arange(50)[:, np.newaxis]}[mask]
    whole = scaled_dot_product_attention(q, k, v, causal=causal, mask=seen)
    monkeypatch.setattr(row_blocks, "SCORES", 1)
    monkeypatch.setattr(row_blocks, "LEAST_ROWS", 7)
    blocks = scaled_dot_product_attention(q, k, v, causal=causal, mask=seen)
    assert whole.shape == blocks.shape
    assert np.all(np.abs(whole.mid - blocks.mid) <= whole.radii + blocks.radii)
    assert np.max(blocks.radii) < 2 * np.max(whole.radii)


def test_a_large_result_agrees_and_one_wrong_element_of_it_is_found():
    q, k, v = (normal(n, 32) for n in (300, 200, 200))
    result = attention(q, k, v)
    assert judged(result, q, k, v).verdict == AGREES
    result[123, 7] += 1e-3
    verdict = judged(result, q, k, v)
    assert (verdict.verdict, verdict.disagreeing, verdict.worst_index) == (DISAGREES, 1, "123,7")


def test_of_a_large_result_that_is_wrong_everywhere_the_worst_elements_are_kept_and_all_are_counted():
    q, k, v = (normal(n, 32) for n in (300, 200, 200))
    verdict = judged(attention(q, k, v, scaled=False), q, k, v)
    assert verdict.explanation == "scores not scaled"
    assert verdict.disagreeing > 9000
    assert len(verdict.details) < 200
    with pytest.raises(AssertionError, match=rf"{verdict.disagreeing} of 9600 elements differ"):
        lastdigit.assert_agrees(attention(q, k, v, scaled=False), OPERATION, q, k, v)


def test_what_overflows_is_undecided_and_nan_elsewhere_fails():
    q, k, v = (normal(n, 32) for n in (60, 40, 40))
    result = attention(q, k, v).astype(np.float16)
    result[3, 4] = np.nan
    halves = [array.astype(np.float16) for array in (q, k, v)]
    assert judged(result, *halves, dtype="float16").verdict == FAILED
    large = [array * np.float16(90) for array in halves]
    verdict = judged(np.full((60, 32), np.nan), *large, dtype="float16")
    assert (verdict.verdict, "may overflow" in verdict.reason) == (UNDECIDED, True)


def test_a_row_that_sees_no_key_has_no_value_and_the_others_are_judged():
    q, k, v = (normal(n, 32) for n in (60, 40, 40))
    mask = np.ones((60, 40), dtype=bool)
    mask[5] = False
    result = attention(q, k, v)
    result[5] = np.nan
    assert judged(result, q, k, v, mask=mask).verdict == UNDECIDED
    result[6] += 1
    verdict = judged(np.where(np.isnan(result), 0.0, result), q, k, v, mask=mask)
    assert (verdict.verdict, verdict.disagreeing) == (DISAGREES, 32)
