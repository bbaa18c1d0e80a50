"""Exact inputs: what is called sure is what every way of computing gives, and what one of them rounds is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from lastdigit.assertions.agreement import arithmetic_of, call_of
from lastdigit.base.number_format import FORMATS, FloatFormat
from lastdigit.check.codes import NoExactInput
from lastdigit.check.exact_inputs import exact_kinds
from lastdigit.check.exact_projections import PROJECTED
from lastdigit.check.inputs import given
from lastdigit.check.shapes import letters
from lastdigit.check.spec import EQUAL_KEYS, ONE_KEY, WHOLE, Given, Spec
from lastdigit.enclosure.unrounded import Unrounded
from lastdigit.operations import find_operation
from lastdigit.operations.attention import seen_keys
from studies.power.attention import Attention
from studies.power.fused_attentions import fused
from studies.power.right_attentions import RIGHT_ATTENTIONS
from studies.power.stored import stored
from studies.power.wrong_weights import FP8
from studies.random_cases import drawn_operations

WITHOUT = {"encoder_block", "layer_norm", "sum_normalized_attention", "sum_normalized_attention_weights"}
"""Operations of which no inputs are known on which nothing is rounded."""
HALF = ("bfloat16", "float16")
SIZES = {"n": 8, "m": 8, "d": 16, "c": 5, "e": 8, "f": 6, "h": 2, "g": 2}
LOGARITHMS = ("logsumexp", "log softmax", "splits")


def spec(operation: str, kind: str, format: str, mask: str = "none", seed: int = 0) -> Spec:
    sizes = {letter: SIZES[letter] for letter in letters(operation) if letter != "b"}
    return Spec(operation, kind, sizes, format, mask, seed=seed)


def attention_of(found: Given, format: str) -> Attention:
    q, k, v = (np.asarray(array, dtype=np.float32) for array in found.arrays)
    seen = seen_keys((len(q), len(k)), found.parameters.get("causal", False), found.parameters.get("mask"))
    return Attention(q, k, v, seen, format)


@pytest.mark.parametrize("format", ["float32", *HALF])
@pytest.mark.parametrize("mask", ["none", "causal", "random", "few", "one", "causal-random"])
def test_every_right_attention_gives_the_bits_that_are_sure(format: str, mask: str):
    for kind in (ONE_KEY, EQUAL_KEYS):
        found = given(spec("scaled_dot_product_attention", kind, format, mask, seed=3))
        assert kind != ONE_KEY or np.all(found.sure)
        assert np.all(found.stored)
        for name, right in RIGHT_ATTENTIONS.items():
            same = right(attention_of(found, format)) == found.exact
            assert np.all(same[found.sure]), (kind, name)
            assert np.all(same) or any(words in name for words in LOGARITHMS), (kind, name)


@pytest.mark.parametrize("mask", ["none", "causal", "random"])
def test_operands_in_fp8_give_the_same_bits_and_a_dropped_key_others(mask: str):
    for kind in (ONE_KEY, EQUAL_KEYS):
        found = given(spec("scaled_dot_product_attention", kind, "bfloat16", mask, seed=1))
        exact = attention_of(found, "bfloat16")
        coarse = replace(exact, **{name: stored(getattr(exact, name), FP8) for name in "qkv"})
        assert np.array_equal(fused(coarse), found.exact)
        for key in range(exact.keys):
            seen = np.ones((len(exact.q), exact.keys), dtype=bool) if exact.seen is None else exact.seen.copy()
            seen[:, key] &= np.sum(seen, axis=-1) == 1
            looked_at = np.any(fused(replace(coarse, seen=seen)) != found.exact)
            # a query that sees one key alone keeps it; of random masks some keys are seen by no other
            assert looked_at or mask == "random" or (mask == "causal" and key == 0), key


def test_the_logarithm_of_a_sum_of_equal_keys_is_not_called_exact():
    others = 0
    for seed in range(6):
        found = given(spec("scaled_dot_product_attention", EQUAL_KEYS, "float32", "random", seed))
        for name in ("two splits", "eight splits", "minus logsumexp"):
            other = RIGHT_ATTENTIONS[name](attention_of(found, "float32")) != found.exact
            others += int(np.sum(other))
            assert not np.any(found.sure[other])
    assert others


def in_any_order(form: FloatFormat, draw: np.random.Generator) -> Callable[[np.ndarray], float]:
    """Adds terms two at a time, any two, and rounds every sum to the format."""

    def added(terms: np.ndarray) -> float:
        left = list(terms)
        while len(left) > 1:
            one, two = (left.pop(draw.integers(len(left))) for _ in range(2))
            left.append(float(form.round(np.array(one + two))))
        return left[0]

    return added


@pytest.mark.parametrize("format", ["float32", *HALF])
@pytest.mark.parametrize("operation", ["linear", "projection", "total", "weighted_values", "attention_scores"])
def test_sums_of_products_that_are_sure_are_the_same_in_any_order_with_every_step_rounded(operation, format):
    draw, form = np.random.default_rng(5), FORMATS[format]
    found = given(spec(operation, WHOLE, format))
    assert np.all(found.sure)
    x, *rest = found.arrays
    add = in_any_order(form, draw)
    for row in range(2):
        if not rest:
            terms, expected = x[row], found.exact[row]
        else:
            second = rest[0] if operation in ("projection", "weighted_values") else rest[0].T
            bias = [rest[1][0]] if len(rest) > 1 else []
            terms, expected = np.array([*(form.round(x[row] * second[:, 0])), *bias]), found.exact[row, 0]
        assert {add(terms) for _ in range(20)} == {expected}


def test_a_sum_that_has_more_bits_than_the_format_is_not_sure():
    form = FORMATS["bfloat16"]
    for terms, is_sure in (([256.0, 1.0], False), ([255.0, 1.0], True), ([128.0] * 2 + [-255.0], False)):
        assert bool(find_operation("total").definition(Unrounded.of([terms], form, strict=True)).sure[0]) is is_sure


def test_a_number_that_the_format_does_not_hold_is_not_sure():
    found = Unrounded.of([[257.0, 1.0]], FORMATS["bfloat16"], strict=True)
    assert found.sure.tolist() == [[False, True]]


def test_scores_that_do_not_lie_far_enough_below_leave_no_weight_sure():
    for deep, is_sure in ((-128.0, True), (-8.0, False), (8.0, False)):
        scores = Unrounded.of([[0.0, deep]], FORMATS["float32"], strict=True)
        assert bool(find_operation("softmax").definition(scores).sure[0, 0]) is is_sure


def test_a_hidden_score_above_zero_leaves_no_weight_sure():
    for hidden, is_sure in ((0.0, True), (1.0, False)):
        scores = Unrounded.of([[0.0, hidden, -200.0]], FORMATS["float32"], strict=True)
        mask = np.array([[True, False, True]])
        assert bool(find_operation("softmax").definition(scores, mask).sure[0, 0]) is is_sure


@pytest.mark.parametrize("operation", drawn_operations())
def test_every_operation_has_exact_inputs_or_says_why_not(operation: str):
    for kind in exact_kinds(operation):
        if operation in WITHOUT:
            with pytest.raises(NoExactInput, match=operation):
                given(spec(operation, kind, "bfloat16"))
            return
        found = given(spec(operation, kind, "bfloat16"))
        true = find_operation(operation).definition(*found.arrays, **found.parameters)
        assert np.array_equal(np.asarray(true)[found.stored], found.exact[found.stored])


@pytest.mark.parametrize("operation", PROJECTED)
def test_attention_with_projections_gives_the_exact_bits_and_every_mistake_that_shows_changes_them(operation: str):
    found = given(spec(operation, ONE_KEY, "float32"))
    arrays = tuple(np.asarray(array) for array in found.arrays)
    result = np.asarray(
        find_operation(operation).definition(*(array.astype(np.float32) for array in arrays), **found.parameters)
    )
    assert np.array_equal(result[found.sure], found.exact[found.sure])
    call = call_of(operation, arrays, dict(found.parameters), arithmetic_of("float32"))
    gross = [mistake for mistake in call.mistakes if mistake.gross]
    unseen = []
    for mistake in gross:
        read = call.reading.plain([mistake])
        if read is not None and np.array_equal(read[found.sure], found.exact[found.sure]):
            unseen.append(mistake.name)
    assert gross
    assert unseen == [] if np.all(found.sure) else set(unseen) <= {"last element not computed"}
