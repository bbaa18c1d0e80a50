"""Inputs on which nothing is rounded: drawn with few bits, and kept where the definition, step by step, says so.

A score is −P times the number of columns in which a code of the key differs from that which the query looks for: every
product is 0 or −P, and no term of the score of the key that is looked for is anything but 0.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lastdigit.check.shapes import POSITIVE, TOKENS, Slot, slots
from lastdigit.check.spec import EQUAL_KEYS, ONE_KEY, WHOLE, Given, Spec
from lastdigit.enclosure.unrounded import Unrounded
from lastdigit.errors import LastdigitError
from lastdigit.number_format import FloatFormat, float_format
from lastdigit.operations import changed_definitions, find_operation
from lastdigit.operations.attention import seen_keys

SCORED = ("scaled_dot_product_attention", "dot_product_attention", "grouped_query_attention")
WEIGHED = ("attention_weights", "dot_product_attention_weights")

DEEP = {"float64": 1024.0, "float32": 1024.0, "bfloat16": 1024.0}
LEAST_DEEP = 128.0
"""How far scores lie below zero that count for nothing: exp of half of it vanishes beside one in the format."""


class NoExactInput(LastdigitError):
    """An operation, sizes or a format for which no input is known on which nothing is rounded."""


def exact_input(spec: Spec, parameters: dict[str, Any], draw: np.random.Generator) -> Given:
    """An exact input; raises :class:`NoExactInput` with the reason where nothing shows that it is one."""
    form = float_format(spec.dtype)
    if spec.kind == WHOLE:
        arrays: list[np.ndarray | None] = [_whole(slot, spec, form, draw) for slot in slots(spec.operation)]
    elif spec.operation in SCORED + WEIGHED:
        arrays = _coded(spec, parameters, form, draw)
    elif spec.operation == "softmax":
        arrays = _scores(spec, parameters, draw)
    else:
        raise NoExactInput(f"{spec.operation} has no input of the kind {spec.kind}")
    strict, stored = (_read(spec, arrays, parameters, form, strict=flag) for flag in (True, False))
    if not np.any(stored.sure):
        raise NoExactInput(f"{spec.operation} rounds on its way with {spec.words}")
    if not np.array_equal(form.round(stored.value)[stored.sure], stored.value[stored.sure]):
        raise NoExactInput(f"{spec.dtype} does not hold the result with {spec.words}")
    return Given(tuple(arrays), parameters, stored.value, strict.sure, stored.sure)


def _read(spec: Spec, arrays: Any, parameters: dict[str, Any], form: FloatFormat, *, strict: bool) -> Unrounded:
    """The definition on these arrays, with the numbers in masked places as they are, since implementations see them."""
    given = [Unrounded.of(array, form, strict=strict) for array in arrays]
    with changed_definitions({"": ()}):  # a definition that counts as changed leaves out nothing that no query sees
        found = find_operation(spec.operation).definition(*given, **parameters)
    assert isinstance(found, Unrounded)
    return found


def _whole(slot: Slot, spec: Spec, form: FloatFormat, draw: np.random.Generator) -> np.ndarray:
    """Whole numbers of few bits, many of them zero, so that sums of their products have few bits too."""
    shape = slot.shape(spec.sizes)
    if slot.drawn_as == POSITIVE:
        return _summing_to_a_power(shape, draw)
    first = slot is slots(spec.operation)[0] or slot.name == slots(spec.operation)[0].name
    signs = draw.choice([-1.0, 1.0], size=shape)
    if first and slot.drawn_as == TOKENS:
        terms = 2 ** min(form.digits, 20) // 8
        kept = draw.uniform(size=shape) * max(shape[-1], 1) < terms
        return signs * np.where(kept, draw.integers(1, 3, size=shape), 0)
    return signs * draw.integers(1, 4, size=shape)


def _summing_to_a_power(shape: tuple[int, ...], draw: np.random.Generator) -> np.ndarray:
    """Positive whole numbers whose rows sum to a power of four."""
    width = shape[-1]
    target = 4 ** math.ceil(math.log(2 * width, 4))
    rest = draw.multinomial(target - width, np.full(width, 1 / width), size=shape[:-1])
    return np.asarray(1.0 + rest)


def _scores(spec: Spec, parameters: dict[str, Any], draw: np.random.Generator) -> list[np.ndarray | None]:
    """Scores of a softmax: 0 where they count, and far below elsewhere."""
    shape = slots("softmax")[0].shape(spec.sizes)
    counts = _looked_for(spec, parameters, draw, shape[-2], shape[-1])
    deep = -LEAST_DEEP * draw.integers(1, 8, size=shape)
    return [np.where(counts, 0.0, deep)]


def _coded(
    spec: Spec, parameters: dict[str, Any], form: FloatFormat, draw: np.random.Generator
) -> list[np.ndarray | None]:
    """Queries and keys by codes of two columns for each bit, and values of few bits, none of them zero."""
    q, k, *rest = (slot.shape(spec.sizes) for slot in slots(spec.operation)[: 2 + (spec.operation in SCORED)])
    queries, keys, width = q[-2], k[-2], q[-1]
    bits = max((keys - 1).bit_length(), 1)
    if width < 2 * bits:
        raise NoExactInput(f"codes of {keys} keys need a width d of {2 * bits}, and {width} is less")
    scale = math.sqrt(width) if "scaled" in spec.operation or spec.operation in WEIGHED[:1] else 1.0
    scale = math.sqrt(width) if spec.operation == "grouped_query_attention" else scale
    step = _step(form, scale, bits)
    codes = (np.arange(keys)[:, None] >> np.arange(bits)) & 1
    target, wild = _targets(spec, parameters, draw, queries, keys, bits)
    wanted = (target[:, None] >> np.arange(bits)) & 1
    high = 2.0 ** math.ceil(math.log2(step) / 2)
    low = step / high
    looks = np.where(wild[:, None] <= np.arange(bits), high, 0.0)
    one, two = np.zeros((queries, width)), np.zeros((keys, width))
    for bit in range(bits):
        one[np.arange(queries), 2 * bit + 1 - wanted[:, bit]] = looks[:, bit]
        two[np.arange(keys), 2 * bit + codes[:, bit]] = -low
    order = draw.permutation(width)
    arrays: list[np.ndarray | None] = [
        np.broadcast_to(one[:, order], q).copy(),
        np.broadcast_to(two[:, order], k).copy(),
    ]
    for shape in rest:
        signs = draw.choice([-1.0, 1.0], size=(*shape[:-2], 1, shape[-1]))
        arrays.append(signs * draw.integers(1, 8, size=shape))
    return arrays


def _step(form: FloatFormat, scale: float, bits: int) -> float:
    """P: a power of two for which P ÷ scale is deep, and the sum of all terms is in the format's range."""
    for deep in (DEEP.get(form.name, LEAST_DEEP), LEAST_DEEP):
        step = 2.0 ** math.ceil(math.log2(deep * scale))
        if bits * step <= form.largest / 2:
            return step
    raise NoExactInput(f"{form.name} does not hold scores that are far enough apart")


