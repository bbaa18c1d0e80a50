"""Codes of keys: the target of a query and the identity of a key, in two columns per bit, so that nothing is rounded.

A score is −P times the number of bits in which the two differ: every product is 0 or −P, and all terms of the target
key's score are 0.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lastdigit.base.errors import LastdigitError
from lastdigit.base.number_format import FloatFormat
from lastdigit.check.spec import ONE_KEY, Spec
from lastdigit.operations.attention import seen_keys

DEEP = {"float64": 1024.0, "float32": 1024.0, "bfloat16": 1024.0}
LEAST_DEEP = 128.0
"""The depth below zero of negligible scores: exp of half of it vanishes relative to one in the format."""


class NoExactInput(LastdigitError):
    """An operation, sizes or a format without a known input on which nothing is rounded."""


def code_bits(keys: int) -> int:
    """Bits that distinguish n keys."""
    return max((keys - 1).bit_length(), 1)


def coded(
    spec: Spec,
    parameters: dict[str, Any],
    form: FloatFormat,
    draw: np.random.Generator,
    *,
    queries: int,
    keys: int,
    scale: float,
) -> tuple[np.ndarray, np.ndarray]:
    """Rows of queries and of keys, twice as wide as a code has bits; their products are divided by ``scale``."""
    bits = code_bits(keys)
    step = _step(form, scale, bits)
    codes = (np.arange(keys)[:, None] >> np.arange(bits)) & 1
    target, wild = _targets(spec, parameters, draw, queries, keys, bits)
    wanted = (target[:, None] >> np.arange(bits)) & 1
    high = 2.0 ** math.ceil(math.log2(step) / 2)
    looks = np.where(wild[:, None] <= np.arange(bits), high, 0.0)
    one, two = np.zeros((queries, 2 * bits)), np.zeros((keys, 2 * bits))
    for bit in range(bits):
        one[np.arange(queries), 2 * bit + 1 - wanted[:, bit]] = looks[:, bit]
        two[np.arange(keys), 2 * bit + codes[:, bit]] = -step / high
    return one, two


def _step(form: FloatFormat, scale: float, bits: int) -> float:
    """P: a power of two for which P ÷ scale is deep, and the sum of all terms is in the format's range."""
    for deep in (DEEP.get(form.name, LEAST_DEEP), LEAST_DEEP):
        step = 2.0 ** math.ceil(math.log2(deep * scale))
        if bits * step <= form.largest / 2:
            return step
    raise NoExactInput(f"{form.name} cannot represent scores that are far enough apart")


def _targets(
    spec: Spec, parameters: dict[str, Any], draw: np.random.Generator, queries: int, keys: int, bits: int
) -> tuple[np.ndarray, np.ndarray]:
    """For each query its target key, and the number of ignored low bits of the code.

    So many bits that the query sees one key of that code, if one is to count, or else 2ᵏ; other keys of that code are
    hidden by the mask, and would count without it.
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


def looked_for(
    spec: Spec, parameters: dict[str, Any], draw: np.random.Generator, queries: int, keys: int
) -> np.ndarray:
    """The scores of a softmax that are 0."""
    bits = code_bits(keys)
    target, wild = _targets(spec, parameters, draw, queries, keys, bits)
    return np.asarray((np.arange(keys) >> wild[:, None]) == (target >> wild)[:, None])


def _seen(parameters: dict[str, Any], queries: int, keys: int) -> np.ndarray:
    seen = seen_keys((queries, keys), bool(parameters.get("causal")), parameters.get("mask"))
    return np.ones((queries, keys), dtype=bool) if seen is None else np.broadcast_to(seen, (queries, keys))
