"""Random and hard inputs: ties, offsets, scales, masks with few keys."""

from __future__ import annotations

import math
import zlib
from typing import Any

import numpy as np

from lastdigit.base.number_format import float_format
from lastdigit.check.exact_inputs import exact_input, given_of
from lastdigit.check.shapes import GAIN, POSITIVE, TOKENS, Slot, size_parameters, slots
from lastdigit.check.spec import (
    BOTH,
    CAUSAL,
    FEW,
    LARGE,
    NO_MASK,
    OFFSET,
    ONE,
    PADDING,
    SMALL,
    SPIKE,
    TAILS,
    TIES,
    Given,
    Spec,
)
from lastdigit.operations import find_operation

FEW_KEYS = 3
SPIKE_OF, LARGEST_SPIKE = {"float16": 200.0}, 1000.0
"""Magnitudes whose exponentials overflow but whose products do not."""


def given(spec: Spec) -> Given:
    """The input described by a spec, deterministically. Raises :class:`NoExactInput` if the operation, the sizes or the
    format have none of its kind.
    """
    draw = np.random.default_rng([spec.seed, zlib.crc32(f"{spec.operation} {spec.kind} {spec.mask}".encode())])
    parameters = _parameters(spec, draw)
    if spec.is_exact:
        return exact_input(spec, parameters, draw)
    form = float_format(spec.dtype)
    arrays = given_of(spec, [form.round(_drawn(slot, spec, draw)) for slot in slots(spec.operation)])
    return Given(arrays, parameters)


def _drawn(slot: Slot, spec: Spec, draw: np.random.Generator) -> np.ndarray:
    shape = slot.shape(spec.sizes)
    numbers = draw.standard_normal(shape)
    if slot.drawn_as == GAIN:
        return 1.0 + 0.1 * numbers
    if slot.drawn_as == POSITIVE:
        numbers = np.abs(numbers) + 0.1
    elif slot.drawn_as != TOKENS:
        return numbers / math.sqrt(max(shape[-1], 1))
    return _hard(numbers, spec.kind, spec.dtype, draw)


def _hard(numbers: np.ndarray, kind: str, dtype: str, draw: np.random.Generator) -> np.ndarray:
    if kind == TIES:
        whole = np.rint(2.0 * numbers)
        return whole[..., np.arange(whole.shape[-2]) // 2, :] if whole.ndim > 1 else whole
    if kind == OFFSET:
        return numbers + 8.0
    if kind in (LARGE, SMALL):
        return numbers * (8.0 if kind == LARGE else 2.0**-10)
    if kind == TAILS:
        return numbers**3
    if kind == SPIKE and numbers.size:
        numbers.reshape(-1)[draw.integers(numbers.size)] = SPIKE_OF.get(dtype, LARGEST_SPIKE)
    return numbers


def _parameters(spec: Spec, draw: np.random.Generator) -> dict[str, Any]:
    """The static parameters: those of the spec, what the sizes demand, and a mask."""
    names, sizes = find_operation(spec.operation).parameters, spec.sizes
    found: dict[str, Any] = {}
    token = int(draw.integers(sizes["n"])) if "token" in names else 0
    found |= {name: size for name, size in size_parameters(sizes, token).items() if name in names}
    if spec.mask in (CAUSAL, BOTH):
        found["causal"] = True
    if spec.mask not in (NO_MASK, CAUSAL):
        found["mask"] = _mask(spec.mask, sizes["n"], sizes["m"], draw)
    return {**found, **spec.parameters}


def _mask(kind: str, n: int, m: int, draw: np.random.Generator) -> np.ndarray:
    """The keys that each query attends to: at least one and, with causal masks, at least one up to its own."""
    if kind == PADDING:
        return np.broadcast_to(np.arange(m) < draw.integers(1, m + 1), (n, m)).copy()
    last = np.minimum(np.arange(n), m - 1) if kind == BOTH else np.full(n, m - 1)
    seen = np.zeros((n, m), dtype=bool)
    if kind not in (FEW, ONE):
        seen = draw.uniform(size=(n, m)) < draw.uniform(0.2, 0.9)
    for _ in range(FEW_KEYS if kind == FEW else 1):
        seen[np.arange(n), draw.integers(last + 1)] = True
    return seen
