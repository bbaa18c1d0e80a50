"""Perturbed evaluations of a definition, which measure what of a result's error is not linear in its roundings.

A bound on that part must assume the worst of every step, and may be infinite: after two layer norms in bfloat16 nothing
excludes a deviation of zero. Instead the definition is evaluated with random errors in all steps, of the size that each
step's rounding has, several times enlarged, and once more with the same errors scaled down until only what is linear
remains.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from lastdigit.enclosure.typical import Typical
from lastdigit.enclosure.upward import quietly

PAIRS = 16
"""Evaluations with enlarged errors, each with its scaled-down counterpart."""

LARGE = 8.0
"""The factor on each rounding. Eight times the largest of 16 normal numbers is below six once in 15,000 times."""

SMALL = 2.0**-12
"""The factor by which errors are scaled down."""


class Perturbed:
    """Numbers computed with perturbed steps: pairs of an evaluation with enlarged and one with scaled-down errors."""

    def __init__(self, pairs: Sequence[tuple[np.ndarray, np.ndarray]], draw: np.random.Generator) -> None:
        self.pairs = pairs
        self.draw = draw

    @classmethod
    def given(cls, values: np.ndarray, draw: np.random.Generator) -> Perturbed:
        """Numbers without errors, from which all others are computed."""
        return cls([(values, values)] * PAIRS, draw)

    def with_errors(self, typical: Typical) -> Perturbed:
        """The same with further errors, of the size of a step's typical ones."""
        pairs = []
        with quietly():
            for large, small in self.pairs:
                error = _error(typical, large.shape, np.abs(large), self.draw)
                pairs.append((large + LARGE * error, small + SMALL * error))
        return Perturbed(pairs, self.draw)

    def not_linear(self, values: np.ndarray) -> np.ndarray:
        """The largest deviation from linearity in each row of a result whose exact ``values`` are known (…, 1)."""
        with quietly():
            rests = [np.abs((large - values) - (LARGE / SMALL) * (small - values)) for large, small in self.pairs]
            most = np.max(np.stack(rests), axis=0)
        most = np.where(np.isnan(most), np.inf, most)
        return np.asarray(np.max(most, axis=-1, keepdims=True) if most.ndim else most)


def computed(function: Callable[..., Any], given: Sequence[Any], chosen: dict[str, Any]) -> Perturbed | None:
    """A function of perturbed numbers and others, evaluated on each draw; None if it is not one of NumPy arrays."""
    first = next(_perturbed(given))
    try:
        with quietly():
            pairs = [
                tuple(np.asarray(function(*(_of_pair(each, number, at) for each in given), **chosen)) for at in (0, 1))
                for number in range(PAIRS)
            ]
    except (TypeError, AttributeError):
        return None
    return Perturbed(pairs, first.draw)  # type: ignore[arg-type]


def _perturbed(given: Any) -> Any:
    for each in given:
        if isinstance(each, Perturbed):
            yield each
        elif isinstance(each, list | tuple):
            yield from _perturbed(each)


def _of_pair(given: Any, number: int, at: int) -> Any:
    if isinstance(given, list):
        return [_of_pair(each, number, at) for each in given]
    return given.pairs[number][at] if isinstance(given, Perturbed) else given


def _error(typical: Typical, shape: tuple[int, ...], sizes: np.ndarray, draw: np.random.Generator) -> np.ndarray:
    """Random errors of a step: worst-case parts with a random sign that all elements share."""
    rows = (*shape[:-1], 1) if shape else ()
    sign = draw.choice((-1.0, 1.0))
    own = typical.element * draw.standard_normal(shape) + typical.row * draw.standard_normal(rows)
    shared = typical.whole * draw.standard_normal() + sign * (typical.bias + typical.factor * sizes)
    return np.asarray(own + shared)
