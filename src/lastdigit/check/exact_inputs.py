"""Inputs on which nothing is rounded: drawn with few bits, and accepted if every step of the definition is exact."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from lastdigit.base.number_format import FloatFormat, float_format
from lastdigit.check.codes import LEAST_DEEP, NoExactInput, code_bits, coded, looked_for
from lastdigit.check.exact_projections import PROJECTED, projected
from lastdigit.check.shapes import POSITIVE, TOKENS, Slot, optional, slots
from lastdigit.check.spec import EQUAL_KEYS, ONE_KEY, WHOLE, Given, Spec
from lastdigit.enclosure.unrounded import Unrounded
from lastdigit.operations import changed_definitions, find_operation

SCORED = ("scaled_dot_product_attention", "dot_product_attention", "grouped_query_attention")
WEIGHED = ("attention_weights", "dot_product_attention_weights")


def exact_input(spec: Spec, parameters: dict[str, Any], draw: np.random.Generator) -> Given:
    """An exact input; raises :class:`NoExactInput` with the reason if exactness cannot be shown."""
    form = float_format(spec.dtype)
    if spec.kind == WHOLE:
        arrays: list[np.ndarray | None] = [_whole(slot, spec, form, draw) for slot in slots(spec.operation)]
    elif spec.operation in SCORED + WEIGHED:
        arrays = _coded(spec, parameters, form, draw)
    elif spec.operation in PROJECTED:
        arrays = projected(spec, parameters, form, draw)
    elif spec.operation == "softmax":
        arrays = _scores(spec, parameters, draw)
    else:
        raise NoExactInput(f"{spec.operation} has no input of the kind {spec.kind}")
    arrays = list(given_of(spec, arrays))
    strict, stored = (_read(spec, arrays, parameters, form, strict=flag) for flag in (True, False))
    if not np.any(stored.sure):
        raise NoExactInput(f"{spec.operation} rounds intermediate results")
    if not np.array_equal(form.round(stored.value)[stored.sure], stored.value[stored.sure]):
        raise NoExactInput(f"{spec.dtype} cannot represent the result of {spec.operation}")
    return Given(tuple(arrays), parameters, stored.value, strict.sure, stored.sure)


def given_of(spec: Spec, arrays: Sequence[np.ndarray | None]) -> tuple[np.ndarray | None, ...]:
    """The arrays, None for an omitted optional one."""
    left_out = () if spec.optional else optional(spec.operation)
    names = [slot.name for slot in slots(spec.operation)]
    return tuple(None if name in left_out else array for name, array in zip(names, arrays, strict=True))


def _read(spec: Spec, arrays: Any, parameters: dict[str, Any], form: FloatFormat, *, strict: bool) -> Unrounded:
    """The definition on these arrays, with masked numbers unchanged, since implementations see them."""
    given = [None if array is None else Unrounded.of(array, form, strict=strict) for array in arrays]
    with changed_definitions({"": ()}):  # an empty change turns off the removal of keys that no query sees
        found = find_operation(spec.operation).definition(*given, **parameters)
    assert isinstance(found, Unrounded)
    return found


def _whole(slot: Slot, spec: Spec, form: FloatFormat, draw: np.random.Generator) -> np.ndarray:
    """Integers of few bits, many of them zero, so that sums of their products have few bits too."""
    shape = slot.shape(spec.sizes)
    if slot.drawn_as == POSITIVE:
        return _summing_to_a_power(shape, draw)
    signs = draw.choice([-1.0, 1.0], size=shape)
    if slot == slots(spec.operation)[0] and slot.drawn_as == TOKENS:
        terms = 2 ** min(form.digits, 20) // 8
        kept = draw.uniform(size=shape) * max(shape[-1], 1) < terms
        return signs * np.where(kept, draw.integers(1, 3, size=shape), 0)
    return signs * draw.integers(1, 4, size=shape)


def _summing_to_a_power(shape: tuple[int, ...], draw: np.random.Generator) -> np.ndarray:
    """Positive integers whose rows sum to a power of four."""
    width = shape[-1]
    target = 4 ** math.ceil(math.log(2 * width, 4))
    rest = draw.multinomial(target - width, np.full(width, 1 / width), size=shape[:-1])
    return np.asarray(1.0 + rest)


def _scores(spec: Spec, parameters: dict[str, Any], draw: np.random.Generator) -> list[np.ndarray | None]:
    """Scores of a softmax: 0 for attended keys, and large negative numbers elsewhere."""
    shape = slots("softmax")[0].shape(spec.sizes)
    counts = looked_for(spec, parameters, draw, shape[-2], shape[-1])
    deep = -LEAST_DEEP * draw.integers(1, 8, size=shape)
    return [np.where(counts, 0.0, deep)]


def _coded(
    spec: Spec, parameters: dict[str, Any], form: FloatFormat, draw: np.random.Generator
) -> list[np.ndarray | None]:
    """Queries and keys by their codes, and values of few bits, none of them zero."""
    q, k, *rest = (slot.shape(spec.sizes) for slot in slots(spec.operation)[: 2 + (spec.operation in SCORED)])
    queries, keys, width = q[-2], k[-2], q[-1]
    if width < 2 * code_bits(keys):
        raise NoExactInput(f"codes of {keys} keys need a width d of {2 * code_bits(keys)}; this one is {width}")
    scale = 1.0 if spec.operation.startswith("dot_product") else math.sqrt(width)
    one, two = coded(spec, parameters, form, draw, queries=queries, keys=keys, scale=scale)
    spread = np.zeros((one.shape[-1], width))
    spread[np.arange(one.shape[-1]), draw.permutation(width)[: one.shape[-1]]] = 1.0
    arrays: list[np.ndarray | None] = [np.broadcast_to(one @ spread, q).copy(), np.broadcast_to(two @ spread, k).copy()]
    for shape in rest:
        signs = draw.choice([-1.0, 1.0], size=(*shape[:-2], 1, shape[-1]))
        arrays.append(signs * draw.integers(1, 8, size=shape))
    return arrays


KINDS_OF = dict.fromkeys((*SCORED, *WEIGHED, *PROJECTED, "softmax"), (ONE_KEY, EQUAL_KEYS))
"""The exact kinds of operations with a softmax; others use whole numbers."""


def exact_kinds(operation: str) -> tuple[str, ...]:
    """The exact kinds that may exist for an operation."""
    return KINDS_OF.get(operation, (WHOLE,))
