"""ONNX's Attention by its own attributes, held to a double loop that is written from its specification."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lastdigit import judge
from lastdigit.vectors.onnx_tests.attention_node import INPUTS, OUTPUTS
from lastdigit.vectors.onnx_tests.node_test import InvalidNodeTest, NodeTest
from lastdigit.vectors.onnx_tests.operators import judged
from lastdigit.verdicts.empty_rows import InvalidEmpty
from lastdigit.verdicts.verdict import AGREES, DISAGREES, FAILED, UNDECIDED

BATCH, HEADS, GROUPS, QUERIES, KEYS, WIDTH = 2, 4, 2, 3, 5, 4


def node_test(arrays: dict[str, np.ndarray], **attributes: Any) -> NodeTest:
    inputs, none = tuple(arrays.get(name) for name in INPUTS), (None,) * len(OUTPUTS)
    return NodeTest("made_up", Path("made_up"), "Attention", "", 25, "", attributes, inputs, none, OUTPUTS, {})


def drawn(*shape: int) -> np.ndarray:
    return np.random.RandomState(sum(shape)).normal(size=shape)


def heads(keys: int = KEYS) -> dict[str, np.ndarray]:
    return {
        "Q": drawn(BATCH, HEADS, QUERIES, WIDTH),
        "K": drawn(BATCH, GROUPS, keys, WIDTH),
        "V": drawn(BATCH, GROUPS, keys, WIDTH + 1),
    }


def by_loops(arrays: dict[str, np.ndarray], **given: Any) -> dict[str, np.ndarray]:
    """The specification, one score after the other."""
    q, k, v = (arrays[name] for name in "QKV")
    if "past_key" in arrays:
        k, v = np.concatenate([arrays["past_key"], k], 2), np.concatenate([arrays["past_value"], v], 2)
    shape = (*q.shape[:3], k.shape[2])
    y, qk = np.zeros((*q.shape[:3], v.shape[3])), np.zeros(shape)
    share = q.shape[1] // k.shape[1]
    scale = given.get("scale", 1 / math.sqrt(q.shape[3]))
    for b, h, i in np.ndindex(*shape[:3]):
        offset = arrays["past_key"].shape[2] if "past_key" in arrays else 0
        if "nonpad_kv_seqlen" in arrays:
            offset = int(arrays["nonpad_kv_seqlen"][b]) - shape[2]
        scores, stages = [], []
        for j in range(shape[3]):
            plain = scale * float(q[b, h, i] @ k[b, h // share, j])
            cap = given.get("softcap", 0.0)
            capped = cap * math.tanh(plain / cap) if cap else plain
            biased = capped + float(np.broadcast_to(arrays.get("bias", np.zeros(1)), shape)[b, h, i, j])
            hidden = bool(given.get("is_causal")) and j > i + offset
            hidden |= j < i + offset - given.get("left_window_size", 99)
            hidden |= j > i + offset + given.get("right_window_size", 99)
            hidden |= "nonpad_kv_seqlen" in arrays and j >= arrays["nonpad_kv_seqlen"][b]
            hidden |= not np.broadcast_to(arrays.get("seen", np.ones(1, dtype=bool)), shape)[b, h, i, j]
            scores.append(-math.inf if hidden else biased)
            stages.append((plain, capped, scores[-1]))
        exponentials = np.exp(np.array(scores))
        weights = exponentials / (exponentials.sum() or 1.0)
        mode = given.get("qk_matmul_output_mode", 0)
        qk[b, h, i] = weights if mode == 3 else [stage[mode] for stage in stages]
        y[b, h, i] = weights @ v[b, h // share]
    return {"Y": y, "present_key": k, "present_value": v, "qk_matmul_output": qk}


CASES: dict[str, tuple[dict[str, np.ndarray], dict[str, Any]]] = {
    "plain": (heads(), {}),
    "scaled and capped": (heads(), {"scale": 0.25, "softcap": 1.5, "qk_matmul_output_mode": 1}),
    "causal": (heads(), {"is_causal": 1}),
    "past": (
        {**heads(), "past_key": drawn(BATCH, GROUPS, 2, WIDTH), "past_value": drawn(BATCH, GROUPS, 2, WIDTH + 1)},
        {"is_causal": 1, "qk_matmul_output_mode": 2},
    ),
    "padding": ({**heads(), "nonpad_kv_seqlen": np.array([4, 2])}, {"is_causal": 1, "qk_matmul_output_mode": 3}),
    "window": (heads(), {"left_window_size": 1, "right_window_size": 2, "qk_matmul_output_mode": 3}),
    "bias": ({**heads(), "bias": drawn(QUERIES, KEYS)}, {"qk_matmul_output_mode": 2, "softcap": 2.0}),
    "mask": ({**heads(), "seen": drawn(BATCH, 1, QUERIES, KEYS) > 0}, {}),
}
EVERY = pytest.mark.parametrize("name", list(CASES))


def with_mask(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    mask = arrays.get("bias", arrays.get("seen"))
    return arrays if mask is None else {**arrays, "attn_mask": mask}


def verdicts(name: str, **changed: Any) -> dict[str, str]:
    """Of what loops give for a case, computed with other attributes."""
    arrays, attributes = CASES[name]
    found = by_loops(arrays, **{**attributes, **changed})
    test = node_test(with_mask(arrays), **attributes)
    return {output: each.verdict for output, each in judged(test, [found[output] for output in OUTPUTS])}


@EVERY
def test_what_loops_compute_by_the_specification_agrees(name: str):
    assert verdicts(name) == dict.fromkeys(OUTPUTS, AGREES)


@EVERY
def test_another_scale_is_refused_in_what_it_changes(name: str):
    found = verdicts(name, scale=0.3)
    assert found == {**dict.fromkeys(OUTPUTS, AGREES), "Y": DISAGREES, "qk_matmul_output": DISAGREES}


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("scaled and capped", {"softcap": 0.0}),
        ("causal", {"is_causal": 0}),
        ("window", {"left_window_size": 2}),
        ("window", {"right_window_size": 1}),
        ("past", {"is_causal": 0}),
    ],
)
def test_an_attribute_that_is_not_followed_is_refused(name: str, changed: dict[str, Any]):
    assert verdicts(name, **changed)["Y"] == DISAGREES


def test_three_axes_are_heads_side_by_side():
    arrays = heads()
    found = by_loops(arrays)["Y"]
    flat = {name: x.transpose(0, 2, 1, 3).reshape(BATCH, x.shape[2], -1) for name, x in arrays.items()}
    test = node_test(flat, q_num_heads=HEADS, kv_num_heads=GROUPS)
    for result, expected in (
        (found.transpose(0, 2, 1, 3).reshape(BATCH, QUERIES, -1), AGREES),
        (found.reshape(BATCH, QUERIES, -1), DISAGREES),
        (found.transpose(0, 2, 1, 3)[..., :-1].reshape(BATCH, QUERIES, -1), FAILED),
    ):
        assert next(judged(test, [result]))[1].verdict == expected


def test_the_lowest_number_is_no_minus_infinity_in_scores_with_their_mask():
    arrays, attributes = CASES["past"]
    found = by_loops(arrays, **attributes)["qk_matmul_output"]
    lowest = np.where(np.isneginf(found), np.finfo(np.float32).min, found)
    ((_, verdict),) = judged(node_test(arrays, **attributes), [None, None, None, lowest])
    assert (verdict.verdict, verdict.evidence) == (DISAGREES, "proven")
    assert "not -inf" in verdict.reason


def test_a_cache_that_changes_a_number_is_refused():
    arrays, attributes = CASES["past"]
    changed = by_loops(arrays, **attributes)["present_key"].copy()
    changed[0, 0, 0, 0] = np.nextafter(changed[0, 0, 0, 0], 9.0)
    ((_, verdict),) = judged(node_test(arrays, **attributes), [None, changed])
    assert verdict.verdict == DISAGREES


def test_padded_keys_may_hold_nan():
    arrays, attributes = CASES["padding"]
    found = by_loops(arrays, **attributes)
    for name in "KV":
        arrays = {**arrays, name: arrays[name].copy()}
        arrays[name][:, :, 4:] = np.nan
    assert next(judged(node_test(arrays, **attributes), [found["Y"]]))[1].verdict == AGREES


def test_a_query_that_sees_no_key_gives_zeros():
    arrays = {**heads(), "attn_mask": np.array([[True] * KEYS, [False] * KEYS, [True] * KEYS])}
    y = by_loops({**arrays, "seen": arrays["attn_mask"]})["Y"]
    assert not y[:, :, 1].any()
    assert next(judged(node_test(arrays), [y]))[1].verdict == AGREES
    y[:, :, 1] = arrays["V"].mean(axis=2).repeat(HEADS // GROUPS, 1)
    assert next(judged(node_test(arrays), [y]))[1].verdict == DISAGREES


def test_rows_without_a_key_are_undecided_unless_they_are_declared_and_have_no_mean():
    q, k, v = heads(QUERIES).values()
    y = np.array(by_loops(heads(QUERIES), is_causal=1, right_window_size=-1)["Y"])
    given = {"causal": True, "window": (3, -1)}
    y[:, :, 0] = 0.0
    assert judge(y, "attention", q, k, v, empty="zeros", **given).verdict == AGREES
    assert judge(y, "attention", q, k, v, **given).verdict == UNDECIDED
    with pytest.raises(InvalidEmpty):
        judge(y, "attention", q, k, v, empty="mean", **given)


@pytest.mark.parametrize(
    ("arrays", "attributes", "found"),
    [
        ({"Q": drawn(2, 3, 4)}, {}, "one of them missing"),
        (heads(), {"windows": 2}, "windows"),
        ({name: x[:, 0] for name, x in heads().items()}, {}, "heads"),
        ({**heads(), "attn_mask": drawn(2, 9)}, {}, "consistent inputs and attributes"),
    ],
)
def test_what_does_not_fit_together_is_named(arrays: dict[str, np.ndarray], attributes: dict[str, Any], found: str):
    with pytest.raises(InvalidNodeTest, match=found):
        list(judged(node_test(arrays, **attributes), [drawn(2, 3, 4)]))
