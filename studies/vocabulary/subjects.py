"""Every operation and every gradient on numbers of a seed: as they are, hard ones, and many."""

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
from studies.vocabulary_calls import Call, calls

NO_FREE_NUMBERS = {
    *("kl_div", "kl_divergence", "hinge_loss", "binary_cross_entropy_with_logits", "standardized", "batch_norm"),
    *("nll_loss", "layer_norm_backward", "softmax_backward", "log_softmax_backward", "scores_backward"),
    *("sum_normalization", "sum_normalized_attention", "sum_normalized_attention_weights", "weighted_values"),
    "values_backward",
}
"""Operations whose arguments are probabilities, signs, variances or magnitudes: they are scaled in no way."""

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
"""What becomes of the numbers; "many" stands for calls of many elements beside these."""

MANY = "many"


@dataclass(frozen=True)
class Subject:
    """A call, and for a gradient the call whose result is led back, and in which of its arrays."""

    call: Call
    forward: Call | None = None
    argument: str = ""

    @property
    def operation(self) -> str:
        """Its name."""
        return self.call[0]


def subjects(seed: int, kind: str, *, gradients: bool = True) -> Iterator[Subject]:
    """Those of a seed and a kind of numbers."""
    draw = np.random.RandomState([seed, 1])
    if kind == MANY:
        found = list(large_calls(seed))
    else:
        found = [_changed(draw, call, kind) for call in (*core_calls(seed), *calls(seed))]
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
    """The gradients of each operation in each of its arrays, of the first of its calls that have them."""
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
    """The call of a gradient with a random cotangent; None where there is none."""
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