def _targets(
    spec: Spec, parameters: dict[str, Any], draw: np.random.Generator, queries: int, keys: int, bits: int
) -> tuple[np.ndarray, np.ndarray]:
    """For each query the key that it looks for, and how many low bits of the code it does not look at.

    As many as leave it one key that it sees, where one shall count, or else 2ᵏ; other keys of that code are hidden by
    the mask, and would count if it were off.
    """
    seen = _seen(parameters, queries, keys)
    order = np.argsort(draw.uniform(size=(queries, keys)), axis=-1)
    target = np.zeros(queries, dtype=np.int64)
    wild = np.zeros(queries, dtype=np.int64)
    turn = draw.integers(keys)
    for row in range(queries):
        mine = order[row][seen[row][order[row]]]
        if parameters.get("causal") and row < keys and seen[row, row]:
            target[row] = row
        elif seen[row, (row + turn) % keys]:
            target[row] = (row + turn) % keys
        else:
            target[row] = mine[0] if mine.size else 0
        for count in range(bits, 0, -1):
            same = np.flatnonzero((np.arange(keys) >> count) == (target[row] >> count))
            visible = int(np.sum(seen[row, same]))
            if visible == 1 if spec.kind == ONE_KEY else visible > 0 and visible & (visible - 1) == 0:
                wild[row] = count
                break
    return target, wild


def _looked_for(
    spec: Spec, parameters: dict[str, Any], draw: np.random.Generator, queries: int, keys: int
) -> np.ndarray:
    """Which scores of a softmax are 0."""
    bits = max((keys - 1).bit_length(), 1)
    target, wild = _targets(spec, parameters, draw, queries, keys, bits)
    return np.asarray((np.arange(keys) >> wild[:, None]) == (target >> wild)[:, None])


def _seen(parameters: dict[str, Any], queries: int, keys: int) -> np.ndarray:
    seen = seen_keys((queries, keys), bool(parameters.get("causal")), parameters.get("mask"))
    return np.ones((queries, keys), dtype=bool) if seen is None else np.broadcast_to(seen, (queries, keys))


KINDS_OF = dict.fromkeys((*SCORED, *WEIGHED, "softmax"), (ONE_KEY, EQUAL_KEYS))
"""The exact kinds of operations with a softmax; of all others whole numbers are tried."""


def exact_kinds(operation: str) -> tuple[str, ...]:
    """Which exact kinds may exist for an operation."""
    return KINDS_OF.get(operation, (WHOLE,))
