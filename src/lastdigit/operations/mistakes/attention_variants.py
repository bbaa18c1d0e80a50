"""Mistakes in the optional arguments of attention, and in rotary positions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lastdigit.operations import attention_variants as known
from lastdigit.operations.attention_variants import FIRST, LAST
from lastdigit.operations.mistakes.entries import Changed, mistakes_of, need, times


def _with(change: Changed, operation: Changed = known.attention) -> Changed:
    """Attention with some optional arguments changed; ``change`` maps the dictionary of all but q, k and v."""
    names = ("bias", "slopes", "sinks")

    def changed(q: Any, k: Any, v: Any = None, *others: Any, **given: Any) -> Any:
        beside = {**dict(zip(names, others, strict=False)), **given}
        return operation(q, k, v, **{**beside, **change(q, k, beside)})

    return changed


def _bias_left_out(q: Any, k: Any, beside: dict[str, Any]) -> dict[str, Any]:
    need(beside.get("bias") is not None, "no bias")
    return {"bias": None}


def _bias_twice(q: Any, k: Any, beside: dict[str, Any]) -> dict[str, Any]:
    need(beside.get("bias") is not None, "no bias")
    return {"bias": times(beside["bias"], 2.0)}


def _bias_scaled(q: Any, k: Any, beside: dict[str, Any]) -> dict[str, Any]:
    need(beside.get("bias") is not None, "no bias")
    return {"bias": times(beside["bias"], q.shape[-1] ** -0.5)}


def _bias_negated(q: Any, k: Any, beside: dict[str, Any]) -> dict[str, Any]:
    need(beside.get("bias") is not None, "no bias")
    return {"bias": -beside["bias"]}


def _no_cap(q: Any, k: Any, beside: dict[str, Any]) -> dict[str, Any]:
    need(beside.get("softcap"), "no cap")
    return {"softcap": 0.0}


def _half_cap(q: Any, k: Any, beside: dict[str, Any]) -> dict[str, Any]:
    need(beside.get("softcap"), "no cap")
    return {"softcap": 0.5 * beside["softcap"]}


def _no_slopes(q: Any, k: Any, beside: dict[str, Any]) -> dict[str, Any]:
    need(beside.get("slopes") is not None, "no slopes")
    return {"slopes": None}


def _slopes_of_others(q: Any, k: Any, beside: dict[str, Any]) -> dict[str, Any]:
    need(beside.get("slopes") is not None and beside["slopes"].shape[0] > 1, "no slopes")
    return {"slopes": beside["slopes"][::-1]}


def _no_sinks(q: Any, k: Any, beside: dict[str, Any]) -> dict[str, Any]:
    need(beside.get("sinks") is not None, "no sinks")
    return {"sinks": None}


def _sinks_of_others(q: Any, k: Any, beside: dict[str, Any]) -> dict[str, Any]:
    need(beside.get("sinks") is not None and beside["sinks"].shape[0] > 1, "no sinks")
    return {"sinks": beside["sinks"][::-1]}


def _other_end(q: Any, k: Any, beside: dict[str, Any]) -> dict[str, Any]:
    need(beside.get("causal") and q.shape[-2] != k.shape[-2], "as many queries as keys")
    need(beside.get("mask") is None and beside.get("window") is None, "masked further")
    need(q.shape[-2] <= k.shape[-2], "more queries than keys")
    return {"causal": FIRST if beside["causal"] == LAST else LAST}


def _window(before: int, behind: int) -> Changed:
    def change(q: Any, k: Any, beside: dict[str, Any]) -> dict[str, Any]:
        window: Any = beside.get("window")
        need(window is not None, "no window")
        one, other = (window, window) if isinstance(window, int) else window
        return {"window": (one + before, other + behind)}

    return change


def _no_window(q: Any, k: Any, beside: dict[str, Any]) -> dict[str, Any]:
    need(beside.get("window") is not None, "no window")
    return {"window": None}


def _usual_scale(q: Any, k: Any, beside: dict[str, Any]) -> dict[str, Any]:
    need(beside.get("scale") is not None, "no scale")
    return {"scale": None}


def _unscaled(q: Any, k: Any, beside: dict[str, Any]) -> dict[str, Any]:
    need(beside.get("scale") != 1.0, "the scale is 1")
    return {"scale": 1.0}


mistakes_of(
    "attention",
    ("attention's bias left out", "whether the bias is added", _with(_bias_left_out)),
    ("attention's bias added twice", "a bias that the scores have already", _with(_bias_twice)),
    ("attention's bias scaled with the scores", "bias after the scale, not before it", _with(_bias_scaled)),
    ("attention's bias taken off", "its sign", _with(_bias_negated)),
    ("soft cap left out", "c tanh(s ÷ c)", _with(_no_cap)),
    ("soft cap half as high", "its height", _with(_half_cap)),
    ("linear biases left out", "ALiBi's slopes", _with(_no_slopes)),
    ("slopes of other heads", "which head has which slope", _with(_slopes_of_others)),
    ("sinks left out", "the sum of the softmax", _with(_no_sinks)),
    ("sinks of other heads", "which head has which sink", _with(_sinks_of_others)),
    ("causal mask at the other end", "the key that the first query lines up with", _with(_other_end)),
    ("window one key too long", "whether the window counts the query's own key", _with(_window(1, 0))),
    ("window one key too short", "whether the window counts the query's own key", _with(_window(-1, 0))),
    ("window left out", "the keys that are seen", _with(_no_window)),
    ("1 ÷ √d in place of the scale that is given", "the scale", _with(_usual_scale)),
)


def _no_mask(q: Any, k: Any, beside: dict[str, Any]) -> dict[str, Any]:
    masks = {"causal": False, "mask": None, "window": None}
    need(any(beside.get(name) is not None and beside.get(name) is not False for name in masks), "no mask")
    need(beside.get("slopes") is None, "distances count from the mask's key")
    return masks


mistakes_of(
    "attention_logsumexp",
    (
        "log-sum-exp of base 2",
        "log, not log2, of a kernel whose exponentials are powers of two",
        lambda *given, **rest: times(known.attention_logsumexp(*given, **rest), 1.0 / math.log(2.0)),
    ),
    (
        "log-sum-exp with its sign changed",
        "the sign",
        lambda *given, **rest: -known.attention_logsumexp(*given, **rest),
    ),
    ("mask left out of the log-sum-exp", "the masked scores", _with(_no_mask, known.attention_logsumexp)),
    ("bias left out of the log-sum-exp", "whether the bias is added", _with(_bias_left_out, known.attention_logsumexp)),
    ("sinks left out of the log-sum-exp", "the sum over the sinks", _with(_no_sinks, known.attention_logsumexp)),
    ("log-sum-exp without the scale", "scores before they are scaled", _with(_unscaled, known.attention_logsumexp)),
)


def _in_turn(q: Any, k: Any) -> Any:
    heads, groups = q.shape[-3], k.shape[-3]
    need(1 < groups < heads, "one head to a group, or one group")
    return k[..., np.arange(heads) % groups, :, :]


def _first_group(q: Any, k: Any) -> Any:
    need(k.shape[-3] > 1, "one head to a group, or one group")
    return k[..., np.zeros(q.shape[-3], dtype=int), :, :]


def _group(order: Changed) -> Changed:
    """Heads with the keys of the wrong groups."""

    def changed(q: Any, k: Any) -> Any:
        heads, count = q.shape[-3], k.shape[-3]
        need(count > 1, "one head to a group, or one group")
        return k[..., order(np.repeat(np.arange(count), heads // count), count), :, :]

    return changed


mistakes_of(
    "shared_heads",
    ("heads in turn for neighbours", "whether heads of a group lie side by side", _in_turn),
    ("every head the first group", "the index of the group", _first_group),
    ("groups reversed", "the order of the groups", _group(lambda groups, count: count - 1 - groups)),
    ("one group too far", "groups counted from 0 or 1", _group(lambda groups, count: (groups + 1) % count)),
    ("every head the last group", "the index of the group", _group(lambda groups, count: groups * 0 + count - 1)),
    ("every other group skipped", "the stride of the groups", _group(lambda groups, count: groups // 2 * 2)),
)
mistakes_of(
    "scores_by_scale",
    ("given scale left out", "the scale", lambda q, k, *, scale: known.scores_by_scale(q, k, scale=1.0)),
    (
        "given scale taken twice",
        "a scale on both sides",
        lambda q, k, *, scale: known.scores_by_scale(q, k, scale=scale**2),
    ),
    (
        "divided by the given scale",
        "a factor, not a divisor",
        lambda q, k, *, scale: known.scores_by_scale(q, k, scale=1.0 / scale),
    ),
    ("given scale with its sign changed", "the sign", lambda q, k, *, scale: known.scores_by_scale(q, k, scale=-scale)),
)


def _cap_of_other_kind(scores: Any, *, softcap: float) -> Any:
    xp = scores.__array_namespace__()
    cap = xp.asarray(softcap)
    return -xp.maximum(-xp.maximum(scores, -cap), -cap)


mistakes_of(
    "soft_capped",
    ("hard cap in place of the soft one", "clipping in place of tanh", _cap_of_other_kind),
    (
        "height of the cap not multiplied back",
        "c tanh(s ÷ c)",
        lambda scores, *, softcap: times(known.soft_capped(scores, softcap=softcap), 1.0 / softcap),
    ),
    (
        "scores not divided by the cap",
        "c tanh(s ÷ c)",
        lambda scores, *, softcap: known.soft_capped(times(scores, softcap), softcap=softcap),
    ),
    ("cap of 2 c", "its height", lambda scores, *, softcap: known.soft_capped(scores, softcap=2.0 * softcap)),
    (
        "sign of the capped scores changed",
        "the sign",
        lambda scores, *, softcap: -known.soft_capped(scores, softcap=softcap),
    ),
    (
        "magnitudes of the capped scores",
        "an absolute value",
        lambda scores, *, softcap: scores.__array_namespace__().abs(known.soft_capped(scores, softcap=softcap)),
    ),
)
mistakes_of(
    "linear_biases",
    (
        "linear biases added",
        "their sign",
        lambda scores, slopes, **given: known.linear_biases(scores, -slopes, **given),
    ),
    (
        "linear biases of half the slope",
        "the slopes 2^(−8 i ÷ h)",
        lambda scores, slopes, **given: known.linear_biases(scores, times(slopes, 0.5), **given),
    ),
    (
        "distances counted from 1",
        "|i − j|",
        lambda scores, slopes, *, distances: known.linear_biases(
            scores, slopes, distances=np.asarray(distances) + (np.asarray(distances) > 0)
        ),
    ),
    (
        "distances squared",
        "|i − j|",
        lambda scores, slopes, *, distances: known.linear_biases(scores, slopes, distances=np.asarray(distances) ** 2),
    ),
    (
        "scores left out of the linear biases",
        "the sum of both",
        lambda scores, slopes, **given: known.linear_biases(times(scores, 0.0), slopes, **given),
    ),
    (
        "slopes of heads reversed",
        "which head has which slope",
        lambda scores, slopes, **given: known.linear_biases(scores, slopes[::-1], **given),
    ),
)


def _rotation(change: Changed) -> Changed:
    return lambda x, cosines, sines, **given: known.rotated(*change(x, cosines, sines), **given)


def _other_pairs(x: Any, cosines: Any, sines: Any, *, interleaved: bool = False) -> Any:
    need(x.shape[-1] > 2, "one pair")
    return known.rotated(x, cosines, sines, interleaved=not interleaved)


def _halves_swapped(x: Any, cosines: Any, sines: Any, *, interleaved: bool = False) -> Any:
    half = x.shape[-1] // 2
    found = known.rotated(x, cosines, sines, interleaved=interleaved)
    return found.__array_namespace__().concat([found[..., half:], found[..., :half]], axis=-1)


mistakes_of(
    "rotated",
    ("the other pairs rotated", "halves or neighbours: the two conventions of RoPE", _other_pairs),
    ("rotated the other way", "the sign of the sine", _rotation(lambda x, c, s: (x, c, -s))),
    ("sine and cosine swapped", "which is which", _rotation(lambda x, c, s: (x, s, c))),
    ("sines left out", "the second term of the rotation", _rotation(lambda x, c, s: (x, c, times(s, 0.0)))),
    ("rotation left out", "whether positions are rotated in", lambda x, cosines, sines, **given: times(x, 1.0)),
    ("rotated halves swapped", "the order in which they are joined", _halves_swapped),
)


def _positions(offset: int) -> Changed:
    return lambda x, **given: known.rotary_embedding(x, **{**given, "offset": given.get("offset", 0) + offset})


mistakes_of(
    "rotary_embedding",
    ("positions counted from 1", "the first position", _positions(1)),
    (
        "base of 1,000",
        "the base of the frequencies",
        lambda x, **given: known.rotary_embedding(x, **{**given, "base": 1000.0}),
    ),
)
