"""Every operation and every gradient on numbers from a seed: ordinary, hard, and many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from lastdigit import gradient_of
from lastdigit.enclosure.upward import quietly
from lastdigit.operations import find_operation
from lastdigit.operations.gradients.derivatives import NoGradient
from lastdigit.operations.gradients.steps import BACKWARD
from studies.core_calls import core_calls
from studies.vocabulary.large_calls import large_calls
from studies.vocabulary.ordinary_calls import ordinary_calls
from studies.vocabulary_calls import UNARY, Call, calls

NO_FREE_NUMBERS = {
    *("kl_div", "kl_divergence", "hinge_loss", "binary_cross_entropy_with_logits", "standardized", "batch_norm"),
    *("nll_loss", "layer_norm_backward", "softmax_backward", "log_softmax_backward", "scores_backward"),
    *("sum_normalization", "sum_normalized_attention", "sum_normalized_attention_weights", "weighted_values"),
    "values_backward",
}
"""Operations on probabilities, signs, variances or magnitudes: their arguments are never scaled."""

PRODUCTS = {"prod", "cumprod"}

Change = Callable[[np.random.RandomState, np.ndarray], np.ndarray]


def _ties(draw: np.random.RandomState, x: np.ndarray) -> np.ndarray:
    return np.asarray(draw.choice(x.ravel()[:2], size=x.shape)) if x.size > 1 else x


def _long_tails(draw: np.random.RandomState, x: np.ndarray) -> np.ndarray:
    return np.asarray(x * np.exp(draw.normal(size=x.shape) * 1.5))


KINDS: dict[str, Change] = {
    "generic": lambda draw, x: x,
    "offset": lambda draw, x: x + 5.0,
    "large": lambda draw, x: x * 30.0,
    "small": lambda draw, x: x * 1e-3,
    "tiny": lambda draw, x: x * 2.0**-18,
    "ties": _ties,
    "constants": lambda draw, x: np.full(x.shape, x.ravel()[0]) if x.size else x,
    "long tails": _long_tails,
}
"""The transformation of the numbers in each kind; "many" are calls with many elements."""

MANY = "many"
EVERY = {f"every number of {name}": name for name in ("float16", "bfloat16")}
"""All finite numbers of a 16-bit format, for elementwise functions."""


FUNCTIONS = (*((name, {}) for name in UNARY), ("gelu", {"approximate": "tanh"}))
"""Elementwise operations and their parameters."""


def every_number(dtype: str) -> np.ndarray:
    """All finite numbers of a 16-bit format, in rows of 256; zeros in place of others."""
    bits = np.arange(2**16, dtype=np.uint32)
    if dtype == "bfloat16":
        with quietly():
            numbers = (bits << np.uint32(16)).view(np.float32).astype(np.float64)
    else:
        numbers = bits.astype(np.uint16).view(np.float16).astype(np.float64)
    return np.where(np.isfinite(numbers), numbers, 0.0).reshape(256, 256)


@dataclass(frozen=True)
class Subject:
    """A call, and for a gradient its forward call and the argument."""

    call: Call
    forward: Call | None = None
    argument: str = ""

    @property
    def operation(self) -> str:
        """Its name."""
        return self.call[0]


def subjects(seed: int, kind: str, *, gradients: bool = True) -> Iterator[Subject]:
    """The subjects of a seed and a kind of numbers."""
    draw = np.random.RandomState([seed, 1])
    if kind in EVERY:
        found = [(name, [every_number(EVERY[kind])], given) for name, given in FUNCTIONS]
    elif kind == MANY:
        found = list(large_calls(seed))
    else:
        given = (*ordinary_calls(seed), *core_calls(seed), *calls(seed))
        found = [_changed(draw, call, kind) for call in given]
    yield from map(Subject, found)
    if gradients:
        yield from gradients_of(draw, found)


def _changed(draw: np.random.RandomState, call: Call, kind: str) -> Call:
    operation, arrays, parameters = call
    if operation in NO_FREE_NUMBERS or (operation in PRODUCTS and kind in ("offset", "large")):
        return call
    changed = [x if x is None or x.dtype == bool or x.ndim == 0 else KINDS[kind](draw, x) for x in arrays]
    return operation, changed, parameters


def gradients_of(draw: np.random.RandomState, found: list[Call]) -> Iterator[Subject]:
    """The gradients of each operation in each of its arrays, from its first call that has them."""
    seen: set[str] = set()
    for forward in found:
        operation, arrays, _ = forward
        names = () if operation.endswith(BACKWARD) else find_operation(operation).arrays
        for name, array in zip(names, arrays, strict=False):
            if array is None or array.dtype == bool or (gradient := gradient_of(operation, name)) in seen:
                continue
            made = led_back(gradient, forward, draw)
            if made is not None:
                seen.add(gradient)
                yield Subject(made, forward, name)


def led_back(gradient: str, forward: Call, draw: np.random.RandomState) -> Call | None:
    """The call of a gradient with a random cotangent; None if there is none."""
    operation, arrays, parameters = forward
    with quietly():
        result = np.asarray(find_operation(operation).definition(*arrays, **parameters))
    taken = find_operation(gradient)
    given: dict[str, Any] = dict(zip(find_operation(operation).arrays, arrays, strict=False))
    given["cotangent"] = draw.normal(size=result.shape)
    call = gradient, [given.get(name) for name in taken.arrays], parameters
    try:
        with quietly():
            taken.definition(*call[1], **parameters)
    except (NoGradient, AttributeError, TypeError, NotImplementedError):
        return None
    return call
